"""One weight and every number that it is made of, and the same of all cells of a query."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.capture.record import AttentionRecord, Single
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


@dataclass(frozen=True)
class RowCells:
    """The cells of one query, [key] each, named as in Cell; weight is NaN and rank 0 where the mask allows nothing."""

    weight: Single
    score: Single
    dot: npt.NDArray[np.float64]
    scale: float
    softcap: float | None
    bias: Single
    allowed: npt.NDArray[np.bool_]
    lse: float | None
    kv_head: int
    row_entropy: float | None
    visible_keys: int
    rank: npt.NDArray[np.int64]
    sink_share: float | None

    def at(self, key: int) -> Cell:
        seen = bool(self.allowed[key])
        return Cell(
            weight=float(self.weight[key]) if seen else None,
            score=float(self.score[key]) if seen else None,
            dot=float(self.dot[key]),
            scale=self.scale,
            softcap=self.softcap,
            bias=float(self.bias[key]),
            allowed=seen,
            lse=self.lse,
            kv_head=self.kv_head,
            row_entropy=self.row_entropy,
            visible_keys=self.visible_keys,
            rank=int(self.rank[key]) if seen else None,
            sink_share=self.sink_share,
        )


def cell(record: AttentionRecord, row: int, head: int, query: int, key: int) -> Cell:
    return row_cells(record, row, head, query).at(key)


def row_cells(record: AttentionRecord, row: int, head: int, query: int) -> RowCells:
    one, all_keys = slice(query, query + 1), slice(0, record.keys)
    seen = allowed(record, row, head, one, all_keys)[0]
    weight = weights(record, row, head, one, all_keys)[0]
    visible = weight[seen].astype(np.float64)
    lse = float(record.lse[row, head, query])
    dot = record.query.at(row, head, one).astype(np.float64) @ record.key.at(row, record.kv_head(head), all_keys).T
    positive = visible[visible > 0]
    has_row = bool(seen.any())
    larger = len(visible) - np.searchsorted(np.sort(visible), weight.astype(np.float64), side="right")
    sink = None if record.sink is None or not has_row else float(np.exp(np.float64(record.sink[head]) - lse))
    return RowCells(
        weight=weight,
        score=scores(record, row, head, one, all_keys)[0],
        dot=dot[0],
        scale=record.scale,
        softcap=record.softcap,
        bias=bias(record, row, head, one, all_keys)[0],
        allowed=seen,
        lse=lse if has_row else None,
        kv_head=record.kv_head(head),
        row_entropy=float(-(positive * np.log(positive)).sum()) if has_row else None,
        visible_keys=int(seen.sum()),
        rank=np.where(seen, 1 + larger, 0),
        sink_share=sink,
    )
