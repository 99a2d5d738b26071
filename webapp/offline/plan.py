"""Which answers a stand-alone file holds: all that its runs can tell, as far as they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from compute.capture.tiles import TILE
from compute.events import RunTokens
from compute.fold import RunState
from webapp.offline.wire import HeadAt
from webapp.runs.parts import captures

MOST_BYTES = 32 * 2**20  # of the numbers of heads, before they are packed
OVERVIEW = 64  # a longer side is shown by tiles
FRAME = 400  # bytes of names around the numbers of one answer


What = Literal["position", "margins", "tiles", "cells"]


@dataclass(frozen=True)
class Part:
    """An answer by its address, and about how many bytes it has."""

    address: str
    size: int


@dataclass(frozen=True)
class HeadPart(Part):
    """What is told of one head of a run; a tile is told by its level and place."""

    run: UUID
    at: HeadAt
    what: What
    tile: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True)
class Planned:
    of_runs: Sequence[Part]
    of_heads: Sequence[HeadPart]
    heads: int
    heads_in_all: int

    @property
    def size(self) -> int:
        return sum(part.size for part in (*self.of_runs, *self.of_heads))


def planned(runs: Sequence[tuple[RunState, RunTokens]], at: HeadAt) -> Planned:
    """The parts that fit, the selected head first, then its layer, then all others.

    runs: finished ones, A first; the others stand beside it.
    """
    heads = [(state, said, one) for state, said in runs for one in _heads(state, said)]
    nearest = sorted(heads, key=lambda found: _distance(found[2], at))
    parts: list[HeadPart] = []
    left = MOST_BYTES
    for state, said, one in nearest:
        for part in _of_head(state, said, one):
            if part.size <= left:
                parts.append(part)
                left -= part.size
    whole = sum(part.what == "cells" for part in parts)
    return Planned(tuple(_of_runs(runs)), parts, whole, len(heads))


def _heads(state: RunState, said: RunTokens) -> Iterator[HeadAt]:
    for kind, layer in sorted(state.layers):
        for row in range(len(said.rows)):
            for head in range(said.model.query_heads):
                yield HeadAt(kind=kind, layer=layer, head=head, row=row)


def _distance(one: HeadAt, at: HeadAt) -> int:
    same_layer = (one.kind, one.layer, one.row) == (at.kind, at.layer, at.row)
    return 2 - same_layer - (one == at)


def _of_head(state: RunState, said: RunTokens, one: HeadAt) -> Iterator[HeadPart]:
    """What is asked of one head, the coarse before the fine."""
    run, tail = UUID(state.run_id), f"{one.kind}/{one.layer}/{one.head}?row={one.row}"
    queries, keys = len(said.queries(one.kind)[one.row].tokens), len(said.keys(one.kind)[one.row].tokens)

    def part(what: What, size: int) -> HeadPart:
        return HeadPart(f"/api/runs/{run}/{what}/{tail}", size + FRAME, run, one, what)

    yield part("position", 8 * (queries + keys))
    if max(queries, keys) > OVERVIEW:
        yield part("margins", 4 * (2 * queries + keys))
        yield from _tiles(part("tiles", 2 * TILE * TILE), queries, keys)
    biased = captures().record(state.digest, one.kind, one.layer).bias is not None
    yield part("cells", 4 * ((4 + biased) * queries * keys + 4 * queries))


def _tiles(one: HeadPart, queries: int, keys: int) -> Iterator[HeadPart]:
    top = max(0, (max(queries, keys) - 1) // TILE).bit_length()
    for level in range(top, -1, -1):
        side = TILE << level
        for y in range(-(-queries // side)):
            for x in range(-(-keys // side)):
                yield replace(one, address=f"{one.address}&level={level}&y={y}&x={x}", tile=(level, y, x))


def _of_runs(runs: Sequence[tuple[RunState, RunTokens]]) -> Iterator[Part]:
    """What is asked of whole runs, and of each beside A."""
    base = runs[0][0].run_id
    for state, said in runs:
        run = f"/api/runs/{state.run_id}"
        overviews = sum(len(one.overview.data) + 2000 for one in state.heads.values())
        yield Part(run, 2000)
        yield Part(f"{run}/events?after=0", overviews + 20_000)
        yield Part(f"{run}/figures", 2000)
        if state.run_id != base:
            yield Part(f"{run}/against/{base}", 20_000)
            for kind, layer in sorted(state.layers):
                for row, tokens in enumerate(said.queries(kind)):
                    size = 4 * said.model.query_heads * len(tokens.tokens) + FRAME
                    yield Part(f"{run}/against/{base}/heads/{kind}/{layer}?row={row}", size)
