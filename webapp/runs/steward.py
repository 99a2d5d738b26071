"""Sees to it that every run ends: records how runs ended, takes up those of lost workers, fails what cannot go on.

It may run several times over: one holds the lease and watches, the others wait for it to lapse.
"""

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, cast

from django.db import DatabaseError, close_old_connections
from django.utils import timezone
from redis.exceptions import RedisError

from compute import events as e
from compute import publish
from compute.errors import AtlasError, RunTimedOut, WorkerLost
from compute.queue import enqueue
from compute.settings import settings
from webapp.runs import parts, services
from webapp.runs.models import Run

log = logging.getLogger(__name__)

PASS_S = 1.0
MOST_ATTEMPTS = 2
GRACE_S = 10.0  # behind the worker's own deadline
SUBMIT_AFTER_S = 5.0  # a run that Redis does not know is in the middle of being submitted, or was forgotten
LOST_MESSAGE_S = 10.0
SURE_AFTER_S = 2.0  # a lease seen to be gone twice
TAKEN_UP_WITHIN_S = 17.0  # time for a worker to start again; with the lease's 8 s still under 30 s
NUDGE_EVERY_S = 10.0


class Action(Enum):
    WAIT = "wait"
    SUBMIT = "submit"
    TAKE_UP = "take up"
    CANCEL = "cancel"
    LOSE = "lose"
    TIME_OUT = "time out"


@dataclass(frozen=True)
class Sighting:
    """All that a decision about one live run needs. Times are in seconds.

    known: Redis holds its log. unleased_s: since no worker was seen to hold it.
    is_passed_over: a worker is idle, or works on a run that came later.
    """

    known: bool
    is_leased: bool
    is_cancelled: bool
    attempts: int
    age_s: float
    running_s: float
    unleased_s: float
    worker_alive: bool
    is_passed_over: bool


def decide(seen: Sighting, limit_s: float) -> Action:
    """What to do about a run that has not ended."""
    if not seen.known:
        return Action.SUBMIT if seen.age_s > SUBMIT_AFTER_S else Action.WAIT
    if seen.is_leased:
        return Action.TIME_OUT if seen.running_s > limit_s * MOST_ATTEMPTS + GRACE_S else Action.WAIT
    if seen.unleased_s < SURE_AFTER_S:
        return Action.WAIT
    if seen.is_cancelled:
        return Action.CANCEL
    if seen.attempts >= MOST_ATTEMPTS:
        return Action.LOSE
    if seen.attempts:
        gone = not seen.worker_alive and seen.unleased_s > TAKEN_UP_WITHIN_S
        return Action.LOSE if gone else Action.TAKE_UP
    if seen.worker_alive and seen.is_passed_over and seen.age_s > LOST_MESSAGE_S:
        return Action.SUBMIT
    return Action.WAIT


class Other(Protocol):
    """Something else that is looked at once a second."""

    def look(self) -> None: ...


OTHERS: list[Other] = []  # each app adds its own when it is ready


