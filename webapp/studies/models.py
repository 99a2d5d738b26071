"""The rows of studies. Access goes by owner and by link; services.py and its neighbours alone write them."""

import uuid

from django.db import models

from webapp.runs.models import Run


class Study(models.Model):
    """What was on screen, under a title.

    owner: as a run's. revision: counts every change, so that two tabs never overwrite each other.
    words, tag_lines: what is searched; both case-folded.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    notes = models.TextField(blank=True)
    tags = models.JSONField(default=list)
    state = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    in_gallery = models.BooleanField(default=False)
    words = models.TextField(blank=True)
    tag_lines = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-updated_at", "id")
        indexes = (
            models.Index(fields=("owner", "-updated_at")),
            models.Index(fields=("in_gallery", "-updated_at")),
            models.Index(fields=("deleted_at",)),
        )
        verbose_name_plural = "studies"

    def __str__(self) -> str:
        return str(self.id)


class StudyRun(models.Model):
    """One variant's run. As long as this row stands, neither the run nor its capture is pruned.

    saved_digest: of the numbers that were on screen when the study was saved; digest: of those that are shown now.
    run: None until the owner of an imported or copied study, or one of its guests, opens it.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="runs")
    letter = models.CharField(max_length=1)
    saved_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    run = models.ForeignKey(Run, models.PROTECT, null=True, blank=True, related_name="+")
    size = models.BigIntegerField(default=0)  # bytes of the capture
    recomputed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("letter",)
        constraints = (models.UniqueConstraint(fields=("study", "letter"), name="one_run_for_each_variant"),)
        indexes = (models.Index(fields=("digest",)),)

    def __str__(self) -> str:
        return f"{self.study_id} {self.letter}"


class Revision(models.Model):
    """A study as it once was; the newest one is the study itself.

    runs: letter -> digest of the variants that had been run.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    notes = models.TextField(blank=True)
    tags = models.JSONField(default=list)
    state = models.JSONField()
    runs = models.JSONField(default=dict)
    is_autosave = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("study", "number"), name="one_revision_for_each_number"),)

    def __str__(self) -> str:
        return f"{self.study_id} revision {self.number}"


class ShareLink(models.Model):
    """A way in for whoever holds the token, of which only the hash is kept."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    may_copy = models.BooleanField(default=False)
    comments = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "id")

    def __str__(self) -> str:
        return f"link {self.pk} of {self.study_id}"


class Comment(models.Model):
    """What somebody said of a study or of a place in it. A deleted one that has replies stays, empty."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="comments")
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="replies")
    owner = models.CharField(max_length=64)
    author = models.CharField(max_length=150, blank=True)
    text = models.TextField(blank=True)
    anchor = models.JSONField(null=True, blank=True)
    hidden = models.BooleanField(default=False)
    resolved = models.BooleanField(default=False)
    deleted = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "id")
        indexes = (models.Index(fields=("owner",)),)

    def __str__(self) -> str:
        return f"comment {self.pk} on {self.study_id}"


class Draft(models.Model):
    """Words of an address that are too long to stand in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.CharField(max_length=64)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = (models.Index(fields=("owner", "-created_at")),)

    def __str__(self) -> str:
        return str(self.id)
