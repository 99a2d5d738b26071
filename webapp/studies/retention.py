"""What is kept no longer: runs that no study refers to, by age and by disk; deleted studies after their time.

What a study refers to is never among them, nor is an example or a run that goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from webapp.runs import parts
from webapp.runs.models import Run
from webapp.runs.services import delete_runs
from webapp.studies.models import Draft, Study, StudyRun

BATCH = 500


@dataclass(frozen=True)
class Plan:
    """What would go. captures: digests without a row; size: bytes of all captures that would go."""

    runs: list[Run]
    captures: list[str]
    drafts: int
    size: int

    def carry_out(self, now: datetime) -> None:
        """Deletes it; a run that a study has taken up in between stays."""
        kept = set(StudyRun.objects.exclude(run=None).values_list("run", flat=True))
        for some in _batches([run for run in self.runs if run.id not in kept]):
            delete_runs(some)
        for digest in self.captures:
            if not Run.objects.filter(digest=digest).exists():
                parts.captures().delete(digest)
        _old_drafts(now).delete()


def plan(now: datetime, *, orphans: bool) -> Plan:
    """What pruning would delete.

    orphans: also captures that no row of this database has; never where several installations share one store.
    """
    unsaved = list(_unsaved().order_by("created_at"))
    old = now - timedelta(days=settings.UNSAVED_DAYS)
    going = {run.id: run for run in unsaved if (run.finished_at or run.created_at) < old}
    going |= {run.id: run for run in _over_the_limit([run for run in unsaved if run.id not in going])}
    lost = _orphans() if orphans else []
    staying = {digest for run_id, digest in Run.objects.values_list("id", "digest") if run_id not in going}
    digests = {run.digest for run in going.values()} - staying
    size = sum(parts.captures().size(digest) for digest in [*digests, *lost])
    return Plan(list(going.values()), lost, _old_drafts(now).count(), size)


def deleted_long_ago(now: datetime) -> QuerySet[Study]:
    """Studies that cannot be brought back any more."""
    return Study.objects.filter(deleted_at__lt=now - timedelta(days=settings.DELETED_DAYS))


def _unsaved() -> QuerySet[Run]:
    """Ended runs that no study refers to."""
    referred = StudyRun.objects.exclude(run=None).values("run")
    return Run.objects.filter(is_example=False).exclude(Q(status__in=Run.LIVE) | Q(id__in=referred))


def _over_the_limit(unsaved: list[Run]) -> list[Run]:
    """The oldest of them, until the captures that are left fit into UNSAVED_BYTES. Oldest first in, oldest first out.

    A capture is as old as the newest run over it, and is not counted if a study, an example or a live run has it too.
    """
    shared = set(Run.objects.exclude(id__in=_unsaved().values("id")).values_list("digest", flat=True))
    by_capture: dict[str, list[Run]] = {}
    for run in unsaved:
        if run.digest not in shared:
            by_capture[run.digest] = [*by_capture.pop(run.digest, []), run]  # to the end: as new as its newest run
    sizes = {digest: parts.captures().size(digest) for digest in by_capture}
    over = sum(sizes.values()) - settings.UNSAVED_BYTES
    going: list[Run] = []
    for digest, rows in by_capture.items():
        if over <= 0:
            break
        over -= sizes[digest]
        going += rows
    return going


def _batches(runs: list[Run]) -> Iterator[list[Run]]:
    """As many at once as any database takes in one question."""
    for first in range(0, len(runs), BATCH):
        yield runs[first : first + BATCH]


def _orphans() -> list[str]:
    known = set(Run.objects.values_list("digest", flat=True)) | set(StudyRun.objects.values_list("digest", flat=True))
    return [digest for digest in parts.captures().digests() if digest not in known]


def _old_drafts(now: datetime) -> QuerySet[Draft]:
    return Draft.objects.filter(created_at__lt=now - timedelta(days=settings.UNSAVED_DAYS))
