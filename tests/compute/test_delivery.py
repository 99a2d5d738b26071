"""Runs that are delivered twice or lose their worker, and workers that are started wrongly."""

import json
import time
from pathlib import Path

import pytest
import redis

from compute.events import FINAL_TYPES
from compute.publish import WAITING, WORKER_ALIVE, Leases, attempt_key, lease_key
from compute.queue import QUEUE, enqueue
from compute.spec import MAX_TEXT_CHARACTERS
from tests.compute.workers import HANGS_S, Queue, ended, events, kinds, wait_for, worker

pytestmark = pytest.mark.service


def test_a_second_delivery_of_a_run_does_nothing(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    """C141: a run longer than the visibility timeout, delivered twice, with two workers: one stream, one result."""
    with worker(valkey_url, tmp_path, REDELIVERY_S="2"), worker(valkey_url, tmp_path, REDELIVERY_S="2"):
        queue("twice", "5")
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


def test_a_killed_workers_run_is_computed_by_the_next_delivery(
    valkey: "redis.Redis", valkey_url: str, queue: Queue, tmp_path: Path
) -> None:
    with worker(valkey_url, tmp_path) as first:
        queue("orphan", "7")
        wait_for(lambda: "run.stage" in kinds(valkey, "orphan"))
        assert valkey.exists(WORKER_ALIVE)
        first.kill()
        wait_for(lambda: not Leases(valkey).is_held("orphan"), 9.0)
    with worker(valkey_url, tmp_path):
        enqueue("orphan")
        wait_for(ended(valkey, "orphan"))
    started = [event for event in events(valkey, "orphan") if event.type == "run.started"]
    assert [event.attempt for event in started] == [1, 2]
    assert kinds(valkey, "orphan")[-1] == "run.finished"


def test_task_arguments_are_ids(valkey: "redis.Redis", queue: Queue) -> None:
    """C150: a message stays under 16 KiB however long the text is."""
    queue("big", "文" * MAX_TEXT_CHARACTERS)
    message = valkey.lindex(QUEUE, 0)
    assert len(message) < 16 * 1024
    assert json.loads(message)["headers"]["argsrepr"] == "['big']"


def test_a_forking_pool_is_refused_at_start(valkey: "redis.Redis", valkey_url: str, tmp_path: Path) -> None:
    """C143."""
    with worker(valkey_url, tmp_path, "--pool", "prefork") as process:
        assert process.wait(timeout=HANGS_S) != 0
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
