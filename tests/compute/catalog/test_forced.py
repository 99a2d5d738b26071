"""A forced mask against a model and a text, before anything is computed."""

import numpy as np
import pytest

from compute.catalog.masks.choice import CellsMask, ForcedMask
from compute.catalog.masks.forced import check_forced, text_of
from compute.catalog.masks.in_use import in_use
from compute.catalog.masks.rule import Text, seen
from compute.errors import InvalidRequest, OutOfRange, WrongMaskSize
from compute.events import OwnMask, RunTokens
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
    (said,) = notices(check_forced(forced("key > query"), tokens("encoder", row("a", "b", "c", "d")), 0))
    assert said == [("blind_queries", 1, "3")]


def test_what_the_model_s_own_mask_hides_counts_where_the_forced_one_restricts_it() -> None:
    given = tokens("decoder", row("a", "b", "c"))
    assert notices(check_forced(forced("key > query"), given, 0)) == [[("blind_queries", 3, "0, 1, 2")]]
    assert notices(check_forced(forced("key > query", how="replace"), given, 0)) == [[("blind_queries", 1, "2")]]


def test_padding_is_not_counted_among_blind_tokens() -> None:
    given = tokens("encoder", row("a", "b", "c"), row("_", "a", "b"))
    assert notices(check_forced(forced("key < query"), given, 0)) == [[("blind_queries", 1, "0")]] * 2


def test_many_blind_tokens_are_counted_and_the_first_are_named() -> None:
    (said,) = notices(check_forced(forced("key < 0"), tokens("encoder", row(*"abcdefghijklmnop")), 0))
    assert said == [("blind_queries", 16, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …")]


def test_a_mask_that_leaves_nobody_blind_says_nothing() -> None:
    given = tokens("encoder", row("a", "b"))
    assert check_forced(forced("document"), given, 0) == given
    assert check_forced(ForcedMask(top_k=1), given, 0) == given


def test_cells_of_another_size_than_the_text_are_refused_with_both_sizes() -> None:
    """C040: before anything is queued; padding does not count."""
    mask = ForcedMask(mask=CellsMask.of(np.ones((3, 3), np.bool_)))
    assert check_forced(mask, tokens("encoder", row("_", "a", "b", "c")), 0)
    with pytest.raises(WrongMaskSize, match="The mask is 3 × 3; the text has 4 tokens"):
        check_forced(mask, tokens("encoder", row("a", "b", "c", "d")), 0)
    with pytest.raises(WrongMaskSize, match="the text has 2 tokens"):
        check_forced(mask, tokens("encoder", row("a", "b", "c"), row("a", "b", "_")), 0)


def test_cells_are_refused_where_the_text_grows_or_looks_at_another() -> None:
    mask = ForcedMask(mask=CellsMask.of(np.ones((2, 2), np.bool_)))
    with pytest.raises(InvalidRequest, match="this text grows"):
        check_forced(mask, tokens("decoder", row("a", "b")), 8)
    both = tokens("encoder_decoder", row("a", "b"), target=row("c", "d"))
    with pytest.raises(InvalidRequest, match="cross-attention looks at another"):
        check_forced(mask.model_copy(update={"kind": "cross"}), both, 0)
    assert check_forced(mask.model_copy(update={"kind": "encoder"}), both, 8)


def test_layers_heads_and_kinds_that_the_model_has_not_are_refused() -> None:
    given = tokens("decoder", row("a", "b"))
    assert check_forced(forced("first", layers=(0, 2), heads=(3,)), given, 0)
    with pytest.raises(OutOfRange, match="layer 3 was asked for; this run has 0 to 2"):
        check_forced(forced("first", layers=(0, 3)), given, 0)
    with pytest.raises(OutOfRange, match="head 4 was asked for; this run has 0 to 3"):
        check_forced(forced("first", heads=(4,)), given, 0)
    with pytest.raises(InvalidRequest, match="Tiny has no cross attention"):
        check_forced(forced("first", kind="cross"), given, 0)


def test_a_target_has_notices_of_its_own() -> None:
    given = tokens("encoder_decoder", row("a", "b"), target=row("[start]", "c", "d"))
    assert notices(check_forced(forced("key < query", kind="decoder"), given, 8)) == [
        [],
        [("blind_queries", 1, "0")],
    ]
    assert notices(check_forced(forced("key > query", kind="cross"), given, 8)) == [
        [],
        [("blind_queries", 2, "1, 2")],
    ]


def codes(given: RunTokens) -> list[list[str]]:
    return [[notice.code for notice in row.notices] for row in (*given.rows, *given.target)]


@pytest.mark.parametrize(
    ("text", "how", "written", "said"),
    [
        ("local(radius=1)", "replace", 1, ["sees_ahead"]),
        ("local(radius=1)", "replace", 0, []),  # nothing is written: the pass that is shown is the only one
        ("local(radius=1)", "restrict", 9, []),  # the decoder's own mask hides what is ahead
        ("prefix_lm(prefix=3)", "replace", 9, []),  # the whole prefix is there before anything is written
        ("prefix_lm(prefix=4)", "replace", 9, ["sees_ahead"]),
        ("key == query + 3", "replace", 9, ["blind_queries", "sees_ahead"]),
        ("sliding_window(window=4)", "replace", 9, []),
    ],
)
def test_a_text_written_under_a_mask_that_looks_ahead_is_told_from_its_reading(
    text: str, how: str, written: int, said: list[str]
) -> None:
    given = tokens("decoder", row("a", "b", "c"))
    assert codes(check_forced(forced(text, how=how), given, written)) == [said]


def test_of_an_encoder_decoder_only_the_side_that_writes_can_look_too_far_ahead() -> None:
    given = tokens("encoder_decoder", row("a", "b"), target=row("[start]"))
    assert codes(check_forced(forced("full", how="replace"), given, 64)) == [[], ["sees_ahead"]]
    for kind in ("encoder", "cross"):
        assert codes(check_forced(forced("full", how="replace", kind=kind), given, 64)) == [[], []]


def test_each_mask_in_use_is_told_once_with_its_layers() -> None:
    """C022: layers 0 and 2 slide with a window of 2, layer 1 is full; a forced mask is met by each."""
    window = OwnMask(row="sliding_window", params={"window": 2}, layers=(0, 2), words="2 tokens")
    causal = OwnMask(row="causal", params={}, layers=(1,), words="all before")
    card = tokens("decoder", row("a")).model.model_copy(update={"own_masks": (window, causal)})
    for mask, layers in ((None, [(0, 2), (1,)]), (forced("first", layers=(1, 2)), [(1,), (2,)])):
        assert [one.layers for one in in_use(mask, card, "decoder")] == layers
    apart = forced("distance >= 2")
    sums = [seen(one.rule, Text(4), range(4)).sum(axis=1).tolist() for one in in_use(apart, card, "decoder")]
    assert sums == [[0, 0, 0, 0], [0, 0, 1, 2]]
    given = RunTokens(seq=0, model=card, rows=(row(*"abcd"),))
    assert notices(check_forced(apart, given, 0)) == [[("blind_queries", 4, "0, 1, 2, 3")]]
