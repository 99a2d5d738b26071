"""Mask expressions: what they say, cell by cell, and where what they can't say is pointed at."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compute.catalog.masks import Text, masks
from compute.catalog.masks.expression import parse
from compute.catalog.masks.rule import seen
from compute.catalog.masks.words import MOST_CHARACTERS
from compute.errors import InvalidExpression

N = 7
TEXT = Text(N, documents=(0, 0, 0, 1, 1, 2, 2), special=frozenset({0, 2, 4}))

MEANS: dict[str, Callable[[int, int], bool]] = {
    "key <= query": lambda q, k: k <= q,
    "0 <= distance < 3 or first": lambda q, k: 0 <= q - k < 3 or k == 0,
    "not distance < 0": lambda q, k: not q - k < 0,
    "abs(distance) <= 1 and not special": lambda q, k: abs(q - k) <= 1 and k not in (0, 2, 4),
    "query_special or key == tokens - 1": lambda q, k: q in (0, 2, 4) or k == N - 1,
    "distance % 2 == 0 & distance >= 0": lambda q, k: (q - k) % 2 == 0 and q - k >= 0,
    "query // 3 == key // 3": lambda q, k: q // 3 == k // 3,
    "distance // 2 == -2": lambda q, k: (q - k) // 2 == -2,  # rounds down, as below 0 it matters
    "key < 2 * query - 3 + 1": lambda q, k: k < 2 * q - 3 + 1,
    "2 * (query - 3) > key": lambda q, k: 2 * (q - 3) > k,
    "min(query, 4) != max(key, 2)": lambda q, k: min(q, 4) != max(k, 2),
    "query == 1 or query == 2 and key == 3": lambda q, k: q == 1 or (q == 2 and k == 3),
    "(query == 1 or query == 2) and key == 3": lambda q, k: q in (1, 2) and k == 3,
    "~(query < 3 | key > 4)": lambda q, k: not (q < 3 or k > 4),
    "-distance > - 2": lambda q, k: -(q - k) > -2,
    "document": lambda q, k: TEXT.documents[q] == TEXT.documents[k],
    "query_document - key_document == 1": lambda q, k: TEXT.documents[q] - TEXT.documents[k] == 1,
    "sink_window(sinks=1, window=2) and not key % 2 == 1": lambda q, k: k <= q and (k < 1 or q - k < 2) and k % 2 == 0,
    "causal() and full": lambda q, k: k <= q,
    "query ≥ key ∧ distance ≤ 2": lambda q, k: 0 <= q - k <= 2,
    "（key − query）× 2 ≠ 2": lambda q, k: (k - q) * 2 != 2,
    "1 < 2": lambda q, k: True,
}


@pytest.mark.parametrize("text", MEANS)
def test_an_expression_allows_what_it_says_in_every_cell(text: str) -> None:
    by_hand = [[MEANS[text](q, k) for k in range(N)] for q in range(N)]
    assert seen(parse(text), TEXT, range(N)).tolist() == by_hand


FAULTS = [
    ("", 0, "the end", "a word, a number or an opening bracket"),
    ("query <", 7, "the end", "a word, a number"),
    ("query < 4 )", 10, ")", "the end"),
    ("query < 4 4", 10, "4", "the end"),
    ("query / 2 == 1", 6, "/", "//"),
    ("query < 4; import os", 9, ";", "the end"),
    ("__import__('os')", 0, "__import__", "query, key, distance"),
    ("query.__class__ == 1", 5, ".", "a whole number"),
    ("foo < 4", 0, "foo", "query, key, distance"),
    ("query = 4", 6, "=", "=="),
    ("first and and special", 10, "and", "a word, a number"),
    ("not " * 33 + "first", 128, "not", "at most 32 levels"),
    ("query ≤ ≤ 3", 8, "≤", "a word, a number"),
    ("query", 0, "a number", "query < 4"),
    ("query and key < 2", 0, "a number", "query < 4"),
    ("first < 3", 0, "something that is true or false", "a number"),
    ("abs(first) < 3", 4, "something that is true or false", "a number"),
    ("abs 3 < 3", 4, "3", "an opening bracket"),
    ("min(query) < 3", 9, ")", "a comma"),
    ("(query < 3", 10, "the end", "a closing bracket"),
    ("sliding_window(window=0)", 22, "0", "at least 1 and at most 65,536"),
    ("sliding_window(width=3)", 15, "width", "window"),
    ("sink_window(sinks=1, sinks=2)", 21, "sinks", "window"),
    ("sliding_window(window=query)", 22, "query", "a whole number"),
    ("query < 12345678901", 8, "12345678901", "a number below"),
    ("1.5 < query", 1, ".", "whole number"),
    ("lambda q, k: True", 0, "lambda", "query"),
]


@pytest.mark.parametrize(
    ("text", "position", "found", "allowed"), FAULTS, ids=[fault[0] or "(empty)" for fault in FAULTS]
)
def test_a_fault_is_pointed_at_with_what_stands_there_and_what_may(
    text: str, position: int, found: str, allowed: str
) -> None:
    with pytest.raises(InvalidExpression) as refused:
        parse(text)
    said = refused.value.data
    assert (said["position"], said["found"]) == (position, found)
    assert allowed in str(said["allowed"])
    assert f"Character {position}" in refused.value.message


def test_dividing_by_zero_is_refused_where_it_stands_when_the_mask_meets_a_text() -> None:
    with pytest.raises(InvalidExpression, match=r"Character 4 .*max\(1, query\)"):
        seen(parse("key % query == 0"), TEXT, range(N))
    assert seen(parse("key % max(1, query) == 0"), TEXT, range(2, 3)).tolist() == [[k % 2 == 0 for k in range(N)]]


def test_numbers_that_leave_64_bits_are_refused_not_wrapped() -> None:
    big = " * ".join(["999999999"] * 3)
    with pytest.raises(InvalidExpression, match="smaller numbers"):
        seen(parse(f"{big} > 0"), TEXT, range(N))


def test_an_expression_can_be_neither_too_long_nor_too_deep() -> None:
    with pytest.raises(InvalidExpression, match="at most 1,000 characters"):
        parse("query < 1" + " " * MOST_CHARACTERS)
    for deep in ("(" * 40 + "query < 1" + ")" * 40, "not " * 40 + "first", "-" * 40 + "query < 1"):
        with pytest.raises(InvalidExpression, match="at most 32 levels"):
            parse(deep)
    assert parse("(" * 30 + "query < 1" + ")" * 30)


@given(st.text(alphabet=st.sampled_from(list("qkey distance<>=()+-*/%&|~,0123456789first_nota≤")), max_size=60))
def test_whatever_is_typed_is_a_mask_or_one_sentence(text: str) -> None:
    try:
        cells = seen(parse(text), TEXT, range(N))
    except InvalidExpression as refused:
        position = refused.data["position"]
        assert isinstance(position, int)
        assert 0 <= position <= len(text)
    else:
        assert cells.shape == (N, N)
        assert cells.dtype == np.bool_


@pytest.mark.parametrize("name", list(masks.rows))
def test_every_row_of_the_list_stands_for_itself_with_its_parameters(name: str) -> None:
    row = masks.rows[name]
    filled = ", ".join(f"{key}={value}" for key, value in row.example.model_dump().items())
    assert np.array_equal(seen(parse(f"{name}({filled})"), TEXT, range(N)), seen(row.rule(row.example), TEXT, range(N)))
