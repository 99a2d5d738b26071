"""Which runs a study refers to, and how a run whose capture is gone is made again."""

from collections.abc import Mapping
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from compute.errors import AtlasError, ErrorBody
from compute.spec import RunSpec
from webapp.runs import parts
from webapp.runs import services as runs
from webapp.runs.models import Run
from webapp.studies.errors import QuotaExceeded
from webapp.studies.models import Study, StudyRun
from webapp.studies.state import StudyState, digests


def renew(study: Study, state: StudyState, ran: Mapping[str, str] | None = None) -> None:
    """Makes the rows of the study's runs follow its state.

    A variant keeps its run for as long as its spec is the same; another one is given the owner's newest run of its
    spec, or none if it was never run. `ran`: variants that had a run, by letter and digest; they get a row in any case.

    Raises:
        QuotaExceeded: nothing was changed.
    """
    wanted = digests(state)
    kept = {row.letter: row for row in study.runs.all() if wanted.get(row.letter) == row.saved_digest}
    known = _runs_of(study.owner, [digest for letter, digest in wanted.items() if letter not in kept])
    rows = []
    for letter, digest in wanted.items():
        if letter in kept or not (digest in known or (ran or {}).get(letter) == digest):
            continue
        rows.append(StudyRun(study=study, letter=letter, saved_digest=digest, digest=digest, run=known.get(digest)))
    for row in rows:
        row.size = parts.captures().size(row.digest)
    _check_quota(study.owner, {row.digest: row.size for row in rows})
    study.runs.exclude(letter__in=kept).delete()
    StudyRun.objects.bulk_create(rows)


def reopen(study: Study, state: StudyState) -> dict[str, ErrorBody]:
    """Sees to it that every run that the study refers to is there or on its way.

    One whose capture is gone is run again, for the owner, whoever opens the study. Gives what stands in the way, by
    letter.
    """
    specs = {variant.letter: variant.spec for variant in state.variants}
    problems = {}
    for row in study.runs.select_related("run"):
        if state_of(row) != "missing":
            continue
        try:
            _run_again(row, study.owner, specs[row.letter])
        except AtlasError as error:
            problems[row.letter] = error.body()
    return problems


def lend(original: Study, copy: Study) -> None:
    """Gives the copy's owner runs of their own over the captures that the original refers to, nothing run again."""
    lent = {row.letter: row.run for row in original.runs.select_related("run") if state_of(row) == "kept"}
    for row in copy.runs.filter(run=None):
        run = lent.get(row.letter)
        if run is not None and run.digest == row.digest:
            row.run = runs.share(run, copy.owner)
            row.size = parts.captures().size(row.digest)
            row.save(update_fields=("run", "size"))


def state_of(row: StudyRun) -> str:
    """kept, running, missing or ended; see wire.VariantRun. Looks into the store."""
    if row.run is not None and row.run.is_live:
        runs.settle([row.run])
    if row.run is None:
        return "missing"
    if row.run.is_live:
        return "running"
    if row.run.status != Run.Status.FINISHED:
        return "ended"
    return "kept" if parts.captures().is_complete(row.digest) else "missing"


def kept_bytes(owner: str) -> dict[str, int]:
    """What the owner's studies keep: bytes by digest."""
    rows = StudyRun.objects.filter(study__owner=owner, study__deleted_at=None, run__is_example=False)
    return dict(rows.values_list("digest", "size"))


def _run_again(row: StudyRun, owner: str, spec: RunSpec) -> None:
    run = runs.start_run(owner, spec)
    was_here = row.run is not None or run.is_live
    row.run, row.digest = run, run.digest
    row.size = parts.captures().size(run.digest)
    row.recomputed_at = timezone.now() if was_here else None
    row.save(update_fields=("run", "digest", "size", "recomputed_at"))


def _runs_of(owner: str, wanted: list[str]) -> dict[str, Run]:
    """Digest -> the owner's newest run of it, or else an example."""
    ended_badly = (Run.Status.FAILED, Run.Status.CRASHED, Run.Status.CANCELLED)
    mine = Run.objects.filter(Q(owner=owner) | Q(is_example=True), digest__in=wanted).exclude(status__in=ended_badly)
    newest_last = sorted(mine, key=lambda run: (not run.is_example, run.created_at))
    return {run.digest: run for run in newest_last}


def _check_quota(owner: str, new: Mapping[str, int]) -> None:
    total = sum((kept_bytes(owner) | dict(new)).values())
    limit: int = settings.KEPT_BYTES_PER_OWNER
    if total > limit and any(new.values()):
        raise QuotaExceeded(total, limit)


def run_ids(study: Study) -> dict[str, UUID]:
    """Letter -> run, of those that have one."""
    return {row.letter: row.run_id for row in study.runs.all() if row.run_id is not None}
