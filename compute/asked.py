"""What a spec may ask of a model: each field with the architectures that it is for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from compute.errors import InvalidRequest, SecondTextRefused
from compute.events import Architecture, Family, ModelCard, RunTokens
from compute.spec import RunSpec


@dataclass(frozen=True)
class Ask:
    """`given`: whether the spec asks for it; `of`: which models do it, by family."""

    field: str
    given: Callable[[RunSpec], bool]
    of: Mapping[Family, tuple[Architecture, ...]]
    does: str


ASKS = (
    Ask(
        "masked", lambda spec: bool(spec.masked), {"lab": ("encoder",)}, "fills no masked tokens. Choose a lab encoder"
    ),
    Ask(
        "continue_tokens",
        lambda spec: spec.continue_tokens > 0,
        {"lab": ("decoder",), "pretrained": ("decoder",)},
        "can't go on. Choose a decoder",
    ),
    Ask(
        "decode",
        lambda spec: spec.decode != "greedy",
        {"lab": ("decoder", "encoder_decoder")},
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
        if ask.given(spec) and card.architecture not in ask.of.get(card.family, ()):
            raise InvalidRequest(f"{card.title} {ask.does}, or leave {ask.field} out.", field=ask.field)


def room(given: RunTokens) -> int:
    """How many tokens a decoder can write after the text that it is given."""
    return given.model.context_tokens - len(given.rows[0].tokens)


def check_room(field: str, given: RunTokens) -> None:
    """Raises: InvalidRequest for the field that asks to write on where nothing more is read."""
    if room(given) < 1:
        tokens = len(given.rows[0].tokens)
        raise InvalidRequest(
            f"The text is {tokens:,} tokens, all that {given.model.title} reads: nothing can be written after it. "
            f"Shorten it, or leave {field} out.",
            field=field,
        )


def writes(spec: RunSpec, card: ModelCard) -> int:
    """How many tokens more than it is given the decoder will have read in the end, at most."""
    writes_target = card.architecture == "encoder_decoder" and spec.second is None
    return spec.most_tokens if writes_target else spec.continue_tokens
