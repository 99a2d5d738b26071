"""What is kept of one attention call: enough to recompute any weight exactly, never n x n per head."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.events import Kind

Half = npt.NDArray[np.float16]
Single = npt.NDArray[np.float32]
Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class MaskRecord:
    """True = may attend; what each part allows is intersected. Anchored at the bottom right.

    causal: a key after the query is not seen.
    window: only keys nearer than this are seen, |query - key| < window: with `causal` the number of keys seen, the
        query's own included; without it there are as many again on the other side. None = no limit.
    key_valid [batch, key]: False = padding, seen by nobody.
    dense [batch or 1, head or 1, query, key]: anything else.
    """

    causal: bool = False
    window: int | None = None
    key_valid: Bool | None = None
    dense: Bool | None = None


@dataclass(frozen=True)
class BiasRecord:
    """What is added to the scores, [head or 1, query, key], kept by distance where it depends on that alone.

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
    key_mean [batch, kv_head, head_dim]: taken off every stored key, so that half precision spends its bits on what
    tells keys apart; a score adds scale * q_i . key_mean back.
    lse [batch, query_head, query]: log-sum-exp of the row, +inf where the row sees nothing (its weights are 0).
    sink [query_head]: a logit that takes its share of every row without being a token.
    """

    kind: Kind
    layer: int
    query: Half
    key: Half
    key_mean: Single
    lse: Single
    scale: float
    softcap: float | None
    mask: MaskRecord
    bias: BiasRecord | None
    sink: Single | None
