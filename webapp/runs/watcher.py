"""What a steward decides about work that has not ended, and what it knows of it from one look to the next."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import ClassVar, Generic, TypeVar, cast

from django.utils import timezone

from compute import publish
from webapp.runs import parts

log = logging.getLogger(__name__)

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


R = TypeVar("R")


@dataclass
class Watcher(Generic[R]):
    """What is known of the live work of one kind, from one look to the next.

    id_of, key_of, times_of: the id of a row, the name under which Redis knows it, when it was made and begun.
    alive, active, waiting: Redis' keys of the kind's workers, of what is live and of what waits.
    """

    kind: ClassVar[str]
    alive: ClassVar[str]
    active: ClassVar[str]
    waiting: ClassVar[str]
    unleased_since: dict[str, float] = field(default_factory=dict)
    nudged_at: dict[str, float] = field(default_factory=dict)

    def id_of(self, row: R) -> str:
        raise NotImplementedError

    def key_of(self, row: R) -> str:
        return self.id_of(row)

    def times_of(self, row: R) -> tuple[datetime, datetime | None]:
        raise NotImplementedError

    def actions(self) -> Mapping[Action, Callable[[R, Sighting], object]]:
        raise NotImplementedError

    def actives(self) -> set[str]:
        return {member.decode() for member in cast(set[bytes], parts.client().smembers(self.active))}

    def attend(self, rows: Sequence[R], limit_s: float) -> None:
        """Does about each what is to be done by now."""
        for row, seen in zip(rows, self._sightings(rows), strict=True):
            action = decide(seen, limit_s)
            if action is not Action.WAIT:
                self._act(row, action, seen)

    def _sightings(self, rows: Sequence[R]) -> list[Sighting]:
        pipe = parts.client().pipeline(transaction=False)
        pipe.exists(self.alive)
        for row in rows:
            key = self.key_of(row)
            pipe.exists(publish.log_key(key))
            pipe.exists(publish.lease_key(key))
            pipe.exists(publish.cancel_key(key))
            pipe.get(publish.attempt_key(key))
        alive, *answers = pipe.execute()
        states = list(zip(answers[::4], answers[1::4], answers[2::4], answers[3::4], strict=True))
        times = [self.times_of(row) for row in rows]
        at_work = [made for (made, _), state in zip(times, states, strict=True) if state[1]]
        now, clock = timezone.now(), time.monotonic()
        return [
            Sighting(
                known=bool(known),
                is_leased=bool(leased),
                is_cancelled=bool(cancelled),
                attempts=int(attempts or 0),
                age_s=(now - made).total_seconds(),
                running_s=(now - begun).total_seconds() if begun else 0.0,
                unleased_s=self._unleased_s(self.id_of(row), bool(leased), clock),
                worker_alive=bool(alive),
                is_passed_over=not at_work or max(at_work) > made,
            )
            for row, (made, begun), (known, leased, cancelled, attempts) in zip(rows, times, states, strict=True)
        ]

    def _unleased_s(self, name: str, is_leased: bool, clock: float) -> float:
        if is_leased:
            self.unleased_since.pop(name, None)
            return 0.0
        return clock - self.unleased_since.setdefault(name, clock)

    def _act(self, row: R, action: Action, seen: Sighting) -> None:
        name, clock = self.id_of(row), time.monotonic()
        if action in (Action.SUBMIT, Action.TAKE_UP):
            if clock - self.nudged_at.get(name, -NUDGE_EVERY_S) < NUDGE_EVERY_S:
                return
            self.nudged_at[name] = clock
        log.info("%s %s: %s (attempts: %d)", self.kind, name, action.value, seen.attempts)
        self.actions()[action](row, seen)

    def forget(self, ended: set[str]) -> None:
        """Clears what is kept of work that has ended."""
        if ended:
            parts.client().srem(self.active, *ended)
            parts.client().zrem(self.waiting, *ended)
        for name in ended:
            self.unleased_since.pop(name, None)
            self.nudged_at.pop(name, None)
