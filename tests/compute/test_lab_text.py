"""How a text is put before a lab model, and how what it writes is shown."""

import hashlib
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from compute.asked import check_asked
from compute.catalog.models import model_card, model_folder, models
from compute.errors import EmptyText, InvalidRequest, TooManyTokens, UnknownModel
from compute.events import RunTokens, Token
from compute.spec import RunSpec
from compute.text import tokens_of
from compute.vocabulary import open_vocabulary
from compute.writing import written_tokens
from tests.compute.lab_models import random_model
from tests.compute.tokenizers_ import card

ENGLISH, CHINESE = "The cat saw the dog.", "狗看见猫。"


def read(**fields: object) -> RunTokens:
    spec = RunSpec.model_validate({"model": "lab", **fields})
    return tokens_of(spec, model_card("lab"), model_folder("lab"))


def shown(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.label for token in tokens)


@pytest.mark.parametrize(
    ("architecture", "fields", "rows", "target"),
    [
        ("decoder", {"text": ENGLISH}, "<start> The ␣cat ␣saw ␣the ␣dog .", None),
        ("decoder", {"text": f"{ENGLISH} ⇒ 狗"}, "<start> The ␣cat ␣saw ␣the ␣dog . ⇒ 狗", None),
        ("encoder", {"text": ENGLISH}, "<start> The ␣cat ␣saw ␣the ␣dog . <end>", None),
        ("encoder", {"text": "The cat", "second": CHINESE}, "<start> The ␣cat ⇒ 狗 看 见 猫 。 <end>", None),
        ("encoder-decoder", {"text": "The cat"}, "The ␣cat <end>", "<start>"),
        ("encoder-decoder", {"text": "The cat", "second": CHINESE}, "The ␣cat <end>", "<start> 狗 看 见 猫 。"),
    ],
)
def test_special_tokens_stand_as_in_training(
    architecture: str, fields: dict[str, str], rows: str, target: str | None, zoo: Path
) -> None:
    """C069: the decoder's row begins with its start token and has no end token."""
    random_model(zoo / "lab", architecture)
    said = read(**fields)
    assert shown(said.rows[0].tokens) == rows
    assert [shown(row.tokens) for row in said.target] == ([] if target is None else [target])


def test_a_token_still_stands_for_its_part_of_the_text(zoo: Path) -> None:
    random_model(zoo / "lab", "encoder")
    fields = {"text": ENGLISH, "second": CHINESE}
    whole, masked = read(**fields).rows[0].tokens, read(**fields, masked=[2, 8]).rows[0].tokens
    texts = (ENGLISH, CHINESE)
    cited = [texts[token.text][token.start : token.end] for token in masked if token.text >= 0]
    assert cited == ["The", " cat", " saw", " the", " dog", ".", "狗", "看", "见", "猫", "。"]
    assert [place for place, token in enumerate(masked) if token.label == "<mask>"] == [2, 8]
    assert [token.role for token in masked][:4] == ["special", "text", "special", "text"]
    assert all(a == b for place, (a, b) in enumerate(zip(whole, masked, strict=True)) if place not in (2, 8))
    assert [token.word for token in masked] == [token.word for token in whole]


def test_an_arrow_between_blanks_is_the_special_token(zoo: Path) -> None:
    random_model(zoo / "lab", "decoder")
    arrow = read(text="The cat  ⇒  猫").rows[0].tokens[3]
    assert (arrow.label, arrow.raw, arrow.role, arrow.word) == ("⇒", "⇒", "special", -1)


def test_a_table_of_positions_ends_where_it_ends(zoo: Path) -> None:
    random_model(zoo / "lab", "encoder-decoder", position={"name": "learned"}, max_tokens=8)
    assert model_card("lab").context_tokens == 8
    assert len(read(text="猫" * 7).rows[0].tokens) == 8
    for fields in ({"text": "猫" * 8}, {"text": "猫", "second": "狗" * 8}):
        with pytest.raises(TooManyTokens) as refused:
            read(**fields)
        assert refused.value.data == {"given": 9, "limit": 8, "model": model_card("lab").title}
        assert refused.value.field == ("second" if "second" in fields else "text")
    with pytest.raises(EmptyText):
        read(text="猫", second="")


