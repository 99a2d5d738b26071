"""Weights from a record: any rows and columns of one head, recomputed from queries, keys and row normalisers."""

from collections.abc import Iterator

import numpy as np

from compute.capture.hide import Hide
from compute.capture.record import AttentionRecord, Single
from compute.capture.visible import allowed, reach

# Cells of one block of rows: large enough for the matrix product, small enough for the cache.
BLOCK_CELLS = 2**18


def scores(record: AttentionRecord, row: int, head: int, queries: slice, keys: slice) -> Single:
    """softcap(scale * q . k) + bias, [query, key], whether the mask allows the cell or not."""
    query = record.query.at(row, head, queries)
    query *= np.float32(record.scale)
    cells = query @ record.key.at(row, record.kv_head(head), keys).T
    if record.softcap is not None:
        cap = np.float32(record.softcap)
        cells = cap * np.tanh(cells / cap)
    if record.bias is not None:
        cells += bias(record, row, head, queries, keys)
    return cells


def bias(record: AttentionRecord, row: int, head: int, queries: slice, keys: slice) -> Single:
    """What is added to the scores, [query, key]; 0 without a bias."""
    kept = record.bias
    shape = (queries.stop - queries.start, keys.stop - keys.start)
    if kept is None:
        return np.zeros(shape, np.float32)
    if kept.dense is not None:
        cells: Single = kept.dense[min(row, kept.dense.shape[0] - 1), min(head, kept.dense.shape[1] - 1), queries, keys]
        return cells
    assert kept.by_distance is not None
    line: Single = kept.by_distance[min(row, kept.by_distance.shape[0] - 1), min(head, kept.by_distance.shape[1] - 1)]
    query = np.arange(queries.start, queries.stop)[:, None]
    along: Single = line[np.arange(keys.start, keys.stop) - query + record.queries - 1]
    return along


def logs(
    record: AttentionRecord, row: int, head: int, queries: slice, keys: slice, hide: Hide | None, lse: Single
) -> Single:
    """Logarithms of weights, [query, key], for row normalisers `lse` [query]; -inf where masked or hidden."""
    cells = scores(record, row, head, queries, keys)
    cells -= lse[:, None]
    seen = allowed(record, row, head, queries, keys)
    if hide is not None:
        seen &= ~hide.keys[keys]
        seen &= ~hide.queries[queries, None]
    cells[~seen] = -np.inf
    return cells


def weights(
    record: AttentionRecord,
    row: int,
    head: int,
    queries: slice,
    keys: slice,
    hide: Hide | None = None,
    renormalise: bool = False,
) -> Single:
    """Weights of one head, [query, key]; NaN where the mask allows nothing or where hidden.

    Hiding changes no other value. `renormalise` divides each row by the sum over all keys that are left.
    """
    return as_weights(
        logs(record, row, head, queries, keys, hide, normaliser(record, row, head, queries, hide, renormalise))
    )


def as_weights(log: Single) -> Single:
    """The exponential in place; NaN for -inf."""
    absent = np.isneginf(log)
    np.exp(log, out=log)
    log[absent] = np.nan
    return log


def normaliser(
    record: AttentionRecord, row: int, head: int, queries: slice, hide: Hide | None, renormalise: bool
) -> Single:
    """The row normaliser [query]: as kept, or of the keys left after hiding; +inf where nothing is left."""
    kept = record.lse[row, head, queries]
    if not renormalise:
        return kept
    left = np.full_like(kept, np.inf)
    for block in blocks(queries, record.keys):
        keys = reach(record, block, slice(0, record.keys))
        if keys.start == keys.stop:
            continue
        part = logs(record, row, head, block, keys, hide, record.lse[row, head, block])
        largest = part.max(1)
        some = np.isfinite(largest)
        total = np.exp(part[some] - largest[some, None]).sum(1)
        at = slice(block.start - queries.start, block.stop - queries.start)
        left[at][some] = kept[at][some] + largest[some] + np.log(total)
    return left


def blocks(queries: slice, width: int, multiple: int = 1) -> Iterator[slice]:
    """The rows in blocks of about BLOCK_CELLS cells of `width`, each but the last a multiple of `multiple` rows."""
    rows = max(1, BLOCK_CELLS // max(1, width) // multiple) * multiple
    for start in range(queries.start, queries.stop, rows):
        yield slice(start, min(start + rows, queries.stop))
