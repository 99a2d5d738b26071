"""Shared pages and all that they are made of stay out of search engines and out of Referer headers."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

# By address and not by who asks, so that the headers tell nothing either.
PRIVATE = (
    "/s/",
    "/embed/",
    "/studies",
    "/api/runs",
    "/api/studies",
    "/api/links",
    "/api/drafts",
    "/api/account",
    "/account/",
)


class NoIndex:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if request.path.startswith(PRIVATE):
            answer["X-Robots-Tag"] = "noindex, nofollow"
            answer["Referrer-Policy"] = "no-referrer"
        return answer
