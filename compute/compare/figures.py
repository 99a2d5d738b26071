"""What a run's masks cost: pairs allowed, the FLOPs on them, and the cache that generation would need."""

from collections.abc import Iterable
from typing import Literal

import numpy as np
from pydantic import Field

from compute.capture.record import AttentionRecord, MaskRecord
from compute.capture.visible import allowed
from compute.capture.weights import blocks
from compute.wire import Wire

BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}


class Figures(Wire):
    """Figures of one run over all its layers, query heads and rows, counted on its own masks."""

    pairs: int = Field(description="query-key pairs that the masks allow, over all maps")
    dense_pairs: int = Field(description="the same if every query saw every key")
    maps: int = Field(description="maps that were counted: layers x query heads x rows, of every kind")
    alike: bool = Field(description="every map allows the same number of pairs")
    attention_flops: int = Field(description="scores and weighted sums on allowed pairs; one multiply-add is 2")
    kv_bytes: int | None = Field(
        description="keys and values that token by token generation has to hold at most; None: an encoder keeps none"
    )
    kv_tokens: int | None = Field(description="of them, the most tokens that any layer and KV head holds")
    elapsed_ms: float | None = Field(description="the whole run as it was measured, capture included")
    attention_ms: float | None = Field(description="of it, time inside the attention kernel")


class Count:
    """Pairs and cached keys of the maps so far. Maps with equal masks are counted once."""

    def __init__(self, value_dim: int, dtype: Literal["float32", "bfloat16", "float16"]) -> None:
        self.value_dim, self.bytes = value_dim, BYTES[dtype]
        self.pairs = self.dense = self.flops = self.kv_bytes = self.kv_tokens = self.maps = 0
        self.each: set[int] = set()
        self.caches = False
        self._known: dict[tuple[object, ...], tuple[int, int]] = {}

    def add(self, record: AttentionRecord) -> None:
        head_dim = int(record.query.code.shape[-1])
        group = record.heads // int(record.key.code.shape[1])
        for row in range(record.rows):
            for kv_head in range(record.heads // group):
                heads = range(kv_head * group, (kv_head + 1) * group)
                held = 0
                for head in heads:
                    pairs, kept = self._of(record, row, head)
                    self.each.add(pairs)
                    self.maps += 1
                    self.pairs += pairs
                    self.dense += record.queries * record.keys
                    self.flops += 2 * (head_dim + self.value_dim) * pairs
                    held = max(held, kept)
                if record.mask.dense is not None and record.mask.dense.shape[1] > 1 and group > 1:
                    held = most_held(record, row, heads)
                if record.kind != "encoder":
                    self.caches = True
                    self.kv_tokens = max(self.kv_tokens, held)
                    self.kv_bytes += held * (head_dim + self.value_dim) * self.bytes

    def _of(self, record: AttentionRecord, row: int, head: int) -> tuple[int, int]:
        """Pairs, and keys held at once, of one map."""
        name = _name(record, row, head)
        if name not in self._known:
            self._known[name] = count_pairs(record, row, head), most_held(record, row, range(head, head + 1))
        return self._known[name]

    def figures(self, elapsed_ms: float | None, attention_ms: float | None) -> Figures:
        return Figures(
            pairs=self.pairs,
            dense_pairs=self.dense,
            maps=self.maps,
            alike=len(self.each) < 2,
            attention_flops=self.flops,
            kv_bytes=self.kv_bytes if self.caches else None,
            kv_tokens=self.kv_tokens if self.caches else None,
            elapsed_ms=elapsed_ms,
            attention_ms=attention_ms,
        )


def figures(
    records: Iterable[AttentionRecord],
    value_dim: int,
    dtype: Literal["float32", "bfloat16", "float16"],
    elapsed_ms: float | None = None,
    attention_ms: float | None = None,
) -> Figures:
    """The figures of a run from all its records. `value_dim` is the width of a head's values."""
    count = Count(value_dim, dtype)
    for record in records:
        count.add(record)
    return count.figures(elapsed_ms, attention_ms)


def count_pairs(record: AttentionRecord, row: int, head: int) -> int:
    """How many cells of one map the mask allows."""
    every_key = slice(0, record.keys)
    return sum(
        int(allowed(record, row, head, block, every_key).sum())
        for block in blocks(slice(0, record.queries), record.keys)
    )


def most_held(record: AttentionRecord, row: int, heads: range) -> int:
    """The most keys that generation holds at once for these query heads, which share one KV head.

    A key of the text itself is held from its own step to the last step that sees it; one of another text (cross
    attention) from the start, if it is seen at all.
    """
    every_key = slice(0, record.keys)
    last = np.full(record.keys, -1)
    for block in blocks(slice(0, record.queries), record.keys):
        cells = np.logical_or.reduce([allowed(record, row, head, block, every_key) for head in heads])
        here = np.where(cells.any(0), block.stop - 1 - cells[::-1].argmax(0), -1)
        last = np.maximum(last, here)
    if record.kind == "cross":
        return int((last >= 0).sum())
    born = np.clip(np.arange(record.keys) - (record.keys - record.queries), 0, None)
    kept = last >= born
    change = np.zeros(record.queries + 1, np.int64)
    np.add.at(change, born[kept], 1)
    np.add.at(change, last[kept] + 1, -1)
    return int(change.cumsum().max())


def _name(record: AttentionRecord, row: int, head: int) -> tuple[object, ...]:
    """Equal for maps with equal masks."""
    mask: MaskRecord = record.mask
    parts = [None if part is None else part[row].tobytes() for part in (mask.key_valid, mask.query_valid)]
    dense = mask.dense
    cells = None
    if dense is not None:
        cells = hash(dense[min(row, dense.shape[0] - 1), min(head, dense.shape[1] - 1)].tobytes())
    return record.kind, record.queries, record.keys, mask.causal, mask.window, *parts, cells
