"""Completes the card of a model that was trained on sentence pairs: how it translates, and what checks its file."""

from collections.abc import Sequence
from pathlib import Path

from compute.engine.lab import LabModel, load_model
from compute.engine.train import evaluate
from compute.engine.translate import score
from compute.lab.corpus import Pair, pair_data, sample_of
from compute.lab.stored import Card, Sample, read_card, write_card

WIDTHS = (1, 4)  # greedy, and the beam that a run has by default


def complete_card(folder: Path, pairs: Sequence[Pair]) -> Card:
    """Writes the card again with all that the corpus of its training tells about the stored model."""
    lab, card = load_model(folder), read_card(folder)
    held_out = [pair for pair in pairs if pair.is_held_out]
    trained = len(pairs) - len(held_out)
    translates = lab.model.decoder is not None
    complete = card.model_copy(
        update={
            "seed": lab.spec.seed,
            "pairs": trained,
            "epochs": round(card.ended.step * lab.spec.batch / trained, 2),
            "scores": tuple(score(lab, held_out, width=width) for width in WIDTHS if translates),
            "sample": sample(lab, pairs),
        }
    )
    write_card(folder, complete)
    return complete


def sample(lab: LabModel, pairs: Sequence[Pair]) -> Sample:
    """The model's figures over the pairs that `sample_of` takes."""
    few = sample_of(pairs)
    loss, accuracy, labels = evaluate(lab.model, pair_data(few, lab.tokenizer))
    return Sample(pairs=len(few), loss=loss, accuracy=accuracy, labels=labels)
