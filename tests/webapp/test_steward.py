"""Every run ends: outcomes are recorded, lost workers' runs are taken up or fail, and nothing waits for ever."""

import subprocess
import sys
import time
from dataclasses import replace
from uuid import UUID

import pytest

from compute.publish import LEASE_TTL_S, WAITING, WORKER_ALIVE, attempt_key, cancel_key, lease_key
from compute.settings import Settings
from webapp.runs import steward as module
from webapp.runs import watcher
from webapp.runs.models import Run
from webapp.runs.steward import Steward
from webapp.runs.watcher import GRACE_S, Action, Sighting, decide

from .cast import SPEC, Person
from .player import Player

WAITS = Sighting(
    known=True,
    is_leased=False,
    is_cancelled=False,
    attempts=0,
    age_s=60.0,
    running_s=0.0,
    unleased_s=60.0,
    worker_alive=True,
    is_passed_over=False,
)
WORKS = replace(WAITS, is_leased=True, attempts=1, running_s=30.0, unleased_s=0.0)
LOST = replace(WAITS, attempts=1, unleased_s=5.0)
LIMIT_S = 100.0

# What is seen of a run, and what is to be done about it.
DECISIONS = {
    "waits its turn behind others": (WAITS, Action.WAIT),
    "waits although a worker is idle": (replace(WAITS, is_passed_over=True), Action.SUBMIT),
    "has come just now": (replace(WAITS, is_passed_over=True, age_s=3.0), Action.WAIT),
    "waits and no worker is up": (replace(WAITS, is_passed_over=True, worker_alive=False), Action.WAIT),
    "waits and Redis forgot it": (replace(WAITS, known=False), Action.SUBMIT),
    "is being submitted": (replace(WAITS, known=False, age_s=1.0), Action.WAIT),
    "is at work": (WORKS, Action.WAIT),
    "is at work in its second attempt": (replace(WORKS, attempts=2, running_s=150.0), Action.WAIT),
    "is at work for longer than any worker may": (replace(WORKS, running_s=2 * LIMIT_S + GRACE_S + 1), Action.TIME_OUT),
    "has lost its worker this second": (replace(LOST, unleased_s=0.5), Action.WAIT),
    "has lost its worker": (LOST, Action.TAKE_UP),
    "has lost its worker and others are busy": (replace(LOST, unleased_s=300.0), Action.TAKE_UP),
    "has lost the only worker": (replace(LOST, worker_alive=False), Action.TAKE_UP),
    "has lost the only worker for good": (replace(LOST, worker_alive=False, unleased_s=18.0), Action.LOSE),
    "has lost two workers": (replace(LOST, attempts=2), Action.LOSE),
    "was cancelled and has lost its worker": (replace(LOST, is_cancelled=True), Action.CANCEL),
}


@pytest.mark.parametrize("case", DECISIONS)
def test_what_is_done_about_a_run_that(case: str) -> None:
    seen, action = DECISIONS[case]
    assert decide(seen, LIMIT_S) is action


@pytest.fixture
def steward(owner: Person, monkeypatch: pytest.MonkeyPatch) -> Steward:
    monkeypatch.setattr(watcher, "SURE_AFTER_S", 0.0)
    return Steward()


def status(run_id: UUID) -> tuple[str, str | None]:
    """As the database has it, with the code of the error."""
    row = Run.objects.get(id=run_id)
    return row.status, row.error["code"] if row.error else None


def messages(player: Player) -> int:
    """How many messages stand in the queue of runs."""
    return int(player.client.llen("runs"))


def test_an_outcome_is_recorded_without_anybody_asking(owner: Person, player: Player, steward: Steward) -> None:
    run_id = owner.starts()
    player.plays(run_id)
    assert status(run_id) == ("queued", None)
    steward.look()
    assert status(run_id) == ("finished", None)
    steward.look()
    assert not player.client.exists("runs:active", WAITING)


def test_a_lost_workers_run_is_taken_up_again_and_ends_as_if_nothing_had_happened(
    owner: Person, player: Player, steward: Steward
) -> None:
    run_id = owner.starts()
    player.client.delete("runs")
    player.takes(run_id)
    steward.look()
    assert messages(player) == 0
    player.dies(run_id)
    steward.look()
    steward.look()
    assert messages(player) == 1
    assert player.client.zscore(WAITING, str(run_id)) is not None
    player.plays(run_id)
    steward.look()
    assert status(run_id) == ("finished", None)


