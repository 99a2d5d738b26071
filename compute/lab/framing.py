"""How a source and its target are put before a model of each architecture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from compute.catalog.masks import Rule, allowed
from compute.lab.data import Example
from compute.lab.spec import Architecture
from compute.lab.tokenizer import ARROW_ID, END_ID, MASK_ID, PAD_ID, START_ID

Ids = npt.NDArray[np.int64]

# The label of a place that is not to be predicted.
NOTHING = -100


@dataclass(frozen=True)
class Batch:
    """tokens and labels [batch, token], padded on the right; source [batch, source token] for an encoder-decoder."""

    tokens: Ids
    labels: Ids
    source: Ids | None = None


def decoder_only(examples: Sequence[Example], learns_source: bool, rng: np.random.Generator) -> Batch:
    """<start> source ⇒ target, each place predicting the next; without a source just the target."""
    tokens, labels = [], []
    for example in examples:
        ids = _joined(example)
        wanted = ids[1:]
        if not learns_source and example.source:
            known = len(example.source) + 1
            wanted = [NOTHING] * known + wanted[known:]
        tokens.append(ids[:-1])
        labels.append(wanted)
    return Batch(_padded(tokens, PAD_ID), _padded(labels, NOTHING))


def encoder_decoder(examples: Sequence[Example], learns_source: bool, rng: np.random.Generator) -> Batch:
    """The encoder reads source <end>; the decoder reads <start> target and predicts target <end>."""
    return Batch(
        tokens=_padded([[START_ID, *example.target] for example in examples], PAD_ID),
        labels=_padded([[*example.target, END_ID] for example in examples], NOTHING),
        source=_padded([[*example.source, END_ID] for example in examples], PAD_ID),
    )


def encoder_only(examples: Sequence[Example], learns_source: bool, rng: np.random.Generator) -> Batch:
    """<start> source ⇒ target <end> with tokens replaced by <mask>, which are to be named.

    Where the source is learned too, a sixth to a half of all tokens is masked; else the whole target.
    """
    tokens, labels = [], []
    for example in examples:
        ids = np.array(_joined(example))
        if learns_source:
            masked = rng.random(len(ids)) < rng.uniform(1 / 6, 1 / 2)
            masked[rng.integers(1, max(len(ids) - 1, 2))] = True
            masked &= ids > ARROW_ID
        else:
            masked = np.arange(len(ids)) >= len(ids) - 1 - len(example.target)
            masked[-1] = False
        tokens.append(np.where(masked, MASK_ID, ids).tolist())
        labels.append(np.where(masked, ids, NOTHING).tolist())
    return Batch(_padded(tokens, PAD_ID), _padded(labels, NOTHING))


Framing = Callable[[Sequence[Example], bool, np.random.Generator], Batch]

FRAMINGS: Mapping[Architecture, Framing] = {
    "decoder": decoder_only,
    "encoder-decoder": encoder_decoder,
    "encoder": encoder_only,
}


def without_answers(batch: Batch, rule: Rule) -> Batch:
    """The batch without the labels that a place sees: in a prefix that is read both ways nothing is to be guessed."""
    tokens = batch.tokens.shape[1]
    seen = np.append(np.diagonal(allowed(rule, tokens), 1), False)
    return replace(batch, labels=np.where(seen, NOTHING, batch.labels))


def _joined(example: Example) -> list[int]:
    source = [*example.source, ARROW_ID] if example.source else []
    return [START_ID, *source, *example.target, END_ID]


def _padded(rows: Sequence[Sequence[int]], filler: int) -> Ids:
    padded = np.full((len(rows), max(map(len, rows))), filler, dtype=np.int64)
    for row, ids in zip(padded, rows, strict=True):
        row[: len(ids)] = ids
    return padded
