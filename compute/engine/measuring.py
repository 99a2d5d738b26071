"""What a run is asked to measure, one event after the other, once all else is done."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import torch

from compute.catalog.models import model_card, model_folder
from compute.engine import grow, parts, pieces, ways
from compute.engine.forced import Forcing
from compute.engine.loaded import LoadedModels
from compute.engine.probe import Probe
from compute.engine.reader import Between, Reader
from compute.events import RunEvent, RunTokens
from compute.spec import RunSpec
from compute.text import tokens_of
from compute.vocabulary import open_vocabulary


@dataclass(frozen=True)
class Subject:
    """given: what was read before the model wrote anything; tokens: all of it."""

    reader: Reader
    spec: RunSpec
    given: RunTokens
    tokens: RunTokens
    between: Between

    def forcing(self) -> Forcing | None:
        return None if self.spec.mask is None else Forcing(self.spec.mask, self.given)


def _parts(one: Subject) -> Iterator[RunEvent]:
    if one.spec.measure_parts:
        yield parts.measured(one.reader, one.tokens, one.forcing, one.between)


def _cache(one: Subject) -> Iterator[RunEvent]:
    ask = one.spec.measure_cache
    if ask is not None:
        vocabulary = open_vocabulary(model_folder(one.spec.model))
        yield from grow.written(one.reader, vocabulary, one.spec.mask, one.given, ask, one.between)


def _kernels(one: Subject) -> Iterator[RunEvent]:
    ask = one.spec.measure_kernels
    if ask is not None:
        yield ways.compared(one.reader, one.tokens, one.forcing(), ask, one.between)


def _prefill(one: Subject) -> Iterator[RunEvent]:
    ask = one.spec.measure_prefill
    if ask is not None:
        yield pieces.prefilled(one.reader, one.given, one.forcing(), ask, one.between)


MEASURES: Mapping[str, Callable[[Subject], Iterator[RunEvent]]] = {
    "measure_parts": _parts,
    "measure_cache": _cache,
    "measure_kernels": _kernels,
    "measure_prefill": _prefill,
}


def is_asked(spec: RunSpec) -> bool:
    return any(getattr(spec, name) for name in MEASURES)


def measured(subject: Subject) -> Iterator[RunEvent]:
    """The events, each with seq 0 and as soon as it is known."""
    for measure in MEASURES.values():
        yield from measure(subject)


def measure(spec: RunSpec, models: LoadedModels) -> Iterator[RunEvent]:
    """What the spec asks to be measured, without a run: no capture is made.

    Raises: AtlasError, as a run of the spec would.
    """
    given = tokens_of(spec, model_card(spec.model), model_folder(spec.model))
    reader = models.get(spec.model, spec.dtype)
    with torch.inference_mode(), reader.standing(spec, given):
        with Probe(before=None if spec.mask is None else Forcing(spec.mask, given)):
            tokens = reader.draft(spec, given, lambda: None).tokens
        yield from measured(Subject(reader, spec, given, tokens, lambda: None))
