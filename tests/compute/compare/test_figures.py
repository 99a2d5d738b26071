"""What masks cost, against counting by hand and by a simulation of the cache (CST, C020, C022)."""

from dataclasses import replace

import numpy as np
import pytest

from compute.capture.record import AttentionRecord, Bool, Coded, MaskRecord
from compute.compare.figures import count_pairs, figures, most_held
from compute.events import Kind
from tests.compute.capture.cases import Case, every_kind_of_case


def record(
    mask: MaskRecord, heads: int, kv_heads: int, queries: int, keys: int, dim: int = 64, kind: Kind = "decoder"
) -> AttentionRecord:
    """Zeros everywhere: figures are a matter of the mask alone."""
    query, key = (Coded.of(np.zeros((1, n, length, dim), "f4")) for n, length in ((heads, queries), (kv_heads, keys)))
    return AttentionRecord(kind, 0, query, key, np.zeros((1, heads, queries), "f4"), 0.125, None, mask, None, None)


def held_by_simulation(sees: Bool) -> int:
    """Generation step by step: a key stays while this step or a later one still reads it."""
    queries, keys = sees.shape
    most = 0
    for step in range(queries):
        own = step + keys - queries
        most = max(most, sum(any(sees[later, key] for later in range(step, queries)) for key in range(own + 1)))
    return most


@pytest.mark.parametrize(("mask", "pairs", "kv_kib"), [((True, None), 120, 675), ((True, 4), 54, 180)])
def test_figures_of_smollm2_at_15_tokens_are_those_worked_out_by_hand(
    mask: tuple[bool, int | None], pairs: int, kv_kib: int
) -> None:
    """30 layers, 9 query heads on 3 KV heads of 64; float32. Causal: 15 · 16 / 2 pairs; window: 1 + 2 + 3 + 12 · 4."""
    layers = [record(MaskRecord(*mask), 9, 3, 15, 15)] * 30
    found = figures(layers, 64, "float32")
    assert (found.pairs, found.dense_pairs, found.maps, found.alike) == (270 * pairs, 270 * 225, 270, True)
    assert found.attention_flops == 4 * 64 * 270 * pairs
    assert found.kv_bytes == kv_kib * 1024
    assert figures(layers, 64, "bfloat16").kv_bytes == kv_kib * 512


def test_sink_and_window_hold_as_many_keys_as_they_say() -> None:
    far = np.arange(15)[:, None] - np.arange(15)[None]
    sees = (far >= 0) & ((far < 4) | (np.arange(15)[None] < 2))
    found = figures([record(MaskRecord(dense=sees[None, None]), 9, 3, 15, 15)], 64, "float32")
    assert (found.pairs // 9, found.kv_tokens) == (75, 6)


@pytest.mark.parametrize("name", sorted(set(every_kind_of_case()) - {"grouped"}))
def test_pairs_and_cache_of_every_kind_of_mask_are_those_of_a_simulation(name: str) -> None:
    case: Case = every_kind_of_case()[name]
    batch, heads, queries, _ = case.q.shape
    for row, head in np.ndindex(batch, heads):
        sees = np.array([[case.sees(row, head, i, j) for j in range(case.k.shape[2])] for i in range(queries)])
        assert count_pairs(case.record, row, head) == sees.sum()
        assert most_held(case.record, row, range(head, head + 1)) == held_by_simulation(sees)


def test_query_heads_with_masks_of_their_own_share_one_cache() -> None:
    sees = np.zeros((1, 2, 4, 4), np.bool_)
    sees[0, 0] = np.tri(4, dtype=np.bool_)
    sees[0, 0, :, 1:] &= np.eye(4, dtype=np.bool_)[:, 1:]  # itself and key 0
    sees[0, 1] = np.eye(4, dtype=np.bool_) | np.eye(4, k=-1, dtype=np.bool_)  # itself and the one before
    found = figures([record(MaskRecord(dense=sees), 2, 1, 4, 4, dim=8)], 8, "float32")
    assert found.kv_tokens == held_by_simulation(sees[0, 0] | sees[0, 1]) == 3
    assert not figures(
        [record(MaskRecord(dense=sees), 2, 2, 4, 4), record(MaskRecord(), 2, 2, 4, 4)], 8, "float32"
    ).alike


def test_an_encoder_keeps_no_cache_and_cross_attention_keeps_the_whole_source() -> None:
    encoder = record(MaskRecord(), 2, 2, 5, 5, kind="encoder")
    cross = record(MaskRecord(), 2, 2, 3, 5, dim=8, kind="cross")
    assert figures([encoder], 8, "float32").kv_bytes is None
    decoder = replace(record(MaskRecord(causal=True), 2, 2, 3, 3, dim=8), kind="decoder")
    assert figures([encoder, decoder, cross], 8, "float32").kv_bytes == 2 * 16 * 4 * (3 + 5)
