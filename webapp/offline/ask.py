"""Asks this server what a page would ask it, without a socket between."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import resolve
from rest_framework.request import Request

from webapp.browser import remember_visitor, visitor_of


def answer(request: Request, address: str, body: str | None = None) -> bytes | None:
    """What the asker of `request` would be answered there; with a body, to a POST of this JSON. None: a refusal."""
    path, query = urlsplit(address)[2:4]
    inner = HttpRequest()
    inner.method = "GET" if body is None else "POST"
    inner.path = inner.path_info = path
    inner.GET = QueryDict(query)
    inner.session = request.session
    inner.META = {name: value for name, value in request.META.items() if name in ("REMOTE_ADDR", "HTTP_HOST")}
    remember_visitor(inner, visitor_of(request))
    # The request around it has shown the token.
    setattr(inner, "_dont_enforce_csrf_checks", True)  # noqa: B010
    if body is not None:
        content = body.encode("utf-8", "surrogatepass")
        inner.META |= {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(content))}
        setattr(inner, "_body", content)  # noqa: B010
    found = resolve(path)
    said: HttpResponse = found.func(inner, *found.args, **found.kwargs)
    if hasattr(said, "render"):
        said = said.render()
    return said.content if said.status_code == 200 else None
