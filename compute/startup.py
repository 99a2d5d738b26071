"""What a worker for runs sees to before its first one: the right pool, its threads, its models, a sign of life."""

import logging
import time
from collections.abc import Sequence

import torch
from celery.signals import worker_init, worker_ready

from compute.capture.record import AttentionRecord, Single
from compute.catalog.models import PACKAGED
from compute.engine.run import execute
from compute.errors import AtlasError
from compute.events import RunEvent
from compute.pool import Consumer, Worker, check_pool, look_often, show_life, warn_of_limits
from compute.publish import WORKER_ALIVE
from compute.settings import settings
from compute.spec import RunSpec

log = logging.getLogger(__name__)


class Nowhere:
    """A capture that is not kept."""

    def put(self, record: AttentionRecord) -> int:
        return 0

    def keep_states(self, states: Single) -> int:
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


def begin(sender: Consumer, **unused: object) -> None:
    look_often(sender.hub)
    show_life(WORKER_ALIVE)
