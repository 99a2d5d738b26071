"""The operator's view of studies. Not what people write to each other, and no hash of a token."""

from django.contrib import admin

from webapp.looked_at import LookedAt
from webapp.studies.models import ShareLink, Study


@admin.register(Study)
class StudyAdmin(LookedAt):
    list_display = ("id", "title", "in_gallery", "revision", "updated_at", "deleted_at")
    list_filter = ("in_gallery",)
    search_fields = ("id", "title")
    fields = ("id", "title", "tags", "revision", "in_gallery", "created_at", "updated_at", "deleted_at")


@admin.register(ShareLink)
class ShareLinkAdmin(LookedAt):
    list_display = ("id", "study", "may_copy", "comments", "created_at", "expires_at", "revoked_at")
    fields = ("study", "may_copy", "comments", "created_at", "expires_at", "revoked_at")
