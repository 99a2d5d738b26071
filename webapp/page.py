"""The page itself, as Vite built it; its files come from /static/."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie

from webapp.read_only import read_only

NOT_BUILT = "The page is not built yet. Run “make run”, which builds it, or “npm run build” in frontend/."


@read_only
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    file = settings.PAGE / "index.html"
    if not file.exists():
        return HttpResponse(NOT_BUILT, status=503, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(file.read_bytes())
    answer["Cache-Control"] = "no-cache"
    return answer
