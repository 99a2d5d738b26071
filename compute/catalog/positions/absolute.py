"""Positions that are added to the token embeddings, and none at all."""

import numpy as np
from pydantic import Field

from compute.catalog.params import NoParams, Params
from compute.catalog.positions.encoding import Encoding, Indices, LearnedTable, Numbers, Stack
from compute.catalog.positions.row import position
from compute.registry import Source


@position(
    title="None (NoPE)",
    formula=r"x_i = e_i",
    source=Source(
        "Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization", "arXiv:2305.19466"
    ),
    example=NoParams(),
)
def none(p: NoParams, stack: Stack) -> Encoding:
    """Nothing says where a token stands. A two-way stack then sees a set; a causal one can still count.

    0 0 0 0
    0 0 0 0
    0 0 0 0
    """
    return Encoding()


@position(
    title="Learned",
    formula=r"x_i = e_i + P_i",
    source=Source("Gehring et al. 2017, Convolutional Sequence to Sequence Learning, section 3.1", "arXiv:1705.03122"),
    example=NoParams(),
)
def learned(p: NoParams, stack: Stack) -> Encoding:
    """One trained vector for each position, so that there is none beyond the longest text of training.

    The row of the table that each position looks up:

    0
    1
    2
    """
    return Encoding(embed=LearnedTable(stack.max_tokens, lambda position: position), limit=stack.max_tokens)


class Sinusoid(Params):
    base: float = Field(10_000.0, gt=1.0, le=1e9, description="the longest wave is 2 π times this, in tokens")


@position(
    title="Sinusoidal",
    formula=r"P_{i,2j} = \sin(i / b^{2j/d}),\; P_{i,2j+1} = \cos(i / b^{2j/d})",
    source=Source("Vaswani et al. 2017, Attention Is All You Need, section 3.5", "arXiv:1706.03762"),
    example=Sinusoid(),
)
def sinusoidal(p: Sinusoid, stack: Stack) -> Encoding:
    """Waves of growing length. Sine and cosine of a pair have one frequency, so that sin² + cos² = 1.

    0.000  1.000  0.000  1.000
    0.841  0.540  0.010  1.000
    0.909 -0.416  0.020  1.000
    """

    def embed(position: Indices) -> Numbers:
        even = np.arange(0, stack.model_dim, 2)
        angle = position[:, None] / p.base ** (even / stack.model_dim)
        waves = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
        return waves.reshape(len(position), -1)[:, : stack.model_dim]

    return Encoding(embed=embed)
