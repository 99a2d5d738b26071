"""Every body of the HTTP interface of trainings that is not an event."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from compute.errors import BadCharacter, ErrorBody
from compute.lab.order import OWN_TEXT, TrainingOrder
from compute.lab.told import Status, TrainingEnded, TrainingStored
from compute.lab.training import Reason, TrainSpec
from compute.wire import Wire
from webapp.trainings import models


def _plain(name: str) -> str:
    """Raises: BadCharacter, which no list can show."""
    bad = BadCharacter.first_in("name", name)
    if bad:
        raise bad
    return name


# As it is listed: without the blanks around it, so that none is blank.
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=100),
    AfterValidator(_plain),
    Field(description="under which its model is listed, without blanks around it"),
]
SHOWN_TEXT = 200  # characters of a text of one's own that lists show


class TrainingRequest(TrainingOrder):
    """A new training and its name."""

    name: Name

    def order(self) -> TrainingOrder:
        return TrainingOrder(spec=self.spec, minutes=self.minutes)


class TrainingName(Wire):
    name: Name


class TrainingResult(Wire):
    """What a training came to. Figures are those of the stored model over all held-out examples."""

    step: int
    why: Reason
    elapsed_s: float
    held_out_loss: float = Field(description="nats a token")
    held_out_accuracy: float
    parameters: int

    @classmethod
    def of(cls, ended: TrainingEnded, stored: TrainingStored) -> "TrainingResult":
        return cls(
            step=stored.step,
            why=ended.why,
            elapsed_s=ended.elapsed_s,
            held_out_loss=stored.held_out_loss,
            held_out_accuracy=stored.held_out_accuracy,
            parameters=stored.parameters,
        )


class Training(Wire):
    """A training as its owner sees it; what it says of itself comes by its events."""

    id: UUID
    name: str
    status: Status
    order: TrainingOrder = Field(description="in lists a text of one's own is cut to 200 characters")
    digest: str = Field(description="equal for equal orders, which are trained once")
    model: str | None = Field(description="name of what was trained, for runs; null: there is none")
    result: TrainingResult | None
    error: ErrorBody | None = Field(description="why it failed or crashed")
    created_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, row: models.Training, *, whole: bool = True) -> "Training":
        order = TrainingOrder.model_validate(row.order)
        return cls.model_validate(
            {
                "id": row.id,
                "name": row.name,
                "status": row.status,
                "order": order if whole else _shortened(order),
                "digest": row.digest,
                "model": row.model or None,
                "result": row.result,
                "error": row.error,
                "created_at": row.created_at,
                "finished_at": row.finished_at,
            }
        )


class TrainingList(Wire):
    trainings: tuple[Training, ...] = Field(description="newest first")


class TrainingDeleted(Wire):
    id: UUID


class ChoiceRow(Wire):
    """One of a list of choices. `params`: JSON schema with defaults, bounds and units."""

    name: str
    title: str
    formula: str
    help: str
    params: Mapping[str, JsonValue]


class TrainingLesson(Wire):
    """A small training that shows one thing."""

    name: str
    spec: TrainSpec


class TrainingChoices(Wire):
    """All that a form offers, and the most that is trained here."""

    model: Mapping[str, JsonValue] = Field(description="JSON schema of a model's own choices")
    training: Mapping[str, JsonValue] = Field(description="JSON schema of the training's")
    positions: tuple[ChoiceRow, ...]
    masks: tuple[ChoiceRow, ...]
    norms: tuple[ChoiceRow, ...]
    feed_forwards: tuple[ChoiceRow, ...]
    tasks: tuple[ChoiceRow, ...]
    lessons: tuple[TrainingLesson, ...]
    most_steps: int
    most_minutes: float
    most_parameters: int
    worker_alive: bool = Field(description="a training worker said within the last seconds that it is up")


def _shortened(order: TrainingOrder) -> TrainingOrder:
    spec = order.spec
    if spec.task.name != OWN_TEXT:
        return order
    text = str(spec.task.params.get("text", ""))[:SHOWN_TEXT]
    task = spec.task.model_copy(update={"params": {**spec.task.params, "text": text}})
    return order.model_copy(update={"spec": spec.model_copy(update={"task": task})})
