"""`python -m compute.worker`: keeps one Celery worker for runs going, and ends with it; `training`: one for trainings.

The worker is a child process: a crash of its libraries, or a kill, costs the run in hand at most, and the child is
started again. Stopping this process stops the child at once; the run in hand is taken up again elsewhere.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Event

from compute.queue import QUEUE, TRAINING_QUEUE


def _command(application: str, queue: str) -> list[str]:
    return [
        *(sys.executable, "-m", "celery", "--quiet", "--app", application, "worker"),
        *("--pool", "threads", "--concurrency", "1", "--queues", queue, "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--hostname", f"{queue}-{os.getpid()}@%h"),
    ]


COMMANDS = {QUEUE: _command("compute.tasks", QUEUE), TRAINING_QUEUE: _command("compute.training", TRAINING_QUEUE)}
SETTLED_S = 10.0  # a child that lived this long has started well
LONGEST_WAIT_S = 30.0
PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(queue: str = QUEUE) -> int:
    """Runs until SIGTERM or SIGINT."""
    if queue not in COMMANDS:
        print(f"There is no worker for “{queue}”. Name one of: {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    keeper = Keeper(COMMANDS[queue])
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: keeper.stop())
    return keeper.keep()


class Keeper:
    """A child process that is started again whenever it ends."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.child: subprocess.Popen[bytes] | None = None
        self._stop = Event()

    def keep(self) -> int:
        wait_s = 0.5
        while not self._stop.is_set():
            began = time.monotonic()
            # A session of its own, so that Ctrl-C in a terminal reaches this process alone.
            self.child = subprocess.Popen(self.command, start_new_session=True, preexec_fn=_dies_with(os.getpid()))
            if self._stop.is_set():
                self.stop()
            code = self.child.wait()
            if self._stop.is_set():
                break
            wait_s = 0.5 if time.monotonic() - began > SETTLED_S else min(2 * wait_s, LONGEST_WAIT_S)
            print(f"The worker ended ({_ending(code)}); it starts again in {wait_s:g} s.", file=sys.stderr, flush=True)
            self._stop.wait(wait_s)
        return 0

    def stop(self) -> None:
        self._stop.set()
        if self.child is not None:
            self.child.kill()


def _ending(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _dies_with(parent: int) -> Callable[[], None] | None:
    """On Linux the kernel kills the child when this process is gone, whatever ended it."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before it could be asked
            os._exit(1)

    return ask


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
