"""Weights from a record against loops over single cells, and the laws of hiding."""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from compute.capture.hide import Hide
from compute.capture.margins import margins
from compute.capture.record import AttentionRecord, Coded, MaskRecord, Single
from compute.capture.tiles import levels, tile
from compute.capture.weights import weights
from compute.errors import InvalidRequest, OutOfRange
from compute.events import Token
from tests.compute.capture.cases import Case, every_kind_of_case, random_case, record_of_map

CASES = every_kind_of_case()
FIXTURES = Path(__file__).parents[2] / "fixtures" / "tiles"
HAND_MADE = [
    pytest.param(fixture["map"], case, id=f"{path.stem}: {case['name']}")
    for path in sorted(FIXTURES.glob("*.json"))
    for fixture in [json.loads(path.read_text("utf-8"))]
    for case in fixture["cases"]
]

# 16-bit codes of queries and keys of a few units: scores within 1e-3 of themselves, weights nearer.
CODED = 5e-4


def whole(case: Case, hide: Hide | None = None, renormalise: bool = False) -> Single:
    record = case.record
    everything = slice(0, record.queries), slice(0, record.keys)
    heads = [
        [weights(record, row, head, *everything, hide, renormalise) for head in range(record.heads)]
        for row in range(record.rows)
    ]
    return np.array(heads)


def numbers(rows: list[list[float | None]]) -> npt.NDArray[np.float64]:
    return np.array([[np.nan if cell is None else cell for cell in row] for row in rows])


@pytest.mark.parametrize("name", CASES)
def test_every_weight_is_what_a_loop_over_cells_gives(name: str) -> None:
    """C041, C044: masked cells and rows that see nothing are NaN, and no other cell is."""
    np.testing.assert_allclose(whole(CASES[name]), CASES[name].weights, atol=CODED)


def test_query_head_13_reads_kv_head_3_and_31_reads_7() -> None:
    """C007: 32 query heads over 8 KV heads give 32 maps, each against the KV head of its group."""
    case = random_case(9, heads=32, kv_heads=8, queries=5, keys=5)
    record = case.record
    assert (record.heads, record.kv_head(13), record.kv_head(31)) == (32, 3, 7)
    q, k = torch.from_numpy(case.q), torch.from_numpy(case.k)
    scores = torch.einsum("qd,kd->qk", q[0, 13], k[0, 3]) * case.scale
    np.testing.assert_allclose(whole(case)[0, 13], scores.softmax(-1), atol=CODED)


def test_a_block_of_a_map_is_that_part_of_the_whole() -> None:
    case = CASES["causal window"]
    part = weights(case.record, 0, 1, slice(2, 6), slice(1, 5))
    np.testing.assert_allclose(part, case.weights[0, 1, 2:6, 1:5], atol=CODED)


def test_a_padding_querys_row_is_empty_and_no_other_row_changes() -> None:
    """C033: a row of padding is not drawn as a flat row of attention."""
    cells = whole(CASES["padded"])
    assert np.isnan(cells[1, :, :3]).all()
    assert np.isnan(cells[1, :, :, :3]).all()
    np.testing.assert_allclose(np.nansum(cells[1, :, 3:], -1), 1, atol=CODED)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(CASES)), st.data())
def test_rows_sum_to_one_less_the_sinks_share(name: str, data: st.DataObject) -> None:
    case, record = CASES[name], CASES[name].record
    head = data.draw(st.integers(0, record.heads - 1))
    rows = weights(record, 0, head, slice(0, record.queries), slice(0, record.keys))
    sink = 0.0 if case.sink is None else np.exp(case.sink[head] - record.lse[0, head])
    expected = np.where(np.isinf(record.lse[0, head]), 0, 1 - sink)
    np.testing.assert_allclose(np.nansum(rows, 1), expected, atol=CODED)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(CASES)), st.data())
def test_hiding_only_hides_and_renormalising_divides_by_what_is_left(name: str, data: st.DataObject) -> None:
    """C119: the values that remain are unchanged; a separate switch renormalises them."""
    case = CASES[name]
    queries, keys = case.q.shape[2], case.k.shape[2]
    flags = (
        st.lists(st.booleans(), min_size=queries, max_size=queries),
        st.lists(st.booleans(), min_size=keys, max_size=keys),
    )
    hide = Hide(np.array(data.draw(flags[0])), np.array(data.draw(flags[1])))
    plain, hidden, shared_out = whole(case), whole(case, hide), whole(case, hide, True)
    out_of_sight = np.isnan(plain) | hide.queries[:, None] | hide.keys
    np.testing.assert_array_equal(hidden, np.where(out_of_sight, np.nan, plain))
    left = np.nansum(hidden, -1, keepdims=True)
    expected = hidden / np.where(left > 0, left, 1)
    np.testing.assert_allclose(shared_out, expected, atol=1e-5)