def test_a_run_that_loses_its_second_worker_fails_with_the_reason(
    owner: Person, player: Player, steward: Steward
) -> None:
    run_id = owner.starts()
    for _ in range(2):
        player.takes(run_id)
        player.dies(run_id)
    steward.look()
    assert status(run_id) == ("failed", "worker_lost")
    body = owner.get(f"/api/runs/{run_id}").json()["error"]
    assert body["data"] == {"attempts": 2}


def test_a_cancelled_run_whose_worker_died_is_cancelled(owner: Person, player: Player, steward: Steward) -> None:
    run_id = owner.starts()
    player.takes(run_id)
    owner.post(f"/api/runs/{run_id}/cancel")
    player.dies(run_id)
    steward.look()
    assert status(run_id) == ("cancelled", None)


def test_a_waiting_run_whose_message_was_lost_is_sent_again(
    owner: Person, player: Player, steward: Steward, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "LOST_MESSAGE_S", 0.0)
    run_id = owner.starts()
    player.client.delete("runs")
    steward.look()
    steward.look()
    assert messages(player) == 1
    assert player.log.client.xlen(f"run:{run_id}:log") == 1


def test_runs_that_redis_forgot_are_submitted_again(
    owner: Person, player: Player, steward: Steward, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "SUBMIT_AFTER_S", 0.0)
    run_id = owner.starts()
    player.client.flushdb()
    steward.look()
    assert messages(player) == 1
    player.plays(run_id)
    steward.look()
    assert status(run_id) == ("finished", None)


def test_a_run_beyond_every_deadline_fails_although_its_worker_says_it_is_alive(
    owner: Person, player: Player, steward: Steward, parts: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "GRACE_S", -2 * parts.run_limit_s)
    run_id = owner.starts()
    player.takes(run_id)
    steward.look()
    assert status(run_id) == ("failed", "run_timed_out")
    assert player.client.exists(cancel_key(str(run_id)))


def test_only_one_steward_watches_at_a_time_and_another_follows_it(player: Player) -> None:
    first, second = Steward(), Steward()
    assert first.is_in_charge()
    assert not second.is_in_charge()
    assert first.is_in_charge()
    player.client.delete(lease_key("steward"))
    assert second.is_in_charge()
    assert not first.is_in_charge()


WORKER = """
import sys, time, redis
from compute.publish import *
from compute.events import RunStarted
client, run_id = redis.Redis.from_url(sys.argv[1]), sys.argv[2]
assert Leases(client).take(run_id, "doomed")
attempt = client.incr(attempt_key(run_id))
RunLog(client).append(run_id, RunStarted(seq=0, attempt=attempt, device="cpu", dtype="float32", threads=1))
print("at work", flush=True)
time.sleep(600)
"""


def test_a_lost_run_that_nobody_takes_up_fails_within_thirty_seconds() -> None:
    """The lease lapses, a pass sees it, the time for taking it up goes by, a pass sees that."""
    assert LEASE_TTL_S + module.PASS_S + watcher.TAKEN_UP_WITHIN_S + 2 * module.PASS_S < 30


def test_a_killed_workers_run_fails_where_there_is_no_other(
    owner: Person, player: Player, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real process holds the lease and is killed; the lease lapses by itself, and nobody takes the run up."""
    monkeypatch.setattr(watcher, "TAKEN_UP_WITHIN_S", 3.0)
    run_id = owner.starts({**SPEC, "text": "k"})
    player.client.delete(WORKER_ALIVE)
    worker = subprocess.Popen([sys.executable, "-c", WORKER, valkey_url, str(run_id)], stdout=subprocess.PIPE)
    assert worker.stdout
    assert worker.stdout.readline() == b"at work\n"
    steward = Steward()
    steward.look()
    worker.kill()
    worker.wait()
    killed_at = time.monotonic()
    while status(run_id)[0] in ("queued", "running"):
        assert time.monotonic() - killed_at < LEASE_TTL_S + 3 + 4
        time.sleep(0.5)
        steward.look()
    assert status(run_id) == ("failed", "worker_lost")
    assert time.monotonic() - killed_at > LEASE_TTL_S / 2
    assert int(player.client.get(attempt_key(str(run_id)))) == 1
