"""The row of a run. Access goes by it; the events and the capture stand elsewhere, under its id and its digest."""

import uuid

from django.db import models


class Run(models.Model):
    """One spec that one browser asked for. Written by services.py alone.

    owner: the random name in the browser's session; empty for a stored example, which everybody may read.
    error: the body of the failure, for a run that failed or crashed.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        FINISHED = "finished"
        FAILED = "failed"
        CRASHED = "crashed"
        CANCELLED = "cancelled"

    LIVE = (Status.QUEUED, Status.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=Status, default=Status.QUEUED)
    spec = models.JSONField()
    digest = models.CharField(max_length=64)
    error = models.JSONField(null=True, blank=True)
    is_example = models.BooleanField(default=False)
    lang = models.CharField(max_length=16, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = (
            models.Index(fields=("owner", "-created_at")),
            models.Index(fields=("status",)),
        )

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"

    @property
    def is_live(self) -> bool:
        """Whether anything can still happen to it."""
        return self.status in self.LIVE