@dataclass
class Steward:
    """Looks at every live run once a second."""

    name: str = field(default_factory=lambda: secrets.token_hex(8))
    unleased_since: dict[str, float] = field(default_factory=dict)
    nudged_at: dict[str, float] = field(default_factory=dict)

    def watch(self) -> None:
        """Goes on for ever; a part that is down for a while is waited for."""
        while True:
            try:
                if self.is_in_charge():
                    self.look()
                    for other in OTHERS:
                        other.look()
            except (RedisError, DatabaseError) as error:
                log.warning("Waiting for a part that is down: %s", error)
            finally:
                close_old_connections()
            time.sleep(PASS_S)

    def is_in_charge(self) -> bool:
        leases = parts.leases()
        return leases.renew("steward", self.name) or leases.take("steward", self.name)

    def look(self) -> None:
        """One pass over all live runs."""
        # Before the rows: a run that comes in between has its row first, so it is not taken for one that has ended.
        active = {member.decode() for member in cast(set[bytes], parts.client().smembers(publish.ACTIVE))}
        runs = services.settle(list(Run.objects.filter(status__in=Run.LIVE).order_by("created_at")))
        live = [run for run in runs if run.is_live]
        self._forget(active - {str(run.id) for run in live})
        for run, seen in zip(live, self._sightings(live), strict=True):
            action = decide(seen, settings().run_limit_s)
            if action is not Action.WAIT:
                self._act(run, action, seen)
        services.settle(live)

    def _sightings(self, runs: Sequence[Run]) -> list[Sighting]:
        pipe = parts.client().pipeline(transaction=False)
        pipe.exists(publish.WORKER_ALIVE)
        for run in runs:
            run_id = str(run.id)
            pipe.exists(publish.log_key(run_id))
            pipe.exists(publish.lease_key(run_id))
            pipe.exists(publish.cancel_key(run_id))
            pipe.get(publish.attempt_key(run_id))
        worker_alive, *answers = pipe.execute()
        rows = list(zip(answers[::4], answers[1::4], answers[2::4], answers[3::4], strict=True))
        at_work = [run.created_at for run, row in zip(runs, rows, strict=True) if row[1]]
        now, clock = timezone.now(), time.monotonic()
        return [
            Sighting(
                known=bool(known),
                is_leased=bool(leased),
                is_cancelled=bool(cancelled),
                attempts=int(attempts or 0),
                age_s=(now - run.created_at).total_seconds(),
                running_s=(now - run.started_at).total_seconds() if run.started_at else 0.0,
                unleased_s=self._unleased_s(str(run.id), bool(leased), clock),
                worker_alive=bool(worker_alive),
                is_passed_over=not at_work or max(at_work) > run.created_at,
            )
            for run, (known, leased, cancelled, attempts) in zip(runs, rows, strict=True)
        ]

    def _unleased_s(self, run_id: str, is_leased: bool, clock: float) -> float:
        if is_leased:
            self.unleased_since.pop(run_id, None)
            return 0.0
        return clock - self.unleased_since.setdefault(run_id, clock)

    def _act(self, run: Run, action: Action, seen: Sighting) -> None:
        run_id, clock = str(run.id), time.monotonic()
        if action in (Action.SUBMIT, Action.TAKE_UP):
            if clock - self.nudged_at.get(run_id, -NUDGE_EVERY_S) < NUDGE_EVERY_S:
                return
            self.nudged_at[run_id] = clock
        log.info("Run %s: %s (attempts: %d)", run_id, action.value, seen.attempts)
        ACTIONS[action](run, seen)

    def _forget(self, ended: set[str]) -> None:
        """Clears what is kept of runs that have ended."""
        if ended:
            parts.client().srem(publish.ACTIVE, *ended)
            parts.client().zrem(publish.WAITING, *ended)
        for run_id in ended:
            self.unleased_since.pop(run_id, None)
            self.nudged_at.pop(run_id, None)


def _take_up(run: Run, seen: Sighting) -> None:
    parts.client().zadd(publish.WAITING, {str(run.id): run.created_at.timestamp()}, nx=True)
    enqueue(str(run.id))


def _fail(run: Run, error: AtlasError) -> None:
    run_id = str(run.id)
    # A worker that still computes it, out of reach, finds the flag and stops.
    parts.client().set(publish.cancel_key(run_id), 1, ex=publish.LOG_TTL_S)
    parts.run_log().append(run_id, e.RunFailed(seq=0, error=error.body()))


ACTIONS: dict[Action, Callable[[Run, Sighting], object]] = {
    Action.SUBMIT: lambda run, seen: services.submit(run),
    Action.TAKE_UP: _take_up,
    Action.CANCEL: lambda run, seen: parts.run_log().append(str(run.id), e.RunCancelled(seq=0)),
    Action.LOSE: lambda run, seen: _fail(run, WorkerLost(seen.attempts)),
    Action.TIME_OUT: lambda run, seen: _fail(run, RunTimedOut(settings().run_limit_s)),
}
