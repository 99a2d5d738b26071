"""Two hundred guests on one study at once, over a real server."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .cast import Person
from .player import CARD, Player
from .studying import shares, studies_a_run

GUESTS = 200
ROOT = Path(__file__).parent.parent.parent


def test_two_hundred_guests_read_one_study_and_none_misses_an_event(
    owner: Person, player: Player, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The machine's numbers are printed; how fast it is decides nothing here."""
    study, run_id = studies_a_run(owner, player)
    _, token = shares(owner, study)
    started, worked = time.perf_counter(), time.process_time()
    command = [sys.executable, "-m", "tests.webapp.guests", address, token, str(run_id), study, str(GUESTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    took = [seconds for one in seen for seconds in one["took"]]
    with capsys.disabled():
        print(
            f"\n{GUESTS} guests, {len(took)} requests and {GUESTS} streams in {time.perf_counter() - started:.1f} s: "
            f"median {statistics.median(took) * 1000:.0f} ms, slowest {max(took) * 1000:.0f} ms; "
            f"the server worked {(time.process_time() - worked) / GUESTS * 1000:.0f} ms for each guest"
        )
    assert {code for one in seen for code in one["codes"]} == {200}
    assert {(one["status"], one["layers"]) for one in seen} == {("finished", CARD.layers)}
    assert {tuple(one["seqs"]) for one in seen} == {tuple(range(1, len(seen[0]["seqs"]) + 1))}
