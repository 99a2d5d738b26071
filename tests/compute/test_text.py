"""Text becomes tokens that can be read, and every character of it is accounted for."""

import time
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compute.errors import BadCharacter, EmptyText, SecondTextRefused, TextTooLong, TooManyTokens
from compute.events import TokenRow
from compute.spec import MAX_TEXT_CHARACTERS, RunSpec
from compute.text import check_text, encode
from tests.compute.tokenizers_ import byte_level, card, sentence_piece, word_piece


def row(folder: Path, text: str) -> TokenRow:
    return encode(RunSpec(model="tiny", text=text), card(), folder)[0]


def spans(given: TokenRow) -> list[tuple[int, int]]:
    return [(token.start, token.end) for token in given.tokens]


def labels(given: TokenRow) -> list[str]:
    return [token.label for token in given.tokens]


def words(given: TokenRow) -> list[str]:
    """Labels of the text's own tokens."""
    return [token.label for token in given.tokens if token.role == "text"]


def test_bytes_of_one_character_share_its_span_and_are_numbered(tmp_path: Path) -> None:
    """C101: an arrow of three bytes; no span ends past the five characters."""
    arrow = row(byte_level(tmp_path), "i ⭢ j")
    assert spans(arrow) == [(0, 1), (1, 2), (2, 3), (2, 3), (2, 3), (3, 4), (4, 5)]
    assert labels(arrow) == ["i", "␣", "⭢", "⭢", "⭢", "␣", "j"]
    assert [token.part for token in arrow.tokens] == [0, 0, 1, 2, 3, 0, 0]
    assert len({token.word for token in arrow.tokens[2:5]}) == 1


def test_a_blank_joined_with_the_first_byte_of_a_character_shows_both(tmp_path: Path) -> None:
    """C101: GPT-2 has such a piece, 2343; the span covers the blank and the character."""
    arrow = row(byte_level(tmp_path, b" |\xe2"), "i ⭢ j")
    assert labels(arrow) == ["i", "␣⭢", "⭢", "⭢", "␣", "j"]
    assert spans(arrow) == [(0, 1), (1, 3), (2, 3), (2, 3), (3, 4), (4, 5)]
    assert [token.part for token in arrow.tokens] == [0, 1, 2, 3, 0, 0]


def test_labels_hold_no_letters_of_the_byte_alphabet(tmp_path: Path) -> None:
    """C103: the raw form stands in `raw` only."""
    shown = row(byte_level(tmp_path, b"S|e", b"\xc3|\xa1", b"\xc3\xa1|n"), "Seán … \n")
    assert words(shown)[:2] == ["Se", "án"]
    assert not set("".join(words(shown))) & set("ÃĠĊâ")
    assert shown.tokens[1].raw == "Ã¡n"


def test_spans_count_code_points_after_an_accented_letter(tmp_path: Path) -> None:
    """C105."""
    text = "A, naïve [MASK] AllenNLP sentence."
    folder = word_piece(tmp_path, "A", ",", "naïve", "Allen", "##NLP", "sentence", ".", uncased=False)
    given = row(folder, text)
    assert len(text) == 34
    mask = next(token for token in given.tokens if token.label == "[MASK]")
    assert (mask.start, mask.end, mask.role, mask.text) == (9, 15, "special", 0)
    assert next(token.start for token in given.tokens if token.label == "Allen") == 16
    for token in given.tokens:
        if token.text == 0:
            assert text[token.start : token.end] == token.label


@pytest.mark.parametrize(("form", "end"), [("NFD", 11), ("NFC", 5)])
def test_korean_spans_reach_the_end_of_the_text_in_both_forms(tmp_path: Path, form: str, end: int) -> None:
    """C107: five syllables are 11 code points when decomposed, and look the same."""
    text = unicodedata.normalize(form, "가나다라각")
    assert len(text) == end
    given = row(sentence_piece(tmp_path, "▁", "가나", "다", "라", "각"), text)
    assert given.tokens[-1].end == end
    assert "".join(words(given)).lstrip("␣") == "가나다라각"


def test_characters_that_a_tokenizer_drops_are_counted_with_their_place(tmp_path: Path) -> None:
    """C109: BERT's cleaning drops these."""
    folder = word_piece(tmp_path, "a", "b", "##b")
    for character in "\u200b\u200d\ufeff\u00ad\U000fe4fa":
        notice = next(n for n in row(folder, f"a {character} b").notices if n.code == "characters_ignored")
        assert notice.data == {"text": 0, "count": 1, "position": 2, "codepoint": ord(character)}
        assert "1 character was ignored" in notice.message
    inside = row(folder, "a\u200bb")
    assert [n.code for n in inside.notices] == ["characters_ignored"]
    assert not row(folder, "a b").notices


