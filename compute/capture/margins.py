"""What is summed along the two sides of a head's map."""

from dataclasses import dataclass

import numpy as np

from compute.capture.hide import Hide
from compute.capture.record import AttentionRecord, Single
from compute.capture.visible import reach
from compute.capture.weights import as_weights, blocks, logs, normaliser


@dataclass(frozen=True)
class Margins:
    """NaN for what is padding or hidden itself, for queries that see nothing and keys that nobody sees.

    entropy [query]: nats, over all keys that the query sees, or with `renormalise` over those left, if any.
    hidden [query]: weight on hidden keys, so that what is shown of a row adds up to 1 less this and the sink's share.
    received [key]: mean weight from the shown queries that may see the key.
    """

    entropy: Single
    hidden: Single
    received: Single


def margins(
    record: AttentionRecord, row: int, head: int, hide: Hide | None = None, renormalise: bool = False
) -> Margins:
    entropy = np.full(record.queries, np.nan, np.float32)
    hidden = np.full(record.queries, np.nan, np.float32)
    received = np.zeros(record.keys, np.float64)
    seen_by = np.zeros(record.keys, np.int64)
    for block in blocks(slice(0, record.queries), record.keys):
        keys = reach(record, block, slice(0, record.keys))
        if keys.start == keys.stop:
            continue
        whole = as_weights(logs(record, row, head, block, keys, None, record.lse[row, head, block]))
        shown = whole
        if hide is not None:
            lse = normaliser(record, row, head, block, hide, renormalise)
            shown = as_weights(logs(record, row, head, block, keys, hide, lse))
        counted = shown if renormalise else whole
        there = ~np.isnan(whole).all(1)
        if hide is not None:
            there &= ~hide.queries[block]
        entropy[block] = np.where(there & ~np.isnan(counted).all(1), _entropy(counted), np.nan)
        hidden[block] = np.where(there, np.nansum(whole, 1, where=np.isnan(shown)), np.nan)
        received[keys] += np.nansum(shown, 0)
        seen_by[keys] += (~np.isnan(shown)).sum(0)
    mean = np.where(seen_by > 0, received / np.maximum(seen_by, 1), np.nan)
    return Margins(entropy, hidden, mean.astype(np.float32))


def _entropy(weights: Single) -> Single:
    """Of each row, [query]; a masked cell counts nothing."""
    there = np.nan_to_num(weights)
    total: Single = -(there * np.log(np.maximum(there, np.finfo(np.float32).tiny))).sum(1)
    return total
