"""Every body of the addresses of costs."""

from collections.abc import Mapping
from typing import Self

from pydantic import Field, JsonValue, model_validator

from compute.catalog.configs.facts import Facts
from compute.catalog.configs.published import Published
from compute.catalog.costs import FigureRow
from compute.catalog.costs.report import Question
from compute.catalog.costs.row import Figure
from compute.catalog.devices import Device
from compute.catalog.params import describe
from compute.errors import InvalidRequest
from compute.wire import Wire

MOST_ASKED = 64


class PublishedModel(Wire):
    """A model as a fact: the numbers of its config, and where they were read."""

    name: str
    title: str
    source: str
    parameters: int
    config: Mapping[str, JsonValue]

    @classmethod
    def of(cls, one: Published, parameters: int) -> Self:
        return cls.model_validate(
            {"name": one.name, "title": one.title, "source": one.source, "parameters": parameters, "config": one.config}
        )


class DeviceInfo(Wire):
    """A device as its maker states it; `measured`: this server, timed."""

    name: str
    title: str
    memory_bytes: int
    bytes_per_s: float
    flops_per_s: Mapping[str, float] = Field(description="by precision, dense")
    link: str
    link_bytes_per_s: float
    source: str
    measured: bool

    @classmethod
    def of(cls, one: Device) -> Self:
        return cls(
            name=one.name,
            title=one.title,
            memory_bytes=one.memory_bytes,
            bytes_per_s=one.bytes_per_s,
            flops_per_s=dict(one.peaks),
            link=one.link,
            link_bytes_per_s=one.link_bytes_per_s,
            source=f"{one.source.work}, {one.source.address}",
            measured=one.measured,
        )


class FigureInfo(Wire):
    """A figure that can be asked for beside the report, and its parameters as a JSON schema."""

    name: str
    title: str
    group: str
    formula: str = Field(description="LaTeX")
    help: str
    params: Mapping[str, JsonValue]

    @classmethod
    def of(cls, row: FigureRow) -> Self:
        said = describe(row, row.params, row.params())
        return cls.model_validate(
            {key: said[key] for key in ("name", "title", "formula", "help", "params")} | {"group": row.group}
        )


class PublishedList(Wire):
    models: tuple[PublishedModel, ...]
    devices: tuple[DeviceInfo, ...]
    figures: tuple[FigureInfo, ...]


class FigureAsk(Wire):
    """One more figure; parameters that are not given have their defaults."""

    name: str = Field(max_length=80)
    params: Mapping[str, JsonValue] = Field(default_factory=dict)


class CostRequest(Wire):
    """A model by its config or by its name, and what is asked of it."""

    config: Mapping[str, JsonValue] | None = Field(None, description="a config.json")
    model: str | None = Field(None, max_length=200, description="a published model, or one that can be run here")
    question: Question = Question()
    figures: tuple[FigureAsk, ...] = Field((), max_length=MOST_ASKED, description="further figures, answered in order")

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.config is None) == (self.model is None):
            raise InvalidRequest("Give a config or the name of a model: one of the two.", field="config")
        return self


class CostReport(Wire):
    """What the config says, the figures of the report, and those that were asked for beside it."""

    facts: Facts
    question: Question
    figures: tuple[Figure, ...]
    asked: tuple[tuple[Figure, ...], ...]
