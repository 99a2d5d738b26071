"""The same tests on the servers of a larger installation: PostgreSQL and Redis, where they run."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
AT_SCALE = (
    "test_accounts.py",
    "test_studies.py",
    "test_studies_comments.py",
    "test_studies_files.py",
    "test_studies_guests.py",
    "test_studies_permissions.py",
    "test_studies_retention.py",
    "test_studies_share.py",
    "test_runs.py",
    "test_mistakes.py",
    "test_stream.py",
    "test_steward.py::test_a_lost_workers_run_is_taken_up_again_and_ends_as_if_nothing_had_happened",
)


def is_up(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


@pytest.fixture
def empty_redis() -> Iterator[str]:
    """The address of a numbered database of the local Redis that held nothing, and holds nothing afterwards."""
    for number in range(15, 0, -1):
        address = f"redis://127.0.0.1:6379/{number}"
        client = redis.Redis.from_url(address)
        if client.dbsize() == 0:
            yield address
            client.flushdb()
            return
    pytest.skip("every numbered database of the local Redis is in use")


@pytest.mark.service
@pytest.mark.skipif(not is_up(6379), reason="no Redis at 127.0.0.1:6379")
@pytest.mark.skipif(not is_up(5432), reason="no PostgreSQL at 127.0.0.1:5432")
def test_everything_holds_on_postgresql_and_redis(empty_redis: str) -> None:
    """In a database of their own, which is made and dropped."""
    environment = os.environ | {
        "DATABASE_URL": f"postgres://postgres@127.0.0.1:5432/attention_atlas_{os.getpid()}",
        "TEST_REDIS_URL": empty_redis,
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *(str(HERE / name) for name in AT_SCALE)],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
