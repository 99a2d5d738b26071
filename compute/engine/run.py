"""One run: text in, events out, layer by layer while later layers are computed."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from time import perf_counter
from typing import Protocol

import torch

from compute.asked import writes
from compute.capture.record import AttentionRecord, Single
from compute.catalog.models import model_card, model_folder
from compute.engine import leak, measuring, shuffle
from compute.engine.aside import Aside
from compute.engine.blocks import Routing, routing
from compute.engine.forced import Forcing
from compute.engine.keep import keep, record_of
from compute.engine.layers import timed_layers
from compute.engine.loaded import LoadedModels, loaded_models
from compute.engine.overview import overview
from compute.engine.probe import AttentionCall, Place, Probe
from compute.engine.reader import Between, Reader, States
from compute.engine.routes import routes_of
from compute.errors import RunTimedOut
from compute.events import RunEvent, RunFinished, RunLayer, RunStage, RunStarted, RunTokens
from compute.spec import RunSpec
from compute.text import tokens_of

AHEAD = 3  # layers whose queries and keys are held while their overview and capture are made


class Cancelled(Exception):
    """The run was asked to stop, and did so between two layers."""


class Writer(Protocol):
    """Where the capture of a run goes."""

    def put(self, record: AttentionRecord) -> int: ...

    def keep_states(self, states: Single) -> int: ...

    def finish(self, events: Sequence[RunEvent]) -> None: ...


def execute(
    spec: RunSpec,
    *,
    emit: Callable[[RunEvent], None],
    writer: Writer,
    should_stop: Callable[[], bool],
    deadline_s: float,
    started: RunStarted | None = None,
    models: LoadedModels | None = None,
) -> None:
    """Computes the run and says so, in order: stages and tokens, each layer's heads then the layer, output, end.

    `emit` gets each event once, from one thread at a time, with seq 0. `should_stop` is asked between layers, and the
    deadline is looked at there too. `started` is kept at the head of the stored events, for a later replay.

    Raises:
        AtlasError: what the user can mend, RunTimedOut included.
        Cancelled: should_stop() was true.
    """
    _Run(spec, emit, writer, should_stop, deadline_s, started, models or loaded_models()).execute()


class _Run:
    def __init__(
        self,
        spec: RunSpec,
        emit: Callable[[RunEvent], None],
        writer: Writer,
        should_stop: Callable[[], bool],
        deadline_s: float,
        started: RunStarted | None,
        models: LoadedModels,
    ) -> None:
        self.spec, self.emit, self.writer, self.should_stop = spec, emit, writer, should_stop
        self.deadline_s, self.models = deadline_s, models
        self.began = perf_counter()
        self.said: list[RunEvent] = [] if started is None else [started]
        self.captured_bytes = 0

    def execute(self) -> None:
        spec = self.spec
        given = tokens_of(spec, model_card(spec.model), model_folder(spec.model))
        if not self.models.holds(spec.model, spec.dtype):
            self.say(RunStage(seq=0, stage="loading_model"))
        self.say(given)
        reader = self.models.get(spec.model, spec.dtype)
        self.check()
        self.say(RunStage(seq=0, stage="computing"))
        with torch.inference_mode(), Aside(AHEAD) as aside, reader.standing(spec, given):
            with Probe(before=self.forcing(given)):
                draft = reader.draft(spec, given, self.writing(writes(spec, given.model)))
            if draft.tokens is not given:
                self.say(draft.tokens)
            states = self.read(reader, draft.tokens, aside, self.forcing(given))
            said_last = list(reader.say(states, draft, self.check))
            if spec.word_shuffle is not None:
                with Probe(before=self.forcing(given)):
                    said_last += shuffle.check(reader, draft, states, spec.word_shuffle, self.check)
            if spec.check_leaks:
                said_last.append(leak.check(reader, spec.mask, given, draft.tokens, self.check))
            last: Single = states.float().cpu().numpy()
        self.captured_bytes += self.writer.keep_states(last)
        for event in said_last:
            self.say(event)
        elapsed_ms = (perf_counter() - self.began) * 1e3
        if measuring.is_asked(spec):
            self.say(RunStage(seq=0, stage="measuring"))
        with torch.inference_mode(), reader.standing(spec, given):
            for event in measuring.measured(measuring.Subject(reader, spec, given, draft.tokens, self.check)):
                self.say(event)
        finished = RunFinished(seq=0, elapsed_ms=elapsed_ms, captured_bytes=self.captured_bytes)
        self.writer.finish([*self.said, finished])
        self.say(finished)

    def writing(self, most: int) -> Between:
        """To be called before each token that the model writes: says how far it is, and may stop the run."""
        written = count()

        def between() -> None:
            self.check()
            self.say(RunStage(seq=0, stage="writing", done=next(written), total=most))

        return between

    def forcing(self, given: RunTokens) -> Forcing | None:
        return None if self.spec.mask is None else Forcing(self.spec.mask, given)

    def read(self, reader: Reader, tokens: RunTokens, aside: Aside, forcing: Forcing | None) -> States:
        """The last states. Each layer is handed aside as soon as it is done."""
        calls: list[AttentionCall] = []

        def layer_done(elapsed_ms: float) -> None:
            routings = {one.place: one for one in choices}
            for call in calls:
                sent = routings.get(Place(call.kind, call.layer))
                aside.submit(partial(self.tell, call, sent, tokens, elapsed_ms))
            calls.clear()
            choices.clear()
            self.check()

        layers = reader.layers()
        with routing() as choices, Probe(on_call=calls.append, before=forcing), timed_layers(layers, layer_done):
            return reader.read(tokens)

    def tell(self, call: AttentionCall, sent: Routing | None, tokens: RunTokens, elapsed_ms: float) -> None:
        """Says what the heads of a layer do and stores what their weights can be had from."""
        with torch.inference_mode():
            kept = keep(call)
            for event in overview(kept, tokens.keys(call.kind)):
                self.say(event)
            written = self.writer.put(record_of(kept))
        self.captured_bytes += written
        self.say(
            RunLayer(
                seq=0,
                kind=call.kind,
                layer=call.layer,
                elapsed_ms=elapsed_ms,
                attention_ms=call.elapsed_s * 1e3,
                captured_bytes=written,
                kernel=call.kernel,
                routes=() if sent is None else routes_of(sent, tokens.queries(call.kind)),
            )
        )

    def say(self, event: RunEvent) -> None:
        self.said.append(event)
        self.emit(event)

    def check(self) -> None:
        if self.should_stop():
            raise Cancelled
        if perf_counter() - self.began > self.deadline_s:
            raise RunTimedOut(self.deadline_s)