@pytest.mark.parametrize("blank", ["\n", "\t", "\r", "\r\n", "\u00a0", " \n "])
def test_every_blank_parts_words(tmp_path: Path, blank: str) -> None:
    """C111: "note(newline)book" does not become one word."""
    given = row(word_piece(tmp_path, "note", "book", "##book"), f"note{blank}book")
    assert words(given) == ["note", "book"]
    assert not given.notices


def test_a_very_long_text_is_answered_within_a_second(tmp_path: Path) -> None:
    """C113: refused by its characters before any tokenizer sees it; the longest that is allowed is quick too."""
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    byte_level(folders[0], b"a|a", b"aa|aa")
    word_piece(folders[1], "a", "##a")
    sentence_piece(folders[2], "▁", "a", "aa")
    for folder in folders:
        began = time.process_time()
        with pytest.raises(TextTooLong) as refused:
            row(folder, "a" * 100_000)
        assert refused.value.data == {"given": 100_000, "limit": MAX_TEXT_CHARACTERS}
        with suppress(TooManyTokens):
            encode(RunSpec(model="tiny", text="a" * MAX_TEXT_CHARACTERS), card(context_tokens=8192), folder)
        assert time.process_time() - began < 1.0


def test_blanks_are_to_be_seen(tmp_path: Path) -> None:
    """C115: two blanks, two newlines in one token, and a word with and without its blank."""
    hello = (b"h|e", b"he|l", b"hel|l", b"hell|o", b" |hello")
    world = (b"w|o", b"wo|r", b"wor|l", b"worl|d", b" |world")
    folder = byte_level(tmp_path, *hello, *world, b"\n|\n")
    assert labels(row(folder, "hello  world")) == ["hello", "␣", "␣world"]
    assert labels(row(folder, "\n\n")) == ["⏎⏎"]
    assert labels(row(folder, " hello\thello")) == ["␣hello", "⇥", "hello"]


def test_the_blank_belongs_to_the_span_even_where_a_tokenizer_trims_it(tmp_path: Path) -> None:
    """C115: RoBERTa's post-processor leaves it out."""
    assert spans(row(byte_level(tmp_path, b" |a", trims=True), "a a")) == [(0, 1), (1, 3)]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_removed_accents_and_lower_case_are_told(tmp_path: Path, form: str) -> None:
    """C118: for composed and decomposed input alike."""
    given = row(word_piece(tmp_path, "cafe", "ae"), unicodedata.normalize(form, "Café ÀÉ"))
    assert words(given) == ["cafe", "ae"]
    assert {notice.code for notice in given.notices} == {"accents_removed", "lower_cased"}
    assert spans(given)[1][1] == len(unicodedata.normalize(form, "Café"))


def test_a_cited_special_token_is_taken_as_it_stands_and_nothing_is_told_of_it(tmp_path: Path) -> None:
    """C118: the panel says that letters were lowered only where some were."""
    folder = word_piece(tmp_path, "a")
    assert row(folder, "[SEP] a [PAD]").notices == ()
    assert [notice.code for notice in row(folder, "[SEP] A").notices] == ["lower_cased"]


def test_unknown_words_show_themselves_and_are_told(tmp_path: Path) -> None:
    given = row(word_piece(tmp_path, "a"), "a жук a")
    assert words(given) == ["a", "жук", "a"]
    assert [token.role for token in given.tokens] == ["special", "text", "text", "text", "special"]
    notice = next(n for n in given.notices if n.code == "unknown_tokens")
    assert notice.data == {"text": 0, "count": 1, "position": 2}


def test_bytes_of_a_sentencepiece_vocabulary_show_their_character(tmp_path: Path) -> None:
    given = row(sentence_piece(tmp_path, "▁", "▁the", "re", "a"), "there 它a")
    assert words(given) == ["␣the", "re", "␣", "它", "它", "它", "a"]
    assert [token.part for token in given.tokens] == [0, 0, 0, 1, 2, 3, 0]
    assert given.tokens[0].word == given.tokens[1].word != given.tokens[3].word


