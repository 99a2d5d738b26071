"""The operator's view of runs: to look at, never to change, since services.py alone writes them."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from webapp.runs.models import Run

if TYPE_CHECKING:
    RowAdmin = admin.ModelAdmin[Run]
else:  # generic only in the stubs
    RowAdmin = admin.ModelAdmin


@admin.register(Run)
class RunAdmin(RowAdmin):
    list_display = ("id", "status", "is_example", "created_at", "finished_at")
    list_filter = ("status", "is_example")
    search_fields = ("id", "digest")
    ordering = ("-created_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Run | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Run | None = None) -> bool:
        return False
