"""The operator's view of rows: to look at, never to change, since services alone write them."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:
    RowAdmin = admin.ModelAdmin[Model]
else:  # generic only in the stubs
    RowAdmin = admin.ModelAdmin


class LookedAt(RowAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
