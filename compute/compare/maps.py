"""How far the maps of two runs differ: cell by cell, and for each query as one number. Numpy, by blocks of rows."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.capture.record import AttentionRecord, Bool, Half, Single
from compute.capture.tiles import TILE, levels
from compute.capture.visible import reach
from compute.capture.weights import blocks, weights
from compute.errors import within

Double = npt.NDArray[np.float64]

# Of a longer text so many queries are measured, evenly spaced.
MOST_QUERIES = 512


@dataclass(frozen=True)
class Difference:
    """Part of a map of differences, [query, key].

    cells: the variant's weight less the base's, where a masked cell counts as 0; NaN where masked in both. Of a block
        of cells, the difference that is farthest from 0.
    removed: the base may attend and the variant may not, in every cell of the block that either may. added: the
        reverse.
    """

    cells: Half
    removed: Bool
    added: Bool


def difference(
    base: AttentionRecord, variant: AttentionRecord, row: int, head: int, level: int, y: int, x: int
) -> Difference:
    """Tile (y, x) of the variant's map less the base's, as `capture.tiles.tile` counts them.

    Raises: OutOfRange for a level, y or x beyond the map.
    """
    within("level", level, levels(base))
    side, size = TILE << level, 1 << level
    within("y", y, -(-base.queries // side))
    within("x", x, -(-base.keys // side))
    queries = slice(y * side, min((y + 1) * side, base.queries))
    keys = slice(x * side, min((x + 1) * side, base.keys))
    shape = (-(-(queries.stop - queries.start) // size), -(-(keys.stop - keys.start) // size))
    cells = np.full(shape, np.nan, np.float16)
    removed, added = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    for block in blocks(queries, keys.stop - keys.start, size):
        ours, theirs = (weights(record, row, head, block, keys) for record in (variant, base))
        top = (block.start - queries.start) // size
        rows = slice(top, top + -(-(block.stop - block.start) // size))
        seen, seen_before = ~np.isnan(ours), ~np.isnan(theirs)
        either = seen | seen_before
        change = np.where(either, np.nan_to_num(ours) - np.nan_to_num(theirs), np.nan)
        cells[rows] = farthest(change, size)
        some = _any(either, size)
        removed[rows] = some & ~_any(seen, size)
        added[rows] = some & ~_any(seen_before, size)
    return Difference(cells, removed, added)


def farthest(cells: Single, size: int) -> Single:
    """Of each size x size block, smaller at the far edges, the number farthest from 0; NaN where there is none."""
    if size == 1:
        return cells
    starts = [np.arange(0, length, size) for length in cells.shape]

    def largest(values: Single) -> Single:
        filled = np.where(np.isnan(values), -np.inf, values)
        found: Single = np.maximum.reduceat(np.maximum.reduceat(filled, starts[0], axis=0), starts[1], axis=1)
        return found

    above, below = largest(cells), -largest(-cells)
    chosen = np.where(above >= -below, above, below)
    return np.where(np.isinf(chosen), np.nan, chosen).astype(np.float32)


def _any(cells: Bool, size: int) -> Bool:
    starts = [np.arange(0, length, size) for length in cells.shape]
    found: Bool = np.logical_or.reduceat(np.logical_or.reduceat(cells, starts[0], axis=0), starts[1], axis=1)
    return found


def divergence(base: AttentionRecord, variant: AttentionRecord, row: int, head: int) -> Single:
    """The Jensen-Shannon divergence of each query's weights in the two runs, [query], in nats: 0 … ln 2.

    The same whichever of the two is the base. A learned sink's share counts as one more outcome. NaN where a query
    sees nothing in either run, and for the queries of a long text between the MOST_QUERIES that are measured.

    Source: Lin 1991, Divergence measures based on the Shannon entropy, equation 4.1.
    """
    found = np.full(base.queries, np.nan, np.float32)
    for block in _measured(base):
        part = slice(
            min(reach(record, block, slice(0, base.keys)).start for record in (base, variant)),
            max(reach(record, block, slice(0, base.keys)).stop for record in (base, variant)),
        )
        one, other = (weights(record, row, head, block, part) for record in (base, variant))
        blind = np.isnan(one).all(1) | np.isnan(other).all(1)
        p, q = (_with_sink(cells, base.sink is not None or variant.sink is not None) for cells in (one, other))
        found[block] = np.where(blind, np.nan, _jensen_shannon(p, q))
    return found


def _jensen_shannon(p: Double, q: Double) -> Double:
    middle = (p + q) / 2
    value: Double = (_relative(p, middle) + _relative(q, middle)) / 2
    return np.clip(value, 0, np.log(2))


def _relative(p: Double, middle: Double) -> Double:
    """Σ p ln(p / middle) of each row; an outcome that p does not have adds nothing."""
    ratio = np.divide(p, middle, out=np.ones_like(p), where=p > 0)
    total: Double = (p * np.log(ratio)).sum(1)
    return total


def _with_sink(cells: Single, sink: bool) -> Double:
    shares = np.nan_to_num(cells).astype(np.float64)
    return np.concatenate([shares, np.clip(1 - shares.sum(1, keepdims=True), 0, 1)], 1) if sink else shares


def _measured(record: AttentionRecord) -> Iterator[slice]:
    """Blocks of rows: all of a short text, single ones evenly spaced of a long one."""
    if record.queries <= MOST_QUERIES:
        yield from blocks(slice(0, record.queries), record.keys)
        return
    for query in np.linspace(0, record.queries - 1, MOST_QUERIES).round().astype(int).tolist():
        yield slice(query, query + 1)
