"""The HTTP interface of accounts."""

from typing import ClassVar

from django.conf import settings
from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from webapp.accounts import services, wire
from webapp.accounts.archive import archive
from webapp.accounts.throttles import NameThrottle, SignInThrottle
from webapp.body import read_json
from webapp.browser import visitor_in
from webapp.runs.api import NoQuery, as_json
from webapp.runs.export import as_file
from webapp.runs.models import Run
from webapp.studies import refs
from webapp.studies.models import Study


class Guarded(NoQuery):
    """Passwords can be tried only so often."""

    throttles: ClassVar[tuple[type[BaseThrottle], ...]] = (SignInThrottle,)

    def get_throttles(self) -> list[BaseThrottle]:
        return [] if self.request.method == "GET" else [throttle() for throttle in self.throttles]


@method_decorator(ensure_csrf_cookie, name="dispatch")
class Account(Guarded):
    def get(self, request: Request) -> Response:
        return as_json(said(request))

    def delete(self, request: Request) -> Response:
        user = services.signed_in(request._request)
        services.delete(request._request, user, read_json(request, wire.Proof).password)
        return as_json(said(request))


class SignUp(Guarded):
    def post(self, request: Request) -> Response:
        asked = read_json(request, wire.SignUp)
        services.sign_up(request._request, asked.username, asked.password, asked.email)
        return as_json(said(request), status=201)


class SignIn(Guarded):
    throttles: ClassVar = (SignInThrottle, NameThrottle)

    def post(self, request: Request) -> Response:
        asked = read_json(request, wire.SignIn)
        services.sign_in(request._request, asked.username, asked.password)
        return as_json(said(request))


class SignOut(NoQuery):
    def post(self, request: Request) -> Response:
        services.sign_out(request._request)
        return as_json(said(request))


class Password(Guarded):
    def post(self, request: Request) -> Response:
        user = services.signed_in(request._request)
        asked = read_json(request, wire.NewPassword)
        services.change_password(request._request, user, asked.password, asked.new_password)
        return as_json(said(request))


class Export(NoQuery):
    def get(self, request: Request) -> HttpResponse:
        content = archive(visitor_in(request._request.session).owner, said(request))
        return as_file(content, "application/zip", "attention-atlas", "zip")


def said(request: Request) -> wire.Account:
    """Who the browser is by now, and what it keeps; a browser without an account keeps things too."""
    visitor, user = visitor_in(request._request.session), services.user_in(request._request)
    return wire.Account(
        signed_in=user is not None,
        username=user.get_username() if user else "",
        email=user.email if user else "",
        since=user.date_joined if user else None,
        studies=Study.objects.filter(owner=visitor.owner, deleted_at=None).count() if visitor.owner else 0,
        runs=Run.objects.filter(owner=visitor.owner).count() if visitor.owner else 0,
        kept_bytes=sum(refs.kept_bytes(visitor.owner).values()) if visitor.owner else 0,
        kept_limit=settings.KEPT_BYTES_PER_OWNER,
    )
