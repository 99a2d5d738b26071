"""Masks against the definition told again, cell by cell, in plain Python; against torch and transformers."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.attention.flex_attention import create_mask
from transformers import masking_utils

from compute.catalog.drawing import drawn_mask
from compute.catalog.masks import (
    MaskRow,
    Padding,
    Rule,
    Text,
    allowed,
    blind_queries,
    cached_keys,
    in_words,
    masks,
    of_cells,
)
from compute.catalog.masks import max_cached_keys as most_kept
from compute.catalog.masks.expression import parse
from compute.catalog.params import fill
from compute.errors import InvalidRequest, WrongMaskSize

PlainCell = Callable[[int, int, SimpleNamespace, Text], bool]

# Each mask said once more for one cell, by listing what the query sees.
REFERENCES: dict[str, PlainCell] = {
    "full": lambda q, k, p, text: True,
    "causal": lambda q, k, p, text: k in range(q + 1),
    "padding": lambda q, k, p, text: k in list(range(text.tokens))[p.left : max(text.tokens - p.right, p.left)],
    "sliding_window": lambda q, k, p, text: k in range(q - p.window + 1, q + 1),
    "local": lambda q, k, p, text: k in range(q - p.radius, q + p.radius + 1),
    "dilated_window": lambda q, k, p, text: k in [q - step * p.dilation for step in range(p.window)],
    "block_local": lambda q, k, p, text: k in range(q - q % p.block, q + 1),
    "prefix_lm": lambda q, k, p, text: k in range(max(p.prefix, q + 1)),
    "document": lambda q, k, p, text: not text.documents or text.documents[q] == text.documents[k],
    "longformer": lambda q, k, p, text: (
        min(q, k) in range(p.global_tokens) or k in range(q - p.radius, q + p.radius + 1)
    ),
    "sink_window": lambda q, k, p, text: k <= q and k in [*range(p.sinks), *range(q - p.window + 1, q + 1)],
    "strided": lambda q, k, p, text: k in [*range(max(q - p.stride + 1, 0), q + 1), *range(q, -1, -p.stride)],
}


def every(row: MaskRow, **params: object) -> Rule:
    return row.rule(fill(row.params, params))


def cells(name: str, tokens: int, **params: object) -> np.ndarray:
    return allowed(every(masks.rows[name], **params), tokens)


NAMES = [row.name for row in masks]


@st.composite
def cases(draw: st.DrawFn, name: str) -> tuple[object, Text]:
    row = masks.rows[name]
    small = {field: draw(st.integers(1, 6)) for field in row.params.model_fields}
    tokens = draw(st.integers(1, 12))
    documents = tuple(draw(st.lists(st.integers(0, 2), min_size=tokens, max_size=tokens)))
    return row.params(**small), Text(tokens, draw(st.sampled_from([(), documents])))


@pytest.mark.parametrize("name", NAMES)
def test_the_drawing_in_the_docstring_is_the_mask_of_its_example(name: str) -> None:
    row = masks.rows[name]
    drawn = drawn_mask(row.help)
    text = row.drawn_on or Text(len(drawn))
    assert drawn.shape == (text.tokens, text.tokens)
    assert np.array_equal(allowed(row.rule(row.example), text.tokens, documents=text.documents), drawn)


@pytest.mark.parametrize("name", sorted(REFERENCES))
@given(data=st.data())
def test_a_mask_is_what_its_definition_says_of_each_cell(name: str, data: st.DataObject) -> None:
    row = masks.rows[name]
    params, text = data.draw(cases(name))
    mask = allowed(row.rule(params), text.tokens, documents=text.documents)
    plain = SimpleNamespace(**params.model_dump())
    for q in range(text.tokens):
        for k in range(text.tokens):
            assert mask[q, k] == REFERENCES[name](q, k, plain, text), (q, k)
    assert row.may_be_empty or not blind_queries(mask)


@pytest.mark.parametrize("name", [row.name for row in masks if row.pairs])
@given(data=st.data())
def test_the_closed_form_of_the_pairs_is_what_counting_gives(name: str, data: st.DataObject) -> None:
    row = masks.rows[name]
    params, text = data.draw(cases(name))
    assert row.pairs is not None
    assert row.pairs(params, text) == allowed(row.rule(params), text.tokens, documents=text.documents).sum()


@pytest.mark.parametrize("name", [row.name for row in masks if row.compact])
@given(data=st.data())
def test_the_two_words_for_a_kernel_say_the_same_mask(name: str, data: st.DataObject) -> None:
    row = masks.rows[name]
    params, text = data.draw(cases(name))
    assert row.compact is not None
    said = row.compact(params)
    mask = allowed(row.rule(params), text.tokens)
    for q in range(text.tokens):
        for k in range(text.tokens):
            near = said.window is None or abs(q - k) < said.window
            assert mask[q, k] == (near and (k <= q or not said.causal))


def test_every_mask_has_a_reference_told_again() -> None:
    assert {row.name for row in masks} == REFERENCES.keys() | {"bigbird"}


def test_bigbird_adds_its_random_keys_to_longformer_and_repeats_them_for_the_same_seed() -> None:
    near = cells("longformer", 40, radius=2, global_tokens=1)
    drawn = cells("bigbird", 40, radius=2, global_tokens=1, random_keys=3, seed=7)
    assert (drawn | near == drawn).all()
    more = (drawn & ~near).sum(axis=1)
    assert more.max() <= 3
    assert more.sum() > 40
    assert np.array_equal(drawn, cells("bigbird", 40, radius=2, global_tokens=1, random_keys=3, seed=7))
    assert not np.array_equal(drawn, cells("bigbird", 40, radius=2, global_tokens=1, random_keys=3, seed=8))
    assert np.array_equal(cells("bigbird", 40, radius=2, global_tokens=1, random_keys=0), near)


def test_bigbirds_random_keys_are_spread_evenly() -> None:
    """Chi-squared over 64 keys, 63 degrees of freedom: 100 is passed by 99.8 % of fair draws."""
    counts = np.zeros(64)
    for seed in range(100):
        drawn = cells("bigbird", 64, radius=0, global_tokens=0, random_keys=1, seed=seed)
        counts += (drawn & ~np.eye(64, dtype=bool)).sum(axis=0)
    expected = counts.sum() / 64
    assert ((counts - expected) ** 2 / expected).sum() < 100


@given(st.data())
def test_masks_combine_cell_by_cell(data: st.DataObject) -> None:
    first, second = (data.draw(st.sampled_from(list(masks))) for _ in range(2))
    a, b = first.rule(first.example), second.rule(second.example)
    both, either, other = (allowed(rule, 7) for rule in (a & b, a | b, ~a))
    for q in range(7):
        for k in range(7):
            left, right = allowed(a, 7)[q, k], allowed(b, 7)[q, k]
            assert (both[q, k], either[q, k], other[q, k]) == (left and right, left or right, not left)


@pytest.mark.parametrize("name", NAMES)
def test_new_queries_stand_at_the_end_of_the_cached_keys(name: str) -> None:
    """C029: anchored at the bottom right."""
    rule = masks.rows[name].rule(masks.rows[name].example)
    assert np.array_equal(allowed(rule, 9, queries=2), allowed(rule, 9)[-2:])


def test_one_new_query_sees_all_cached_keys_under_a_causal_mask() -> None:
    """C029: 1 query and 8 keys; 2 queries and 5 keys."""
    causal = every(masks.rows["causal"])
    assert allowed(causal, 8, queries=1).astype(int).tolist() == [[1] * 8]
    assert allowed(causal, 5, queries=2).astype(int).tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]


@pytest.mark.parametrize("name", NAMES)
def test_left_padding_moves_a_mask_and_changes_nothing_in_it(name: str) -> None:
    rule = masks.rows[name].rule(masks.rows[name].example)
    padded = allowed(rule, 12, padding=Padding(left=3, right=2))
    assert np.array_equal(padded[3:10, 3:10], allowed(rule, 7))
    assert not padded[:, :3].any()
    assert not padded[:, 10:].any()


def test_a_window_counts_the_querys_own_key() -> None:
    """C016: window 2048 over 4096 tokens: row i sees min(i + 1, 2048) keys, 6,292,480 pairs in all."""
    mask = cells("sliding_window", 4096, window=2048)
    assert mask.sum(axis=1).tolist() == [min(i + 1, 2048) for i in range(4096)]
    assert mask.sum() == 2048 * 2049 // 2 + 2048 * 2048 == 6_292_480


def test_window_8_is_8_tokens_and_its_words_say_which() -> None:
    """C019: the text of the parameter and the live line say that the token itself counts."""
    assert in_words(cells("sliding_window", 32, window=8), 20) == "token 20 sees 13–20: 8 tokens"
    window = masks.rows["sliding_window"].params.model_fields["window"]
    assert "its own included" in (window.description or "")
    assert in_words(cells("sink_window", 32, sinks=2, window=3), 20) == "token 20 sees 0–1, 18–20: 5 tokens"
    assert in_words(cells("causal", 4), 0) == "token 0 sees 0: 1 token"


def test_a_two_sided_window_of_128_is_64_on_either_side() -> None:
    """C020: inner rows 129, row 0 has 65, 61,888 pairs over 512 tokens."""
    mask = cells("local", 512, radius=64)
    assert mask.sum(axis=1)[0] == 65
    assert set(mask.sum(axis=1)[64:-64].tolist()) == {129}
    assert mask.sum() == 512 * 129 - 64 * 65 == 61_888
    assert "2 · radius + 1" in (masks.rows["local"].params.model_fields["radius"].description or "")


def test_a_two_way_span_cut_by_a_window_keeps_both_limits() -> None:
    """C024: span 0–9 with |i - j| < 4 by intersection: row 5 sees 2 to 8; the name says which it is."""
    span, near = every(masks.rows["prefix_lm"], prefix=10), every(masks.rows["local"], radius=3)
    assert np.flatnonzero(allowed(span & near, 16)[5]).tolist() == [2, 3, 4, 5, 6, 7, 8]
    assert np.flatnonzero(allowed(span | near, 16)[5]).tolist() == list(range(10))
    assert (span & near).name == "(prefix_lm(prefix=10) & local(radius=3))"


def test_the_name_of_joined_masks_reads_back_as_the_same_mask() -> None:
    either, window = parse("first or special"), every(masks.rows["sliding_window"], window=2)
    special = frozenset({3})
    for joined in (either & window, window | either, ~either, ~(either & ~window), ~~either):
        assert np.array_equal(allowed(parse(joined.name), 6, special=special), allowed(joined, 6, special=special)), (
            joined.name
        )
    assert (either & window).name == "((first or special) & sliding_window(window=2))"


@pytest.mark.parametrize(("prefix", "pairs"), [(0, 55), (1, 55), (6, 70), (10, 100)])
def test_prefix_lm_over_10_tokens(prefix: int, pairs: int) -> None:
    """C026: prefix 6 gives rows of 6, 6, 6, 6, 6, 6, 7, 8, 9, 10; prefix 0 and 1 are causal, 10 is full."""
    sums = cells("prefix_lm", 10, prefix=prefix).sum(axis=1).tolist()
    assert sums == [max(prefix, i + 1) for i in range(10)]
    assert sum(sums) == pairs


@pytest.mark.parametrize(
    ("name", "params", "kept"),
    [
        ("full", {}, 20),
        ("causal", {}, 20),
        ("sliding_window", {"window": 4}, 4),
        ("sink_window", {"sinks": 2, "window": 8}, 10),
        ("dilated_window", {"window": 4, "dilation": 2}, 7),
        ("block_local", {"block": 6}, 6),
        ("strided", {"stride": 4}, 17),  # the last rows don't ask for every residue any more
    ],
)
def test_what_generation_has_to_keep(name: str, params: dict[str, object], kept: int) -> None:
    mask = cells(name, 20, **params)
    assert most_kept(mask) == kept
    assert max(len(cached_keys(mask, step)) for step in range(20)) == kept


@given(st.lists(st.booleans(), min_size=42, max_size=42), st.integers(0, 5))
def test_a_key_is_kept_while_its_row_or_a_later_one_sees_it(bits: list[bool], step: int) -> None:
    mask = np.array(bits).reshape(6, 7)
    expected = [k for k in range(7) if k <= step + 1 and any(mask[later, k] for later in range(step, 6))]
    assert cached_keys(mask, step) == expected
    assert most_kept(mask) == max(len(cached_keys(mask, row)) for row in range(6))


@pytest.mark.parametrize(
    ("name", "params", "flex"),
    [
        ("causal", {}, lambda b, h, q, k: q >= k),
        ("sliding_window", {"window": 5}, lambda b, h, q, k: (q >= k) & (q - k < 5)),
        ("prefix_lm", {"prefix": 7}, lambda b, h, q, k: (k < 7) | (q >= k)),
        (
            "dilated_window",
            {"window": 3, "dilation": 4},
            lambda b, h, q, k: (q >= k) & (q - k < 12) & ((q - k) % 4 == 0),
        ),
    ],
)
def test_flex_attention_builds_the_same_mask(name: str, params: dict[str, object], flex: Callable[..., object]) -> None:
    expected = create_mask(flex, 1, 1, 24, 24, device="cpu")[0, 0]
    assert np.array_equal(cells(name, 24, **params), expected.numpy())


@pytest.mark.parametrize(
    ("rule", "function"),
    [
        (every(masks.rows["full"]), masking_utils.bidirectional_mask_function),
        (every(masks.rows["causal"]), masking_utils.causal_mask_function),
        (every(masks.rows["sliding_window"], window=5), masking_utils.sliding_window_causal_mask_function(5)),
        (
            every(masks.rows["block_local"], block=5),
            masking_utils.chunked_causal_mask_function(5, torch.zeros(1, dtype=torch.long)),
        ),
    ],
    ids=["full", "causal", "sliding_window", "block_local"],
)
def test_transformers_mask_functions_say_the_same(rule: Rule, function: Callable[..., object]) -> None:
    ours = allowed(rule, 17)
    zero = torch.tensor(0)
    for q in range(17):
        for k in range(17):
            assert bool(function(zero, zero, torch.tensor(q), torch.tensor(k))) == ours[q, k]


def test_documents_say_the_same_as_transformers_packed_sequences() -> None:
    ids = (0, 0, 0, 1, 1, 2, 2, 2, 2)
    rule = every(masks.rows["document"]) & every(masks.rows["causal"])
    packed = masking_utils.and_masks(
        masking_utils.causal_mask_function, masking_utils.packed_sequence_mask_function(torch.tensor([ids]))
    )
    ours = allowed(rule, 9, documents=ids)
    for q in range(9):
        for k in range(9):
            assert bool(packed(torch.tensor(0), torch.tensor(0), torch.tensor(q), torch.tensor(k))) == ours[q, k]


def test_a_parameter_out_of_its_bounds_is_refused_with_what_is_allowed() -> None:
    row = masks.rows["sliding_window"]
    with pytest.raises(InvalidRequest, match=r"window = 0 can't be used. It is at least 1 and at most 65,536: keys a"):
        every(row, window=0)
    with pytest.raises(InvalidRequest, match=r"width = 3 can't be used. Known are: window"):
        every(row, width=3)


def test_a_mask_for_another_length_is_refused_with_both_sizes() -> None:
    """C040: a mask of 1280 x 1280 on a text of 1200 tokens."""
    cells_1280 = np.tri(1280, dtype=np.bool_)
    assert np.array_equal(allowed(of_cells(cells_1280), 1280), cells_1280)
    with pytest.raises(WrongMaskSize, match=r"The mask is 1,280 × 1,280; the text has 1,200 tokens") as refused:
        allowed(of_cells(cells_1280), 1200)
    assert refused.value.data == {"given": 1280, "tokens": 1200}
    with pytest.raises(InvalidRequest, match=r"4 × 5 is not square"):
        of_cells(np.ones((4, 5), dtype=np.bool_))


def test_pairs_of_long_texts_need_no_mask() -> None:
    causal = masks.rows["causal"]
    assert causal.pairs is not None
    assert causal.pairs(causal.example, Text(131_072)) == math.comb(131_073, 2)
