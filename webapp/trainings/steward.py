"""Sees to it that every training ends, as the steward of runs does for theirs, by the same decisions."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from django.utils import timezone

from compute import publish, trainings
from compute.errors import AtlasError, RunTimedOut, WorkerLost
from compute.lab import told
from compute.queue import enqueue_training
from compute.settings import settings
from webapp.runs import parts
from webapp.runs.steward import NUDGE_EVERY_S, Action, Sighting, decide
from webapp.trainings import services
from webapp.trainings.models import Training

log = logging.getLogger(__name__)


@dataclass
class TrainingSteward:
    """Looks at every live job; one that several wait for is looked at once."""

    unleased_since: dict[str, float] = field(default_factory=dict)
    nudged_at: dict[str, float] = field(default_factory=dict)

    def look(self) -> None:
        """One pass over all live jobs."""
        active = {member.decode() for member in cast(set[bytes], parts.client().smembers(trainings.ACTIVE))}
        rows = services.settle(list(Training.objects.filter(status__in=Training.LIVE).order_by("created_at")))
        live = list({row.job: row for row in reversed(rows) if row.is_live}.values())
        self._forget(active - {str(row.job) for row in live})
        for row, seen in zip(live, self._sightings(live), strict=True):
            action = decide(seen, settings().train_limit_s)
            if action is not Action.WAIT:
                self._act(row, action, seen)
        services.settle(live)

    def _sightings(self, rows: Sequence[Training]) -> list[Sighting]:
        pipe = parts.client().pipeline(transaction=False)
        pipe.exists(trainings.TRAINER_ALIVE)
        for row in rows:
            key = trainings.key_of(str(row.job))
            pipe.exists(publish.log_key(key))
            pipe.exists(publish.lease_key(key))
            pipe.exists(publish.cancel_key(key))
            pipe.get(publish.attempt_key(key))
        alive, *answers = pipe.execute()
        states = list(zip(answers[::4], answers[1::4], answers[2::4], answers[3::4], strict=True))
        at_work = [row.created_at for row, state in zip(rows, states, strict=True) if state[1]]
        now, clock = timezone.now(), time.monotonic()
        return [
            Sighting(
                known=bool(known),
                is_leased=bool(leased),
                is_cancelled=bool(cancelled),
                attempts=int(attempts or 0),
                age_s=(now - row.created_at).total_seconds(),
                running_s=(now - row.started_at).total_seconds() if row.started_at else 0.0,
                unleased_s=self._unleased_s(str(row.job), bool(leased), clock),
                worker_alive=bool(alive),
                is_passed_over=not at_work or max(at_work) > row.created_at,
            )
            for row, (known, leased, cancelled, attempts) in zip(rows, states, strict=True)
        ]

    def _unleased_s(self, job: str, is_leased: bool, clock: float) -> float:
        if is_leased:
            self.unleased_since.pop(job, None)
            return 0.0
        return clock - self.unleased_since.setdefault(job, clock)

    def _act(self, row: Training, action: Action, seen: Sighting) -> None:
        job, clock = str(row.job), time.monotonic()
        if action in (Action.SUBMIT, Action.TAKE_UP):
            if clock - self.nudged_at.get(job, -NUDGE_EVERY_S) < NUDGE_EVERY_S:
                return
            self.nudged_at[job] = clock
        log.info("Training %s: %s (attempts: %d)", job, action.value, seen.attempts)
        ACTIONS[action](row, seen)

    def _forget(self, ended: set[str]) -> None:
        """Clears what is kept of jobs that have ended."""
        if ended:
            parts.client().srem(trainings.ACTIVE, *ended)
            parts.client().zrem(trainings.WAITING, *ended)
        for job in ended:
            self.unleased_since.pop(job, None)
            self.nudged_at.pop(job, None)


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
