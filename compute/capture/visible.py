"""Who sees whom, from what the record keeps of the mask."""

import numpy as np

from compute.capture.record import AttentionRecord, Bool, Places


def allowed(record: AttentionRecord, row: int, head: int, queries: slice, keys: slice) -> Bool:
    """[query, key]: True = may attend. A padding query sees nothing."""
    mask = record.mask
    query = np.arange(queries.start, queries.stop)[:, None] + record.keys - record.queries
    key = np.arange(keys.start, keys.stop)[None, :]
    cells = np.ones((query.shape[0], key.shape[1]), np.bool_)
    if mask.causal:
        cells &= key <= query
    if mask.window is not None:
        cells &= np.abs(query - key) < mask.window
    if mask.key_valid is not None:
        cells &= mask.key_valid[row, keys]
    if mask.query_valid is not None:
        cells &= mask.query_valid[row, queries, None]
    if mask.dense is not None:
        dense = mask.dense
        cells &= dense[min(row, dense.shape[0] - 1), min(head, dense.shape[1] - 1), queries, keys]
    if mask.top is not None and (mask.top_heads is None or mask.top_heads[head]):
        cells &= _chosen(mask.top[row, head, queries], keys)
    return cells


def _chosen(kept: Places, keys: slice) -> Bool:
    """[query, key]: True for the keys that are named in each row of `kept`."""
    width = keys.stop - keys.start
    cells = np.zeros((len(kept), width + 1), np.bool_)  # the last column is for what lies elsewhere
    column = kept - keys.start
    np.put_along_axis(cells, np.where((column < 0) | (column >= width), width, column), True, axis=1)
    return cells[:, :width]


def reach(record: AttentionRecord, queries: slice, keys: slice) -> slice:
    """The part of `keys` outside which none of these queries sees anything, by position alone; it may be empty."""
    mask, offset = record.mask, record.keys - record.queries
    start, stop = keys.start, keys.stop
    if mask.window is not None:
        start = max(start, queries.start + offset - mask.window + 1)
        stop = min(stop, queries.stop + offset + mask.window - 1)
    if mask.causal:
        stop = min(stop, queries.stop + offset)
    return slice(start, max(start, stop))
