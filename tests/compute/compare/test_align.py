"""Different tokens are never compared silently."""

import pytest

from compute.compare.align import Alignment, align
from compute.errors import IncomparableRuns
from compute.events import Token


def tokens(*words: str, ids: tuple[int, ...] | None = None, role: str = "text") -> list[Token]:
    """One token a word, each standing for its own characters with one blank between two words."""
    found, start = [], 0
    for number, word in enumerate(words):
        found.append(
            Token.model_validate(
                {
                    "id": sum(map(ord, word)) if ids is None else ids[number],
                    "label": word, "raw": word, "start": start, "end": start + len(word),
                    "text": 0, "word": number, "part": 0, "role": role,
                }
            )
        )  # fmt: skip
        start += len(word) + 1
    return found


def test_equal_tokens_stand_for_each_other() -> None:
    assert align(tokens("it", "was"), tokens("it", "was"), True) == Alignment("same", 2)


def test_a_masked_token_stands_for_the_characters_that_it_hides() -> None:
    masked = tokens("it", "was", "big")
    masked[1] = masked[1].model_copy(update={"id": 4, "label": "[MASK]", "role": "special"})
    assert align(tokens("it", "was", "big"), masked, True) == Alignment("characters", 3, (1,))


def test_pieces_of_another_vocabulary_stand_for_the_same_characters() -> None:
    one, other = tokens("It", "was", ids=(1, 2)), tokens("it", "was", ids=(7, 9))
    assert align(one, other, False) == Alignment("characters", 2, (0, 1))


def test_another_word_of_the_same_length_in_tokens_is_named() -> None:
    assert align(tokens("too", "big", "."), tokens("too", "small", "."), True) == Alignment("places", 3, (1,))


def test_texts_of_other_lengths_are_compared_up_to_where_they_part_and_their_maps_are_not() -> None:
    found = align(tokens("a", "b", "c"), tokens("a", "b", "d", "e"), True)
    assert found == Alignment("prefix", 2)
    assert not found.whole
    assert align(tokens("a", "b"), tokens("a", "b", "d"), True) == Alignment("prefix", 2)


def test_what_has_nothing_in_common_is_refused_with_both_counts() -> None:
    with pytest.raises(IncomparableRuns, match="read 2 tokens and 3 tokens, whose places") as refused:
        align(tokens("a", "b"), tokens("x", "b", "c"), True)
    assert refused.value.data == {"base": 2, "variant": 3}
    with pytest.raises(IncomparableRuns, match="2 tokens of another vocabulary"):
        align(tokens("ab", "cd"), tokens("abc", "d"), False)
