"""The parts outside the database that a run stands in: Redis and the capture store, one of each for the process."""

from functools import cache

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from compute.capture.store import CaptureStore
from compute.publish import Leases, RunLog
from compute.settings import settings


@cache
def client() -> "redis.Redis":
    # One more try at once, and then the answer that Redis is down: a browser that waits learns nothing by it.
    retry = Retry(NoBackoff(), 1)
    return redis.Redis.from_url(settings().redis_url, socket_connect_timeout=3, socket_timeout=10, retry=retry)


def run_log() -> RunLog:
    return RunLog(client())


def leases() -> Leases:
    return Leases(client())


@cache
def captures() -> CaptureStore:
    return CaptureStore(settings().capture_url)
