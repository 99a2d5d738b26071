"""Everything that may happen to a training's row, and the only place that writes one."""

import shutil
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from compute import publish, trainings
from compute.errors import ErrorBody, StillTraining, TooManyTrained, TooManyTrainings
from compute.lab import told
from compute.lab.order import TrainingOrder, check
from compute.lab.stored import CARD
from compute.lab.told import Progressed, ToldEvent
from compute.queue import enqueue_training
from compute.settings import settings as compute_settings
from webapp.runs import parts
from webapp.trainings import access
from webapp.trainings.models import Training
from webapp.trainings.wire import TrainingResult


def log() -> trainings.TrainingLog:
    return trainings.TrainingLog(parts.client())


def find_training(owner: str, training_id: UUID) -> Training:
    """The training, as it stands now. Raises: NotFound, not there or not theirs."""
    return settle([access.find(owner, training_id)])[0]


def list_trainings(owner: str) -> list[Training]:
    """The browser's own, newest first."""
    return settle(list(access.visible_to(owner)))


def start_training(owner: str, order: TrainingOrder, name: str) -> Training:
    """Checks the order, keeps it, and hands it to the workers, unless the same is trained already or is being trained.

    Raises:
        AtlasError: whatever is wrong with the order, before anything is queued; TooManyTrainings, TooManyTrained.
    """
    check(order)
    digest, own = order.digest(), access.visible_to(owner)
    with transaction.atomic():
        if own.count() >= settings.TRAININGS_KEPT_PER_OWNER:
            raise TooManyTrained(settings.TRAININGS_KEPT_PER_OWNER)
        kept = {"owner": owner, "name": name, "order": order.model_dump(mode="json"), "digest": digest}
        done = _trained(digest)
        if done is not None:
            ended = {"status": Training.Status.FINISHED, "model": done.model, "result": done.result}
            return Training.objects.create(**kept, **ended, job=done.job, finished_at=timezone.now())
        if own.filter(status__in=Training.LIVE).count() >= settings.TRAININGS_PER_OWNER:
            raise TooManyTrainings(settings.TRAININGS_PER_OWNER)
        going_on = _sharing(digest).first()
        if going_on is not None:
            return Training.objects.create(**kept, job=going_on.job)
        training = Training.objects.create(**kept)
        transaction.on_commit(lambda: submit(training))
    return training


def submit(training: Training) -> None:
    """Puts the job before the workers. Doing it again harms nothing: its log begins once, a second message is void."""
    job, client = str(training.job), parts.client()
    order = TrainingOrder.model_validate(training.order)
    client.set(trainings.order_key(job), order.model_dump_json(), ex=publish.LOG_TTL_S)
    if not log().exists(job):
        log().append(job, told.TrainingQueued(seq=0, digest=training.digest))
    client.zadd(trainings.WAITING, {job: training.created_at.timestamp()}, nx=True)
    client.sadd(trainings.ACTIVE, job)
    enqueue_training(job)


def cancel_training(training: Training) -> Training:
    """Asks the worker to stop between two steps; its model stays as it is by then.

    Where others wait for the same, it goes on for them, and the worker keeps the model as it is for this browser. A
    training that no worker has begun ends here, without a model; an ended one stays.
    """
    if not training.is_live or training.left_seq is not None:
        return training
    job, client = str(training.job), parts.client()
    with transaction.atomic():
        alone = not _sharing(training.digest).filter(job=training.job).exclude(id=training.id).exists()
        begun = client.exists(publish.attempt_key(trainings.key_of(job)))
        if not alone:
            training.left_seq = log().last_seq(job)
        if not alone and not begun:
            training.status, training.finished_at = Training.Status.CANCELLED, timezone.now()
        training.save()
    if not alone and begun:
        client.set(trainings.keep_key(job), 1, ex=publish.LOG_TTL_S)
    if alone:
        client.set(publish.cancel_key(trainings.key_of(job)), 1, ex=publish.LOG_TTL_S)
        if not begun and not parts.leases().is_held(trainings.key_of(job)):
            log().append(job, told.TrainingEnded(seq=0, step=0, why="cancelled", elapsed_s=0.0, model=None))
    return settle([training])[0]


