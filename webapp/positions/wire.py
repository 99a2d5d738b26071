"""Every body of the addresses of positions."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from compute.catalog.params import describe
from compute.catalog.positions import PositionRow
from compute.catalog.positions.curve import curves_of
from compute.wire import PackedArray, Scalar, Wire


class Cited(Wire):
    """Where an encoding is described."""

    work: str
    address: str


class PositionParameter(Wire):
    """One thing that an encoding can be told."""

    name: str
    description: str = Field(description="what it does, with its unit")
    default: Scalar
    whole: bool = Field(description="a whole number")
    optional: bool = Field(description="may be left empty: null")
    choices: tuple[str, ...] = Field(description="of a word; empty: it is a number")
    at_least: float | None = None
    more_than: float | None = None
    at_most: float | None = None
    multiple_of: float | None = None

    @classmethod
    def of(cls, name: str, schema: Mapping[str, Any]) -> "PositionParameter":
        """From its JSON schema."""
        kinds = schema.get("anyOf", [schema])
        value = next(kind for kind in kinds if kind.get("type") != "null")
        return cls(
            name=name,
            description=schema["description"],
            default=schema["default"],
            whole=value.get("type") == "integer",
            optional=len(kinds) > 1,
            choices=tuple(value.get("enum", ())),
            at_least=value.get("minimum"),
            more_than=value.get("exclusiveMinimum"),
            at_most=value.get("maximum"),
            multiple_of=value.get("multipleOf"),
        )


class PositionInfo(Wire):
    """One row of the list of position encodings."""

    name: str
    title: str
    formula: str = Field(description="LaTeX; i is the query's position, j the key's")
    source: Cited | None
    help: str = Field(description="what it does, with its numbers as a drawing")
    params: tuple[PositionParameter, ...]
    curves: tuple[tuple[float, ...], ...] = Field(
        description="one or more lines of 55 points between -1 and 1, by position or distance, from the row's function"
    )
    turns: bool = Field(description="it turns queries and keys, so that it can be forced on a model with RoPE")

    @classmethod
    def of(cls, row: PositionRow) -> "PositionInfo":
        said = describe(row, row.params, row.example)
        schema = row.params.model_json_schema().get("properties", {})
        return cls.model_validate(
            {
                **{name: said[name] for name in ("name", "title", "formula", "source", "help")},
                "params": tuple(PositionParameter.of(name, value) for name, value in schema.items()),
                "curves": tuple(tuple(round(float(y), 4) for y in line) for line in curves_of(row)),
                "turns": row.name.startswith("rope"),
            }
        )


class PositionList(Wire):
    positions: tuple[PositionInfo, ...]
    long_text: str = Field(description="a text on which loss beyond the length of training is measured")


class Turning(Wire):
    """How queries and keys are turned by their positions."""

    speeds: PackedArray = Field(description="[pair], radians from one token to the next")
    factor: float = Field(description="what cosine and sine are multiplied by")
    pairing: str | None = Field(description="half: numbers i and i + head_dim/2; interleaved; null: the model's own")


class HeadPosition(Wire):
    """What the position encoding gives one head of one run, and where its tokens stand."""

    row: str | None = Field(description="of the list of positions, with a forced rotation in place of the model's own")
    params: Mapping[str, Scalar]
    words: str = Field(description="the model's own position encoding")
    query_places: tuple[int, ...] = Field(description="the position of each query; that of padding means nothing")
    key_places: tuple[int, ...]
    slope: float | None = Field(description="ALiBi: the bias is -slope * |i - j|, so 0 on the diagonal")
    bias: PackedArray | None = Field(
        description="[distance]: what is added to a score, by key - query from 1 - queries on; null where there is "
        "none, or where it doesn't follow from the distance alone"
    )
    turning: Turning | None = None
    added: PackedArray | None = Field(None, description="[position, model_dim]: added to the embeddings")
    added_first: int = Field(0, description="position of its first row")


class PositionQuery(Wire):
    row: int = Field(0, ge=0, description="row of the batch")
