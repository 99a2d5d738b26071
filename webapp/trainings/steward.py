"""Sees to it that every training ends, as the steward of runs does for theirs, by the same decisions."""

from collections.abc import Callable, Mapping
from datetime import datetime

from compute import publish, trainings
from compute.errors import AtlasError, RunTimedOut, WorkerLost
from compute.lab import told
from compute.queue import enqueue_training
from compute.settings import settings
from webapp.runs import parts
from webapp.runs.watcher import Action, Sighting, Watcher
from webapp.trainings import services
from webapp.trainings.models import Training


class TrainingSteward(Watcher[Training]):
    """Looks at every live job; one that several wait for is looked at once."""

    kind = "Training"
    alive, active, waiting = trainings.TRAINER_ALIVE, trainings.ACTIVE, trainings.WAITING

    def id_of(self, row: Training) -> str:
        return str(row.job)

    def key_of(self, row: Training) -> str:
        return trainings.key_of(str(row.job))

    def times_of(self, row: Training) -> tuple[datetime, datetime | None]:
        return row.created_at, row.started_at

    def actions(self) -> Mapping[Action, Callable[[Training, Sighting], object]]:
        return ACTIONS

    def look(self) -> None:
        """One pass over all live jobs."""
        active = self.actives()
        rows = services.settle(list(Training.objects.filter(status__in=Training.LIVE).order_by("created_at")))
        live = list({row.job: row for row in reversed(rows) if row.is_live}.values())
        self.forget(active - {str(row.job) for row in live})
        self.attend(live, settings().train_limit_s)
        services.settle(live)


def _take_up(row: Training, seen: Sighting) -> None:
    parts.client().zadd(trainings.WAITING, {str(row.job): row.created_at.timestamp()}, nx=True)
    enqueue_training(str(row.job))


def _cancel(row: Training, seen: Sighting) -> None:
    """Nobody holds it and it is to stop: its checkpoint stays, and the next order of the same goes on from there."""
    ended = told.TrainingEnded(seq=0, step=0, why="cancelled", elapsed_s=0.0, model=None)
    services.log().append(str(row.job), ended)


def _fail(row: Training, error: AtlasError) -> None:
    job = str(row.job)
    # A worker that still trains it, out of reach, finds the flag and stops.
    parts.client().set(publish.cancel_key(trainings.key_of(job)), 1, ex=publish.LOG_TTL_S)
    services.log().append(job, told.TrainingFailed(seq=0, error=error.body()))


ACTIONS: dict[Action, Callable[[Training, Sighting], object]] = {
    Action.SUBMIT: lambda row, seen: services.submit(row),
    Action.TAKE_UP: _take_up,
    Action.CANCEL: _cancel,
    Action.LOSE: lambda row, seen: _fail(row, WorkerLost(seen.attempts)),
    Action.TIME_OUT: lambda row, seen: _fail(row, RunTimedOut(settings().train_limit_s)),
}
