"""Runs through a real queue and a real worker: one stream each, with an end."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from compute import tasks
from compute.capture.store import CaptureStore
from compute.events import RunCrashed, RunFailed
from compute.lab.order import model_name
from compute.publish import WAITING, cancel_key, spec_key
from compute.queue import QUEUE
from compute.spec import RunSpec
from tests.compute.workers import Queue, ended, events, kinds, wait_for, worker

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def one_worker(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A worker for the tests that need no other; the folder of its log."""
    folder = tmp_path_factory.mktemp("worker")
    with worker(valkey_url, folder):
        yield folder


def test_a_cancelled_run_says_nothing_more_and_the_next_one_is_computed(
    valkey: "redis.Redis", queue: Queue, one_worker: Path
) -> None:
    """C145: the worker is idle again."""
    queue("long", "20")
    queue("next", "crash")
    wait_for(lambda: kinds(valkey, "long").count("run.stage") > 2)
    valkey.set(cancel_key("long"), 1)
    wait_for(ended(valkey, "long"))
    assert kinds(valkey, "long")[-1] == "run.cancelled"
    before = len(events(valkey, "long"))
    wait_for(ended(valkey, "next"))
    assert len(events(valkey, "long")) == before


def test_a_crash_tells_the_run_and_keeps_its_secret(valkey: "redis.Redis", queue: Queue, one_worker: Path) -> None:
    queue("broken", "crash")
    wait_for(ended(valkey, "broken"))
    last = events(valkey, "broken")[-1]
    assert isinstance(last, RunCrashed)
    assert (last.error.code, last.error.data) == ("internal", {"run_id": "broken"})
    assert "broken" in last.error.message
    assert "secret" not in last.model_dump_json()
    assert "a secret that belongs in the log" in "".join(file.read_text() for file in one_worker.glob("*.log"))


def test_a_run_that_was_computed_before_is_replayed(valkey: "redis.Redis", queue: Queue, one_worker: Path) -> None:
    queue("first", "1.5")
    wait_for(ended(valkey, "first"))
    queue("second", "1.5")
    wait_for(ended(valkey, "second"))
    assert kinds(valkey, "second") == ["run.started", "run.finished"]


def test_a_busy_worker_takes_no_second_message(valkey: "redis.Redis", queue: Queue, one_worker: Path) -> None:
    """What waits stays in the queue, for whichever worker is free first."""
    queue("one", "2")
    wait_for(lambda: "run.started" in kinds(valkey, "one"))
    queue("two", "0.1")
    time.sleep(0.5)
    assert valkey.llen(QUEUE) == 1
    assert valkey.zrange(WAITING, 0, -1) == [b"two"]
    wait_for(ended(valkey, "two"))


def test_runs_follow_each_other_without_a_pause(valkey: "redis.Redis", queue: Queue, one_worker: Path) -> None:
    queue("warm", "crash")
    wait_for(ended(valkey, "warm"))
    began = time.monotonic()
    for number in range(5):
        queue(f"quick {number}", "crash")
        wait_for(ended(valkey, f"quick {number}"))
    assert time.monotonic() - began < 2.5  # five pauses of the event loop would take five seconds


def test_a_run_whose_model_was_deleted_while_it_waited_fails_with_that_reason(
    valkey: "redis.Redis", monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tasks, "connection", lambda: valkey)
    monkeypatch.setattr(tasks, "captures", lambda: CaptureStore(str(tmp_path)))
    valkey.set(spec_key("late"), RunSpec(model=model_name("0" * 64, 7), text="a b").model_dump_json())
    tasks.execute_run("late")
    said = events(valkey, "late")
    assert [event.type for event in said] == ["run.started", "run.failed"]
    assert isinstance(said[-1], RunFailed)
    assert said[-1].error.code == "trained_model_missing"
