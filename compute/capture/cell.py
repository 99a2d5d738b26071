"""One weight and every number that it is made of."""

from dataclasses import dataclass

import numpy as np

from compute.capture.record import AttentionRecord
from compute.capture.visible import allowed
from compute.capture.weights import bias, scores, weights


@dataclass(frozen=True)
class Cell:
    """weight = exp(score - lse) and score = softcap(scale * dot) + bias.

    weight, score, rank: None where the mask does not allow the cell; rank 1 is the row's largest weight.
    lse, row_entropy (nats): None where the row sees nothing.
    visible_keys: how many keys the query may see.
    sink_share: of the row, what a sink logit takes; None without one.
    """

    weight: float | None
    score: float | None
    dot: float
    scale: float
    softcap: float | None
    bias: float
    allowed: bool
    lse: float | None
    kv_head: int
    row_entropy: float | None
    visible_keys: int
    rank: int | None
    sink_share: float | None


def cell(record: AttentionRecord, row: int, head: int, query: int, key: int) -> Cell:
    one, all_keys, this = slice(query, query + 1), slice(0, record.keys), slice(key, key + 1)
    seen = allowed(record, row, head, one, all_keys)[0]
    whole_row = weights(record, row, head, one, all_keys)[0]
    visible = whole_row[seen].astype(np.float64)
    lse = float(record.lse[row, head, query])
    is_allowed = bool(seen[key])
    dot = record.query.at(row, head, one).astype(np.float64) @ record.key.at(row, record.kv_head(head), this).T
    positive = visible[visible > 0]
    has_row = bool(seen.any())
    sink = None if record.sink is None or not has_row else float(np.exp(np.float64(record.sink[head]) - lse))
    return Cell(
        weight=float(whole_row[key]) if is_allowed else None,
        score=float(scores(record, row, head, one, this)[0, 0]) if is_allowed else None,
        dot=float(dot[0, 0]),
        scale=record.scale,
        softcap=record.softcap,
        bias=float(bias(record, row, head, one, this)[0, 0]),
        allowed=is_allowed,
        lse=lse if has_row else None,
        kv_head=record.kv_head(head),
        row_entropy=float(-(positive * np.log(positive)).sum()) if has_row else None,
        visible_keys=int(seen.sum()),
        rank=1 + int((visible > whole_row[key]).sum()) if is_allowed else None,
        sink_share=sink,
    )
