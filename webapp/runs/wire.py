"""Every body of the HTTP interface that is not an event."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field

from compute.errors import ErrorBody
from compute.events import ModelCard
from compute.fold import Status
from compute.publish import LAST_SEQ
from compute.spec import RunSpec
from compute.wire import PackedArray, Wire
from webapp.runs import models


class Run(Wire):
    """A run as its owner sees it; what it says of itself comes by its events."""

    id: UUID
    status: Status
    spec: RunSpec
    digest: str = Field(description="names the capture: equal for equal specs")
    created_at: datetime
    finished_at: datetime | None
    is_example: bool = Field(description="stored with the program, readable by everybody")
    error: ErrorBody | None = Field(description="why it failed or crashed")

    @classmethod
    def of(cls, row: models.Run) -> "Run":
        return cls.model_validate(
            {
                "id": row.id,
                "status": row.status,
                "spec": row.spec,
                "digest": row.digest,
                "created_at": row.created_at,
                "finished_at": row.finished_at,
                "is_example": row.is_example,
                "error": row.error,
            }
        )


class RunList(Wire):
    runs: tuple[Run, ...] = Field(description="newest first, at most 100")


class ModelList(Wire):
    models: tuple[ModelCard, ...]


class Example(Wire):
    lang: str = Field(description="language of the text: en, zh; minilm marks the encoder's example")
    run: Run


class ExampleList(Wire):
    examples: tuple[Example, ...]


class Cell(Wire):
    """One weight and everything that it is made of: weight = exp(softcap(scale * dot) + bias - lse)."""

    weight: float | None = Field(description="None: masked")
    score: float | None = Field(description="what the softmax sees: scaled, capped, bias added; None: masked")
    dot: float = Field(description="query . key")
    scale: float
    softcap: float | None
    bias: float
    allowed: bool
    lse: float | None = Field(description="log-sum-exp of the row's scores; None: the row sees nothing")
    kv_head: int = Field(description="the KV head that this query head reads")
    row_entropy: float | None = Field(description="nats")
    visible_keys: int = Field(description="keys that the query may see")
    rank: int | None = Field(description="1: the row's largest weight; None: masked")
    sink_share: float | None = Field(description="share of the row that a sink logit takes; None: the model has none")


class Cells(Wire):
    """Every cell of one head's map and what each is made of, named as in Cell; float32, and NaN where Cell has None."""

    weight: PackedArray = Field(description="[query, key]")
    score: PackedArray = Field(description="[query, key]; told for masked cells too")
    dot: PackedArray = Field(description="[query, key]")
    bias: PackedArray | None = Field(description="[query, key]; None: 0 everywhere")
    rank: PackedArray = Field(description="[query, key]; 0 where masked")
    lse: PackedArray = Field(description="[query]")
    row_entropy: PackedArray = Field(description="[query], nats")
    visible_keys: PackedArray = Field(description="[query]")
    sink_share: PackedArray | None = Field(description="[query]; None: the model has no sink")
    scale: float
    softcap: float | None
    kv_head: int


class Margins(Wire):
    """What is summed along the two sides of one head's map."""

    entropy: PackedArray = Field(description="[query], nats; NaN where undefined")
    hidden: PackedArray = Field(description="[query], weight on hidden keys")
    received: PackedArray = Field(description="[key], mean weight received from the queries that may see it")


class Health(Wire):
    ready: bool
    database: bool
    redis: bool
    worker: bool = Field(description="a worker said within the last seconds that it is up")


def _split(given: object) -> object:
    return [word for word in given.split(",") if word] if isinstance(given, str) else given


Hide = Annotated[
    tuple[Literal["special", "first"], ...],
    BeforeValidator(_split),
    Field(description="special: special tokens, as keys and queries; first: the first real token as key"),
]


class NoQuery(Wire):
    """Nothing."""


class EventsQuery(Wire):
    after: int = Field(0, ge=0, le=LAST_SEQ, description="events with a larger seq are sent")


class RowQuery(Wire):
    row: int = Field(0, ge=0, description="row of the batch")


class ViewQuery(RowQuery):
    """Values stay as they are where nothing is hidden; hidden cells are NaN."""

    hide: Hide = ()
    renormalise: bool = Field(False, description="divide each row by what is left of it")


class TileQuery(ViewQuery):
    level: int = Field(0, ge=0, le=30, description="one cell is the largest of 2^level x 2^level weights")
    y: int = Field(0, ge=0, description="tile down the queries, 256 cells each")
    x: int = Field(0, ge=0, description="tile along the keys, 256 cells each")
