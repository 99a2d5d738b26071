"""The page itself, as Vite built it; its files come from /static/."""

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie

from webapp.read_only import read_only

NOT_BUILT = "The page is not built yet. Run “make run”, which builds it, or “npm run build” in frontend/."


@read_only
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    return _page()


@read_only
def frame(request: HttpRequest) -> HttpResponse:
    """The same page for a frame in a page of EMBED_ORIGINS, without a cookie. It answers every token alike."""
    answer = _page()
    if settings.EMBED_ORIGINS:
        # X-Frame-Options cannot name origins; both middlewares look for what stands on the answer.
        setattr(answer, "xframe_options_exempt", True)  # noqa: B010
        setattr(answer, "_csp_replace", {"frame-ancestors": [SELF, *settings.EMBED_ORIGINS]})  # noqa: B010
    return answer


def _page() -> HttpResponse:
    file = settings.PAGE / "index.html"
    if not file.exists():
        return HttpResponse(NOT_BUILT, status=503, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(file.read_bytes())
    answer["Cache-Control"] = "no-cache"
    return answer
