"""What is said of two runs that are compared."""

from typing import Literal

from pydantic import Field

from compute.compare.align import How
from compute.errors import ErrorBody
from compute.events import Candidate
from compute.wire import Wire


class TokenEffects(Wire):
    """One row of two runs whose models give probabilities of tokens, place by place.

    A decoder's place tells the next token, an encoder's the one that is masked there. Lists run along `places`.
    """

    row: int
    how: How = Field(description="how the tokens of the two stand for each other")
    different: tuple[int, ...] = Field(description="places whose own tokens differ")
    places: tuple[int, ...] = Field(description="the places compared")
    kl: tuple[float | None, ...] = Field(description="KL(base || variant), nats; None: not finite")
    base_loss: tuple[float | None, ...] = Field(description="nats, of the token that is there; None: none is")
    variant_loss: tuple[float | None, ...]
    top_change: tuple[float, ...] = Field(description="probability of the base's top token: variant less base")
    agrees: tuple[bool, ...] = Field(description="the top token is the same")
    base_top: tuple[tuple[Candidate, ...], ...] = Field(description="the three likeliest; none for a long text")
    variant_top: tuple[tuple[Candidate, ...], ...]
    mean_kl: float | None
    mean_base_loss: float | None = Field(description="over the places that have a token in both")
    mean_variant_loss: float | None
    mean_top_change: float
    agreement: int = Field(description="places with the same top token, of all places compared")
    losses_compared: int = Field(description="places behind the mean losses")


class SentenceEffects(Wire):
    """Sentence vectors of two runs of one encoder: 1 - cosine, 0 = the same direction."""

    sentences: tuple[float, ...] = Field(description="for each sentence")
    tokens: tuple[tuple[float | None, ...], ...] = Field(description="[row, token]; None for padding")
    compared: int = Field(description="tokens compared")
    mean_token: float | None


class Effects(Wire):
    """What the variant does to the output, against the base. None of either: the models say nothing to compare."""

    tokens: tuple[TokenEffects, ...] = ()
    sentences: SentenceEffects | None = None


class Comparison(Wire):
    """How far a comparison is. waiting: a worker makes it; ask again soon."""

    status: Literal["waiting", "ready", "refused"]
    effects: Effects | None = None
    error: ErrorBody | None = Field(None, description="why the two are not compared")
