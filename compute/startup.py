"""What a worker sees to before its first run: the right pool, its threads, its models, and a sign of life."""

import logging
import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from threading import Thread
from typing import Protocol

import redis
import torch
from celery.signals import worker_init, worker_ready

from compute.capture.record import AttentionRecord
from compute.catalog.models import PACKAGED
from compute.engine.run import execute
from compute.errors import AtlasError
from compute.events import RunEvent
from compute.publish import WORKER_ALIVE
from compute.queue import app
from compute.settings import settings
from compute.spec import RunSpec

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


class Nowhere:
    """A capture that is not kept."""

    def put(self, record: AttentionRecord) -> int:
        return 0

    def finish(self, events: Sequence[RunEvent]) -> None:
        pass


def connect() -> None:
    """Has Celery call what follows. Nothing here or at import asks for CUDA before the pool is known to be right."""
    worker_init.connect(prepare_process)
    worker_ready.connect(begin)


def prepare_process(sender: Worker, **unused: object) -> None:
    check_pool(sender.pool_cls)
    warn_of_limits()
    torch.set_num_threads(settings().torch_threads)
    for row in PACKAGED:
        began = time.perf_counter()
        try:
            warm_up(row.name)
        except AtlasError as error:
            log.warning("%s", error)
        else:
            log.info("%s is ready after %.1f s", row.title, time.perf_counter() - began)


def warm_up(model: str) -> None:
    """Loads the model and runs it once, so that the first run of a user takes no longer than the next."""
    execute(
        RunSpec(model=model, text="warm"),
        emit=lambda event: None,
        writer=Nowhere(),
        should_stop=lambda: False,
        deadline_s=settings().run_limit_s,
    )


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


def begin(sender: Consumer, **unused: object) -> None:
    look_often(sender.hub)
    show_life()


def look_often(loop: Loop) -> None:
    """A worker that takes no message while it is busy looks at the queue again when its loop turns: once a second
    by itself, which a user would wait for.
    """
    loop.call_repeatedly(LOOK_AGAIN_S, lambda: None)


@cache
def show_life() -> None:
    """Sets a key again and again that lapses soon after the last worker is gone."""
    client = redis.Redis.from_url(settings().redis_url)

    def beat() -> None:
        while True:
            try:
                client.set(WORKER_ALIVE, os.getpid(), ex=ALIVE_TTL_S)
            except redis.RedisError as error:
                log.warning("Redis is not answering: %s", error)
            time.sleep(ALIVE_EVERY_S)

    Thread(target=beat, name="alive", daemon=True).start()
