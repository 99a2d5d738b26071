"""The HTTP interface of costs: numbers alone, in milliseconds; nothing is queued and nothing is kept."""

import time
from collections.abc import Iterable, Iterator
from functools import cache

from rest_framework.request import Request
from rest_framework.response import Response

from compute.catalog.configs.known import shape_of_model
from compute.catalog.configs.published import published, shape_of_published
from compute.catalog.configs.read import read_config
from compute.catalog.configs.shape import Shape
from compute.catalog.costs import Figure, figure_of, figures
from compute.catalog.costs.report import asked_of, report
from compute.catalog.devices import devices
from compute.errors import InvalidRequest
from webapp.body import read_json
from webapp.browser import owner_of
from webapp.costs import wire
from webapp.runs.api import NoQuery, as_json
from webapp.runs.owned import check_owned
from webapp.throttles import AddressPreviews, OwnerPreviews

LIMIT_S = 3.0


class PublishedModels(NoQuery):
    def get(self, request: Request) -> Response:
        named = tuple(map(wire.DeviceInfo.of, devices()))  # this server may have been measured since
        return as_json(wire.PublishedList(models=_models(), devices=named, figures=_figures()))


class Costs(NoQuery):
    throttle_classes = (OwnerPreviews, AddressPreviews)
    changes_nothing = True

    def post(self, request: Request) -> Response:
        asked = read_json(request, wire.CostRequest)
        if asked.model is not None:
            check_owned(owner_of(request), asked.model)
            shape = shape_of_model(asked.model)
        else:
            shape = read_config(asked.config or {})
        found = report(shape, asked.question)
        shape = asked_of(shape, asked.question)
        beside = tuple(_in_time(shape, asked.figures))
        return as_json(wire.CostReport(facts=found.facts, question=found.question, figures=found.figures, asked=beside))


def _in_time(shape: Shape, asked: Iterable[wire.FigureAsk]) -> Iterator[tuple[Figure, ...]]:
    """Masks without a closed form are counted, which adds up. Raises: InvalidRequest after LIMIT_S seconds."""
    end = time.monotonic() + LIMIT_S
    for number, one in enumerate(asked):
        if time.monotonic() > end:
            raise InvalidRequest(
                f"After {LIMIT_S:g} s, {number} of the figures are counted. Ask for fewer, or for shorter texts.",
                field="figures",
            )
        yield figure_of(shape, one.name, **one.params)


@cache
def _models() -> tuple[wire.PublishedModel, ...]:
    return tuple(wire.PublishedModel.of(one, _parameters(one.name)) for one in published().values())


@cache
def _figures() -> tuple[wire.FigureInfo, ...]:
    return tuple(map(wire.FigureInfo.of, figures))


def _parameters(name: str) -> int:
    (total,) = figure_of(shape_of_published(name), "parameters")
    assert isinstance(total.value, int)
    return total.value
