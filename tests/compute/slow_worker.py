"""The worker's own tasks over an engine that only takes time: the text says how many seconds; an event every tenth."""

import time
from collections.abc import Callable

import compute.tasks as tasks
from compute import startup
from compute.capture.store import Capture
from compute.engine.run import Cancelled
from compute.events import RunEvent, RunFinished, RunStage
from compute.queue import app
from compute.spec import RunSpec


def execute(
    spec: RunSpec,
    *,
    emit: Callable[[RunEvent], None],
    writer: Capture,
    should_stop: Callable[[], bool],
    deadline_s: float,
    started: RunEvent,
) -> None:
    if spec.text == "crash":
        raise RuntimeError("a secret that belongs in the log")
    began = time.monotonic()
    while time.monotonic() - began < float(spec.text):
        if should_stop():
            raise Cancelled
        emit(RunStage(seq=0, stage="computing"))
        time.sleep(0.1)
    finished = RunFinished(seq=0, elapsed_ms=1.0, captured_bytes=0)
    writer.finish([started, finished])
    emit(finished)


tasks.execute = execute
startup.PACKAGED = ()

__all__ = ["app"]
