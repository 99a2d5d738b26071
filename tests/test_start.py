"""What keeps the program from starting is one sentence and exit code 2, without the address, which holds passwords."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.running import free_port

ROOT = Path(__file__).parent.parent


def refused(*command: str, **environment: str) -> str:
    """What a command says before it ends with 2."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "swordfish" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgres://me:swordfish@127.0.0.1:1/x", "The database cannot be used: connection failed"),
        ("sqlite:////proc/nowhere/db.sqlite3", "The database cannot be used: unable to open database file."),
        ("swordfish", "DATABASE_URL is not the address of a database, such as postgres://"),
        ("oak://me:swordfish@host/x", "DATABASE_URL is not the address of a database, such as postgres://"),
    ],
)
def test_a_database_that_cannot_be_used(address: str, sentence: str) -> None:
    assert refused("manage.py", "migrate", "--verbosity", "0", DATABASE_URL=address).startswith(sentence)


@pytest.mark.parametrize("address", ["redis://:swordfish@127.0.0.1:1/0", "swordfish"])
def test_a_redis_that_does_not_answer(address: str) -> None:
    said = refused("-m", "scripts.launch", REDIS_URL=address, PORT=str(free_port()))
    assert said.startswith("REDIS_URL names no server that answers: ")
