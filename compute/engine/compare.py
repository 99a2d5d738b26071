"""Comparing two finished runs from their captures."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch

from compute.capture.record import AttentionRecord, Single
from compute.capture.store import Capture
from compute.compare.wire import Effects
from compute.engine.effects import Outcome, effects
from compute.engine.loaded import LoadedModels, loaded_models
from compute.engine.run import execute
from compute.events import RunEvent
from compute.fold import fold
from compute.settings import settings
from compute.spec import RunSpec

Side = tuple[RunSpec, Capture]


@dataclass
class _States:
    """A capture of the last states alone."""

    found: Single | None = field(default=None)

    def put(self, record: AttentionRecord) -> int:
        return 0

    def keep_states(self, states: Single) -> int:
        self.found = states
        return 0

    def finish(self, events: Sequence[RunEvent]) -> None:
        pass


def compare(base: Side, variant: Side, models: LoadedModels | None = None) -> Effects:
    """What the variant does to the output.

    Raises:
        IncomparableRuns: see `effects`. NotFound: a run has not finished.
    """
    held = models or loaded_models()
    with torch.inference_mode():
        return effects(outcome_of(base, held), outcome_of(variant, held))


def outcome_of(side: Side, models: LoadedModels) -> Outcome:
    """How a run ended. States that its capture lacks, being older, are made by running the spec once more."""
    spec, capture = side
    state = fold(capture.events())
    states = capture.states()
    if states is None:
        states = _states_of(spec, models)
        capture.keep_states(states)
    return Outcome(state, torch.from_numpy(states.copy()), models.get(spec.model, spec.dtype))


def _states_of(spec: RunSpec, models: LoadedModels) -> Single:
    writer = _States()
    execute(
        spec,
        emit=lambda event: None,
        writer=writer,
        should_stop=lambda: False,
        deadline_s=settings().run_limit_s,
        models=models,
    )
    assert writer.found is not None
    return writer.found
