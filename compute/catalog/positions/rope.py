"""Rotary positions: queries and keys are turned, so that a score depends on their distance; and its stretchings."""

import math
from collections.abc import Callable

import numpy as np
from pydantic import Field

from compute.catalog.params import Params
from compute.catalog.positions.encoding import Encoding, Indices, Numbers, Pairing, Rotation, Stack
from compute.catalog.positions.row import position
from compute.errors import InvalidRequest
from compute.registry import Source


class Rope(Params):
    theta: float = Field(
        10_000.0, gt=1.0, le=1e12, description="base: the slowest pair turns once in about 2 π θ tokens"
    )
    pairing: Pairing = Field("half", description="pairs are (i, i + head_dim/2), or (2i, 2i+1): interleaved")


class Stretched(Rope):
    factor: float = Field(2.0, ge=1.0, le=1024.0, description="how many times the trained length is aimed at")
    trained_tokens: int = Field(2_048, ge=1, le=16_777_216, description="length of the texts of training, in tokens")


def frequencies(theta: float, head_dim: int) -> Numbers:
    """Radians that each of the head_dim / 2 pairs turns by from one token to the next."""
    return np.asarray(theta ** (-np.arange(0, head_dim, 2) / head_dim), dtype=np.float64)


def _rotary(pairing: Pairing, of_length: Callable[[int], Numbers], factor: float = 1.0) -> Encoding:
    """of_length(tokens): the frequencies for a text of that length. factor: multiplies cosine and sine, once."""

    def turn(position: Indices, tokens: int) -> tuple[Numbers, Numbers]:
        angle = position[:, None] * of_length(tokens)
        return np.cos(angle) * factor, np.sin(angle) * factor

    return Encoding(rotate=Rotation(pairing, turn))


@position(
    title="RoPE",
    formula=r"q_i \mapsto R(i\,\theta^{-2j/d})\,q_i",
    source=Source("Su et al. 2021, RoFormer, section 3.2", "arXiv:2104.09864"),
    example=Rope(),
)
def rope(p: Rope, stack: Stack) -> Encoding:
    """Each pair of numbers of a head is turned by its own speed; position 0 is left as it is.

    The angles of four pairs, in radians:

    0.000 0.000 0.000 0.000
    1.000 0.100 0.010 0.001
    2.000 0.200 0.020 0.002
    3.000 0.300 0.030 0.003
    """
    fixed = frequencies(p.theta, stack.head_dim)
    return _rotary(p.pairing, lambda tokens: fixed)


@position(
    title="RoPE, linear scaling",
    formula=r"\omega_j = \theta^{-2j/d} / f",
    source=Source(
        "Chen et al. 2023, Extending Context Window of LLMs via Positional Interpolation, section 2.3",
        "arXiv:2306.15595",
    ),
    example=Stretched(factor=2.0),
)
def rope_linear(p: Stretched, stack: Stack) -> Encoding:
    """Positions are squeezed by the factor, so that a longer text falls into the trained range.

    0.000 0.000 0.000 0.000
    0.500 0.050 0.005 0.0005
    1.000 0.100 0.010 0.001
    1.500 0.150 0.015 0.0015
    """
    fixed = frequencies(p.theta, stack.head_dim) / p.factor
    return _rotary(p.pairing, lambda tokens: fixed)


def ntk_theta(theta: float, head_dim: int, factor: float, trained_tokens: int, tokens: int) -> float:
    """The base for a text of so many tokens; unchanged up to the trained length, and where one pair is all there is."""
    if tokens <= trained_tokens or head_dim == 2:
        return theta
    return float(theta * (factor * tokens / trained_tokens - (factor - 1)) ** (head_dim / (head_dim - 2)))


@position(
    title="RoPE, dynamic NTK",
    formula=r"\theta' = \theta\,(f L / L_0 - f + 1)^{d/(d-2)}",
    source=Source("Peng et al. 2023, YaRN, section 3.3 and appendix A.1", "arXiv:2309.00071"),
    example=Stretched(factor=2.0, trained_tokens=2),
)
def rope_dynamic(p: Stretched, stack: Stack) -> Encoding:
    """Beyond the trained length the base grows with the length of the text, so that all its angles change.

    Trained on 2 tokens and reading 4, the base is 10,000 · 3^(8/6):

    0.000 0.0000  0.0000 0.0000
    1.000 0.0693  0.0048 0.000333
    2.000 0.1387  0.0096 0.000667
    3.000 0.2080  0.0144 0.001000
    """
    return _rotary(
        p.pairing,
        lambda tokens: frequencies(
            ntk_theta(p.theta, stack.head_dim, p.factor, p.trained_tokens, tokens), stack.head_dim
        ),
    )


