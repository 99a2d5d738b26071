"""Loss against position: bins by hand, losses against the model called directly, and the table of a command."""

import json
import math
from pathlib import Path

import pytest
import torch

from compute import __main__ as command_line
from compute.catalog.models import model_card
from compute.engine.lab import load_model
from compute.errors import InvalidRequest
from compute.lab.length import LONG_TEXT, Bin, binned, cut, long_spec
from compute.lab.tokenizer import MASK_ID
from tests.compute.lab_models import random_model

TEXT = "The cat sat on the mat. The cat saw the dog. " * 30


def test_losses_are_averaged_by_position_and_what_has_none_is_left_out() -> None:
    losses = [None, 1.0, 2.0, 3.0, None, None, None, None, 5.0]
    assert binned(losses, 4) == [Bin(0, 3, 3, 2.0), Bin(8, 8, 1, 5.0)]
    assert binned([], 4) == []


def test_the_long_text_is_longer_than_eight_times_the_training() -> None:
    assert len(LONG_TEXT.read_text("utf-8").split()) > 1_000


@pytest.mark.parametrize(("position", "expected"), [("rope", 100), ("learned", 64)])
def test_a_text_is_cut_to_what_is_asked_for_and_to_what_the_model_reads(
    zoo: Path, position: str, expected: int
) -> None:
    random_model(zoo / "lab", "decoder", position={"name": position})
    card = model_card("lab")
    kept = cut(card, zoo / "lab", TEXT, min(100, card.context_tokens))
    assert TEXT.startswith(kept)
    ids = load_model(zoo / "lab").tokenizer.encode(kept).ids
    assert len(ids) + 1 == expected  # the start token comes before it


def test_a_text_that_is_short_enough_stays_whole(zoo: Path) -> None:
    random_model(zoo / "lab", "encoder", position={"name": "rope"})
    assert cut(model_card("lab"), zoo / "lab", "The cat sat.", 100) == "The cat sat."


def told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, *words: str
) -> tuple[int, str, str]:
    file = tmp_path / "text.txt"
    file.write_text(TEXT, "utf-8")
    monkeypatch.setattr("sys.argv", ["compute", "extrapolate", *words, "--text", str(file)])
    code = command_line.main()
    said = capsys.readouterr()
    return code, said.out, said.err


@torch.no_grad()
def test_a_decoders_bins_are_the_means_of_its_cross_entropy(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    random_model(zoo / "long-decoder", "decoder", position={"name": "alibi"})
    code, out, _ = told(monkeypatch, capsys, tmp_path, "long-decoder", "--times", "3", "--bin", "50", "--json")
    assert code == 0
    (facts,) = json.loads(out)
    assert (facts["position"], facts["trained_tokens"]) == ("alibi", 64)
    made = load_model(zoo / "long-decoder")
    ids = [2, *made.tokenizer.encode(TEXT).ids][:192]
    ids[0] = made.tokenizer.token_to_id("<start>")
    logits = made.model(torch.tensor([ids]))[0].log_softmax(-1)
    losses = [-float(logits[place - 1, ids[place]]) for place in range(1, 192)]
    assert [(one["first"], one["last"], one["tokens"]) for one in facts["bins"]] == [
        (0, 49, 49), (50, 99, 50), (100, 149, 50), (150, 191, 42),
    ]  # fmt: skip
    assert facts["bins"][0]["loss"] == pytest.approx(sum(losses[:49]) / 49, abs=1e-4)
    assert facts["bins"][3]["loss"] == pytest.approx(sum(losses[149:]) / 42, abs=1e-4)


@torch.no_grad()
def test_an_encoders_bins_are_of_the_tokens_that_are_masked(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    random_model(zoo / "long-encoder", "encoder", position={"name": "rope"})
    code, out, _ = told(monkeypatch, capsys, tmp_path, "long-encoder", "--times", "1", "--bin", "64", "--json")
    assert code == 0
    (facts,) = json.loads(out)
    made = load_model(zoo / "long-encoder")
    special = made.tokenizer.token_to_id
    whole = [special("<start>"), *made.tokenizer.encode(TEXT).ids[:62], special("<end>")]
    places = range(4, 63, 8)
    hidden = [MASK_ID if place in places else number for place, number in enumerate(whole)]
    shares = made.model(torch.tensor([hidden]))[0].softmax(-1)
    losses = [-math.log(float(shares[place, whole[place]])) for place in places]
    (one,) = facts["bins"]
    assert (one["first"], one["last"], one["tokens"]) == (0, 63, len(losses))
    assert one["loss"] == pytest.approx(sum(losses) / len(losses), abs=1e-4)


def test_models_stand_side_by_side_and_a_learned_table_ends(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    random_model(zoo / "long-rope", "decoder", position={"name": "rope"})
    random_model(zoo / "long-table", "decoder", position={"name": "learned"})
    code, out, _ = told(monkeypatch, capsys, tmp_path, "long-rope", "long-table", "--times", "2", "--bin", "32")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split() == ["positions", "long-rope", "long-table"]
    assert [len(line.split()) for line in lines[1:3]] == [3, 3]
    assert lines[3].startswith("trained: 64")
    assert [len(line.split()) for line in lines[4:]] == [2, 2]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["lab", "--times", "9"], "times = 9 can't be used. It is 1 to 8."),
        (["lab", "--bin", "0"], "bin = 0 can't be used"),
        (["nobody"], "There is no model “nobody”"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_anything_is_computed(
    zoo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    sentence: str,
) -> None:
    random_model(zoo / "lab", "decoder")
    code, out, err = told(monkeypatch, capsys, tmp_path, *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_an_encoder_decoder_is_refused(zoo: Path) -> None:
    random_model(zoo / "both", "encoder-decoder")
    with pytest.raises(InvalidRequest, match="predicts another text than the one that it reads"):
        long_spec(model_card("both"), zoo / "both", TEXT, 64)