def rename_training(training: Training, name: str) -> Training:
    training.name = name
    training.save(update_fields=["name"])
    return training


def delete_training(training: Training) -> None:
    """Removes the row, and the model's files where nobody else has the same. Raises: StillTraining."""
    if training.is_live:
        raise StillTraining
    remove(training)


def remove(training: Training) -> None:
    """Takes the row away, whatever it is doing, and what nobody else's row refers to with it."""
    Training.objects.filter(id=training.id).delete()
    if training.model and not Training.objects.filter(model=training.model).exists():
        shutil.rmtree(compute_settings().trained_dir / training.model, ignore_errors=True)
    if not Training.objects.filter(digest=training.digest).exists():
        shutil.rmtree(compute_settings().trained_dir / trainings.WORK / training.digest, ignore_errors=True)


def settle(rows: list[Training]) -> list[Training]:
    """The same rows, with what their logs say by now written into those that were live."""
    for row in rows:
        if row.is_live:
            record(row, told.fold(log().ends(str(row.job), row.left_seq), row.left_seq))
    return rows


def record(training: Training, state: Progressed) -> None:
    """Writes an outcome into the row, once: a row that has ended never changes again."""
    if state.status == training.status:
        return
    now = timezone.now()
    training.status = Training.Status(state.status)
    training.error = state.error.model_dump(mode="json") if state.error else None
    training.started_at = training.started_at or (now if state.started else None)
    training.finished_at = None if training.is_live else now
    if state.ended is not None:
        training.model = state.ended.model or ""
        training.result = (
            None if state.stored is None else TrainingResult.of(state.ended, state.stored).model_dump(mode="json")
        )
    Training.objects.filter(id=training.id, status__in=Training.LIVE).update(
        **{
            name: getattr(training, name)
            for name in ("status", "error", "started_at", "finished_at", "model", "result")
        }
    )


def events_of(training: Training) -> Iterator[ToldEvent]:
    """All that is there now of what it says: from the log or, where that has expired, from beside its model."""
    said: Iterable[ToldEvent] = log().read(str(training.job))
    if not log().exists(str(training.job)):
        said = trainings.stored_events(training.model) if training.model else []
        said = said or [told.TrainingQueued(seq=1, digest=training.digest)]
    if training.left_seq is not None and not training.model:
        said = (event for event in said if training.is_live or event.seq <= (training.left_seq or 0))
    last: ToldEvent | None = None
    for last in told.leaving(said, training.left_seq):
        yield last
    if not training.is_live and (last is None or last.type not in told.FINAL):
        yield _end_of(training, 1 if last is None else last.seq + 1)


def _end_of(training: Training, seq: int) -> ToldEvent:
    error = None if training.error is None else ErrorBody.model_validate(training.error)
    if error is not None and training.status == Training.Status.CRASHED:
        return told.TrainingCrashed(seq=seq, error=error)
    if error is not None:
        return told.TrainingFailed(seq=seq, error=error)
    result = None if training.result is None else TrainingResult.model_validate(training.result)
    return told.TrainingEnded(
        seq=seq,
        step=result.step if result else 0,
        why=result.why if result else "cancelled",
        elapsed_s=result.elapsed_s if result else 0.0,
        model=training.model or None,
    )


def _trained(digest: str) -> Training | None:
    """Anybody's training of the same order that came to its end and whose model is here."""
    ended = Training.objects.filter(digest=digest, status=Training.Status.FINISHED).exclude(model="")
    return next((row for row in ended if (compute_settings().trained_dir / row.model / CARD).exists()), None)


def _sharing(digest: str) -> QuerySet[Training]:
    """Those who wait for this training now."""
    return Training.objects.filter(digest=digest, status__in=Training.LIVE, left_seq=None)
