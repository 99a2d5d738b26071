"""What every worker needs of Celery, whatever it computes: a pool that does not fork, a quick look, a sign of life."""

import logging
import os
import time
from collections.abc import Callable
from functools import cache
from threading import Thread
from typing import Protocol

import redis

from compute.queue import app
from compute.settings import settings

log = logging.getLogger(__name__)

ALIVE_TTL_S = 10
ALIVE_EVERY_S = 3
LOOK_AGAIN_S = 0.03
# Pools that compute in the process that loaded the models. A forked process can't use CUDA that its parent has touched.
POOLS = ("celery.concurrency.thread", "celery.concurrency.solo")


class Worker(Protocol):
    """What Celery hands over when it starts."""

    pool_cls: type[object]


class Loop(Protocol):
    """Celery's event loop."""

    def call_repeatedly(self, delay: float, callback: Callable[[], None]) -> object: ...


class Consumer(Protocol):
    """What Celery hands over when it begins to read the queue, and again after each lost connection."""

    hub: Loop


def check_pool(pool: type[object]) -> None:
    """Ends a worker whose pool forks."""
    if pool.__module__ not in POOLS:
        name = pool.__module__.rsplit(".", 1)[-1]
        raise SystemExit(
            f"The pool {name} forks processes, in which neither CUDA nor the loaded models work. "
            "Start the worker with: python -m compute.worker (Celery's --pool=threads --concurrency=1)."
        )


def warn_of_limits() -> None:
    """Celery's time limits are kept by forked pools only."""
    for name in ("task_time_limit", "task_soft_time_limit"):
        if app.conf.get(name) is not None:
            log.warning(
                "%s = %s has no effect with this pool. Runs are stopped between layers after RUN_LIMIT_S = %g s.",
                name,
                app.conf.get(name),
                settings().run_limit_s,
            )


def look_often(loop: Loop) -> None:
    """A worker that takes no message while it is busy looks at the queue again when its loop turns: once a second
    by itself, which a user would wait for.
    """
    loop.call_repeatedly(LOOK_AGAIN_S, lambda: None)


@cache
def show_life(key: str) -> None:
    """Sets the key again and again; it lapses soon after the last worker of its kind is gone."""
    client = redis.Redis.from_url(settings().redis_url)

    def beat() -> None:
        while True:
            try:
                client.set(key, os.getpid(), ex=ALIVE_TTL_S)
            except redis.RedisError as error:
                log.warning("Redis is not answering: %s", error)
            time.sleep(ALIVE_EVERY_S)

    Thread(target=beat, name="alive", daemon=True).start()
