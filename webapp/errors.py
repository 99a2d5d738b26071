"""What the web refuses beside compute's own refusals, and how anything that goes wrong becomes one body."""

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from pydantic import ValidationError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from rest_framework import exceptions as drf
from rest_framework.response import Response

from compute.errors import AtlasError, BadCharacter, InvalidRequest, NotFound, quoted

log = logging.getLogger(__name__)


class WrongContentType(AtlasError):
    code = "wrong_content_type"
    status = 415

    def __init__(self, given: str) -> None:
        what = quoted(given) if given else "no content type"
        super().__init__(f"The body came as {what}; only application/json is read. Send JSON.", given=given[:80])


class BodyTooLarge(AtlasError):
    """Refused by its size, before it is read."""

    code = "body_too_large"
    status = 413

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body is over {limit:,} bytes, which is the most that is read. Send less.", limit=limit)


class MethodNotAllowed(AtlasError):
    code = "method_not_allowed"
    status = 405

    def __init__(self, given: str) -> None:
        super().__init__(f"{given} is not answered here. /api/docs lists what is.", given=given)


class CsrfFailed(AtlasError):
    """A request that could have come from a foreign page."""

    code = "csrf_failed"
    status = 403

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The request does not prove that it comes from this site ({why.rstrip('.')}). "
            "Reload the page; a script sends the csrftoken cookie's value as X-CSRFToken.",
        )


class TooManyRequests(AtlasError):
    code = "too_many_requests"
    status = 429

    def __init__(self, wait_s: float | None) -> None:
        wait = round(wait_s or 60)
        super().__init__(f"Too many requests came at once. Try again in {wait} s.", wait_s=wait)


class Unavailable(AtlasError):
    """A part that the answer needs is down."""

    code = "unavailable"
    status = 503

    def __init__(self, part: str) -> None:
        super().__init__(f"{part} cannot be reached just now. Try again in a moment.", part=part)


class Internal(AtlasError):
    """Our fault; what happened stands only in the log."""

    code = "internal"
    status = 500

    def __init__(self) -> None:
        super().__init__("Something broke on our side, and it was written down. Try again.")


def from_validation(error: ValidationError) -> AtlasError:
    """The first complaint, as one sentence about one field."""
    first = error.errors(include_url=False)[0]
    field = ".".join(str(part) for part in first["loc"]) or None
    name = quoted(field) if field else "What was sent"
    if first["type"] == "missing":
        return InvalidRequest(f"{name} is missing. Send it.", field=field)
    if first["type"] == "extra_forbidden":
        return InvalidRequest(f"{name} is not known here. Remove it; /api/docs lists what is read.", field=field)
    if first["type"] == "string_unicode" and field:
        bad = BadCharacter.first_in(field, first["input"])
        if bad:
            return bad
    if first["type"] == "value_error":
        return InvalidRequest(first["msg"].removeprefix("Value error, "), field=field)
    said = first["msg"][:1].lower() + first["msg"][1:]
    given = repr(first["input"])[:80]
    return InvalidRequest(f"{name} does not fit: {said}. Given: {given}.", field=field, given=given)


def as_atlas_error(error: Exception) -> AtlasError:
    """Whatever was raised, as a refusal with a code; anything unforeseen is logged and becomes Internal."""
    match error:
        case AtlasError():
            return error
        case ValidationError():
            return from_validation(error)
        case Http404() | drf.NotFound():
            return NotFound()
        case drf.MethodNotAllowed():
            return MethodNotAllowed(str(error.detail).split('"')[1])
        case drf.Throttled():
            return TooManyRequests(getattr(error, "wait", None))
        case drf.UnsupportedMediaType():
            return WrongContentType(str(error.detail))
        case RequestDataTooBig():
            return BodyTooLarge(settings.BODY_LIMIT_BYTES)
        case RedisConnectionError() | RedisTimeoutError():
            return Unavailable("Redis")
        case drf.APIException() | SuspiciousOperation():
            return InvalidRequest("The request is not of a form that is read here. /api/docs lists what is.")
    log.error("Unforeseen error", exc_info=error)
    return Internal()


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """REST framework's exception handler."""
    refusal = as_atlas_error(error)
    headers = {}
    if isinstance(refusal, TooManyRequests):
        headers["Retry-After"] = str(refusal.data["wait_s"])
    return Response(refusal.body().model_dump(mode="json"), status=refusal.status, headers=headers)


def as_json(refusal: AtlasError) -> HttpResponse:
    return HttpResponse(refusal.body().model_dump_json(), status=refusal.status, content_type="application/json")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return as_json(CsrfFailed(reason))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return as_json(NotFound())


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return as_json(as_atlas_error(exception))


def server_error(request: HttpRequest) -> HttpResponse:
    return as_json(Internal())


def nowhere(request: HttpRequest) -> HttpResponse:
    """An address below /api that is not there."""
    return as_json(NotFound())
