"""What is kept of one attention call: enough to recompute any weight exactly, never n x n per head."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.events import Kind

Short = npt.NDArray[np.int16]
Half = npt.NDArray[np.float16]
Single = npt.NDArray[np.float32]
Bool = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int32]

LARGEST_CODE = 32767


@dataclass(frozen=True)
class Coded:
    """Queries or keys in 16 bits a value: value = middle + step * code, within half a step.

    code [batch, head, position, head_dim]; middle and step [batch, head, 1, head_dim] come from the range of each
    channel. A half float takes the same bytes and is ten times coarser where it matters: a few channels with large
    values make scores of 50 and more, whose rounding alone moves a weight by 1e-2 (docs/decisions/capture.md).
    """

    code: Short
    middle: Single
    step: Single

    @classmethod
    def of(cls, values: Single) -> "Coded":
        """The code of values [batch, head, position, head_dim], all of them finite."""
        low, high = values.min(2, keepdims=True), values.max(2, keepdims=True)
        middle = (low + high) / 2
        step = np.maximum((high - low) / (2 * LARGEST_CODE), np.finfo(np.float32).tiny)
        scaled = values - middle
        scaled /= step
        np.rint(scaled, out=scaled)
        # A rounded step can put the ends of the range one code too far out.
        np.clip(scaled, -LARGEST_CODE, LARGEST_CODE, out=scaled)
        return cls(scaled.astype(np.int16), middle, step)

    def values(self) -> Single:
        """All of them, [batch, head, position, head_dim]."""
        return self.middle + self.step * self.code

    def at(self, row: int, head: int, positions: slice) -> Single:
        """Those of one batch row and head, [position, head_dim]."""
        values = self.code[row, head, positions].astype(np.float32)
        values *= self.step[row, head]
        values += self.middle[row, head]
        return values


@dataclass(frozen=True)
class MaskRecord:
    """True = may attend; what each part allows is intersected. Anchored at the bottom right.

    causal: a key after the query is not seen.
    window: only keys nearer than this are seen, so with `causal` it is the number of keys seen, the query's own
        included; None = no limit.
    key_valid [batch, key]: False = padding, seen by nobody.
    query_valid [batch, query]: False = padding, whose row is no attention and is empty.
    dense [batch or 1, head or 1, query, key]: anything else that follows from positions.
    top [batch, query_head, query, kept]: keys with the largest scores, the only ones that are seen; -1 = fewer are.
    top_heads [query_head]: False = `top` is not meant for it; None = for all.
    """

    causal: bool = False
    window: int | None = None
    key_valid: Bool | None = None
    query_valid: Bool | None = None
    dense: Bool | None = None
    top: Places | None = None
    top_heads: Bool | None = None


@dataclass(frozen=True)
class BiasRecord:
    """What is added to the scores, kept by distance where it depends on that alone.

    by_distance [batch or 1, head or 1, queries + keys - 1]: entry key - query + queries - 1.
    dense [batch or 1, head or 1, query, key]: anything else. Exactly one of the two is set.
    """

    by_distance: Single | None = None
    dense: Single | None = None


@dataclass(frozen=True)
class AttentionRecord:
    """One call: w[i, j] = exp(softcap(scale * q_i . k_j) + bias[i, j] - lse_i) where the mask allows, else nothing.

    query [batch, query_head, query, head_dim] and key [batch, kv_head, key, head_dim] as the kernel saw them
    (after rotation); query head h reads KV head h // (query heads / KV heads).
    lse [batch, query_head, query]: log-sum-exp of the row as these codes give it, so that a row sums to 1 less
        the sink's share; +inf where the row sees nothing (its weights are 0).
    sink [query_head]: a logit that takes its share of every row without being a token.
    """

    kind: Kind
    layer: int
    query: Coded
    key: Coded
    lse: Single
    scale: float
    softcap: float | None
    mask: MaskRecord
    bias: BiasRecord | None
    sink: Single | None

    @property
    def rows(self) -> int:
        return int(self.lse.shape[0])

    @property
    def heads(self) -> int:
        return int(self.lse.shape[1])

    @property
    def queries(self) -> int:
        return int(self.lse.shape[2])

    @property
    def keys(self) -> int:
        return int(self.key.code.shape[2])

    def kv_head(self, head: int) -> int:
        """The KV head that query head `head` reads."""
        return head // (self.heads // int(self.key.code.shape[1]))
