"""Loss against position, up to and beyond the longest text of a model's training."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from compute.errors import InvalidRequest
from compute.events import ModelCard, TokenRow
from compute.fold import RunState
from compute.frame import BARE, LAB
from compute.spec import RunSpec
from compute.text import encode
from compute.vocabulary import open_vocabulary

LONG_TEXT = Path(__file__).with_name("long_text.txt")  # about 1,290 tokens of a lab model; written for this
MASK_EVERY = 8  # of an encoder's tokens one in so many is masked and guessed
MOST_MASKED = 512


@dataclass(frozen=True)
class Bin:
    """The mean loss, nats, of the tokens that were predicted at positions first to last, both included."""

    first: int
    last: int
    tokens: int
    loss: float


def long_spec(card: ModelCard, folder: Path, text: str, tokens: int) -> RunSpec:
    """The run that measures a decoder or an encoder on the first `tokens` tokens of the text, or on what it can read.

    Raises: InvalidRequest for an encoder-decoder, which predicts another text than it reads; as `encode` does.
    """
    if card.architecture == "encoder_decoder":
        raise InvalidRequest(
            f"{card.title} predicts another text than the one that it reads. Choose decoders or encoders.",
            field="model",
        )
    spec = RunSpec(model=card.name, text=cut(card, folder, text, min(tokens, card.context_tokens)))
    if card.architecture == "decoder":
        return spec
    (row,) = encode(spec, card, folder)
    return spec.model_copy(update={"masked": tuple(_places_to_mask(row))[:MOST_MASKED]})


def cut(card: ModelCard, folder: Path, text: str, tokens: int) -> str:
    """As much of the text as gives so many tokens, special ones included."""
    frame = LAB[card.architecture] if card.family == "lab" else BARE
    encoding = open_vocabulary(folder).tokenizer.encode(text)
    specials = len(frame.before) + len(frame.after) + sum(encoding.special_tokens_mask)
    own = [end for (_, end), special in zip(encoding.offsets, encoding.special_tokens_mask, strict=True) if not special]
    room = max(tokens - specials, 1)
    return text if len(own) <= room else text[: own[room - 1]]


def _places_to_mask(row: TokenRow) -> Iterator[int]:
    for place in range(MASK_EVERY // 2, len(row.tokens), MASK_EVERY):
        if row.tokens[place].role == "text":
            yield place


def losses_of(state: RunState) -> list[float | None]:
    """[token] of the first row, nats; None where nothing was predicted."""
    if 0 in state.next_token:
        return list(state.next_token[0].losses)
    assert state.tokens is not None
    found: list[float | None] = [None] * len(state.tokens.rows[0].tokens)
    for filled in state.filled[0].places if 0 in state.filled else ():
        if filled.masked is not None:
            found[filled.place] = -math.log(max(filled.masked.probability, 1e-30))
    return found


def binned(losses: Sequence[float | None], width: int) -> list[Bin]:
    """Means over `width` positions each, the last bin as far as the text goes; a bin without a loss is left out."""
    bins = []
    for first in range(0, len(losses), width):
        told = [loss for loss in losses[first : first + width] if loss is not None]
        if told:
            bins.append(Bin(first, min(first + width, len(losses)) - 1, len(told), sum(told) / len(told)))
    return bins
