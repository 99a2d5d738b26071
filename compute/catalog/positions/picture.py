"""The numbers of an encoding as arrays, for drawings."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.catalog.positions.encoding import Encoding, LearnedTable, Numbers, Rotation, Stack
from compute.catalog.positions.relative import alibi_slopes


@dataclass(frozen=True)
class Part:
    """One array of an encoding: `axes` names its axes, `what` says in words what it holds."""

    name: str
    what: str
    axes: tuple[str, ...]
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64]


def parts(encoding: Encoding, stack: Stack, tokens: int, length: int | None = None) -> list[Part]:
    """Its parts for positions 0 to tokens - 1; a trained table shows which row is looked up.

    length: of the whole text, for a rotation that depends on it; None: these positions are all of it.
    """
    length = max(tokens, length or 0)
    place = np.arange(tokens, dtype=np.int64)
    found = []
    if isinstance(encoding.embed, LearnedTable):
        index = encoding.embed.index(place)[:, None]
        found.append(Part("embed", "row of the trained table", ("position", "row"), index))
    elif encoding.embed is not None:
        found.append(Part("embed", "added to the embedding", ("position", "model_dim"), encoding.embed(place)))
    if encoding.rotate is not None:
        cos, sin = encoding.rotate.turn(place, length)
        # Not the arc tangent of these: an angle goes on beyond half a turn.
        speeds = turning(encoding.rotate, length).speeds
        found.append(Part("angle", "radians", ("position", "pair"), place[:, None] * speeds))
        found.append(Part("cos", f"cosine of the {encoding.rotate.pairing} pairs", ("position", "pair"), cos))
        found.append(Part("sin", f"sine of the {encoding.rotate.pairing} pairs", ("position", "pair"), sin))
    if isinstance(encoding.bias, LearnedTable):
        index = encoding.bias.index(place, place)
        found.append(Part("bias", "row of the trained table, shared by the heads", ("query", "key"), index))
    elif encoding.bias is not None:
        found.append(Part("bias", "added to the scores", ("head", "query", "key"), encoding.bias(place, place)))
    return found


@dataclass(frozen=True, eq=False)
class Turning:
    """speeds [pair]: radians from one token to the next. factor: what cosine and sine are multiplied by."""

    speeds: Numbers
    factor: float

    @property
    def base(self) -> float | None:
        """θ, where pair j turns by θ^(-2j/d); None for a scaling that treats pairs differently."""
        if len(self.speeds) < 2 or self.speeds[1] <= 0:
            return None
        base = float(self.speeds[1] ** -len(self.speeds))
        plain = base ** (-np.arange(len(self.speeds)) / len(self.speeds))
        return base if np.allclose(self.speeds, plain, rtol=1e-9) else None


def turning(rotation: Rotation, length: int) -> Turning:
    """How a text of so many tokens is turned. No pair turns by half a turn from token to token."""
    cos, sin = rotation.turn(np.arange(2), length)
    return Turning(np.arctan2(sin[1], cos[1]), float(cos[0, 0]))


def facts(encoding: Encoding, row: str, stack: Stack, length: int) -> dict[str, object]:
    """The numbers behind the parts: slopes of the heads; pairing, speeds, factor and base of a rotation; a limit."""
    found: dict[str, object] = {}
    if row == "alibi":
        found["slopes"] = alibi_slopes(stack.heads)
    if encoding.rotate is not None:
        how = turning(encoding.rotate, length)
        found |= {
            "pairing": encoding.rotate.pairing, "factor": how.factor, "base": how.base, "speeds": how.speeds.tolist(),
        }  # fmt: skip
    if encoding.limit is not None:
        found["limit"] = encoding.limit
    return found
