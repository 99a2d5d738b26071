"""Which changes of position a model can be given, and why not the others."""

from collections.abc import Mapping
from typing import Literal, get_args

from compute.catalog.positions import Stack, positions
from compute.catalog.positions.forced import ForcedPosition, RotaryName, rotary_params
from compute.errors import InvalidRequest
from compute.events import ModelCard, RunTokens
from compute.spec import RunSpec
from compute.wire import Scalar

Change = Literal["rotary", "offset", "ids"]

# By row of the list of positions; None is a row that isn't in it. What isn't here can be changed.
CANNOT: Mapping[str | None, Mapping[Change, str]] = {
    "none": {"offset": "it has no positions that could be moved", "ids": "it has no positions that could be changed"},
    "t5": {"offset": "its bias knows distances alone, which an offset leaves as they are"},
    "alibi": {"offset": "its bias knows distances alone, which an offset leaves as they are"},
    None: {
        "rotary": "its positions are made inside the model, out of a run's reach",
        "offset": "its positions are made inside the model, out of a run's reach",
        "ids": "its positions are made inside the model, out of a run's reach",
    },
}


def cannot(card: ModelCard) -> Mapping[Change, str]:
    """The changes that this model can't be given, each with the reason."""
    own = CANNOT.get(card.position_row, {})
    if card.position_row in get_args(RotaryName):
        return own
    return {"rotary": f"it turns nothing: its position encoding is {card.position}", **own}


def asked(forced: ForcedPosition) -> list[Change]:
    given: Mapping[Change, bool] = {
        "rotary": forced.rotary is not None,
        "offset": forced.offset > 0,
        "ids": forced.ids != "counted",
    }
    return [change for change, is_given in given.items() if is_given]


def own_rotary(card: ModelCard) -> Mapping[str, Scalar]:
    """What a forced rotation keeps of the model's own."""
    return {"trained_tokens": card.trained_tokens or card.context_tokens, **card.position_params}


def check_position(spec: RunSpec, tokens: RunTokens) -> None:
    """Refuses a forced position that the model can't be given.

    Raises: InvalidRequest with the field at fault, the reason and what to do.
    """
    forced, card = spec.position, tokens.model
    if forced is None:
        return
    for change in asked(forced):
        if change in cannot(card):
            raise InvalidRequest(
                f"position.{change} can't be forced on {card.title}: {cannot(card)[change]}. "
                "Choose another model, or leave it out.",
                field=f"position.{change}",
            )
    if forced.rotary is not None:
        try:
            _check_rotary(forced, card)
        except InvalidRequest as error:
            raise InvalidRequest(error.message, field="position.rotary") from error
    if card.position_row == "learned":
        _check_table(spec, forced, tokens)


def _check_rotary(forced: ForcedPosition, card: ModelCard) -> None:
    assert forced.rotary is not None
    own = own_rotary(card)
    params = rotary_params(forced.rotary, own)
    pairing = forced.rotary.params.get("pairing")
    if pairing is not None and pairing != own.get("pairing"):
        raise InvalidRequest(
            f"pairing = {pairing} can't be forced: the weights of {card.title} are made for the pairs that it turns. "
            "Leave it out."
        )
    positions.rows[forced.rotary.row].function(
        params,
        Stack(
            model_dim=card.model_dim,
            heads=card.query_heads,
            head_dim=card.head_dim,
            max_tokens=card.context_tokens,
            two_way=False,
        ),
    )


def _check_table(spec: RunSpec, forced: ForcedPosition, tokens: RunTokens) -> None:
    """The last position asked for has a row in the learned table."""
    longest = max(len(row.tokens) for row in (*tokens.rows, *tokens.target)) + spec.continue_tokens
    if tokens.target and spec.second is None:
        longest = max(longest, spec.most_tokens)
    limit = tokens.model.context_tokens
    last = 1 if forced.ids == "zero" else longest
    if last + forced.offset > limit:
        raise InvalidRequest(
            f"An offset of {forced.offset:,} would put the last of {last:,} tokens on position "
            f"{last + forced.offset - 1:,}; the learned table of {tokens.model.title} ends at {limit - 1:,}. "
            f"Choose at most {max(limit - last, 0):,}.",
            field="position.offset",
        )
