"""What a trained model makes of held-out English sentences, scored against their translations."""

from collections.abc import Iterator, Sequence

import torch

from compute.engine.generate import beams
from compute.engine.lab import LabModel
from compute.lab.corpus import Pair
from compute.lab.stored import Score
from compute.lab.tokenizer import ARROW_ID, END_ID, START_ID

LONGEST = 64
AT_ONCE = 64


def translate(lab: LabModel, english: str, *, width: int = 1) -> str:
    """The translation by beam search of that width; 1 = greedy. For encoder-decoders and for decoders of pairs."""
    return translations(lab, [english], width=width)[0]


def translations(lab: LabModel, sentences: Sequence[str], *, width: int = 1) -> list[str]:
    """Of each sentence. Equally long ones are written together, so that none is padded."""
    sources = [side.ids for side in lab.tokenizer.encode_batch(list(sentences), add_special_tokens=False)]
    written = [""] * len(sources)
    for places in _alike(sources):
        for place, ids in zip(places, _written(lab, [sources[place] for place in places], width), strict=True):
            written[place] = lab.tokenizer.decode(list(ids))
    return written


def score(lab: LabModel, pairs: Sequence[Pair], *, width: int = 1) -> Score:
    """chrF2 and BLEU over the English sentences of the pairs, each against all of its translations.

    Source: Popović 2015, chrF, section 2; Papineni et al. 2002, BLEU; both as sacrebleu computes them, BLEU with its
    tokenisation for Chinese.
    """
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    references: dict[str, list[str]] = {}
    for pair in pairs:
        references.setdefault(pair.english, []).append(pair.chinese)
    most = max(map(len, references.values()))
    # Every list of references is equally long: a sentence with fewer repeats its last, which changes no best match.
    streams = [[answers[min(number, len(answers) - 1)] for answers in references.values()] for number in range(most)]
    written = translations(lab, list(references), width=width)
    return Score(
        width=width,
        sentences=len(references),
        chrf=float(CHRF().corpus_score(written, streams).score),
        bleu=float(BLEU(tokenize="zh").corpus_score(written, streams).score),
    )


def _alike(sources: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The places of some equally long sources at a time."""
    for length in sorted(set(map(len, sources))):
        places = [place for place, source in enumerate(sources) if len(source) == length]
        yield from (places[first : first + AT_ONCE] for first in range(0, len(places), AT_ONCE))


@torch.no_grad()
def _written(lab: LabModel, sources: Sequence[Sequence[int]], width: int) -> list[tuple[int, ...]]:
    if lab.model.encoder is None:
        memory, prompts = None, [[START_ID, *source, ARROW_ID] for source in sources]
    else:
        memory = lab.model.encode(torch.tensor([[*source, END_ID] for source in sources]))
        prompts = [[START_ID]] * len(sources)
    found = beams(lab.model, prompts, end=END_ID, limit=LONGEST, memory=memory, width=width)
    return [best.tokens for best, *_ in found]
