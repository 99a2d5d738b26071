"""Square cut-outs of one head's map at any zoom, for the page to draw."""

import numpy as np

from compute.capture.hide import Hide
from compute.capture.record import AttentionRecord, Half, Single
from compute.capture.visible import reach
from compute.capture.weights import as_weights, blocks, logs, normaliser
from compute.errors import within

TILE = 256  # cells on a side


def levels(record: AttentionRecord) -> int:
    """How many zoom levels there are: at the last one tile holds the whole map."""
    return max(0, (max(record.queries, record.keys) - 1) // TILE).bit_length() + 1


def tile(
    record: AttentionRecord,
    row: int,
    head: int,
    level: int,
    y: int,
    x: int,
    hide: Hide | None = None,
    renormalise: bool = False,
) -> Half:
    """Cell [r, c] of tile (y, x) is the largest weight among the 2**level x 2**level cells it stands for.

    y counts tiles along queries, x along keys. Tiles at the edge are smaller than TILE. NaN where every cell is
    masked or hidden.

    Raises: OutOfRange for a level, y or x beyond the map.
    """
    within("level", level, levels(record))
    side = TILE << level
    within("y", y, -(-record.queries // side))
    within("x", x, -(-record.keys // side))
    queries = slice(y * side, min((y + 1) * side, record.queries))
    keys = slice(x * side, min((x + 1) * side, record.keys))
    size = 1 << level
    cells = np.full((-(-(queries.stop - queries.start) // size), -(-(keys.stop - keys.start) // size)), -np.inf, "f4")
    for block in blocks(queries, keys.stop - keys.start, size):
        seen = reach(record, block, keys)
        # From a multiple of the pool on, so that pools keep to their places.
        seen = slice(seen.start - seen.start % size, seen.stop)
        if seen.start >= seen.stop:
            continue
        lse = normaliser(record, row, head, block, hide, renormalise)
        pooled = pool(logs(record, row, head, block, seen, hide, lse), size)
        top, left = (block.start - queries.start) // size, (seen.start - keys.start) // size
        cells[top : top + pooled.shape[0], left : left + pooled.shape[1]] = pooled
    return as_weights(cells).astype(np.float16)


def pool(cells: Single, size: int) -> Single:
    """The maximum of each size x size block of [query, key]; blocks at the far edges are smaller."""
    if size == 1:
        return cells
    starts = [np.arange(0, length, size) for length in cells.shape]
    return np.maximum.reduceat(np.maximum.reduceat(cells, starts[0], axis=0), starts[1], axis=1)
