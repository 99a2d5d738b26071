"""The operator's view of trainings: to look at, never to change, since services.py alone writes them."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from webapp.trainings.models import Training

if TYPE_CHECKING:
    RowAdmin = admin.ModelAdmin[Training]
else:  # generic only in the stubs
    RowAdmin = admin.ModelAdmin


@admin.register(Training)
class TrainingAdmin(RowAdmin):
    list_display = ("id", "status", "model", "created_at", "finished_at")
    list_filter = ("status",)
    search_fields = ("id", "digest", "model")
    exclude = ("order", "name", "owner")
    ordering = ("-created_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Training | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Training | None = None) -> bool:
        return False
