"""What a worker sees to before its first run: the right pool, its threads, its models, and a sign of life."""

import logging
import os
import time
from threading import Thread
from typing import Protocol

import redis
import torch
from celery.signals import worker_init, worker_ready

from compute.catalog.models import PACKAGED
from compute.engine.loaded import loaded_models
from compute.errors import AtlasError
from compute.publish import WORKER_ALIVE
from compute.queue import app
from compute.settings import settings

log = logging.getLogger(__name__)

ALIVE_TTL_S = 10
ALIVE_EVERY_S = 3
# Pools that compute in the process that loaded the models. A forked process can't use CUDA that its parent has touched.
POOLS = ("celery.concurrency.thread", "celery.concurrency.solo")


class Worker(Protocol):
    """What Celery hands over when it starts."""

    pool_cls: type[object]


def connect() -> None:
    """Has Celery call what follows. Nothing here or at import asks for CUDA before the pool is known to be right."""
    worker_init.connect(prepare_process)
    worker_ready.connect(show_life)


def prepare_process(sender: Worker, **unused: object) -> None:
    check_pool(sender.pool_cls)
    warn_of_limits()
    torch.set_num_threads(settings().torch_threads)
    for row in PACKAGED:
        began = time.perf_counter()
        try:
            loaded_models().get(row.name, "float32")
        except AtlasError as error:
            log.warning("%s", error)
        else:
            log.info("%s loaded in %.1f s", row.title, time.perf_counter() - began)


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


def show_life(**unused: object) -> None:
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
