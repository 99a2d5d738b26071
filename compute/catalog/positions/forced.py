"""What a run changes of where its tokens stand, whatever its model was trained with."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

import numpy as np
from pydantic import AfterValidator, Field

from compute.catalog.params import Params, fill
from compute.catalog.positions.encoding import Indices
from compute.catalog.positions.row import positions
from compute.wire import Scalar, Wire

RotaryName = Literal["rope", "rope_linear", "rope_dynamic", "rope_yarn", "rope_llama3"]
Ids = Literal["counted", "zero", "shuffled"]


class Rotary(Wire):
    """How queries and keys are turned instead."""

    row: RotaryName = Field("rope", description="a row of the list of positions")
    params: Mapping[str, Scalar] = Field(
        default_factory=dict, description="of that row; what is left out is the model's own, where it has it"
    )


class ForcedPosition(Wire):
    """A change that the model was not trained with; the default changes nothing."""

    rotary: Rotary | None = Field(None, description="for a model with RoPE: another base or scaling")
    offset: int = Field(0, ge=0, le=1_000_000, description="tokens by which every position is moved on")
    ids: Ids = Field(
        "counted",
        description="counted: 0, 1, 2, …; zero: all tokens stand at one place; shuffled: the same positions, dealt out "
        "anew while the tokens keep their order",
    )
    seed: int = Field(0, ge=0, lt=2**32, description="of the shuffled positions")


def _or_none(forced: ForcedPosition | None) -> ForcedPosition | None:
    return None if forced == ForcedPosition() else forced


# One that changes nothing is none, so that both name the same capture.
Forced = Annotated[ForcedPosition | None, AfterValidator(_or_none)]


def dealt(count: int, seed: int) -> Indices:
    """The numbers 0 to count - 1 in another order, the same for the same seed."""
    order = np.random.default_rng(seed).permutation(count)
    return np.roll(order, 1) if np.array_equal(order, np.arange(count)) else order


def _shuffled(counted: Indices, given: int, seed: int) -> Indices:
    """Each row's own positions below `given` dealt out anew; those after them, which a model wrote, stay."""
    place = counted.copy()
    for row in place:
        count = min(int(row.max()) + 1, given)
        row[row < count] = dealt(count, seed)[row[row < count]]
    return place


IDS: Mapping[Ids, Callable[[Indices, int, int], Indices]] = {
    "counted": lambda counted, given, seed: counted,
    "zero": lambda counted, given, seed: np.zeros_like(counted),
    "shuffled": _shuffled,
}


def places_of(forced: ForcedPosition, counted: Indices, given: int) -> Indices:
    """The positions [row, token] of tokens that are counted so, from 0.

    given: how many tokens of a row were there before the model wrote any; a shuffle deals out these alone, so that
        a token keeps its position while the text grows.
    """
    return IDS[forced.ids](counted, given, forced.seed) + forced.offset


def rotary_params(rotary: Rotary, own: Mapping[str, Scalar]) -> Params:
    """All parameters of the row: those given, else the model's own, else the defaults.

    Raises: InvalidRequest, naming the parameter.
    """
    params = positions.rows[rotary.row].params
    kept = {name: value for name, value in own.items() if name in params.model_fields}
    return fill(params, {**kept, **rotary.params})
