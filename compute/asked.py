"""What a spec may ask of a model: each field with the architectures that it is for."""

from collections.abc import Callable
from dataclasses import dataclass

from compute.errors import InvalidRequest, SecondTextRefused
from compute.events import Architecture, ModelCard
from compute.spec import RunSpec


@dataclass(frozen=True)
class Ask:
    """`given`: whether the spec asks for it; `of`: which models of the lab do it."""

    field: str
    given: Callable[[RunSpec], bool]
    of: tuple[Architecture, ...]
    does: str


ASKS = (
    Ask("masked", lambda spec: bool(spec.masked), ("encoder",), "fills no masked tokens. Choose a lab encoder"),
    Ask("continue_tokens", lambda spec: spec.continue_tokens > 0, ("decoder",), "can't go on. Choose a lab decoder"),
    Ask(
        "decode",
        lambda spec: spec.decode != "greedy",
        ("decoder", "encoder_decoder"),
        "searches no beam. Choose a lab decoder or encoder-decoder",
    ),
)


def check_asked(spec: RunSpec, card: ModelCard) -> None:
    """Refuses what the model has no use for.

    Raises:
        SecondTextRefused: a second text for a model that reads one.
        InvalidRequest: another field that means nothing to it, with what to do.
    """
    if spec.second is not None and not card.accepts_second:
        raise SecondTextRefused(card.title)
    if spec.second is not None and spec.second_as == "batch" and card.architecture == "encoder_decoder":
        raise InvalidRequest(
            f"{card.title} reads a second text as the translation of the first, not as a row of its own. "
            "Leave second_as as it is by default: pair.",
            field="second_as",
        )
    for ask in ASKS:
        if ask.given(spec) and (card.family != "lab" or card.architecture not in ask.of):
            raise InvalidRequest(f"{card.title} {ask.does}, or leave {ask.field} out.", field=ask.field)


def writes(spec: RunSpec, card: ModelCard) -> int:
    """How many tokens more than it is given the decoder will have read in the end, at most."""
    writes_target = card.architecture == "encoder_decoder" and spec.second is None
    return spec.most_tokens if writes_target else spec.continue_tokens