def test_cards_of_lab_models_stand_beside_the_others(zoo: Path) -> None:
    known = [one.name for one in models()]
    random_model(zoo / "b", "decoder", mask={"name": "sliding_window", "params": {"window": 3}})
    random_model(zoo / "a", "encoder", position={"name": "alibi"}, wiring="post", norm="layer_norm")
    (zoo / "unfinished").mkdir()
    assert [one.name for one in models()] == [*known, "a", "b"]
    encoder, decoder = model_card("a"), model_card("b")
    assert (encoder.title, encoder.architecture) == ("Lab encoder, ALiBi", "encoder")
    assert (encoder.position_row, encoder.mask_row, encoder.norm) == ("alibi", "full", "LayerNorm, after each block")
    assert (decoder.title, decoder.mask_row) == ("Lab decoder, RoPE, Sliding window", "sliding_window")
    assert (encoder.mask_params, decoder.mask_params) == ({}, {"window": 3})
    assert decoder.position_params == {"theta": 10_000.0, "pairing": "half"}
    assert (decoder.family, decoder.layers, decoder.query_heads, decoder.kv_heads) == ("lab", 2, 4, 2)
    assert (decoder.trained_tokens, decoder.context_tokens) == (64, 512)
    assert (encoder.accepts_second, decoder.accepts_second) == (True, False)
    with pytest.raises(UnknownModel, match="a, b"):
        model_card("unfinished")


def test_a_pretrained_model_is_told_what_only_the_lab_does() -> None:
    for field, value in (("masked", (1,)), ("decode", "beam")):
        for is_encoder in (True, False):
            with pytest.raises(InvalidRequest, match=f"Tiny .* Choose a lab .*, or leave {field} out") as refused:
                check_asked(RunSpec.model_validate({"model": "tiny", "text": "a", field: value}), card(is_encoder))
            assert refused.value.field == field


def test_written_bytes_of_a_character_all_show_it(tmp_path: Path, zoo: Path) -> None:
    """The vocabulary lacks 书: it is written as three bytes; a byte that makes no character is shown as itself."""
    folder = random_model(zoo / "lab", "decoder")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    ids = tokenizer.encode("cat dog书", add_special_tokens=False).ids
    byte = tokenizer.token_to_id("<0xE4>")
    tokens = written_tokens(open_vocabulary(folder), [*ids, byte], ())
    assert [(token.label, token.part) for token in tokens][-4:] == [("书", 1), ("书", 2), ("书", 3), ("⟨E4⟩", 0)]
    words = [token.word for token in tokens[-4:]]
    assert words[0] == words[1] == words[2] != words[3]
    assert {token.text for token in tokens} == {-1}
    dog = next(token for token in tokens if token.label.startswith("␣"))
    assert dog.word == tokens[0].word + 1


def test_a_digest_is_over_what_was_chosen() -> None:
    """A field that is at its default is not part of it, so that fields can be added."""
    spec = RunSpec(model="m", text="t", padding_side="left")
    chosen = '1\n{"model":"m","text":"t","padding_side":"left"}'
    assert spec.digest() == hashlib.sha256(chosen.encode()).hexdigest()
    assert RunSpec(model="m", text="t", padding_side="left", decode="greedy", masked=()).digest() == spec.digest()
    others = [{"decode": "beam"}, {"beam_width": 5}, {"most_tokens": 9}, {"continue_tokens": 1}, {"masked": (1,)}]
    digests = {spec.model_copy(update=other).digest() for other in others}
    assert len(digests | {spec.digest()}) == 6
