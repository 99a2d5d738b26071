"""The row of a training. Access goes by it; its events and its model stand elsewhere, under its job and its name."""

import uuid

from django.db import models


class Training(models.Model):
    """One order of one browser. Written by services.py alone.

    job: the training that goes on, shared by those who ask for the same while it does. left_seq: the browser cancelled
    after this event of the job, which goes on for others. model: the name of what was trained, once there is one.
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
    job = models.UUIDField(default=uuid.uuid4)
    owner = models.CharField(max_length=64)
    name = models.CharField(max_length=100)
    status = models.CharField(max_length=16, choices=Status, default=Status.QUEUED)
    order = models.JSONField()
    digest = models.CharField(max_length=64)
    left_seq = models.PositiveBigIntegerField(null=True, blank=True)
    model = models.CharField(max_length=64, blank=True)
    result = models.JSONField(null=True, blank=True)
    error = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = (
            models.Index(fields=("owner", "-created_at")),
            models.Index(fields=("digest", "status")),
            models.Index(fields=("model",)),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.status})"

    @property
    def is_live(self) -> bool:
        """Whether anything can still happen to it."""
        return self.status in self.LIVE
