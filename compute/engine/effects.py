"""What a variant does to the output, against its base: from the last states of both, which their captures keep.

The whole distribution of each place is made anew from its state, a few places at a time: KL is exact, and nothing of
the size of the vocabulary is stored (docs/decisions/compare.md).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from compute.catalog.models import model_folder
from compute.compare.align import Alignment, align
from compute.compare.vocabulary import same_vocabulary
from compute.compare.wire import Effects, SentenceEffects, TokenEffects
from compute.engine.output import LOGIT_CELLS, sentence_members
from compute.engine.reader import Reader, States
from compute.errors import IncomparableRuns
from compute.events import Architecture, Candidate, RunTokens, TokenRow
from compute.fold import RunState
from compute.labels import label_alone
from compute.vocabulary import open_vocabulary

MOST_TOLD = 1024  # places beyond which the likeliest tokens are not told
LIKELIEST = 3


@dataclass(frozen=True, eq=False)
class Outcome:
    """A finished run: what it said, the states that it ended with, and the model that made them."""

    state: RunState
    states: States
    reader: Reader

    @property
    def tokens(self) -> RunTokens:
        assert self.state.tokens is not None
        return self.state.tokens

    @property
    def rows(self) -> Sequence[TokenRow]:
        """The rows that the states belong to: the decoder's where there is one."""
        return self.tokens.target or self.tokens.rows


def effects(base: Outcome, variant: Outcome) -> Effects:
    """What is different in the variant's output.

    Raises:
        IncomparableRuns: the models say different kinds of things, have different vocabularies or read tokens whose
            places do not stand for each other.
    """
    one, other = base.tokens.model, variant.tokens.model
    says = _says(base), _says(variant)
    if says[0] is not says[1] or len(base.rows) != len(variant.rows):
        raise IncomparableRuns(_length(base), _length(variant), one.architecture == other.architecture)
    if not same_vocabulary(one.name, other.name):
        raise IncomparableRuns(_length(base), _length(variant), False)
    return says[0](base, variant)


def _length(outcome: Outcome) -> int:
    return len(outcome.rows[0].tokens)


def _says(outcome: Outcome) -> "Callable[[Outcome, Outcome], Effects]":
    model = outcome.tokens.model
    return _of_sentences if model.architecture == "encoder" and model.family != "lab" else _of_tokens


def _of_tokens(base: Outcome, variant: Outcome) -> Effects:
    rows = range(len(base.rows))
    return Effects(tokens=tuple(found for row in rows if (found := _row_of_tokens(base, variant, row)) is not None))


def _row_of_tokens(base: Outcome, variant: Outcome, row: int) -> TokenEffects | None:
    """None: the models tell nothing of this row, as an encoder without a masked token."""
    one, other = base.rows[row].tokens, variant.rows[row].tokens
    alignment = align(one, other, True)
    architecture = base.tokens.model.architecture
    if architecture == "encoder" and not alignment.whole:
        raise IncomparableRuns(len(one), len(other), True)
    told = [TOLD[architecture](outcome, row) for outcome in (base, variant)]
    places = [place for place in range(alignment.places) if place in told[0] and place in told[1]]
    if not places:
        return None
    return _compared(base, variant, row, alignment, places, told)


Told = Mapping[int, int | None]  # by place, the token that really is there; None: none is


def _next_in_text(outcome: Outcome, row: int) -> Told:
    """Each token but padding tells the one after it."""
    tokens = outcome.rows[row].tokens
    real = [place for place, token in enumerate(tokens) if token.role != "padding"]
    after: list[int | None] = [tokens[place].id for place in real[1:]]
    return dict(zip(real, [*after, None], strict=True))


def _next_written(outcome: Outcome, row: int) -> Told:
    """As the text, and the last token tells the end token if it came."""
    told = dict(_next_in_text(outcome, row))
    written = outcome.state.written.get(row)
    if written is not None:
        told.update({written.first_query + step: token.id for step, token in enumerate(written.steps)})
    return told


def _masked(outcome: Outcome, row: int) -> Told:
    filled = outcome.state.filled.get(row)
    places = () if filled is None else filled.places
    return {place.place: None if place.masked is None else place.masked.id for place in places}


TOLD: Mapping[Architecture, Callable[[Outcome, int], Told]] = {
    "decoder": _next_in_text,
    "encoder_decoder": _next_written,
    "encoder": _masked,
}


