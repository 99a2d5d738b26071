"""Differences of maps, against loops over single cells."""

import math

import numpy as np
import pytest

from compute.capture.record import AttentionRecord, Coded, MaskRecord
from compute.compare.maps import MOST_QUERIES, difference, divergence, farthest
from compute.errors import OutOfRange
from tests.compute.capture.cases import Double, every_kind_of_case, random_case, record_of_map

NAN = math.nan


def slow_divergence(one: Double, other: Double) -> float:
    """Over a row; NaN counts as no share; what is missing to 1 is a sink's."""
    if all(map(math.isnan, one)) or all(map(math.isnan, other)):
        return NAN
    p, q = ([0.0 if math.isnan(share) else float(share) for share in row] for row in (one, other))
    p.append(max(0.0, 1 - sum(p)))
    q.append(max(0.0, 1 - sum(q)))
    total = 0.0
    for a, b in zip(p, q, strict=True):
        middle = (a + b) / 2
        total += sum(share * math.log(share / middle) / 2 for share in (a, b) if share > 0)
    return total


PAIRS = [
    ("plain", "causal"),
    ("causal", "causal window"),
    ("causal window", "two-sided window"),
    ("plain", "dense mask with a blind row"),
    ("causal", "sink"),
    ("softcap", "bias by distance"),
]


@pytest.mark.parametrize(("base", "variant"), PAIRS)
def test_divergence_is_that_of_a_loop_and_the_same_both_ways(base: str, variant: str) -> None:
    one, other = every_kind_of_case()[base], every_kind_of_case()[variant]
    for head in range(2):
        expected = [slow_divergence(one.weights[0, head, i], other.weights[0, head, i]) for i in range(7)]
        np.testing.assert_allclose(divergence(one.record, other.record, 0, head), expected, atol=1e-4)
        np.testing.assert_allclose(
            divergence(other.record, one.record, 0, head), divergence(one.record, other.record, 0, head), atol=1e-6
        )


def test_divergence_is_zero_for_equal_maps_and_ln_2_for_maps_that_share_no_key() -> None:
    left = record_of_map(np.array([[1.0, NAN], [1.0, NAN]]))
    right = record_of_map(np.array([[NAN, 1.0], [0.5, 0.5]]))
    np.testing.assert_allclose(divergence(left, left, 0, 0), [0, 0], atol=1e-7)
    # By hand for the second row: (ln(4/3) + (ln(2/3) + ln 2) / 2) / 2.
    by_hand = (math.log(4 / 3) + (math.log(2 / 3) + math.log(2)) / 2) / 2
    np.testing.assert_allclose(divergence(left, right, 0, 0), [math.log(2), by_hand], atol=1e-6)


def test_a_long_text_is_measured_at_evenly_spaced_queries_from_the_first_to_the_last() -> None:
    tokens = MOST_QUERIES + 100
    found = divergence(long_record(tokens, tokens), long_record(tokens, 5), 0, 0)
    there = np.flatnonzero(~np.isnan(found))
    assert (len(there), there[0], there[-1]) == (MOST_QUERIES, 0, tokens - 1)
    assert np.diff(there).max() <= 2


def long_record(tokens: int, window: int) -> AttentionRecord:
    """Causal attention; its normalisers by numpy, since a loop over 600 x 600 cells would take a minute."""
    case = random_case(1, queries=tokens, keys=tokens)
    query, key = Coded.of(case.q), Coded.of(case.k)
    far = np.arange(tokens)[:, None] - np.arange(tokens)[None]
    scores = case.scale * query.values() @ key.values().transpose(0, 1, 3, 2)
    lse = np.log(np.exp(np.where((far >= 0) & (far < window), scores, -np.inf)).sum(-1)).astype(np.float32)
    mask = MaskRecord(causal=True, window=window)
    return AttentionRecord("decoder", 0, query, key, lse, case.scale, None, mask, None, None)


@pytest.mark.parametrize(("base", "variant"), PAIRS)
def test_a_difference_is_cell_by_cell_and_tells_which_mask_hid_it(base: str, variant: str) -> None:
    one, other = every_kind_of_case()[base], every_kind_of_case()[variant]
    found = difference(one.record, other.record, 0, 1, 0, 0, 0)
    for i, j in np.ndindex(7, 7):
        before, after = float(one.weights[0, 1, i, j]), float(other.weights[0, 1, i, j])
        if math.isnan(before) and math.isnan(after):
            assert np.isnan(found.cells[i, j])
        else:
            change = (0 if math.isnan(after) else after) - (0 if math.isnan(before) else before)
            assert found.cells[i, j] == pytest.approx(change, abs=1e-3)
        assert found.removed[i, j] == (math.isnan(after) and not math.isnan(before))
        assert found.added[i, j] == (math.isnan(before) and not math.isnan(after))


def test_a_pooled_difference_is_the_one_farthest_from_zero_with_its_sign() -> None:
    cells = np.array([[0.1, -0.3, NAN], [0.2, 0.25, 0.5], [NAN, NAN, NAN]], np.float32)
    np.testing.assert_allclose(farthest(cells, 2), [[-0.3, 0.5], [NAN, NAN]], rtol=1e-6)
    first = [[1.0, NAN, NAN, NAN], [0.4, 0.6, NAN, NAN]]
    base = record_of_map(np.array([*first, [0.2, 0.3, 0.5, NAN], [0.1, 0.2, 0.3, 0.4]]))
    window = record_of_map(np.array([*first, [NAN, NAN, 1.0, NAN], [NAN, NAN, 0.3, 0.7]]))
    whole = difference(base, window, 0, 0, 0, 0, 0)
    assert whole.removed.sum() == 4
    pooled = farthest(whole.cells.astype(np.float32), 2)
    np.testing.assert_allclose(pooled, [[0, NAN], [-0.3, 0.5]], atol=1e-3)


def test_a_level_beyond_the_map_is_refused() -> None:
    record = every_kind_of_case()["causal"].record
    with pytest.raises(OutOfRange):
        difference(record, record, 0, 0, 1, 0, 0)
