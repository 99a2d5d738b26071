"""A run as a worker makes it, without a worker."""

from collections.abc import Callable
from pathlib import Path

from compute.capture.store import Capture
from compute.engine.loaded import LoadedModels
from compute.engine.run import execute
from compute.events import RunEvent
from compute.spec import RunSpec

ROOM = 2**30  # bytes for loaded models


def executed(
    out: Path, spec: RunSpec, *, models: LoadedModels | None = None, should_stop: Callable[[], bool] = lambda: False
) -> list[RunEvent]:
    """Everything that a run of `spec` says; its capture is written to `out`."""
    said: list[RunEvent] = []
    execute(
        spec,
        emit=said.append,
        writer=Capture.at(out),
        should_stop=should_stop,
        deadline_s=60,
        models=models or LoadedModels(ROOM),
    )
    return said


def run(out: Path, **spec: object) -> list[RunEvent]:
    return executed(out, RunSpec.model_validate(spec))
