"""Who is asking: a browser, known by its session and proven by its CSRF token. No account is needed."""

import secrets

from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from webapp.errors import CsrfFailed

SESSION_KEY = "owner"


def owner_of(request: Request) -> str:
    """The random name under which this browser's runs are kept; empty if it has none yet."""
    return str(request.session.get(SESSION_KEY, ""))


def ensure_owner(request: Request) -> str:
    """The same, made now if there is none: 128 random bits that no address or run id leads to."""
    return str(request.session.setdefault(SESSION_KEY, secrets.token_urlsafe(16)))


class Browser(BaseAuthentication):
    """Logs nobody in. Every request that changes something must carry the CSRF token, session or none."""

    def authenticate(self, request: Request) -> None:
        check = CSRFCheck(_nothing)
        check.process_request(request._request)
        # REST framework's check gives the reason as text, where Django's gives the page that says it.
        reason = check.process_view(request._request, _nothing, (), {})
        if reason:
            raise CsrfFailed(str(reason))


def _nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()
