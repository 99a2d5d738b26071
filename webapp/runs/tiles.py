"""The numbers of a run, recomputed from its capture: tiles, rows, single cells, margins. Plain numpy, no torch."""

import hashlib
from collections.abc import Callable
from dataclasses import asdict
from uuid import UUID

import msgpack
import numpy as np
from django.http import HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from compute.capture.cell import RowCells, cell, row_cells
from compute.capture.margins import margins
from compute.capture.record import Half, Single
from compute.capture.tiles import tile
from compute.capture.weights import weights
from compute.errors import AtlasError
from compute.events import Kind
from compute.wire import PackedArray, Wire
from webapp.body import read_query
from webapp.browser import visitor_of
from webapp.runs import wire
from webapp.runs.heads import Head, open_head, within

MOST_CELLS = 2**22  # of one head, in one answer
KEPT_FOR_GOOD = "private, max-age=31536000, immutable"
ASKED_AGAIN = "private, no-cache"


class TooManyCells(AtlasError):
    """The map is too large to be told whole."""

    code = "too_many_cells"

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"This map has {given:,} cells; at most {limit:,} are told at once. Ask for rows or tiles of it.",
            given=given,
            limit=limit,
        )


class Tile(APIView):
    def get(self, request: Request, run_id: UUID, kind: Kind, layer: int, head: int) -> HttpResponseBase:
        asked = read_query(request, wire.TileQuery)
        found = open_head(visitor_of(request), run_id, kind, layer, head, asked.row)
        return for_good(request, found, lambda: packed(PackedArray.of(tile_of(found, asked))))


class Row(APIView):
    def get(self, request: Request, run_id: UUID, kind: Kind, layer: int, head: int, query: int) -> HttpResponseBase:
        asked = read_query(request, wire.ViewQuery)
        found = open_head(visitor_of(request), run_id, kind, layer, head, asked.row)
        within("query", query, found.record.queries)
        return for_good(request, found, lambda: packed(PackedArray.of(_row(found, query, asked), "float32")))


class Cell(APIView):
    def get(
        self, request: Request, run_id: UUID, kind: Kind, layer: int, head: int, query: int, key: int
    ) -> HttpResponseBase:
        asked = read_query(request, wire.RowQuery)
        found = open_head(visitor_of(request), run_id, kind, layer, head, asked.row)
        within("query", query, found.record.queries)
        within("key", key, found.record.keys)
        return for_good(request, found, lambda: plain(_cell(found, query, key)))


class Cells(APIView):
    def get(self, request: Request, run_id: UUID, kind: Kind, layer: int, head: int) -> HttpResponseBase:
        asked = read_query(request, wire.RowQuery)
        found = open_head(visitor_of(request), run_id, kind, layer, head, asked.row)
        cells = found.record.queries * found.record.keys
        if cells > MOST_CELLS:
            raise TooManyCells(cells, MOST_CELLS)
        return for_good(request, found, lambda: packed(whole(found)))


class Margins(APIView):
    def get(self, request: Request, run_id: UUID, kind: Kind, layer: int, head: int) -> HttpResponseBase:
        asked = read_query(request, wire.ViewQuery)
        found = open_head(visitor_of(request), run_id, kind, layer, head, asked.row)
        return for_good(request, found, lambda: packed(margins_of(found, asked)))


def for_good(request: Request, found: Head, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """The answer, which its owner's browser may keep: a stored layer never changes, and only a stored one comes here.

    Whoever reads it by a link asks again each time, and is told that it is the same for as long as the link holds.
    """
    name = f"{found.digest} {request.get_full_path()}"
    tag = f'"{hashlib.sha256(name.encode()).hexdigest()[:32]}"'
    answer: HttpResponseBase = HttpResponseNotModified() if request.headers.get("If-None-Match") == tag else make()
    answer["ETag"] = tag
    answer["Cache-Control"] = KEPT_FOR_GOOD if found.is_own else ASKED_AGAIN
    return answer


def packed(body: Wire) -> HttpResponse:
    return HttpResponse(msgpack.packb(body.model_dump()), content_type="application/msgpack")


def plain(body: Wire) -> HttpResponse:
    return HttpResponse(body.model_dump_json(), content_type="application/json")


def tile_of(found: Head, asked: wire.TileQuery) -> Half:
    hide = found.hide(asked.hide)
    return tile(
        found.record, found.row, found.head, asked.level, asked.y, asked.x, hide=hide, renormalise=asked.renormalise
    )


def _row(found: Head, query: int, asked: wire.ViewQuery) -> Single:
    every_key = slice(0, found.record.keys)
    one = slice(query, query + 1)
    hide = found.hide(asked.hide)
    row: Single = weights(found.record, found.row, found.head, one, every_key, hide, asked.renormalise)[0]
    return row


def _cell(found: Head, query: int, key: int) -> wire.Cell:
    return wire.Cell.model_validate(asdict(cell(found.record, found.row, found.head, query, key)))


def whole(found: Head) -> wire.Cells:
    """Every cell of the head's map, each row as Row and Cell tell it."""
    rows = [row_cells(found.record, found.row, found.head, query) for query in range(found.record.queries)]
    first = rows[0]

    def of(take: Callable[[RowCells], object]) -> PackedArray:
        values = [np.nan if (value := take(row)) is None else value for row in rows]
        return PackedArray.of(np.array(values, np.float32), "float32")

    return wire.Cells(
        weight=of(lambda row: row.weight),
        score=of(lambda row: row.score),
        dot=of(lambda row: row.dot),
        bias=None if found.record.bias is None else of(lambda row: row.bias),
        rank=of(lambda row: row.rank),
        lse=of(lambda row: row.lse),
        row_entropy=of(lambda row: row.row_entropy),
        visible_keys=of(lambda row: row.visible_keys),
        sink_share=None if found.record.sink is None else of(lambda row: row.sink_share),
        scale=first.scale,
        softcap=first.softcap,
        kv_head=first.kv_head,
    )


def margins_of(found: Head, asked: wire.ViewQuery) -> wire.Margins:
    sides = margins(found.record, found.row, found.head, found.hide(asked.hide), asked.renormalise)
    return wire.Margins(
        entropy=PackedArray.of(sides.entropy, "float32"),
        hidden=PackedArray.of(sides.hidden, "float32"),
        received=PackedArray.of(sides.received, "float32"),
    )
