"""The supervisor keeps one child going, and takes it along when it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

CHILD = "import time; print('up', flush=True); time.sleep(60)"
SUPERVISOR = f"""
import sys
from compute import worker
worker.COMMANDS["runs"] = [sys.executable, "-c", {CHILD!r}]
sys.exit(worker.main())
"""


@pytest.fixture
def supervisor() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    yield process
    process.kill()
    process.wait()
    process.stdout.close()
    process.stderr.close()


def only_child(process: "subprocess.Popen[bytes]", other_than: int = 0) -> psutil.Process:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        children = [child for child in psutil.Process(process.pid).children() if child.pid != other_than]
        if children:
            return children[0]
        time.sleep(0.02)
    raise AssertionError("no child")


def is_gone(child: psutil.Process) -> bool:
    _, alive = psutil.wait_procs([child], timeout=5)
    return not alive or child.status() == psutil.STATUS_ZOMBIE


def test_a_killed_child_is_started_again(supervisor: "subprocess.Popen[bytes]") -> None:
    assert supervisor.stdout.readline() == b"up\n"
    first = only_child(supervisor)
    first.kill()
    assert supervisor.stdout.readline() == b"up\n"
    assert only_child(supervisor, first.pid).pid != first.pid
    assert supervisor.poll() is None
    assert b"signal SIGKILL" in supervisor.stderr.readline()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopping_it_stops_the_child_at_once(supervisor: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    supervisor.stdout.readline()
    child = only_child(supervisor)
    began = time.monotonic()
    supervisor.send_signal(number)
    assert supervisor.wait(timeout=5) == 0
    assert is_gone(child)
    assert time.monotonic() - began < 2.0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's parent-death signal is Linux's")
def test_the_child_dies_with_a_killed_supervisor(supervisor: "subprocess.Popen[bytes]") -> None:
    supervisor.stdout.readline()
    child = only_child(supervisor)
    os.kill(supervisor.pid, signal.SIGKILL)
    supervisor.wait(timeout=5)
    assert is_gone(child)


def test_the_supervisor_never_loads_torch() -> None:
    """C143: the parent of a worker makes no CUDA call, having nothing to make it with."""
    code = "import sys, compute.worker; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
