"""Who is asking: a browser, known by its session and proven by its CSRF token. No account is needed.

An account gives its browsers one name in common; a share link that was opened lends the session what it opens.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.contrib.auth import SESSION_KEY as ACCOUNT_KEY
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from webapp.errors import CsrfFailed

SESSION_KEY = "owner"
LINKS_KEY = "links"
MOST_LINKS = 50


# A frame in a foreign page has no cookies: it shows the token of its link at each request.
SHARE_HEADER = "X-Share-Token"
# What a token lends, by the ids of its links; the app that keeps links adds itself when Django starts.
LENDERS: list[Callable[[str], tuple[int, ...]]] = []


@dataclass(frozen=True)
class Visitor:
    """`owner`: the random name under which this browser's things are kept; empty if it has none yet.

    `links`: ids of the share links that it has opened. Whether they still hold is asked anew each time.
    `name`: the account's; empty without one.
    """

    owner: str
    links: tuple[int, ...] = ()
    name: str = ""


def visitor_in(session: SessionBase) -> Visitor:
    """Who this session is; nobody, once the account that it was signed in to or its password is another."""
    owner = str(session.get(SESSION_KEY, ""))
    links = tuple(session.get(LINKS_KEY, ()))
    if ACCOUNT_KEY not in session:
        return Visitor(owner, links)
    request = HttpRequest()
    request.session = session
    user = get_user(request)
    if user.is_authenticated:
        return Visitor(owner, links, user.get_username())
    session.flush()
    return Visitor("")


def visitor_of(request: Request) -> Visitor:
    """Who is asking. Found once for each request."""
    known = getattr(request._request, "visitor", None)
    if not isinstance(known, Visitor):
        known = _in_frame(request.headers[SHARE_HEADER]) if _is_frame(request) else visitor_in(request.session)
        remember_visitor(request._request, known)
    return known


def remember_visitor(request: HttpRequest, visitor: Visitor) -> None:
    """Whoever asks `visitor_of` later in this request is told the same."""
    setattr(request, "visitor", visitor)  # noqa: B010  (Django's class does not know it)


def owner_of(request: Request) -> str:
    """The random name under which this browser's runs are kept; empty if it has none yet."""
    return visitor_of(request).owner


def ensure_owner(request: Request) -> str:
    """The same, made now if there is none: 128 random bits that no address or run id leads to."""
    known = visitor_of(request)
    if known.owner:
        return known.owner
    owner = str(request.session.setdefault(SESSION_KEY, secrets.token_urlsafe(16)))
    remember_visitor(request._request, replace(known, owner=owner))
    return owner


def remember_link(request: Request, link: int) -> Visitor:
    """Lends the session what the link opens; the oldest of many is forgotten."""
    known = visitor_of(request)
    links = (*(one for one in known.links if one != link), link)[-MOST_LINKS:]
    request.session[LINKS_KEY] = list(links)
    visitor = replace(known, links=links)
    remember_visitor(request._request, visitor)
    return visitor


class Browser(BaseAuthentication):
    """Logs nobody in. Every request that changes something must carry the CSRF token, session or none.

    A frame changes nothing, so that it needs none; a view that only computes says `changes_nothing`.
    """

    def authenticate(self, request: Request) -> None:
        if _is_frame(request):
            view = (request.parser_context or {}).get("view")
            if request.method not in ("GET", "HEAD") and not getattr(view, "changes_nothing", False):
                raise CsrfFailed("a frame only reads")
            return
        check = CSRFCheck(_nothing)
        check.process_request(request._request)
        # REST framework's check gives the reason as text, where Django's gives the page that says it.
        reason = check.process_view(request._request, _nothing, (), {})
        if reason:
            raise CsrfFailed(str(reason))


def _is_frame(request: Request) -> bool:
    return SHARE_HEADER in request.headers


def _in_frame(token: str) -> Visitor:
    """Whoever looks through a frame: nobody by name, with what the token lends."""
    return Visitor("", tuple(link for lender in LENDERS for link in lender(token)))


def _nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()
