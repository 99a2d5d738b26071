"""Holding a run or a training while it is computed: the lease is renewed, and a cancel is heard of, from a thread."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Event, Thread

import redis

from compute.publish import LEASE_TTL_S, Leases, cancel_key
from compute.settings import settings

log = logging.getLogger(__name__)

LOOK_S = 0.25  # how soon a cancel is heard of
RENEW_S = LEASE_TTL_S / 4


class LeaseLost(Exception):
    """Another worker may have taken the run up: nothing more may be said of it here."""


class Watch:
    """What is heard of a run from outside while it computes."""

    def __init__(self) -> None:
        self.cancelled, self.lost, self.over = Event(), Event(), Event()

    def should_stop(self) -> bool:
        return self.cancelled.is_set() or self.lost.is_set()


@contextmanager
def watched(client: "redis.Redis", run_id: str, owner: str) -> Iterator[Watch]:
    """Renews the lease and listens for a cancel, from a thread of its own, for as long as the block lasts."""
    watch = Watch()

    def listen() -> None:
        ticks = 0
        while not watch.over.wait(LOOK_S):
            ticks += 1
            try:
                if client.exists(cancel_key(run_id)):
                    watch.cancelled.set()
                if ticks % max(1, round(RENEW_S / LOOK_S)) == 0 and not Leases(client).renew(run_id, owner):
                    watch.lost.set()
            except redis.RedisError as error:
                log.warning("Redis is not answering: %s", error)

    thread = Thread(target=listen, name=f"watch {run_id}", daemon=True)
    if client.exists(cancel_key(run_id)):
        watch.cancelled.set()
    thread.start()
    try:
        yield watch
    finally:
        watch.over.set()
        thread.join()


@cache
def connection() -> "redis.Redis":
    return redis.Redis.from_url(settings().redis_url)
