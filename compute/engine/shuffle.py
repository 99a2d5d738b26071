"""The word-shuffle test: the same words read once more in another order, and how far each token's output is moved.

Without positions and with nothing masked, the outputs of the tokens are those of before, in the other order.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import torch
from torch import Tensor

from compute.catalog.positions.forced import dealt
from compute.engine.output import LOGIT_CELLS
from compute.engine.reader import Between, Draft, Reader, States
from compute.events import RunShuffled, Token, TokenRow


def check(reader: Reader, draft: Draft, states: States, seed: int, between: Between) -> Iterator[RunShuffled]:
    """What the model makes of each row with its words dealt out anew, against `states` of the order given."""
    given = draft.tokens
    orders = [new_order(row.tokens, seed) for row in given.rows]
    rows = tuple(_reordered(row, order) for row, order in zip(given.rows, orders, strict=True))
    between()
    moved = reader.read(given.model_copy(update={"rows": rows}))
    for number, (row, order) in enumerate(zip(given.rows, orders, strict=True)):
        # A decoder that reads an encoder says the same target again; all others say the tokens that were moved.
        told = given.target[number] if given.target else row
        back = torch.arange(len(told.tokens)) if given.target else _inverse(order)
        real = [place for place, token in enumerate(told.tokens) if token.role != "padding"]
        before, after = states[number, real], moved[number, back[real].to(moved.device)]
        changes = (after.float() - before.float()).abs().amax(-1) / before.float().square().mean().sqrt()
        divergences, agreeing = _outputs(reader, before, after, between)
        yield RunShuffled(
            seq=0,
            row=number,
            side="target" if given.target else "tokens",
            order=tuple(order),
            words=sum(map(len, _words(row.tokens).values())),
            changes=_spread(real, changes.tolist(), len(told.tokens)),
            largest=float(changes.max()),
            divergences=None if divergences is None else _spread(real, divergences, len(told.tokens)),
            agreeing=agreeing,
            compared=len(real),
        )


def new_order(tokens: Sequence[Token], seed: int) -> list[int]:
    """For each place the token that is put there: the words of each text dealt out anew, whole.

    Special tokens and padding keep their places, and so do tokens that the model wrote.
    """
    order = list(range(len(tokens)))
    for words in _words(tokens).values():
        places = [place for word in words for place in word]
        moved = [place for number in dealt(len(words), seed) for place in words[number]]
        for place, token in zip(places, moved, strict=True):
            order[place] = token
    return order


def _words(tokens: Sequence[Token]) -> dict[int, list[list[int]]]:
    """The places of each word, by text."""
    own = [place for place, token in enumerate(tokens) if token.role == "text" and token.text >= 0]
    found: dict[int, list[list[int]]] = {}
    for (text, _), places in groupby(own, key=lambda place: (tokens[place].text, tokens[place].word)):
        found.setdefault(text, []).append(list(places))
    return found


def _reordered(row: TokenRow, order: Sequence[int]) -> TokenRow:
    return row.model_copy(update={"tokens": tuple(row.tokens[place] for place in order)})


def _inverse(order: Sequence[int]) -> Tensor:
    return torch.argsort(torch.tensor(order))


def _outputs(reader: Reader, before: Tensor, after: Tensor, between: Between) -> tuple[list[float] | None, int | None]:
    """KL divergence of each token's output from that before, nats, and how many likeliest tokens are the same.

    None of both for a model without an output head.
    """
    try:
        step = max(1, LOGIT_CELLS // reader.logits(before[:1]).shape[-1])
    except ValueError:
        return None, None
    divergences: list[float] = []
    agreeing = 0
    for start in range(0, len(before), step):
        between()
        was, now = (reader.logits(part[start : start + step]).float().log_softmax(-1) for part in (before, after))
        divergences += (was.exp() * (was - now)).sum(-1).clamp(min=0).tolist()
        agreeing += int((was.argmax(-1) == now.argmax(-1)).sum())
    return divergences, agreeing


def _spread(places: Sequence[int], values: Sequence[float], count: int) -> tuple[float | None, ...]:
    found: list[float | None] = [None] * count
    for place, value in zip(places, values, strict=True):
        found[place] = value
    return tuple(found)