@pytest.mark.parametrize(("cells", "case"), HAND_MADE)
def test_tiles_and_margins_are_those_written_by_hand(cells: list[list[float | None]], case: dict[str, object]) -> None:
    """C119: also the row total that is out of sight is given."""
    full = numbers(cells)
    hide = Hide(
        np.isin(np.arange(full.shape[0]), case["hide_queries"]), np.isin(np.arange(full.shape[1]), case["hide_keys"])
    )
    record = record_of_map(full)
    level, renormalise = case["level"], bool(case["renormalise"])
    size = 1 << level
    pooled = block_maxima(tile(record, 0, 0, 0, 0, 0, hide, renormalise), size)
    np.testing.assert_allclose(pooled, numbers(case["tile"]), atol=5e-4)  # half precision
    found = margins(record, 0, 0, hide, renormalise)
    np.testing.assert_allclose(found.hidden, numbers([case["hidden"]])[0], atol=1e-6)


def block_maxima(cells: npt.NDArray[np.floating], size: int) -> npt.NDArray[np.float64]:
    """The maximum of each block: over its cells' places, the cells at that place in every block; NaN where all are."""
    rows, columns = (-(-length // size) for length in cells.shape)
    padded = np.full((rows * size, columns * size), np.nan)
    padded[: cells.shape[0], : cells.shape[1]] = cells
    pooled = np.full((rows, columns), np.nan)
    for i, j in np.ndindex(size, size):
        pooled = np.fmax(pooled, padded[i::size, j::size])
    return pooled


@pytest.mark.parametrize("renormalise", [False, True])
@pytest.mark.parametrize(("causal", "window"), [(False, None), (True, None), (True, 40), (False, 300)])
def test_a_pooled_tile_is_the_maximum_of_the_cells_it_stands_for(
    causal: bool, window: int | None, renormalise: bool
) -> None:
    random = np.random.default_rng(3)
    n = 601
    q, k = (random.standard_normal((1, 1, n, 8)).astype(np.float32) for _ in "qk")
    place = np.arange(n)
    allowed = np.ones((n, n), np.bool_)
    if causal:
        allowed &= place <= place[:, None]
    if window is not None:
        allowed &= np.abs(place - place[:, None]) < window
    scores = np.where(allowed, (q[0, 0] @ k[0, 0].T).astype(np.float64), -np.inf)
    exact = np.exp(scores - np.logaddexp.reduce(scores, 1)[:, None])
    exact[~allowed] = np.nan
    lse = np.logaddexp.reduce(scores, 1)[None, None].astype(np.float32)
    mask = MaskRecord(causal=causal, window=window)
    record = AttentionRecord("decoder", 0, Coded.of(q), Coded.of(k), lse, 1.0, None, mask, None, None)
    hide = Hide(place % 97 == 5, place % 13 == 0)
    exact[hide.queries] = np.nan
    exact[:, hide.keys] = np.nan
    if renormalise:
        exact /= np.nansum(exact, 1, keepdims=True) + (np.isnan(exact).all(1, keepdims=True))
    assert levels(record) == 3
    for level, y, x in [(0, 1, 0), (0, 2, 2), (1, 0, 0), (1, 1, 0), (1, 1, 1), (2, 0, 0)]:
        side = 256 << level
        part = exact[y * side : (y + 1) * side, x * side : (x + 1) * side]
        found = tile(record, 0, 0, level, y, x, hide, renormalise)
        np.testing.assert_allclose(found, block_maxima(part, 1 << level), atol=1.5e-3)


@pytest.mark.parametrize(
    ("level", "y", "x", "field"), [(3, 0, 0, "level"), (-1, 0, 0, "level"), (0, 1, 0, "y"), (0, 0, 9, "x")]
)
def test_a_tile_beyond_the_map_is_refused_by_the_field_at_fault(level: int, y: int, x: int, field: str) -> None:
    with pytest.raises(OutOfRange) as refusal:
        tile(CASES["plain"].record, 0, 0, level, y, x)
    assert refusal.value.field == field


def test_what_is_hidden_is_said_in_words() -> None:
    roles = ["padding", "special", "text", "text", "special"]
    tokens = [Token(id=0, label="", raw="", start=0, end=0, text=0, word=0, part=0, role=role) for role in roles]
    assert Hide.by_words([], tokens, tokens) is None
    special = Hide.by_words(["special"], tokens, tokens)
    first = Hide.by_words(["first"], tokens, tokens)
    assert special is not None
    assert first is not None
    assert special.queries.tolist() == special.keys.tolist() == [False, True, False, False, True]
    assert first.keys.tolist() == [False, True, False, False, False]
    assert not first.queries.any()
    with pytest.raises(InvalidRequest, match="“last” cannot be hidden; choose from: special, first"):
        Hide.by_words(["last"], tokens, tokens)
