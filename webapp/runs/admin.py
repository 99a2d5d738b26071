from django.contrib import admin

from webapp.looked_at import LookedAt
from webapp.runs.models import Run


@admin.register(Run)
class RunAdmin(LookedAt):
    list_display = ("id", "status", "is_example", "created_at", "finished_at")
    list_filter = ("status", "is_example")
    search_fields = ("id", "digest")
    ordering = ("-created_at",)
