"""What a trained model makes of held-out English sentences, scored against their translations."""

from collections.abc import Sequence

import torch

from compute.engine.generate import beam
from compute.engine.lab import LabModel
from compute.lab.corpus import Pair
from compute.lab.tokenizer import ARROW_ID, END_ID, START_ID

LONGEST = 64


def translate(lab: LabModel, english: str, *, width: int = 1) -> str:
    """The translation by beam search of that width; 1 = greedy. For encoder-decoders and for decoders of pairs."""
    source = lab.tokenizer.encode(english, add_special_tokens=False).ids
    if lab.model.encoder is None:
        memory, prompt = None, [START_ID, *source, ARROW_ID]
    else:
        memory, prompt = lab.model.encode(torch.tensor([[*source, END_ID]])), [START_ID]
    best = beam(lab.model, prompt, end=END_ID, limit=LONGEST, memory=memory, width=width)[0]
    text: str = lab.tokenizer.decode(list(best.tokens))
    return text


def chrf(lab: LabModel, pairs: Sequence[Pair], *, width: int = 1) -> float:
    """chrF2, 0 to 100, over the English sentences of the pairs, each against all of its translations.

    Source: Popović 2015, chrF, section 2; as sacrebleu computes it.
    """
    from sacrebleu.metrics.chrf import CHRF

    references: dict[str, list[str]] = {}
    for pair in pairs:
        references.setdefault(pair.english, []).append(pair.chinese)
    most = max(map(len, references.values()))
    # Every list of references is equally long: a sentence with fewer repeats its last, which changes no best match.
    streams = [[answers[min(number, len(answers) - 1)] for answers in references.values()] for number in range(most)]
    written = [translate(lab, english, width=width) for english in references]
    return float(CHRF().corpus_score(written, streams).score)
