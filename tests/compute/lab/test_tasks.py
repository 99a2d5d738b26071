"""What the tasks ask, against answers worked out in the test; batches, tokenizers and framings."""

import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compute.catalog.params import fill
from compute.errors import AtlasError, InvalidRequest
from compute.lab.corpus import Pair, pair_data, pair_tokenizer, read_pairs
from compute.lab.data import Data, Example, Stored
from compute.lab.framing import FRAMINGS, NOTHING
from compute.lab.tasks import TaskRow, tasks
from compute.lab.tokenizer import (
    ARROW_ID,
    END_ID,
    MASK_ID,
    PAD_ID,
    SPECIAL,
    START_ID,
    symbol_tokenizer,
    train_tokenizer,
)

LEARNED = train_tokenizer(["The cat sat on the mat. The cat.", "猫坐在垫子上。"] * 20, 400)

DRAWN = ("copy", "reverse", "sort", "induction", "brackets", "addition")


def data(name: str, **params: object) -> Data:
    row = tasks.rows[name]
    return row.function(fill(row.params, params))


def in_symbols(name: str, count: int = 200) -> list[tuple[list[str], list[str]]]:
    drawn = data(name)
    symbol = drawn.tokenizer.id_to_token
    return [
        ([str(symbol(n)) for n in source], [str(symbol(n)) for n in target])
        for source, target in drawn.batch(0, count, seed=3)
    ]


def is_balanced(source: list[str]) -> bool:
    """By taking out neighbouring pairs until nothing changes."""
    text = "".join(source)
    while True:
        less = text.replace("()", "").replace("[]", "").replace("{}", "")
        if less == text:
            return text == ""
        text = less


def follows(source: list[str], target: list[str]) -> bool:
    before, asked = source[:-2], source[-1]
    at = before.index(asked)
    return before[at + 1 : at + 1 + len(target)] == target


ANSWERS = {
    "copy": lambda source, target: source == target,
    "reverse": lambda source, target: [*reversed(source)] == target,
    "sort": lambda source, target: sorted(source) == target,
    "induction": follows,
    "brackets": lambda source, target: target == ["yes" if is_balanced(source) else "no"],
    "addition": lambda source, target: (
        sum(int(number) for number in "".join(source).split("+")) == int("".join(reversed(target)))
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_target_is_the_answer(name: str) -> None:
    examples = in_symbols(name)
    assert all(ANSWERS[name](source, target) for source, target in examples)
    assert len({tuple(source) for source, _ in examples}) > 100


def test_half_of_the_brackets_are_balanced() -> None:
    share = np.mean([target == ["yes"] for _, target in in_symbols("brackets", 1000)])
    assert 0.45 < share < 0.55


@pytest.mark.parametrize("name", DRAWN)
def test_a_batch_is_the_same_for_the_same_numbers_and_held_out_examples_are_no_batch(name: str) -> None:
    assert data(name).batch(5, 8, seed=1) == data(name).batch(5, 8, seed=1)
    assert data(name).batch(5, 8, seed=1) != data(name).batch(6, 8, seed=1) != data(name).batch(6, 8, seed=2)
    assert data(name).held_out() == data(name).held_out()
    assert data(name).held_out()[:8] != data(name).batch(0, 8, seed=0)


def test_an_epoch_of_a_corpus_goes_once_through_it_in_an_order_of_its_own() -> None:
    examples = [Example((10 + n % 7,) * (1 + n % 5), (100 + n,)) for n in range(103)]
    stored = Stored(symbol_tokenizer("ab"), examples, examples[:1])
    epochs = [[e for step in range(11 * k, 11 * k + 11) for e in stored.batch(step, 10, seed=4)] for k in range(2)]
    assert stored.batches(10) == 11
    assert all(sorted(epoch) == sorted(examples) for epoch in epochs)
    assert epochs[0] != epochs[1]
    assert max(len({len(e.source) for e in stored.batch(step, 10, seed=4)}) for step in range(11)) <= 2


def test_the_special_tokens_have_the_same_ids_everywhere() -> None:
    learned = train_tokenizer(["The cat sat on the mat.", "猫坐在垫子上。"] * 5, 400)
    for tokenizer in (learned, symbol_tokenizer("abc")):
        assert [tokenizer.token_to_id(token) for token in SPECIAL] == list(range(6))
    assert learned.encode("cat ⇒ <mask>。").ids.count(MASK_ID) == 1
    assert learned.encode("cat ⇒ 猫").ids.count(ARROW_ID) == 1


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=40))
def test_any_text_comes_back_from_its_pieces(text: str) -> None:
    normal = unicodedata.normalize("NFC", text)
    if any(token in text for token in SPECIAL) or "▁" in text:
        return
    assert LEARNED.decode(LEARNED.encode(text, add_special_tokens=False).ids) == normal


def test_chinese_is_cut_by_character_and_english_by_words() -> None:
    tokens = LEARNED.encode("The cat。猫坐在垫子上").tokens
    assert tokens == ["The", "▁cat", "。", "猫", "坐", "在", "垫", "子", "上"]


EXAMPLES = [Example((10, 11, 12), (20, 21)), Example((13,), (22,))]
ANY = np.random.default_rng(0)


