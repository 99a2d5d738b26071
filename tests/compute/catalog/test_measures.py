"""Measures of a head against loops over single weights, and against rows whose measures are plain to see."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from compute.catalog.measures import Rows, measure, measures
from compute.events import HeadMeasures

IDS = [9, 5, 6, 5, 6, 2, 5]
PADDING = [True, False, False, False, False, False, False]
SPECIAL = [False, True, False, False, False, True, False]
REAL = [1, 2, 3, 4, 5, 6]


def rows(queries: list[int]) -> Rows:
    return Rows.of_one_text(np.array(queries), np.array(IDS), np.array(SPECIAL), np.array(PADDING))


def random_weights(seed: int, queries: list[int], heads: int = 3) -> npt.NDArray[np.float32]:
    """Causal, padding seen by nobody, [head, query, key]."""
    place = np.arange(len(IDS))
    seen = (place <= np.array(queries)[:, None]) & ~np.array(PADDING)
    powers = np.exp(np.random.default_rng(seed).standard_normal((heads, len(queries), len(IDS)))) * seen
    return (powers / powers.sum(2, keepdims=True)).astype(np.float32)


def slowly(weights: npt.NDArray[np.float32], queries: list[int]) -> dict[str, float]:
    """Every measure of one head [query, key], weight by weight."""
    values: dict[str, list[float]] = {name: [] for name in HeadMeasures.model_fields}
    for line, i in zip(weights.tolist(), queries, strict=True):
        pairs = list(enumerate(line))
        values["entropy"].append(-sum(w * math.log(w) for _, w in pairs if w > 0))
        values["distance"].append(sum(w * abs(i - j) for j, w in pairs))
        values["first_token"].append(line[1])
        if i - 1 in REAL:
            values["previous_token"].append(line[i - 1])
        values["self_token"].append(line[i])
        values["separator"].append(line[5])
        before = [j for j in REAL if j < i and IDS[j] == IDS[i]]
        if before:
            values["induction"].append(sum(line[j + 1] for j in before))
        values["largest"].append(max(line))
    return {name: sum(found) / len(found) for name, found in values.items()}


def test_the_table_has_a_row_for_each_measure_of_the_event_and_no_other() -> None:
    assert list(measures.rows) == list(HeadMeasures.model_fields)


@pytest.mark.parametrize("queries", [REAL, [2, 4, 6]])
def test_every_measure_is_what_a_loop_over_weights_gives(queries: list[int]) -> None:
    """C033: the padding in front is neither the first token nor anybody's previous one."""
    weights = random_weights(1, queries)
    found = measure(weights, rows(queries)).model_dump()
    for head in range(3):
        expected = slowly(weights[head], queries)
        assert {name: values[head] for name, values in found.items()} == pytest.approx(expected, abs=1e-6)


def test_a_head_that_copies_what_came_before_is_an_induction_head() -> None:
    """Tokens a b a b a b: from the third on, the token after the last occurrence is looked at."""
    ids = np.array([1, 2, 1, 2, 1, 2])
    none = np.zeros(6, np.bool_)
    weights = np.zeros((1, 6, 6), np.float32)
    for i in range(6):
        weights[0, i, max(i - 1, 0)] = 1
    found = measure(weights, Rows.of_one_text(np.arange(6), ids, none, none))
    assert found.induction == (1.0,)
    assert found.previous_token == (1.0,)
    assert found.entropy == pytest.approx((0.0,), abs=1e-12)
    assert found.separator == (None,)


def test_even_rows_have_the_logarithm_of_their_keys_as_entropy() -> None:
    none = np.zeros(8, np.bool_)
    weights = np.full((2, 8, 8), 1 / 8, np.float32)
    found = measure(weights, Rows.of_one_text(np.arange(8), np.arange(8), none, none))
    assert found.entropy == pytest.approx((math.log(8),) * 2)
    assert found.largest == pytest.approx((1 / 8,) * 2)
    assert found.induction == (None, None)  # no token occurs twice


def test_a_sinks_share_does_not_shorten_the_distance() -> None:
    none = np.zeros(3, np.bool_)
    weights = np.array([[[0, 0, 0], [0, 0, 0], [0.25, 0, 0.25]]], np.float32)
    found = measure(weights, Rows.of_one_text(np.arange(3), np.arange(3), none, none))
    assert found.distance == (1.0,)


def test_a_row_that_sees_nothing_counts_for_nothing() -> None:
    """C041: no NaN comes of it, and no average is lowered by it."""
    weights = random_weights(2, REAL)
    blind = weights.copy()
    blind[:, 2] = 0
    kept = [0, 1, 3, 4, 5]
    assert measure(blind, rows(REAL)) == measure(weights[:, kept], rows([REAL[i] for i in kept]))
    nothing = measure(np.zeros_like(weights), rows(REAL))
    assert set(nothing.model_dump().values()) == {(None, None, None)}


def test_places_mean_nothing_between_two_texts() -> None:
    weights = random_weights(3, REAL)
    found = measure(weights, Rows.across(np.array(SPECIAL), np.array(PADDING)))
    undefined = (None, None, None)
    assert found.distance == found.previous_token == found.self_token == found.induction == undefined
    assert found.first_token == pytest.approx(weights[:, :, 1].mean(1))
    assert found.separator == pytest.approx(weights[:, :, 5].mean(1))


@pytest.mark.parametrize("name", measures.rows)
def test_the_drawing_in_a_docstring_is_true(name: str) -> None:
    """Each measure shows three rows of weights and, behind the arrow, what it makes of each; – is not defined."""
    row = measures.rows[name]
    _, _, drawn = row.help.partition("Of the tokens ")
    said, *lines = (line.strip() for line in drawn.strip().splitlines() if line.strip())
    tokens = said.rstrip(":").split()
    cells, values = zip(*(line.split("→") for line in lines), strict=True)
    weights = np.array([[[0.0 if cell == "·" else float(cell) for cell in line.split()] for line in cells]], np.float32)
    ids = np.array([tokens.index(token) for token in tokens])
    special = np.array([token.startswith("[") for token in tokens])
    asked = Rows.of_one_text(np.arange(3), ids, special, np.zeros(3, bool))
    expected = [math.nan if value.strip() == "–" else float(value) for value in values]
    assert row.function(weights, asked)[0].tolist() == pytest.approx(expected, abs=5e-4, nan_ok=True)
