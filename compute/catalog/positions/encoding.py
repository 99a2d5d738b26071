"""What a position encoding is made of: three optional parts, and a missing part is the identity."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

# Which two numbers of a head are turned together: i and i + head_dim / 2, or 2 i and 2 i + 1.
Pairing = Literal["half", "interleaved"]


@dataclass(frozen=True)
class Stack:
    """What an encoding may know of the stack of layers that it serves.

    max_tokens: the longest text that the stack was trained on. two_way: queries see later keys too (an encoder).
    """

    model_dim: int
    heads: int
    head_dim: int
    max_tokens: int
    two_way: bool


@dataclass(frozen=True)
class LearnedTable:
    """Numbers that are trained: `index` says which of the table's `rows` rows stands for which position or pair."""

    rows: int
    index: Callable[..., Indices]


@dataclass(frozen=True)
class Rotation:
    """Turns the pairs of a head's numbers by an angle that grows with the position.

    turn(position, tokens): cosine and sine [position, head_dim / 2] for a text of `tokens` tokens so far.
    """

    pairing: Pairing
    turn: Callable[[Indices, int], tuple[Numbers, Numbers]]


@dataclass(frozen=True)
class Encoding:
    """A position encoding with its parameters and its stack filled in.

    embed(position): [position, model_dim], added to the token embeddings once.
    rotate: turns queries and keys in every layer.
    bias(query, key): [head, query, key], added to the scores in every layer; a learned one looks up [query, key].
    limit: positions 0 to limit - 1 exist; None = any.
    """

    embed: Callable[[Indices], Numbers] | LearnedTable | None = None
    rotate: Rotation | None = None
    bias: Callable[[Indices, Indices], Numbers] | LearnedTable | None = None
    limit: int | None = None