def _compared(
    base: Outcome, variant: Outcome, row: int, alignment: Alignment, places: Sequence[int], told: Sequence[Told]
) -> TokenEffects:
    kl: list[float | None] = []
    losses: tuple[list[float | None], list[float | None]] = ([], [])
    change: list[float] = []
    agrees: list[bool] = []
    tops: tuple[list[tuple[Candidate, ...]], list[tuple[Candidate, ...]]] = ([], [])
    candidates = len(places) <= MOST_TOLD
    for some, both in _distributions(base, variant, row, places):
        ours, theirs = both
        kl += _finite((ours.exp() * (ours - theirs)).nan_to_num(0.0, 0.0, 0.0).sum(-1))
        top = ours.argmax(-1)
        at = torch.arange(len(some))
        change += (theirs[at, top].exp() - ours[at, top].exp()).tolist()
        agrees += (theirs.argmax(-1) == top).tolist()
        for logs, answers, kept, best, outcome in zip(both, told, losses, tops, (base, variant), strict=True):
            kept += [_loss(logs[index], answers[place]) for index, place in enumerate(some)]
            if candidates:
                best += _likeliest(logs, outcome)
    pairs = [(one, other) for one, other in zip(*losses, strict=True) if one is not None and other is not None]
    different = tuple(place for place in alignment.different if place in set(places))
    return TokenEffects(
        row=row,
        how=alignment.how,
        different=different,
        places=tuple(places),
        kl=tuple(kl),
        base_loss=tuple(losses[0]),
        variant_loss=tuple(losses[1]),
        top_change=tuple(change),
        agrees=tuple(agrees),
        base_top=tuple(tops[0]),
        variant_top=tuple(tops[1]),
        mean_kl=_mean(value for value in kl if value is not None),
        mean_base_loss=_mean(one for one, _ in pairs),
        mean_variant_loss=_mean(other for _, other in pairs),
        mean_top_change=sum(change) / len(change),
        agreement=sum(agrees),
        losses_compared=len(pairs),
    )


Logs = Float[Tensor, "place vocab"]


def _distributions(
    base: Outcome, variant: Outcome, row: int, places: Sequence[int]
) -> Iterator[tuple[Sequence[int], tuple[Logs, Logs]]]:
    """Log-probabilities of both runs, a few places at a time: all of a long text's would take gigabytes."""
    step = max(1, LOGIT_CELLS // base.tokens.model.vocab // 4)
    for start in range(0, len(places), step):
        some = places[start : start + step]
        yield some, (_logs(base, row, some), _logs(variant, row, some))


def _logs(outcome: Outcome, row: int, places: Sequence[int]) -> Logs:
    """In double precision: differences of near distributions are small."""
    found: Tensor = outcome.reader.logits(outcome.states[row, list(places)]).double().log_softmax(-1).cpu()
    return found


def _loss(logs: Float[Tensor, " vocab"], answer: int | None) -> float | None:
    value = None if answer is None else -float(logs[answer])
    return value if value is not None and math.isfinite(value) else None


def _likeliest(logs: Logs, outcome: Outcome) -> list[tuple[Candidate, ...]]:
    vocabulary = open_vocabulary(model_folder(outcome.tokens.model.name))
    best = logs.topk(min(LIKELIEST, logs.shape[-1]), -1)
    return [
        tuple(
            Candidate(id=token, label=label_alone(vocabulary, token), probability=math.exp(value))
            for token, value in zip(ids, values, strict=True)
        )
        for ids, values in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]


def _of_sentences(base: Outcome, variant: Outcome) -> Effects:
    if base.states.shape[-1] != variant.states.shape[-1] or base.tokens.model.name != variant.tokens.model.name:
        raise IncomparableRuns(_length(base), _length(variant), True)
    for one, other in zip(base.rows, variant.rows, strict=True):
        if not align(one.tokens, other.tokens, True).whole:
            raise IncomparableRuns(len(one.tokens), len(other.tokens), True)
    ours, theirs = base.states.float(), variant.states.float()
    tokens: list[list[float | None]] = []
    for number, row in enumerate(base.rows):
        away = 1 - cosine_similarity(ours[number], theirs[number], dim=-1)
        tokens.append(
            [None if token.role == "padding" else value for token, value in zip(row.tokens, _finite(away), strict=True)]
        )
    told = [value for row in tokens for value in row if value is not None]
    return Effects(
        sentences=SentenceEffects(
            sentences=tuple(
                float(1 - cosine_similarity(ours[number, places].mean(0), theirs[number, places].mean(0), dim=0))
                for number, places in sentence_members(base.rows)
            ),
            tokens=tuple(map(tuple, tokens)),
            compared=len(told),
            mean_token=_mean(told),
        )
    )


def _finite(values: Tensor) -> list[float | None]:
    return [value if math.isfinite(value) else None for value in values.tolist()]


def _mean(values: Iterable[float]) -> float | None:
    told = list(values)
    return sum(told) / len(told) if told else None