class Yarn(Stretched):
    beta_fast: float = Field(
        32.0, gt=0.0, le=1024.0, description="turns in the trained length from which on a pair stays as it is"
    )
    beta_slow: float = Field(
        1.0, gt=0.0, le=1024.0, description="turns in the trained length up to which a pair is squeezed in full"
    )
    attention_factor: float | None = Field(
        None, gt=0.0, le=16.0, description="multiplies cosine and sine; empty = by the formula 0.1 ln(f) + 1"
    )
    mscale: float | None = Field(
        None, gt=0.0, le=16.0, description="with mscale_all_dim: the factor is a ratio of two formulas"
    )
    mscale_all_dim: float | None = Field(None, gt=0.0, le=16.0, description="see mscale")


def yarn_attention_factor(p: Yarn) -> float:
    """What cosine and sine are multiplied by: an explicit factor replaces the formula."""
    if p.attention_factor is not None:
        return p.attention_factor

    def formula(weight: float) -> float:
        return 0.1 * weight * math.log(p.factor) + 1.0

    if p.mscale and p.mscale_all_dim:
        return formula(p.mscale) / formula(p.mscale_all_dim)
    return formula(1.0)


def yarn_frequencies(p: Yarn, head_dim: int) -> Numbers:
    """Fast pairs as they are, slow pairs squeezed by the factor, a ramp between them."""

    def pair_of(turns: float) -> float:
        return head_dim * math.log(p.trained_tokens / (turns * 2 * math.pi)) / (2 * math.log(p.theta))

    first = max(math.floor(pair_of(p.beta_fast)), 0)
    last = min(math.ceil(pair_of(p.beta_slow)), head_dim - 1)
    pair = np.arange(head_dim // 2)
    squeezed = np.clip((pair - first) / max(last - first, 0.001), 0.0, 1.0)
    plain = frequencies(p.theta, head_dim)
    return plain / p.factor * squeezed + plain * (1.0 - squeezed)


@position(
    title="RoPE, YaRN",
    formula=r"\omega_j' = \gamma_j\,\omega_j / f + (1 - \gamma_j)\,\omega_j",
    source=Source("Peng et al. 2023, YaRN, sections 3.2 and 3.4", "arXiv:2309.00071"),
    example=Yarn(factor=4.0),
)
def rope_yarn(p: Yarn, stack: Stack) -> Encoding:
    """Fast pairs, which tell neighbours apart, stay; slow ones are squeezed; scores are sharpened a little.

    The angles, without the attention factor of 1.1386:

    0.000 0.0000 0.00000 0.00000
    1.000 0.1000 0.00625 0.00025
    2.000 0.2000 0.01250 0.00050
    3.000 0.3000 0.01875 0.00075
    """
    fixed = yarn_frequencies(p, stack.head_dim)
    return _rotary(p.pairing, lambda tokens: fixed, yarn_attention_factor(p))


class Llama3(Stretched):
    low_freq_factor: float = Field(
        1.0, gt=0.0, le=1024.0, description="turns in the trained length up to which a pair is squeezed in full"
    )
    high_freq_factor: float = Field(
        4.0, gt=0.0, le=1024.0, description="turns in the trained length from which on a pair stays as it is"
    )


def llama3_frequencies(p: Llama3, head_dim: int) -> Numbers:
    """As YaRN, with the ramp over the number of turns itself."""
    if p.low_freq_factor >= p.high_freq_factor:
        raise InvalidRequest(
            f"low_freq_factor = {p.low_freq_factor:g} can't be used. It is less than high_freq_factor "
            f"({p.high_freq_factor:g}).",
            field="low_freq_factor",
        )
    plain = frequencies(p.theta, head_dim)
    turns = p.trained_tokens * plain / (2 * math.pi)
    kept = np.clip((turns - p.low_freq_factor) / (p.high_freq_factor - p.low_freq_factor), 0.0, 1.0)
    return (1 - kept) * plain / p.factor + kept * plain


@position(
    title="RoPE, Llama 3",
    formula=r"\omega_j' = (1 - s_j)\,\omega_j / f + s_j\,\omega_j",
    source=Source(
        "Grattafiori et al. 2024, The Llama 3 Herd of Models, section 3.2 and its published configs", "arXiv:2407.21783"
    ),
    example=Llama3(factor=8.0, trained_tokens=8_192),
)
def rope_llama3(p: Llama3, stack: Stack) -> Encoding:
    """Fast pairs stay, slow ones are squeezed by the factor, smoothly between.

    0.000 0.000 0.000 0.0000
    1.000 0.100 0.010 0.000214
    2.000 0.200 0.020 0.000428
    3.000 0.300 0.030 0.000642
    """
    fixed = llama3_frequencies(p, stack.head_dim)
    return _rotary(p.pairing, lambda tokens: fixed)
