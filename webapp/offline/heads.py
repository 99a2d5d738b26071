"""What is told of heads, with the functions that the addresses of heads answer by: opened once for each layer."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from uuid import UUID

from compute.events import Kind
from compute.spec import RunSpec
from compute.wire import PackedArray, Wire
from webapp.browser import Visitor
from webapp.offline.plan import HeadPart, What
from webapp.positions.facts import head_position
from webapp.runs import services, tiles, wire
from webapp.runs.heads import Head, open_head


def _tile(spec: RunSpec, found: Head, part: HeadPart) -> Wire:
    level, y, x = part.tile
    return PackedArray.of(tiles.tile_of(found, wire.TileQuery(level=level, y=y, x=x)))


TOLD: Mapping[What, Callable[[RunSpec, Head, HeadPart], Wire]] = {
    "position": lambda spec, found, part: head_position(spec, found, part.at.kind),
    "margins": lambda spec, found, part: tiles.margins_of(found, wire.ViewQuery()),
    "tiles": _tile,
    "cells": lambda spec, found, part: tiles.whole(found),
}


def heads_told(visitor: Visitor, parts: Iterable[HeadPart]) -> dict[str, bytes]:
    """The answers by their addresses. Raises: NotFound, as open_head does."""

    @cache
    def opened(run: UUID, kind: Kind, layer: int, row: int) -> Head:
        return open_head(visitor, run, kind, layer, 0, row)

    @cache
    def spec_of(run: UUID) -> RunSpec:
        return RunSpec.model_validate(services.read_run(visitor, run).spec)

    told = {}
    for part in parts:
        at = part.at
        found = opened(part.run, at.kind, at.layer, at.row).sibling(at.head)
        told[part.address] = tiles.packed(TOLD[part.what](spec_of(part.run), found, part)).content
    return told
