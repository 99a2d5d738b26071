"""Translating with a model that was trained on a handful of pairs, from the file to the score."""

from pathlib import Path

import pytest
import torch

from compute.engine.align import align
from compute.engine.lab import LabModel, load_model, train_into
from compute.engine.score import complete_card
from compute.engine.translate import score, translate, translations
from compute.lab.corpus import Pair, read_pairs
from compute.lab.stored import read_card
from compute.lab.training import TrainSpec

SENTENCES = {
    "I like the cat.": "我喜欢猫。",
    "I see the dog.": "我看见狗。",
    "He reads a book.": "他看書。",  # traditional: it comes back simplified
    "She reads a book.": "她看书。",
    "Where is the station?": "车站在哪里？",
    "Where is the cat?": "猫在哪里？",
}
HELD_OUT = "Hello 10."  # its digest says so


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "pairs.tsv"
    lines = [f"{english}\t{chinese}" for english, chinese in [*SENTENCES.items(), (HELD_OUT, "你好10。")]]
    file.write_text("\n".join(["eng\tcmn", *lines]), "utf-8")
    return file


@pytest.mark.parametrize("architecture", ["encoder-decoder", "decoder"])
def test_it_says_again_what_it_was_trained_on(architecture: str, corpus: Path, tmp_path: Path) -> None:
    spec = TrainSpec.model_validate(
        {
            "model": {"architecture": architecture, "layers": 1, "model_dim": 32, "heads": 2, "ffn_dim": 64},
            "task": {"name": "pairs"}, "steps": 120, "batch": 6, "learning_rate": 0.01, "warmup_steps": 10,
            "evaluate_every": 120,
        }
    )  # fmt: skip
    train_into(tmp_path / "model", spec, corpus, emit=lambda event: None)
    assert [pair.english for pair in read_pairs(corpus) if pair.is_held_out] == [HELD_OUT]
    lab, pairs = load_model(tmp_path / "model"), [pair for pair in read_pairs(corpus) if pair.english in SENTENCES]
    assert [translate(lab, pair.english) for pair in pairs] == [pair.chinese for pair in pairs]
    assert translate(lab, "He reads a book.", width=3) == "他看书。"
    # Many at a time, in batches of like length, are what each is alone.
    assert translations(lab, [pair.english for pair in pairs], width=3) == [
        translate(lab, pair.english, width=3) for pair in pairs
    ]
    perfect = score(lab, pairs)
    assert (perfect.chrf, perfect.bleu) == (pytest.approx(100.0), pytest.approx(100.0))
    assert (perfect.width, perfect.sentences) == (1, len(SENTENCES))
    # A second translation that is never said takes nothing off; a wrong one alone does.
    assert score(lab, [*pairs, Pair(pairs[0].english, "完全不同")]).chrf == pytest.approx(100.0)
    worse = score(lab, [Pair(pairs[0].english, "完全不同"), *pairs[1:]])
    assert worse.chrf < 95.0
    assert worse.bleu < 95.0

    card = complete_card(tmp_path / "model", read_pairs(corpus))
    assert card == read_card(tmp_path / "model")
    assert (card.seed, card.pairs, card.epochs) == (0, len(SENTENCES), 120.0)
    assert [(one.width, one.sentences) for one in card.scores] == [(1, 1), (4, 1)]
    assert card.sample is not None
    # All that is held out is the sample here, so that both say the same.
    figures = (card.held_out_loss, card.held_out_accuracy, card.held_out_labels)
    assert (card.sample.loss, card.sample.accuracy, card.sample.labels) == pytest.approx(figures)

    if architecture == "encoder-decoder":
        check_alignment(lab)


def check_alignment(lab: LabModel) -> None:
    """Rows sum to 1, one for each target token and the end; the texts name the tokens."""
    aligned = align(lab, "I like the cat.", "我喜欢猫。")
    assert aligned.target == ("我", "喜", "欢", "猫", "。", "<end>")
    assert (aligned.source[0], aligned.source[-1]) == ("I", "<end>")
    assert aligned.weights.shape == (1, 2, 6, len(aligned.source))
    assert torch.allclose(aligned.weights.sum(-1), torch.ones(1, 2, 6), atol=1e-5)
