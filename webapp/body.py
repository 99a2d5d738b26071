"""How a request's body and query become typed values; nothing is checked again behind this."""

from typing import TypeVar

from django.conf import settings
from rest_framework.request import Request

from compute import strict
from compute.errors import InvalidRequest
from compute.wire import Wire
from webapp.errors import BodyTooLarge, WrongContentType

Form = TypeVar("Form", bound=Wire)


def read_json(request: Request, form: type[Form]) -> Form:
    """The JSON body as `form`. Raises WrongContentType, BodyTooLarge, InvalidRequest, pydantic.ValidationError."""
    return strict.as_form(form, _strict(read_body(request)))


def read_body(request: Request) -> bytes:
    """The body, which says that it is JSON. Raises WrongContentType, BodyTooLarge."""
    content_type = request.META.get("CONTENT_TYPE", "")
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise WrongContentType(content_type)
    limit: int = settings.BODY_LIMIT_BYTES
    if int(request.META.get("CONTENT_LENGTH") or 0) > limit:
        raise BodyTooLarge(limit)
    return request._request.body


def read_query(request: Request, form: type[Form]) -> Form:
    """The parameters after the question mark as `form`."""
    return form.model_validate(request.query_params.dict())


def _strict(body: bytes) -> object:
    try:
        return strict.read_json(body)
    except ValueError as error:
        raise InvalidRequest(f"The body is not JSON: {error}. Send a JSON object.") from None
