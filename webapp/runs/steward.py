"""Sees to it that every run ends: records how runs ended, takes up those of lost workers, fails what cannot go on.

It may run several times over: one holds the lease and watches, the others wait for it to lapse.
"""

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.db import DatabaseError, close_old_connections
from redis.exceptions import RedisError

from compute import events as e
from compute import publish
from compute.errors import AtlasError, RunTimedOut, WorkerLost
from compute.queue import enqueue
from compute.settings import settings
from webapp.runs import parts, services
from webapp.runs.models import Run
from webapp.runs.watcher import Action, Sighting, Watcher

log = logging.getLogger(__name__)

PASS_S = 1.0


class Other(Protocol):
    """Something else that is looked at once a second."""

    def look(self) -> None: ...


OTHERS: list[Other] = []  # each app adds its own when it is ready


@dataclass
class Steward(Watcher[Run]):
    """Looks at every live run once a second."""

    kind = "Run"
    alive, active, waiting = publish.WORKER_ALIVE, publish.ACTIVE, publish.WAITING
    name: str = field(default_factory=lambda: secrets.token_hex(8))

    def id_of(self, row: Run) -> str:
        return str(row.id)

    def times_of(self, row: Run) -> tuple[datetime, datetime | None]:
        return row.created_at, row.started_at

    def actions(self) -> Mapping[Action, Callable[[Run, Sighting], object]]:
        return ACTIONS

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
        active = self.actives()
        runs = services.settle(list(Run.objects.filter(status__in=Run.LIVE).order_by("created_at")))
        live = [run for run in runs if run.is_live]
        self.forget(active - {str(run.id) for run in live})
        self.attend(live, settings().run_limit_s)
        services.settle(live)


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
