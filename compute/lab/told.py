"""What a training on demand says, in order, and the state that follows from it; the page folds the same events.

The log's rules are those of a run's events: `seq` counts from 1 without a gap, and nothing follows the end.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from compute.errors import ErrorBody
from compute.events import Kind, QueuePosition
from compute.lab.training import Checkpoint, Ended, Progress, Started
from compute.wire import Event, PackedArray


class TrainingQueued(Event):
    type: Literal["training.queued"] = "training.queued"
    digest: str


class TrainingStarted(Event, Started):
    """A worker has taken it; attempt 2 means that the first worker died."""

    attempt: int = Field(ge=1)
    vocabulary: int
    threads: int


class TrainingSentence(Event):
    """The held-out example that is looked at while the model learns; tokens by their labels."""

    type: Literal["training.sentence"] = "training.sentence"
    tokens: tuple[str, ...] = Field(description="what the model reads; of an encoder-decoder, its decoder")
    source: tuple[str, ...] = Field((), description="what the encoder of an encoder-decoder reads")
    wanted: tuple[str | None, ...] = Field(description="[token], what is to be predicted there; None: nothing")


class TrainingHeads(Event):
    """How the heads of one layer look at the sentence after so many steps: at most 64 x 64 cells a head.

    Cell [r, c] is the largest weight among block x block queries and keys; NaN where all of them are masked.
    """

    type: Literal["training.heads"] = "training.heads"
    step: int
    kind: Kind
    layer: int
    queries: int
    keys: int
    block: int
    overview: PackedArray = Field(description="[head, query block, key block]")
    induction: tuple[float | None, ...] = Field(
        description="[head], share on earlier places of the token that is to come, where one is to be predicted: the "
        "mean over held-out examples; None: not defined here"
    )


class TrainingProgress(Event, Progress):
    """A point of the loss curve."""


class TrainingCheckpoint(Event, Checkpoint):
    """Figures over all held-out examples."""


class TrainingStored(Event):
    """A model is kept as it was after this step, under a name; figures are those of the stored file."""

    type: Literal["training.stored"] = "training.stored"
    step: int
    model: str
    held_out_loss: float = Field(description="nats a token")
    held_out_accuracy: float
    parameters: int


class TrainingEnded(Event, Ended):
    """The end, whatever ended it; a training that was cancelled before its first step leaves no model."""

    model: str | None


class TrainingFailed(Event):
    type: Literal["training.failed"] = "training.failed"
    error: ErrorBody


class TrainingCrashed(Event):
    """Ended by our fault: code `internal`; details stand only in the log."""

    type: Literal["training.crashed"] = "training.crashed"
    error: ErrorBody


ToldEvent = Annotated[
    TrainingQueued
    | QueuePosition
    | TrainingStarted
    | TrainingSentence
    | TrainingHeads
    | TrainingProgress
    | TrainingCheckpoint
    | TrainingStored
    | TrainingEnded
    | TrainingFailed
    | TrainingCrashed,
    Field(discriminator="type"),
]

TOLD: TypeAdapter[ToldEvent] = TypeAdapter(ToldEvent)

FINAL = frozenset({"training.ended", "training.failed", "training.crashed"})

Status = Literal["queued", "running", "finished", "failed", "crashed", "cancelled"]


@dataclass
class Progressed:
    """All that a list of trainings shows of one."""

    seq: int = 0
    status: Status = "queued"
    started: TrainingStarted | None = None
    stored: TrainingStored | None = None
    ended: TrainingEnded | None = None
    error: ErrorBody | None = None


def fold(events: Iterable[ToldEvent], left_seq: int | None = None) -> Progressed:
    """`left_seq`: somebody who shared the training left after this event; the model stored next is the end for them."""
    state = Progressed()
    for event in leaving(events, left_seq):
        state.seq = max(state.seq, event.seq)
        match event:
            case TrainingStarted():
                state.status, state.started = "running", event
            case TrainingStored():
                state.stored = event
            case TrainingEnded():
                state.status = "cancelled" if event.why == "cancelled" else "finished"
                state.ended = event
            case TrainingFailed():
                state.status, state.error = "failed", event.error
            case TrainingCrashed():
                state.status, state.error = "crashed", event.error
            case _:
                pass
        if event.type in FINAL:
            break
    return state


def leaving(events: Iterable[ToldEvent], left_seq: int | None) -> Iterable[ToldEvent]:
    """The events as somebody hears them who left a shared training after `left_seq`; None = they did not."""
    for event in events:
        yield event
        if left_seq is not None and event.seq > left_seq and event.type == "training.stored":
            yield ended_by_leaving(event)
            return


def ended_by_leaving(stored: TrainingStored) -> TrainingEnded:
    """What somebody who left is told behind the model that was stored for them."""
    return TrainingEnded(seq=stored.seq + 1, step=stored.step, why="cancelled", elapsed_s=0.0, model=stored.model)
