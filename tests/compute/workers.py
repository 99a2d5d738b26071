"""Real workers with the slow engine, and what is seen of their runs from outside."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from compute.events import RunEvent
from compute.publish import RunLog
from compute.queue import QUEUE

Queue = Callable[[str, str], None]

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "celery", "--app"]
SLOW = "tests.compute.slow_worker"
QUIET = [
    "worker",
    "--concurrency",
    "1",
    "--without-gossip",
    "--without-mingle",
    "--without-heartbeat",
    "--queues",
    QUEUE,
    "--loglevel",
    "INFO",
]


@contextmanager
def worker(
    valkey_url: str, folder: Path, *options: str, application: str = SLOW, **environment: str
) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker, by default with the slow engine and for runs; killed at the end."""
    log = (folder / f"worker-{time.monotonic_ns()}.log").open("wb")
    process = subprocess.Popen(
        [*COMMAND, application, *QUIET, "--pool", "threads", "--hostname", f"{time.monotonic_ns()}@test", *options],
        cwd=ROOT,
        env=os.environ
        | {"REDIS_URL": valkey_url, "CAPTURE_URL": str(folder / "captures"), "TORCH_THREADS": "1"}
        | environment,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        log.close()


# Nothing is timed by it: it ends a test that hangs. A worker starts in 5 s of a core: minutes on a busy machine.
HANGS_S = 600.0


def alive(process: "subprocess.Popen[bytes]", said: Callable[[], bool]) -> Callable[[], bool]:
    """What is waited for from a worker that must not have ended by then."""

    def ask() -> bool:
        assert process.poll() is None, "the worker has ended"
        return said()

    return ask


def wait_for(said: Callable[[], bool], seconds: float = HANGS_S) -> None:
    until = time.monotonic() + seconds
    while not said():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


def events(valkey: "redis.Redis", run_id: str) -> list[RunEvent]:
    return list(RunLog(valkey).read(run_id))


def ended(valkey: "redis.Redis", run_id: str) -> Callable[[], bool]:
    return lambda: RunLog(valkey).has_ended(run_id)


def kinds(valkey: "redis.Redis", run_id: str) -> list[str]:
    return [event.type for event in events(valkey, run_id)]