def test_a_blank_set_before_the_text_covers_none_of_it(tmp_path: Path) -> None:
    given = row(sentence_piece(tmp_path, "▁", "它"), "它")
    assert [(token.label, token.start, token.end, token.part) for token in given.tokens] == [
        ("␣", 0, 0, 0),
        ("它", 0, 1, 0),
    ]


def test_pieces_of_a_word_touch_and_characters_of_chinese_do_not(tmp_path: Path) -> None:
    given = row(word_piece(tmp_path, "suit", "##case", "s", "小", "王"), "suitcase s 小王")
    numbers = {token.label: token.word for token in given.tokens}
    assert numbers["suit"] == numbers["case"]
    assert len({numbers[label] for label in ("suit", "s", "小", "王")}) == 4
    assert numbers["[CLS]"] == -1


def test_signs_without_a_picture_are_named(tmp_path: Path) -> None:
    assert words(row(byte_level(tmp_path), "\u0007")) == ["U+0007"]
    assert set(words(row(byte_level(tmp_path), "\u202e"))) == {"U+202E"}
    assert set(words(row(byte_level(tmp_path), "\u0301"))) == {"◌\u0301"}


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "ab\udfff"])
def test_what_is_no_text_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(BadCharacter) as refused:
        check_text(text, "second")
    place = refused.value.data["position"]
    assert isinstance(place, int)
    assert ord(text[place]) == refused.value.data["codepoint"]
    assert refused.value.field == "second"


def test_an_empty_text_is_refused(tmp_path: Path) -> None:
    for text in ("", "\u200b"):
        with pytest.raises(EmptyText):
            row(word_piece(tmp_path, "a"), text)


def test_more_tokens_than_the_context_are_refused_with_both_numbers(tmp_path: Path) -> None:
    """C065: 513 tokens against a usable table of 512."""
    folder = word_piece(tmp_path, "a")
    assert len(encode(RunSpec(model="tiny", text="a " * 510), card(context_tokens=512), folder)[0].tokens) == 512
    with pytest.raises(TooManyTokens) as refused:
        encode(RunSpec(model="tiny", text="a " * 511), card(context_tokens=512), folder)
    assert (refused.value.data["given"], refused.value.data["limit"]) == (513, 512)


def test_a_pair_is_one_row_with_both_texts(tmp_path: Path) -> None:
    spec = RunSpec(model="tiny", text="a b", second="b")
    (pair,) = encode(spec, card(), word_piece(tmp_path, "a", "b"))
    assert labels(pair) == ["[CLS]", "a", "b", "[SEP]", "b", "[SEP]"]
    assert [token.text for token in pair.tokens] == [-1, 0, 0, -1, 1, -1]
    assert spans(pair)[4] == (0, 1)


@pytest.mark.parametrize(
    ("side", "expected"), [("left", ["[PAD]", "[CLS]", "b", "[SEP]"]), ("right", ["[CLS]", "b", "[SEP]", "[PAD]"])]
)
def test_a_batch_is_two_rows_of_one_length(tmp_path: Path, side: str, expected: list[str]) -> None:
    spec = RunSpec.model_validate(
        {"model": "tiny", "text": "a b", "second": "b", "second_as": "batch", "padding_side": side}
    )
    first, second = encode(spec, card(), word_piece(tmp_path, "a", "b"))
    assert labels(second) == expected
    assert [token.role for token in second.tokens if token.label == "[PAD]"] == ["padding"]
    assert {token.text for token in first.tokens} == {-1, 0}
    assert {token.text for token in second.tokens} == {-1, 1}


def test_a_decoder_refuses_a_second_text(tmp_path: Path) -> None:
    with pytest.raises(SecondTextRefused):
        encode(RunSpec(model="tiny", text="a", second="b"), card(accepts_second=False), byte_level(tmp_path))


def test_markup_stays_text(tmp_path: Path) -> None:
    """C157."""
    text = '"><img src=x onerror=alert(1)>'
    assert "".join(labels(row(byte_level(tmp_path), text))).replace("␣", " ") == text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30))
def test_every_character_has_its_tokens_in_order(tmp_path: Path, text: str) -> None:
    """Byte-level: spans cover the text without a gap, end inside it, and whole tokens decode to what they cover."""
    given = row(byte_level(tmp_path, b"a|b", b" |a"), text)
    assert given.tokens[0].start == 0
    assert given.tokens[-1].end == len(text)
    for before, after in zip(given.tokens, given.tokens[1:], strict=False):
        assert after.start in (before.end, before.end - 1)
    assert sum(len(token.raw) for token in given.tokens) == len(text.encode())
    assert not given.notices
