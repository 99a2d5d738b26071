"""Every address."""

from django.contrib import admin
from django.urls import path, re_path, register_converter

from webapp import docs, errors, health
from webapp.accounts.pages import PAGES
from webapp.endpoints import ENDPOINTS
from webapp.page import frame, page


class KindConverter:
    """A kind of attention map, as compute.events.Kind has it."""

    regex = "encoder|decoder|cross"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(KindConverter, "kind")

urlpatterns = [
    *(path(f"api/{endpoint.route}", endpoint.view.as_view()) for endpoint in ENDPOINTS),
    path("api/openapi.json", docs.openapi_json),
    path("api/docs", docs.docs),
    re_path(r"^api/", errors.nowhere),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("admin/", admin.site.urls),
    *PAGES,
    # The page asks by itself what stands behind these, so that each answers every id and every token alike.
    re_path(r"^(?:s/[\w-]{1,200}|studies|studies/[0-9a-f-]{36})$", page),
    re_path(r"^embed/[\w-]{1,200}$", frame),
    path("", page),
]

handler400 = errors.bad_request
handler404 = errors.not_found
handler500 = errors.server_error
