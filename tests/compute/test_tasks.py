"""Runs through a real queue and a real worker: one stream each, with an end, whatever is delivered or killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from compute.events import FINAL_TYPES, RunCrashed, RunEvent
from compute.publish import (
    ACTIVE,
    WAITING,
    WORKER_ALIVE,
    Leases,
    RunLog,
    attempt_key,
    cancel_key,
    lease_key,
    spec_key,
)
from compute.queue import QUEUE, app, enqueue
from compute.spec import MAX_TEXT_CHARACTERS, RunSpec

pytestmark = pytest.mark.service

Queue = Callable[[str, str], None]

ROOT = Path(__file__).parents[2]
WORKER = [sys.executable, "-m", "celery", "--app", "tests.compute.slow_worker", "worker", "--concurrency", "1"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--queues", QUEUE, "--loglevel", "INFO"]


@contextmanager
def worker(valkey_url: str, folder: Path, *options: str, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker with the slow engine, ready for runs; killed at the end."""
    log = (folder / f"worker-{time.monotonic_ns()}.log").open("wb")
    process = subprocess.Popen(
        [*WORKER, *QUIET, "--pool", "threads", "--hostname", f"{time.monotonic_ns()}@test", *options],
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


def wait_for(said: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not said():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


@pytest.fixture
def queue(valkey: "redis.Redis", valkey_url: str) -> Iterator[Queue]:
    """queue(run_id, text) hands a run to the workers as the web does."""

    def put(run_id: str, text: str) -> None:
        valkey.set(spec_key(run_id), RunSpec(model="any", text=text).model_dump_json())
        valkey.zadd(WAITING, {run_id: time.time()})
        valkey.sadd(ACTIVE, run_id)
        enqueue(run_id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.conf, "broker_url", valkey_url)
        app._after_fork()  # connections to another server are forgotten
        yield put
    app._after_fork()


def events(valkey: "redis.Redis", run_id: str) -> list[RunEvent]:
    return list(RunLog(valkey).read(run_id))


def ended(valkey: "redis.Redis", run_id: str) -> Callable[[], bool]:
    return lambda: RunLog(valkey).has_ended(run_id)


def kinds(valkey: "redis.Redis", run_id: str) -> list[str]:
    return [event.type for event in events(valkey, run_id)]


def test_a_second_delivery_of_a_run_does_nothing(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    """C141: a run longer than the visibility timeout, delivered twice, with two workers: one stream, one result."""
    environment = {"REDELIVERY_S": "2", "SLOW_RUN_S": "5"}
    with worker(valkey_url, tmp_path, **environment), worker(valkey_url, tmp_path, **environment):
        queue("twice", "slow")
        wait_for(lambda: "run.started" in kinds(valkey, "twice"))
        enqueue("twice")
        wait_for(ended(valkey, "twice"))
        enqueue("twice")
        wait_for(lambda: valkey.llen(QUEUE) == 0)
        time.sleep(2.5)  # past another visibility timeout
        said = events(valkey, "twice")
    assert [event.type for event in said].count("run.started") == 1
    assert said[-1].type == "run.finished"
    assert [event.type for event in said if event.type in FINAL_TYPES] == ["run.finished"]
    assert [event.seq for event in said] == list(range(1, len(said) + 1))
    assert valkey.get(attempt_key("twice")) == b"1"
    assert not valkey.exists(lease_key("twice"))
    assert valkey.zcard(WAITING) == 0


def test_a_cancelled_run_says_nothing_more_within_two_seconds(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    """C145: and what comes next is computed at once, the worker being idle again."""
    with worker(valkey_url, tmp_path, SLOW_RUN_S="20"):
        queue("long", "slow")
        queue("next", "crash")
        wait_for(lambda: kinds(valkey, "long").count("run.stage") > 2)
        asked = time.monotonic()
        valkey.set(cancel_key("long"), 1)
        wait_for(ended(valkey, "long"), 2.0)
        assert kinds(valkey, "long")[-1] == "run.cancelled"
        before = len(events(valkey, "long"))
        wait_for(ended(valkey, "next"), 2.0)
        assert time.monotonic() - asked < 4.0
        assert len(events(valkey, "long")) == before


def test_a_crash_tells_the_run_and_keeps_its_secret(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    with worker(valkey_url, tmp_path):
        queue("broken", "crash")
        wait_for(ended(valkey, "broken"))
    last = events(valkey, "broken")[-1]
    assert isinstance(last, RunCrashed)
    assert (last.error.code, last.error.data) == ("internal", {"run_id": "broken"})
    assert "broken" in last.error.message
    assert "secret" not in last.model_dump_json()
    assert "a secret that belongs in the log" in "".join(f.read_text() for f in tmp_path.glob("*.log"))


def test_a_killed_workers_run_is_computed_by_the_next_delivery(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    with worker(valkey_url, tmp_path, SLOW_RUN_S="60") as first:
        queue("orphan", "slow")
        wait_for(lambda: "run.stage" in kinds(valkey, "orphan"))
        assert valkey.exists(WORKER_ALIVE)
        first.kill()
        wait_for(lambda: not Leases(valkey).is_held("orphan"), 9.0)
    with worker(valkey_url, tmp_path, SLOW_RUN_S="0.2"):
        enqueue("orphan")
        wait_for(ended(valkey, "orphan"))
    started = [event for event in events(valkey, "orphan") if event.type == "run.started"]
    assert [event.attempt for event in started] == [1, 2]
    assert kinds(valkey, "orphan")[-1] == "run.finished"


def test_a_run_that_was_computed_before_is_replayed(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    with worker(valkey_url, tmp_path, SLOW_RUN_S="1.5"):
        queue("first", "same")
        wait_for(ended(valkey, "first"))
        began = time.monotonic()
        queue("second", "same")
        wait_for(ended(valkey, "second"))
        assert time.monotonic() - began < 1.0
    assert kinds(valkey, "second") == ["run.started", "run.finished"]


def test_a_busy_worker_takes_no_second_message(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    """What waits stays in the queue, for whichever worker is free first."""
    with worker(valkey_url, tmp_path, SLOW_RUN_S="2"):
        queue("one", "a")
        wait_for(lambda: "run.started" in kinds(valkey, "one"))
        queue("two", "b")
        time.sleep(0.5)
        assert valkey.llen(QUEUE) == 1
        assert valkey.zrange(WAITING, 0, -1) == [b"two"]


def test_task_arguments_are_ids(valkey: "redis.Redis", queue: Queue) -> None:
    """C150: a message stays under 16 KiB however long the text is."""
    queue("big", "文" * MAX_TEXT_CHARACTERS)
    message = valkey.lindex(QUEUE, 0)
    assert len(message) < 16 * 1024
    assert json.loads(message)["headers"]["argsrepr"] == "['big']"


def test_a_forking_pool_is_refused_at_start(valkey: "redis.Redis", valkey_url: str, tmp_path: Path) -> None:
    """C143."""
    with worker(valkey_url, tmp_path, "--pool", "prefork") as process:
        assert process.wait(timeout=30) != 0
    log = "".join(file.read_text() for file in tmp_path.glob("*.log"))
    assert "The pool prefork forks processes, in which neither CUDA nor the loaded models work." in log
    assert not valkey.exists(WORKER_ALIVE)


def test_a_time_limit_without_effect_is_warned_of_at_start(
    valkey: "redis.Redis", valkey_url: str, tmp_path: Path
) -> None:
    """C148."""
    with worker(valkey_url, tmp_path, TASK_TIME_LIMIT_S="30", RUN_LIMIT_S="45"):
        wait_for(lambda: bool(valkey.exists(WORKER_ALIVE)))
    log = "".join(file.read_text() for file in tmp_path.glob("*.log"))
    assert "task_time_limit = 30.0 has no effect with this pool" in log
    assert "RUN_LIMIT_S = 45 s" in log
