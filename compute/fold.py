"""A run's state is the fold of its events; the page folds the same events the same way."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, assert_never

from compute import events as e
from compute import measured as m
from compute.errors import ErrorBody

Status = Literal["queued", "running", "finished", "failed", "crashed", "cancelled"]
HeadKey = tuple[e.Kind, int, int, int]  # kind, layer, row, first head
LayerKey = tuple[e.Kind, int]


@dataclass
class RunState:
    """All that is known of a run so far."""

    seq: int = 0
    status: Status = "queued"
    run_id: str = ""
    digest: str = ""
    ahead: int | None = None
    worker_alive: bool = True
    started: e.RunStarted | None = None
    stage: str | None = None
    writing: e.RunStage | None = None  # how far it is, while it writes
    tokens: e.RunTokens | None = None
    heads: dict[HeadKey, e.RunHeads] = field(default_factory=dict)
    layers: dict[LayerKey, e.RunLayer] = field(default_factory=dict)
    next_token: dict[int, e.RunNextToken] = field(default_factory=dict)
    sentences: e.RunSentences | None = None
    written: dict[int, e.RunWritten] = field(default_factory=dict)
    filled: dict[int, e.RunFilled] = field(default_factory=dict)
    shuffled: dict[int, e.RunShuffled] = field(default_factory=dict)
    leaks: e.RunLeaks | None = None
    parts: m.RunParts | None = None
    cache: dict[int, m.RunCache] = field(default_factory=dict)  # by step
    kernels: m.RunKernels | None = None
    prefill: m.RunPrefill | None = None
    finished: e.RunFinished | None = None
    error: ErrorBody | None = None


def is_final(state: RunState) -> bool:
    return state.status in ("finished", "failed", "crashed", "cancelled")


def apply(state: RunState, event: e.RunEvent) -> None:
    """Takes in one event; an event already taken in, or any after the end, changes nothing."""
    if is_final(state) or (event.seq and event.seq <= state.seq):
        return
    state.seq = max(state.seq, event.seq)
    match event:
        case e.RunQueued():
            state.run_id, state.digest = event.run_id, event.digest
        case e.QueuePosition():
            state.ahead, state.worker_alive = event.ahead, event.worker_alive
        case e.RunStarted():
            state.status, state.started, state.ahead, state.worker_alive = "running", event, None, True
        case e.RunStage():
            state.stage, state.writing = event.stage, event if event.stage == "writing" else None
        case e.RunTokens():
            state.tokens = event
        case e.RunHeads():
            state.heads[event.kind, event.layer, event.row, event.first_head] = event
        case e.RunLayer():
            state.layers[event.kind, event.layer] = event
        case e.RunNextToken():
            state.next_token[event.row] = event
        case e.RunSentences():
            state.sentences = event
        case e.RunWritten():
            state.written[event.row] = event
        case e.RunFilled():
            state.filled[event.row] = event
        case e.RunShuffled():
            state.shuffled[event.row] = event
        case e.RunLeaks():
            state.leaks = event
        case m.RunParts():
            state.parts = event
        case m.RunCache():
            state.cache[event.step] = event
        case m.RunKernels():
            state.kernels = event
        case m.RunPrefill():
            state.prefill = event
        case e.RunFinished():
            state.status, state.finished = "finished", event
        case e.RunFailed():
            state.status, state.error = "failed", event.error
        case e.RunCrashed():
            state.status, state.error = "crashed", event.error
        case e.RunCancelled():
            state.status = "cancelled"
        case _:
            assert_never(event)


def fold(events: Iterable[e.RunEvent]) -> RunState:
    state = RunState()
    for event in events:
        apply(state, event)
    return state
