"""A forced mask against a model and a text, before anything is computed."""

import numpy as np
import pytest

from compute.catalog.masks.choice import CellsMask, ForcedMask
from compute.catalog.masks.forced import check_forced, text_of
from compute.errors import InvalidRequest, OutOfRange, WrongMaskSize
from compute.events import RunTokens
from tests.compute.forced import forced, row, tokens


def notices(given: RunTokens) -> list[list[tuple[str, object, object]]]:
    return [
        [(notice.code, notice.data["count"], notice.data["tokens"]) for notice in row.notices]
        for row in (*given.rows, *given.target)
    ]


def test_a_document_ends_with_a_special_token_after_the_first_or_with_a_line_break() -> None:
    text = text_of(row("[CLS]", "a", "b", "[SEP]", "c", "[SEP]"))
    assert text.documents == (0, 0, 0, 0, 1, 1)
    assert text.special == {0, 3, 5}
    assert text_of(row("a", "⏎", "⏎", "b", ".⏎", "c")).documents == (0, 0, 0, 1, 1, 2)
    assert text_of(row("_", "_", "[CLS]", "a")).documents == (0, 0)
    assert text_of(row("_", "[CLS]", "a", "_")).special == {0}


def test_which_tokens_see_nothing_is_told_before_running() -> None:
    (said,) = notices(check_forced(forced("key > query"), tokens("encoder", row("a", "b", "c", "d")), False))
    assert said == [("blind_queries", 1, "3")]


def test_what_the_model_s_own_mask_hides_counts_where_the_forced_one_restricts_it() -> None:
    given = tokens("decoder", row("a", "b", "c"))
    assert notices(check_forced(forced("key > query"), given, False)) == [[("blind_queries", 3, "0, 1, 2")]]
    assert notices(check_forced(forced("key > query", how="replace"), given, False)) == [[("blind_queries", 1, "2")]]


def test_padding_is_not_counted_among_blind_tokens() -> None:
    given = tokens("encoder", row("a", "b", "c"), row("_", "a", "b"))
    assert notices(check_forced(forced("key < query"), given, False)) == [[("blind_queries", 1, "0")]] * 2


def test_many_blind_tokens_are_counted_and_the_first_are_named() -> None:
    (said,) = notices(check_forced(forced("key < 0"), tokens("encoder", row(*"abcdefghijklmnop")), False))
    assert said == [("blind_queries", 16, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …")]


def test_a_mask_that_leaves_nobody_blind_says_nothing() -> None:
    given = tokens("encoder", row("a", "b"))
    assert check_forced(forced("document"), given, False) == given
    assert check_forced(ForcedMask(top_k=1), given, False) == given


def test_cells_of_another_size_than_the_text_are_refused_with_both_sizes() -> None:
    """C040: before anything is queued; padding does not count."""
    mask = ForcedMask(mask=CellsMask.of(np.ones((3, 3), np.bool_)))
    assert check_forced(mask, tokens("encoder", row("_", "a", "b", "c")), False)
    with pytest.raises(WrongMaskSize, match="The mask is 3 × 3; the text has 4 tokens"):
        check_forced(mask, tokens("encoder", row("a", "b", "c", "d")), False)
    with pytest.raises(WrongMaskSize, match="the text has 2 tokens"):
        check_forced(mask, tokens("encoder", row("a", "b", "c"), row("a", "b", "_")), False)


def test_cells_are_refused_where_the_text_grows_or_looks_at_another() -> None:
    mask = ForcedMask(mask=CellsMask.of(np.ones((2, 2), np.bool_)))
    with pytest.raises(InvalidRequest, match="this text grows"):
        check_forced(mask, tokens("decoder", row("a", "b")), True)
    both = tokens("encoder_decoder", row("a", "b"), target=row("c", "d"))
    with pytest.raises(InvalidRequest, match="cross-attention looks at another"):
        check_forced(mask.model_copy(update={"kind": "cross"}), both, False)
    assert check_forced(mask.model_copy(update={"kind": "encoder"}), both, True)


def test_layers_heads_and_kinds_that_the_model_has_not_are_refused() -> None:
    given = tokens("decoder", row("a", "b"))
    assert check_forced(forced("first", layers=(0, 2), heads=(3,)), given, False)
    with pytest.raises(OutOfRange, match="layer 3 was asked for; this run has 0 to 2"):
        check_forced(forced("first", layers=(0, 3)), given, False)
    with pytest.raises(OutOfRange, match="head 4 was asked for; this run has 0 to 3"):
        check_forced(forced("first", heads=(4,)), given, False)
    with pytest.raises(InvalidRequest, match="Tiny has no cross attention"):
        check_forced(forced("first", kind="cross"), given, False)


def test_a_target_has_notices_of_its_own() -> None:
    given = tokens("encoder_decoder", row("a", "b"), target=row("[start]", "c", "d"))
    assert notices(check_forced(forced("key < query", kind="decoder"), given, True)) == [
        [],
        [("blind_queries", 1, "0")],
    ]
    assert notices(check_forced(forced("key > query", kind="cross"), given, True)) == [
        [],
        [("blind_queries", 2, "1, 2")],
    ]
