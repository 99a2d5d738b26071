"""Attention calls to try the capture on, with their weights by a loop over single cells in double precision."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from compute.capture.record import AttentionRecord, BiasRecord, Bool, Coded, MaskRecord, Single

Double = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """The inputs of a call: q [batch, head, query, dim], k [batch, kv_head, key, dim], the rest as in the record."""

    q: Single
    k: Single
    scale: float = 0.5
    softcap: float | None = None
    causal: bool = False
    window: int | None = None
    key_valid: Bool | None = None
    query_valid: Bool | None = None
    dense: Bool | None = None
    by_distance: Single | None = None
    dense_bias: Single | None = None
    sink: Single | None = None

    def sees(self, row: int, head: int, i: int, j: int) -> bool:
        queries, keys = self.q.shape[2], self.k.shape[2]
        place = i + keys - queries
        return not (
            (self.causal and j > place)
            or (self.window is not None and abs(place - j) >= self.window)
            or (self.key_valid is not None and not self.key_valid[row, j])
            or (self.query_valid is not None and not self.query_valid[row, i])
            or (self.dense is not None and not self.dense[0, head, i, j])
        )

    def score(self, row: int, head: int, i: int, j: int) -> float:
        group = self.q.shape[1] // self.k.shape[1]
        q, k = self.q[row, head, i].astype(float), self.k[row, head // group, j].astype(float)
        score = sum(a * b for a, b in zip(q, k, strict=True)) * self.scale
        if self.softcap is not None:
            score = self.softcap * math.tanh(score / self.softcap)
        if self.by_distance is not None:
            score += self.by_distance[0, head, j - i + self.q.shape[2] - 1]
        if self.dense_bias is not None:
            score += self.dense_bias[0, head, i, j]
        return float(score)

    @cached_property
    def weights(self) -> Double:
        """[batch, head, query, key]; NaN where masked."""
        return self._answers[0]

    @cached_property
    def record(self) -> AttentionRecord:
        lse = self._answers[1].astype(np.float32)
        bias = None
        if self.by_distance is not None or self.dense_bias is not None:
            bias = BiasRecord(self.by_distance, self.dense_bias)
        mask = MaskRecord(self.causal, self.window, self.key_valid, self.query_valid, self.dense)
        query, key = Coded.of(self.q), Coded.of(self.k)
        return AttentionRecord("decoder", 0, query, key, lse, self.scale, self.softcap, mask, bias, self.sink)

    @cached_property
    def _answers(self) -> tuple[Double, Double]:
        batch, heads, queries, _ = self.q.shape
        keys = self.k.shape[2]
        weights = np.full((batch, heads, queries, keys), np.nan)
        lse = np.full((batch, heads, queries), np.inf)
        for row, head, i in np.ndindex(batch, heads, queries):
            seen = [j for j in range(keys) if self.sees(row, head, i, j)]
            if not seen:
                continue
            powers = [math.exp(self.score(row, head, i, j)) for j in seen]
            total = sum(powers) + (0.0 if self.sink is None else math.exp(float(self.sink[head])))
            lse[row, head, i] = math.log(total)
            weights[row, head, i, seen] = [power / total for power in powers]
        return weights, lse


def random_case(seed: int, batch: int = 1, heads: int = 2, kv_heads: int = 1, queries: int = 7, keys: int = 7) -> Case:
    random = np.random.default_rng(seed)
    q = random.standard_normal((batch, heads, queries, 4)).astype(np.float32)
    k = random.standard_normal((batch, kv_heads, keys, 4)).astype(np.float32)
    return Case(q, k)


def every_kind_of_case() -> dict[str, Case]:
    random = np.random.default_rng(5)
    plain = random_case(1)
    dense = random.random((1, 2, 7, 7)) < 0.5
    dense[0, :, 3] = False
    left = np.array([[True] * 7, [False] * 3 + [True] * 4])
    padded = random_case(2, batch=2)
    line = random.standard_normal((1, 2, 13)).astype(np.float32)
    return {
        "plain": plain,
        "causal": replace(plain, causal=True),
        "causal window": replace(plain, causal=True, window=3),
        "two-sided window": replace(plain, window=2),
        "more keys than queries": replace(random_case(3, queries=3, keys=8), causal=True, window=4),
        "more queries than keys": replace(random_case(4, queries=8, keys=3), causal=True),
        "padded": replace(padded, key_valid=left, query_valid=left, causal=True),
        "dense mask with a blind row": replace(plain, dense=dense),
        "softcap": replace(plain, softcap=2.0, causal=True),
        "bias by distance": replace(plain, by_distance=line),
        "softcap and dense bias": replace(
            plain, softcap=1.5, dense_bias=random.standard_normal((1, 2, 7, 7)).astype(np.float32)
        ),
        "sink": replace(plain, sink=np.array([0.5, -1.0], np.float32), causal=True),
        "grouped": random_case(6, heads=6, kv_heads=2),
    }


def record_of_map(cells: Double) -> AttentionRecord:
    """A record whose one head has these weights [query, key], NaN where masked: they stand in its bias."""
    queries, keys = cells.shape
    allowed = ~np.isnan(cells)
    # e^-200 is 0 in single precision, and is not the same as masked.
    logs = np.log(np.where(allowed & (cells > 0), cells, math.exp(-200)))
    zero = Coded.of(np.zeros((1, 1, queries, 1), np.float32)), Coded.of(np.zeros((1, 1, keys, 1), np.float32))
    lse = np.where(allowed.any(1), 0, np.inf).astype(np.float32)[None, None]
    mask = MaskRecord(dense=allowed[None, None])
    bias = BiasRecord(dense=logs[None, None].astype(np.float32))
    return AttentionRecord("decoder", 0, *zero, lse, 1.0, None, mask, bias, None)
