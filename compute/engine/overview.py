"""The small picture and the measures of every head of a layer, for the stream."""

from collections.abc import Iterator, Sequence

import numpy as np

from compute.catalog.measures import Rows, measure
from compute.engine.keep import Kept
from compute.engine.pooled import log_weights, query_valid
from compute.engine.probe import AttentionCall
from compute.events import RunHeads, TokenRow
from compute.wire import PackedArray

HEADS = 64  # in one event, which keeps it under a megabyte

# Query rows behind the measures of a layer: as many as this many cells hold, and at least so many of a long text.
MEASURED_CELLS = 2**17
MEASURED_ROWS = 64


def overview(kept: Kept, rows: Sequence[TokenRow]) -> Iterator[RunHeads]:
    """One event for each batch row and, where there are many, for each 64 heads; seq 0.

    `rows` are the tokens of the batch: of the queries and keys, or in cross-attention of the keys.
    """
    call, pictures = kept.call, kept.picture.cpu().numpy()
    for row, tokens in enumerate(rows):
        measured = _measured(call, row)
        for first in range(0, call.q.shape[1], HEADS):
            heads = slice(first, first + HEADS)
            weights = log_weights(call, row, heads, measured).exp().cpu().numpy()
            yield RunHeads(
                seq=0,
                kind=call.kind,
                layer=call.layer,
                row=row,
                first_head=first,
                queries=call.q.shape[2],
                keys=call.k.shape[2],
                block=kept.block,
                overview=PackedArray.of(pictures[row, heads]),
                measures=measure(weights, _rows(call, measured, tokens)),
                measured_queries=len(measured),
            )


def _measured(call: AttentionCall, row: int) -> range:
    """The queries measured: evenly spaced, the last one among them, none of them padding (which stands at an end)."""
    valid = query_valid(call)
    real = range(call.q.shape[2])
    if valid is not None:
        places = valid[row].nonzero()
        real = range(int(places[0]), int(places[-1]) + 1)
    most = max(MEASURED_ROWS, MEASURED_CELLS // (call.q.shape[1] * call.k.shape[2]))
    step = -(-len(real) // most)
    return real[(len(real) - 1) % step :: step]


def _rows(call: AttentionCall, measured: range, tokens: TokenRow) -> Rows:
    special = np.array([token.role == "special" for token in tokens.tokens])
    padding = np.array([token.role == "padding" for token in tokens.tokens])
    if call.kind == "cross":
        return Rows.across(special, padding)
    ids = np.array([token.id for token in tokens.tokens])
    return Rows.of_one_text(np.array(measured) + call.k.shape[2] - call.q.shape[2], ids, special, padding)
