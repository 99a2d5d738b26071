"""What a training worker does with a job: takes the lease, trains, and sees to it that the log has an end."""

import logging
import os
import secrets
from time import perf_counter

import redis
import torch
from celery.signals import worker_init, worker_ready

from compute.engine.on_demand import Asked, Emit, train_order
from compute.errors import AtlasError, ErrorBody
from compute.lab.order import TrainingOrder
from compute.lab.told import ToldEvent, TrainingCrashed, TrainingFailed, TrainingStored
from compute.lease import LOOK_S, LeaseLost, Watch, connection, watched
from compute.pool import Consumer, Worker, check_pool, look_often, show_life, warn_of_limits
from compute.publish import LOG_TTL_S, Leases, attempt_key
from compute.queue import EXECUTE_TRAINING, app
from compute.settings import settings
from compute.trainings import (
    EVENTS,
    TRAINER_ALIVE,
    WAITING,
    TrainingLog,
    keep_key,
    key_of,
    order_key,
    pack,
    remember_speed,
)

log = logging.getLogger(__name__)


def prepare_process(sender: Worker, **unused: object) -> None:
    """Steps back behind everything else on the machine, so that runs stay quick."""
    check_pool(sender.pool_cls)
    warn_of_limits()
    os.nice(settings().train_nice)
    torch.set_num_threads(settings().train_threads)


def begin(sender: Consumer, **unused: object) -> None:
    look_often(sender.hub)
    show_life(TRAINER_ALIVE)


worker_init.connect(prepare_process)
worker_ready.connect(begin)


@app.task(name=EXECUTE_TRAINING)
def execute_training(job: str) -> None:
    """Trains the job and publishes what it says. A job that has ended or that a worker holds is left alone."""
    client = connection()
    owner = secrets.token_hex(8)
    if not Leases(client).take(key_of(job), owner):
        log.info("Training %s is held by a worker already.", job)
        return
    try:
        _compute(client, job, owner)
    except LeaseLost:
        log.warning("Training %s was taken away from this worker.", job)
    finally:
        Leases(client).release(key_of(job), owner)


def _compute(client: "redis.Redis", job: str, owner: str) -> None:
    events = TrainingLog(client)
    stored = client.get(order_key(job))
    if events.has_ended(job) or not isinstance(stored, bytes):
        log.info("Training %s has ended already.", job)
        return
    client.zrem(WAITING, job)
    attempt = int(str(client.incr(attempt_key(key_of(job)))))
    client.expire(attempt_key(key_of(job)), LOG_TTL_S)

    def emit(event: ToldEvent) -> None:
        if not events.append(job, event):
            raise LeaseLost
        if isinstance(event, TrainingStored):
            _keep_events(events, job, event)

    with watched(client, key_of(job), owner) as watch:
        final = _train(client, TrainingOrder.model_validate_json(stored), job, attempt, watch, emit)
    if watch.lost.is_set():
        raise LeaseLost
    if final is not None:
        events.append(job, final)


def _train(
    client: "redis.Redis", order: TrainingOrder, job: str, attempt: int, watch: Watch, emit: Emit
) -> ToldEvent | None:
    """The event that ends the job, unless the engine has said it already."""
    limits = settings()
    asked = Asked(_Stop(watch), _Keep(client, job))
    try:
        speed = train_order(order, limits.trained_dir, limits.train_limit_s, attempt=attempt, asked=asked, emit=emit)
    except AtlasError as error:
        return TrainingFailed(seq=0, error=error.body())
    except (LeaseLost, redis.RedisError):
        raise
    except Exception:
        log.exception("Training %s crashed.", job)
        message = f"Something went wrong here, not in what you asked. Try again; if it stays, report training {job}."
        return TrainingCrashed(seq=0, error=ErrorBody(code="internal", message=message, data={"run_id": job}))
    if speed is not None:
        remember_speed(client, speed)
    return None


class _Stop:
    """Asked between steps: whether a cancel came. A lost lease ends the training on the spot."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __call__(self) -> bool:
        if self.watch.lost.is_set():
            raise LeaseLost
        return self.watch.cancelled.is_set()


class _Keep:
    """Asked between steps, and passed on to Redis a few times a second: whether somebody left. Heard once."""

    def __init__(self, client: "redis.Redis", job: str) -> None:
        self.client, self.job, self.looked_at = client, job, 0.0

    def __call__(self) -> bool:
        if perf_counter() - self.looked_at < LOOK_S:
            return False
        self.looked_at = perf_counter()
        return bool(self.client.delete(keep_key(self.job)))


def _keep_events(events: TrainingLog, job: str, stored: TrainingStored) -> None:
    """What was said so far stands beside the model, for when the log has expired."""
    folder = settings().trained_dir / stored.model
    draft = folder / f".{EVENTS}"
    draft.write_bytes(b"".join(map(pack, events.read(job))))
    draft.replace(folder / EVENTS)