def test_a_decoder_reads_source_arrow_target_and_predicts_the_target() -> None:
    batch = FRAMINGS["decoder"](EXAMPLES, False, ANY)
    assert batch.tokens.tolist() == [
        [START_ID, 10, 11, 12, ARROW_ID, 20, 21],
        [START_ID, 13, ARROW_ID, 22, PAD_ID, PAD_ID, PAD_ID],
    ]
    n = NOTHING
    assert batch.labels.tolist() == [[n, n, n, n, 20, 21, END_ID], [n, n, 22, END_ID, n, n, n]]
    learned = FRAMINGS["decoder"](EXAMPLES, True, ANY)
    assert learned.labels[0].tolist() == [10, 11, 12, ARROW_ID, 20, 21, END_ID]


def test_an_encoder_decoders_rows_are_labelled_by_its_input() -> None:
    """C069: target “a b” and its end: the decoder reads <start> a b."""
    batch = FRAMINGS["encoder-decoder"](EXAMPLES, False, ANY)
    assert batch.tokens.tolist() == [[START_ID, 20, 21], [START_ID, 22, PAD_ID]]
    assert batch.labels.tolist() == [[20, 21, END_ID], [22, END_ID, NOTHING]]
    assert batch.source is not None
    assert batch.source.tolist() == [[10, 11, 12, END_ID], [13, END_ID, PAD_ID, PAD_ID]]
    assert START_ID != PAD_ID


@given(st.integers(0, 10_000), st.booleans())
def test_an_encoder_predicts_what_is_masked_and_nothing_else(seed: int, learns_source: bool) -> None:
    batch = FRAMINGS["encoder"](EXAMPLES, learns_source, np.random.default_rng(seed))
    whole = [[START_ID, 10, 11, 12, ARROW_ID, 20, 21, END_ID], [START_ID, 13, ARROW_ID, 22, END_ID, 0, 0, 0]]
    masked = batch.tokens == MASK_ID
    assert np.array_equal(masked, batch.labels != NOTHING)
    assert np.where(masked, batch.labels, batch.tokens).tolist() == whole
    if not learns_source:
        assert batch.labels[0].tolist() == [NOTHING] * 5 + [20, 21, NOTHING]


def test_pairs_are_split_by_their_english_sentence_and_simplified(tmp_path: Path) -> None:
    lines = ["eng_id\teng\tcmn_id\tcmn"]
    for n in range(300):
        lines += [f"{n}\tI have {n} books.\t1\t我有{n}本書。", f"{n}\tI have {n} books.\t2\t我有{n}本书！"]
    file = tmp_path / "pairs.tsv"
    file.write_text("\n".join(lines), "utf-8")
    pairs = read_pairs(file)
    assert pairs[0] == Pair("I have 0 books.", "我有0本书。")
    held_out = {pair.english for pair in pairs if pair.is_held_out}
    assert 3 <= len(held_out) <= 25
    stored = pair_data(pairs, pair_tokenizer(pairs))
    assert len(stored.held_out()) == 2 * len(held_out)
    assert len(stored.train) == 600 - 2 * len(held_out)
    assert not {e.source for e in stored.train} & {e.source for e in stored.held_out()}


def test_pairs_without_a_column_are_refused_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("english\tcmn\nHi.\t嗨。", "utf-8")
    with pytest.raises(ValueError, match="has no column eng; it has english, cmn"):
        read_pairs(file)


def test_own_text_is_held_out_by_tenths_and_lost_nowhere() -> None:
    text = " ".join(f"sentence number {n} of many." for n in range(400))
    own = data("own_text", text=text, length=32)
    assert isinstance(own, Stored)
    assert 0.08 < len(own.kept_back) / (len(own.train) + len(own.kept_back)) < 0.11
    assert sum(len(e.target) for e in [*own.train, *own.kept_back]) == len(own.tokenizer.encode(text).ids)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hi there. " * 3, "24 characters, which is too short to learn from. Give at least 200"),
        (" \n" * 10_000, "0 characters, which is too short"),
        ("好" * 333_334, "1,000,002 bytes; at most 1,000,000 are read"),
        ("fine " * 100 + "\0", "Character 500 of the text is NUL"),
    ],
)
def test_a_text_that_cannot_be_learned_from_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(AtlasError, match=re.escape(said)):
        data("own_text", text=text)


def test_a_chinese_text_without_blanks_can_be_learned_from() -> None:
    own = data("own_text", text="春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。" * 20, length=16)
    assert own.held_out()


@pytest.mark.parametrize("row", list(tasks), ids=lambda row: row.name)
def test_the_longest_example_is_as_long_as_the_task_says(row: TaskRow) -> None:
    params = row.example
    if row.name == "own_text":
        params = params.model_copy(update={"text": "once upon a time there was a small house. " * 60})
    source, target = row.longest(params)
    batches = [row.function(params).batch(step, 64, seed=0) for step in range(30)]
    drawn = [example for batch in batches for example in batch]
    assert max(len(example.source) for example in drawn) == source
    assert max(len(example.target) for example in drawn) == target


def test_letters_and_lengths_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InvalidRequest, match="shortest = 5 is more than longest = 4"):
        data("copy", shortest=5, longest=4)
    with pytest.raises(InvalidRequest, match="asked < length ≤ letters"):
        data("induction", letters=8, length=12)
