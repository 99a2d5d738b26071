"""What a Transformer block is built of, as numpy definitions: norms and feed-forward activations.

The engine runs the same in torch; a test holds each against its definition here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

import numpy as np
import numpy.typing as npt

from compute.registry import Registry, Row, Source

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NormRow(Row):
    """function(x, eps): x with its last axis normalised, before the trained gain. shifts: there is a trained shift."""

    function: Callable[[Numbers, float], Numbers]
    shifts: bool


@dataclass(frozen=True)
class FeedForwardRow(Row):
    """function(x): the activation. gated: a second projection of the input multiplies it."""

    function: Callable[[Numbers], Numbers]
    gated: bool


norms: Registry[NormRow] = Registry(NormRow)
feed_forwards: Registry[FeedForwardRow] = Registry(FeedForwardRow)


@norms.register(
    title="LayerNorm",
    formula=r"(x - \bar x) / \sqrt{\mathrm{var}(x) + \epsilon}",
    source=Source("Ba, Kiros, Hinton 2016, Layer Normalization, section 3", "arXiv:1607.06450"),
    shifts=True,
)
def layer_norm(x: Numbers, eps: float) -> Numbers:
    """Mean 0 and variance 1 for each token, then a trained gain and shift."""
    centred = x - x.mean(axis=-1, keepdims=True)
    normal: Numbers = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    return normal


@norms.register(
    title="RMSNorm",
    formula=r"x / \sqrt{\overline{x^2} + \epsilon}",
    source=Source("Zhang, Sennrich 2019, Root Mean Square Layer Normalization, section 4", "arXiv:1910.07467"),
    shifts=False,
)
def rms_norm(x: Numbers, eps: float) -> Numbers:
    """Root mean square 1 for each token, then a trained gain; nothing is centred."""
    normal: Numbers = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    return normal


SHAZEER = Source("Shazeer 2020, GLU Variants Improve Transformer, section 2", "arXiv:2002.05202")
HENDRYCKS = Source("Hendrycks, Gimpel 2016, Gaussian Error Linear Units, section 2", "arXiv:1606.08415")


@feed_forwards.register(
    title="ReLU",
    formula=r"W_2 \max(0, W_1 x)",
    source=Source("Vaswani et al. 2017, Attention Is All You Need, section 3.3", "arXiv:1706.03762"),
    gated=False,
)
def relu(x: Numbers) -> Numbers:
    """What is negative becomes 0."""
    return np.maximum(x, 0.0)


@feed_forwards.register(title="GELU", formula=r"W_2\,(h\,\Phi(h)),\; h = W_1 x", source=HENDRYCKS, gated=False)
def gelu(x: Numbers) -> Numbers:
    """x times the probability that a standard normal number is below x."""
    return _gelu(x)


@feed_forwards.register(
    title="GELU, tanh form",
    formula=r"\tfrac{h}{2}\,(1 + \tanh(\sqrt{2/\pi}\,(h + 0.044715\,h^3)))",
    source=HENDRYCKS,
    gated=False,
)
def gelu_tanh(x: Numbers) -> Numbers:
    """The approximation that GPT-2 was trained with."""
    return np.asarray(0.5 * x * (1 + np.tanh(np.sqrt(2 / pi) * (x + 0.044715 * x**3))), dtype=np.float64)


@feed_forwards.register(
    title="SwiGLU", formula=r"W_2\,(h\,\sigma(h) \odot V x),\; h = W_1 x", source=SHAZEER, gated=True
)
def swiglu(x: Numbers) -> Numbers:
    """x times its logistic function, multiplied by a second projection."""
    return np.asarray(x / (1 + np.exp(-x)), dtype=np.float64)


@feed_forwards.register(title="GEGLU", formula=r"W_2\,(h\,\Phi(h) \odot V x),\; h = W_1 x", source=SHAZEER, gated=True)
def geglu(x: Numbers) -> Numbers:
    """GELU, multiplied by a second projection."""
    return _gelu(x)


def _gelu(x: Numbers) -> Numbers:
    """By summing the normal density, which needs no special function."""
    grid = np.linspace(-12.0, 12.0, 480_001)
    density = np.exp(-(grid**2) / 2) / np.sqrt(2 * pi)
    below = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(grid))])
    return np.asarray(x * np.interp(x, grid, below), dtype=np.float64)
