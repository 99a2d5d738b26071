"""The numbers of an encoding as arrays, for drawings."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.catalog.positions.encoding import Encoding, LearnedTable, Stack


@dataclass(frozen=True)
class Part:
    """One array of an encoding: `axes` names its axes, `what` says in words what it holds."""

    name: str
    what: str
    axes: tuple[str, ...]
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64]


def parts(encoding: Encoding, stack: Stack, tokens: int) -> list[Part]:
    """Its parts for positions 0 to tokens - 1; a trained table shows which row is looked up."""
    place = np.arange(tokens, dtype=np.int64)
    found = []
    if isinstance(encoding.embed, LearnedTable):
        index = encoding.embed.index(place)[:, None]
        found.append(Part("embed", "row of the trained table", ("position", "row"), index))
    elif encoding.embed is not None:
        found.append(Part("embed", "added to the embedding", ("position", "model_dim"), encoding.embed(place)))
    if encoding.rotate is not None:
        cos, sin = encoding.rotate.turn(place, tokens)
        # Not the arc tangent: an angle goes on beyond half a turn.
        speed = (
            np.arctan2(*(part[1] for part in encoding.rotate.turn(place[:2], tokens)[::-1]))
            if tokens > 1
            else 0 * cos[0]
        )
        found.append(Part("angle", "radians", ("position", "pair"), place[:, None] * speed))
        found.append(Part("cos", f"cosine of the {encoding.rotate.pairing} pairs", ("position", "pair"), cos))
        found.append(Part("sin", f"sine of the {encoding.rotate.pairing} pairs", ("position", "pair"), sin))
    if isinstance(encoding.bias, LearnedTable):
        index = encoding.bias.index(place, place)
        found.append(Part("bias", "row of the trained table, shared by the heads", ("query", "key"), index))
    elif encoding.bias is not None:
        found.append(Part("bias", "added to the scores", ("head", "query", "key"), encoding.bias(place, place)))
    return found
