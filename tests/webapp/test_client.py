"""The client that the documents show, run as a user would run it."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from uuid import UUID

from .player import Player

CLIENT = Path(__file__).parent.parent.parent / "docs" / "examples" / "client.py"


def test_the_example_client_follows_a_run_from_its_queue_to_its_end(player: Player, address: str) -> None:
    client = subprocess.Popen(
        [sys.executable, str(CLIENT), f"http://{address}", "tiny", "a b c"], stdout=subprocess.PIPE, text=True
    )

    def play_the_first_run_that_comes() -> None:
        while not (waiting := player.client.zrange("runs:waiting", 0, 0)):
            time.sleep(0.05)
        player.plays(UUID(waiting[0].decode()))

    threading.Thread(target=play_the_first_run_that_comes, daemon=True).start()
    said, _ = client.communicate(timeout=20)
    assert client.returncode == 0
    lines = said.splitlines()
    assert lines[0].startswith("1 run.queued")
    assert "[('a', 1.0)]" in lines
    assert lines[-1].split()[1] == "run.finished"


def test_the_example_client_has_twenty_lines() -> None:
    assert len([line for line in CLIENT.read_text().splitlines() if line.strip()]) <= 20
