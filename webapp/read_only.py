"""Pages and documents that are only read."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from webapp.errors import MethodNotAllowed, as_json

View = Callable[[HttpRequest], HttpResponse]


def read_only(view: View) -> View:
    """The view, which answers GET and HEAD and refuses every other method by its name."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request)
        refusal = as_json(MethodNotAllowed(request.method or ""))
        refusal["Allow"] = "GET, HEAD"
        return refusal

    return answer
