"""Everything that may happen to a run's row, and the only place that writes one."""

from collections.abc import Iterable
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from compute import events as e
from compute import publish
from compute.catalog.models import model_card, model_folder
from compute.errors import ErrorBody, NotFound, TooManyRuns
from compute.fold import RunState, fold
from compute.queue import enqueue
from compute.spec import RunSpec
from compute.text import check_text, tokens_of
from webapp.browser import Visitor
from webapp.runs import parts
from webapp.runs.access import own_or_example, readable
from webapp.runs.models import Run
from webapp.runs.owned import check_owned

MOST_LISTED = 100


def read_run(visitor: Visitor, run_id: UUID) -> Run:
    """The run, as it stands now, for whoever may read it.

    Raises:
        NotFound: not there or not theirs; neither the answer nor its time tells which.
    """
    run = readable(visitor, run_id)
    if run is None:
        raise NotFound
    return settle([run])[0]


def find_run(owner: str, run_id: UUID) -> Run:
    """The run, for whoever may command it: its owner; and an example, which nobody changes. Raises: NotFound."""
    run = own_or_example(Visitor(owner), run_id)
    if run is None:
        raise NotFound
    return settle([run])[0]


def list_runs(owner: str) -> list[Run]:
    """The browser's own runs, newest first."""
    return settle(list(Run.objects.filter(owner=owner)[:MOST_LISTED])) if owner else []


def list_examples() -> list[Run]:
    return list(Run.objects.filter(is_example=True).order_by("lang"))


def start_run(owner: str, spec: RunSpec) -> Run:
    """Checks the spec down to its tokens, keeps it, and hands it to the workers.

    A spec that was computed before is finished at once: its stored events are replayed.

    Raises:
        AtlasError: whatever is wrong with the spec, before anything is queued; TooManyRuns.
    """
    check_owned(owner, spec.model)
    check(spec)
    digest = spec.digest()
    kept = {"owner": owner, "spec": spec.model_dump(mode="json"), "digest": digest}
    if parts.captures().is_complete(digest):
        return Run.objects.create(**kept, status=Run.Status.FINISHED, finished_at=timezone.now())
    with transaction.atomic():
        if Run.objects.filter(owner=owner, status__in=Run.LIVE).count() >= settings.RUNS_PER_OWNER:
            raise TooManyRuns(settings.RUNS_PER_OWNER)
        run = Run.objects.create(**kept)
        transaction.on_commit(lambda: submit(run))
    return run


def share(run: Run, owner: str) -> Run:
    """A finished run of another owner's over the same capture. Whether they may is decided before."""
    return Run.objects.create(
        owner=owner, spec=run.spec, digest=run.digest, status=run.status, finished_at=timezone.now()
    )


def check(spec: RunSpec) -> None:
    """Everything that can be known to be wrong with a spec without running it."""
    check_text(spec.text, "text")
    if spec.second is not None:
        check_text(spec.second, "second")
    tokens_of(spec, model_card(spec.model), model_folder(spec.model))


def submit(run: Run) -> None:
    """Puts the run before the workers. Doing it again harms nothing: its log begins once, a second message is void."""
    run_id, client = str(run.id), parts.client()
    spec = RunSpec.model_validate(run.spec)
    client.set(publish.spec_key(run_id), spec.model_dump_json(), ex=publish.LOG_TTL_S)
    if not client.exists(publish.log_key(run_id)):
        parts.run_log().append(run_id, e.RunQueued(seq=0, run_id=run_id, digest=run.digest))
    client.zadd(publish.WAITING, {run_id: run.created_at.timestamp()}, nx=True)
    client.sadd(publish.ACTIVE, run_id)
    enqueue(run_id)


def cancel_run(run: Run) -> Run:
    """Asks the worker to stop between two layers; a run that no worker has begun ends here, an ended one stays."""
    if not run.is_live or run.is_example:
        return run
    run_id, client = str(run.id), parts.client()
    client.set(publish.cancel_key(run_id), 1, ex=publish.LOG_TTL_S)
    if not client.exists(publish.attempt_key(run_id)) and not parts.leases().is_held(run_id):
        parts.run_log().append(run_id, e.RunCancelled(seq=0))
    return settle([run])[0]


def settle(runs: list[Run]) -> list[Run]:
    """The same runs, with what their logs say by now written into the rows of those that were live."""
    live = [run for run in runs if run.is_live]
    for run, state in zip(live, states(live), strict=True):
        record(run, state)
    return runs


def states(runs: Iterable[Run]) -> list[RunState]:
    """What the ends of the runs' logs say of their status, in one journey to Redis."""
    pipe = parts.client().pipeline(transaction=False)
    for run in runs:
        pipe.xrange(publish.log_key(str(run.id)), count=2)
        pipe.xrevrange(publish.log_key(str(run.id)), count=1)
    answers = pipe.execute()
    return [
        fold(publish.read_entry(entry) for entry in [*first, *last])
        for first, last in zip(answers[::2], answers[1::2], strict=True)
    ]


def record(run: Run, state: RunState) -> None:
    """Writes an outcome into the row, once: a row that has ended never changes again."""
    if state.status == run.status:
        return
    run.status = Run.Status(state.status)
    run.error = state.error.model_dump(mode="json") if state.error else None
    now = timezone.now()
    run.started_at = run.started_at or (now if state.started else None)
    run.finished_at = None if run.is_live else now
    Run.objects.filter(id=run.id, status__in=Run.LIVE).update(
        status=run.status, error=run.error, started_at=run.started_at, finished_at=run.finished_at
    )


def stored_events(run: Run) -> list[e.RunEvent]:
    """The whole log of an ended run, from what is kept of it for good; for when the live log has expired."""
    queued = e.RunQueued(seq=0, run_id=str(run.id), digest=run.digest)
    match run.status:
        case Run.Status.FINISHED:
            said = parts.captures().events(run.digest)
            passing = ("run.queued", "queue.position")
            body: list[e.RunEvent] = [event for event in said if event.type not in passing]
        case Run.Status.FAILED:
            body = [e.RunFailed(seq=0, error=ErrorBody.model_validate(run.error))]
        case Run.Status.CRASHED:
            body = [e.RunCrashed(seq=0, error=ErrorBody.model_validate(run.error))]
        case Run.Status.CANCELLED:
            body = [e.RunCancelled(seq=0)]
        case _:
            body = []
    return [event.model_copy(update={"seq": seq}) for seq, event in enumerate([queued, *body], 1)]


def install_example(run_id: UUID, lang: str, spec: RunSpec) -> None:
    """The row of a stored example, whose capture has to be in the store already."""
    kept = {
        "owner": "",
        "status": Run.Status.FINISHED,
        "spec": spec.model_dump(mode="json"),
        "digest": spec.digest(),
        "is_example": True,
        "lang": lang,
    }
    Run.objects.update_or_create(id=run_id, defaults=kept, create_defaults={**kept, "finished_at": timezone.now()})


def delete_runs(rows: list[Run]) -> None:
    """Deletes the rows, what Redis holds of them, and each capture that no other row has."""
    Run.objects.filter(id__in=[run.id for run in rows]).delete()
    for run in rows:
        run_id = str(run.id)
        parts.client().srem(publish.ACTIVE, run_id)
        parts.client().zrem(publish.WAITING, run_id)
        parts.client().delete(publish.log_key(run_id), publish.spec_key(run_id), publish.attempt_key(run_id))
    digests = {run.digest for run in rows}
    for digest in digests - set(Run.objects.filter(digest__in=digests).values_list("digest", flat=True)):
        parts.captures().delete(digest)
