"""Two runs of one reader side by side. What needs the model goes to a worker; the rest is numpy on stored captures."""

from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from compute.capture.record import AttentionRecord
from compute.compare import maps
from compute.compare.align import align_map
from compute.compare.asked import Comparisons
from compute.compare.figures import Figures, figures
from compute.compare.vocabulary import same_vocabulary
from compute.compare.wire import Comparison
from compute.errors import NotCapturedYet
from compute.events import Kind
from compute.fold import fold
from compute.spec import RunSpec
from compute.wire import PackedArray, Wire
from webapp.body import read_query
from webapp.browser import Visitor, visitor_of
from webapp.runs import parts, services, tiles, wire
from webapp.runs.api import NoQuery, as_json
from webapp.runs.heads import Head, open_head, tokens_of_run
from webapp.runs.models import Run

KEPT_S = 24 * 3600


class DifferenceQuery(wire.RowQuery):
    level: int = Field(0, ge=0, le=30, description="one cell is the difference farthest from 0 of 2^level x 2^level")
    y: int = Field(0, ge=0, description="tile down the queries, 256 cells each")
    x: int = Field(0, ge=0, description="tile along the keys, 256 cells each")


class DifferenceTile(Wire):
    """Part of one head's map in this run less the same in the base. Bits are row-major, eight to a byte."""

    difference: PackedArray = Field(description="float16 [query, key]; NaN where both masks hide the cell")
    removed: bytes = Field(
        description="bits [query, key]: only the base may attend", json_schema_extra={"format": "binary"}
    )
    added: bytes = Field(
        description="bits [query, key]: only this run may attend", json_schema_extra={"format": "binary"}
    )


class FiguresOf(NoQuery):
    """What the masks of a finished run cost."""

    def get(self, request: Request, run_id: UUID) -> HttpResponseBase:
        return as_json(_figures(services.read_run(visitor_of(request), run_id)))


class Against(NoQuery):
    """What a run does to the output, against a base. Asked again, until the worker has made it."""

    def get(self, request: Request, run_id: UUID, base_id: UUID) -> Response:
        visitor = visitor_of(request)
        runs = [services.read_run(visitor, one) for one in (base_id, run_id)]
        if not all(parts.captures().is_complete(run.digest) for run in runs):
            return as_json(Comparison(status="waiting"))
        base, variant = (RunSpec.model_validate(run.spec) for run in runs)
        return as_json(Comparisons(parts.client()).ask(base, variant))


class Divergence(APIView):
    def get(self, request: Request, run_id: UUID, base_id: UUID, kind: Kind, layer: int) -> HttpResponseBase:
        asked = read_query(request, wire.RowQuery)
        pair = open_pair(visitor_of(request), run_id, base_id, kind, layer, 0, asked.row)
        return tiles.for_good(request, pair.variant, lambda: tiles.packed(PackedArray.of(_divergence(pair), "float32")))


class Difference(APIView):
    def get(self, request: Request, run_id: UUID, base_id: UUID, kind: Kind, layer: int, head: int) -> HttpResponseBase:
        asked = read_query(request, DifferenceQuery)
        pair = open_pair(visitor_of(request), run_id, base_id, kind, layer, head, asked.row)
        return tiles.for_good(request, pair.variant, lambda: _difference(pair, asked))


@dataclass(frozen=True)
class Pair:
    """One head of two runs whose tokens stand for each other."""

    base: Head
    variant: Head

    @property
    def records(self) -> tuple[AttentionRecord, AttentionRecord]:
        return self.base.record, self.variant.record


def open_pair(visitor: Visitor, run_id: UUID, base_id: UUID, kind: Kind, layer: int, head: int, row: int) -> Pair:
    """The head in both runs, if the asker may read both.

    Raises:
        NotFound, OutOfRange, InvalidRequest, NotCapturedYet: as for one run. IncomparableRuns.
    """
    base, variant = (open_head(visitor, one, kind, layer, head, row) for one in (base_id, run_id))
    said = [tokens_of_run(services.read_run(visitor, one)) for one in (base_id, run_id)]
    if said[0] is None or said[1] is None:
        raise NotCapturedYet(layer)
    align_map(said[0], said[1], kind, row, same_vocabulary(base.model.name, variant.model.name))
    return Pair(base, replace(variant, is_own=base.is_own and variant.is_own))


def _divergence(pair: Pair) -> npt.NDArray[np.float32]:
    """[head, query], for the heads that both models have."""
    base, variant = pair.records
    heads = range(min(base.heads, variant.heads))
    return np.stack([maps.divergence(base, variant, pair.base.row, head) for head in heads])


def _difference(pair: Pair, asked: DifferenceQuery) -> HttpResponse:
    found = maps.difference(*pair.records, pair.base.row, pair.base.head, asked.level, asked.y, asked.x)
    body = DifferenceTile(
        difference=PackedArray.of(found.cells),
        removed=np.packbits(found.removed).tobytes(),
        added=np.packbits(found.added).tobytes(),
    )
    return tiles.packed(body)


def _figures(run: Run) -> Figures:
    """Counted once for each digest. Raises: NotCapturedYet."""
    if not parts.captures().is_complete(run.digest):
        raise NotCapturedYet(0)
    key = f"figures:{run.digest}"
    kept = parts.client().get(key)
    if isinstance(kept, bytes):
        return Figures.model_validate_json(kept)
    state = fold(parts.captures().events(run.digest))
    if state.tokens is None:
        raise NotCapturedYet(0)
    records = (parts.captures().record(run.digest, kind, layer) for kind, layer in sorted(state.layers))
    found = figures(
        records,
        state.tokens.model.head_dim,
        RunSpec.model_validate(run.spec).dtype,
        None if state.finished is None else state.finished.elapsed_ms,
        sum(layer.attention_ms for layer in state.layers.values()),
    )
    parts.client().set(key, found.model_dump_json(), ex=KEPT_S)
    return found
