"""Position encodings in figures: wavelengths, what a stretching leaves of each pair, slopes and buckets."""

import math
from collections.abc import Mapping

import numpy as np
from pydantic import Field

from compute.catalog.configs.fields import Fields
from compute.catalog.configs.position import rope, scaling_of
from compute.catalog.configs.read import read_config
from compute.catalog.costs.number import Number, number
from compute.catalog.costs.row import formula
from compute.catalog.params import Params, fill
from compute.catalog.positions.relative import alibi_slopes, t5_bucket
from compute.catalog.positions.rope import ntk_theta
from compute.registry import Source

YARN = Source("Peng et al. 2023, YaRN, sections 3.2 to 3.4", "arXiv:2309.00071")
ROFORMER = Source("Su et al. 2021, RoFormer, section 3.2", "arXiv:2104.09864")
LLAMA3 = Source("Grattafiori et al. 2024, The Llama 3 Herd of Models, and its published configs", "arXiv:2407.21783")
PI = Source("Chen et al. 2023, Positional Interpolation, section 2.3", "arXiv:2306.15595")
ALIBI = Source("Press, Smith, Lewis 2022, Train Short, Test Long, section 3", "arXiv:2108.12409")
T5 = Source("Raffel et al. 2020, T5, section 2.1", "arXiv:1910.10683")


class Rotary(Params):
    head_dim: int = Field(128, ge=4, le=65_536, multiple_of=2, description="numbers of a head that are turned")
    theta: float = Field(10_000.0, gt=1, le=1e15, description="base")
    scaling: str = Field("", max_length=40, description="linear, dynamic, yarn, llama3, longrope, or empty")
    factor: float = Field(1.0, ge=1, le=1e6, description="how many times the trained length is aimed at")
    trained_tokens: int = Field(4_096, ge=1, le=10**9, description="length of training, in tokens")
    beta_fast: float = Field(32, gt=0, le=1e6, description="YaRN: turns from which on a pair stays as it is")
    beta_slow: float = Field(1, gt=0, le=1e6, description="YaRN: turns up to which a pair is divided in full")
    low_freq_factor: float = Field(1, gt=0, le=1e6, description="llama3: turns up to which a pair is divided in full")
    high_freq_factor: float = Field(4, gt=0, le=1e6, description="llama3: turns from which on a pair stays as it is")
    truncate: bool = Field(True, description="YaRN: the edges of the ramp are rounded to whole pairs")
    attention_factor: float | None = Field(None, gt=0, le=100, description="YaRN: replaces the formula")
    mscale: float | None = Field(None, ge=0, le=100, description="YaRN: with mscale_all_dim, a ratio of two formulas")
    mscale_all_dim: float | None = Field(None, ge=0, le=100, description="YaRN: see mscale")
    tokens: int = Field(4_096, ge=1, le=10**9, description="length of the text, for what depends on it")
    position: float = Field(1, ge=0, le=10**9, description="a position")


def rotary_of(config: Mapping[str, object], **more: object) -> Rotary:
    """The rotary numbers of a config.json, or of a part of one with head_dim; `more` adds tokens or a position.

    Raises: InvalidConfig or InvalidRequest, naming the field, for a number that cannot be.
    """
    fields = Fields(config)
    table = scaling_of(fields)
    full = table.get("full_attention")
    table = dict(full) if isinstance(full, Mapping) else table
    width = fields.maybe("hidden_size", "n_embd") or 0
    heads = fields.maybe("num_attention_heads", "n_head") or 1
    head_dim = fields.maybe("qk_rope_head_dim") or fields.maybe("head_dim") or width // heads or 128
    found = read_config(config).position if "model_type" in config else rope(fields, head_dim=head_dim, limit=2048)
    said = {**{name: config[name] for name in Rotary.model_fields if name in config}, **table}
    known = {name: value for name, value in said.items() if name in Rotary.model_fields and value is not None}
    given = {
        **{name: value for name, value in known.items() if name != "head_dim"},
        "head_dim": found.turned or head_dim,
        "theta": found.theta or 10_000.0,
        "scaling": found.scaling or "",
        "trained_tokens": found.trained or found.stated or 2048,
    }
    return fill(Rotary, {**given, **more})


@formula(
    title="Longest wavelength",
    unit="tokens",
    formula=r"2 \pi\,\theta^{(d - 2) / d}",
    source=ROFORMER,
    params=Rotary,
    group="position",
)
def longest_wavelength(p: Rotary) -> Number:
    """Tokens in which the slowest pair turns once, before any stretching."""
    return 2 * Number(math.pi, "π") * number(p.theta) ** ((p.head_dim - 2) / p.head_dim)


@formula(
    title="Turns of the slowest pair",
    unit="turns",
    formula=r"L / (2 \pi\,\theta^{(d - 2) / d})",
    source=YARN,
    params=Rotary,
    group="position",
)
def slowest_turns(p: Rotary) -> Number:
    """How often the slowest pair turned within the trained length; below 1 it has not seen a full turn."""
    return number(p.trained_tokens) / longest_wavelength(p)


@formula(
    title="Pairs by what the stretching does",
    unit="pairs",
    formula=r"r_j = L / \lambda_j:\; r > r_{fast},\; r_{slow} \le r \le r_{fast},\; r < r_{slow}",
    source=YARN,
    params=Rotary,
    group="position",
)
def rotary_bands(p: Rotary) -> Mapping[str, Number]:
    """Pairs left as they are, pairs between, and pairs divided by the factor in full, under llama3, YaRN or linear."""
    pairs = p.head_dim // 2
    index = np.arange(pairs)
    if p.scaling == "llama3":
        wavelength = 2 * math.pi * p.theta ** (2 * index / p.head_dim)
        kept = int((wavelength < p.trained_tokens / p.high_freq_factor).sum())
        divided = int((wavelength > p.trained_tokens / p.low_freq_factor).sum())
    elif p.scaling == "yarn":
        first, last = yarn_ramp(p)
        squeezed = np.clip((index - first) / max(last - first, 0.001), 0, 1)
        kept, divided = int((squeezed == 0).sum()), int((squeezed == 1).sum())
    elif p.scaling == "linear":
        kept, divided = 0, pairs
    else:
        kept, divided = pairs, 0
    return {
        "unchanged": number(kept),
        "interpolated": number(pairs - kept - divided),
        "divided": number(divided),
    }


def yarn_ramp(p: Rotary) -> tuple[float, float]:
    """The pairs between which YaRN goes over from keeping to dividing."""

    def pair_of(turns: float) -> float:
        return p.head_dim * math.log(p.trained_tokens / (turns * 2 * math.pi)) / (2 * math.log(p.theta))

    first, last = pair_of(p.beta_fast), pair_of(p.beta_slow)
    if p.truncate:
        first, last = math.floor(first), math.ceil(last)
    return max(first, 0), min(last, p.head_dim - 1)


@formula(
    title="Factor on cosine and sine",
    unit="ratio",
    formula=r"0.1 \ln f + 1",
    source=YARN,
    params=Rotary,
    group="position",
)
def yarn_factor(p: Rotary) -> Number:
    """An explicit attention_factor replaces the formula; with both mscales it is their ratio. Applied once (C059)."""
    if p.attention_factor is not None:
        return number(p.attention_factor)
    log = Number(math.log(p.factor), f"ln {p.factor:g}")
    if p.mscale and p.mscale_all_dim:
        return (0.1 * log * p.mscale + 1) / (0.1 * log * p.mscale_all_dim + 1)
    return 0.1 * log + 1


@formula(
    title="Factor on the scores",
    unit="ratio",
    formula=r"(0.1 \ln f + 1)^2",
    source=YARN,
    params=Rotary,
    group="position",
)
def yarn_score_factor(p: Rotary) -> Number:
    """Queries and keys are both multiplied."""
    return yarn_factor(p) * yarn_factor(p)


@formula(
    title="Base under dynamic NTK",
    unit="theta",
    formula=r"\theta\,(f n / L - f + 1)^{d / (d - 2)}",
    source=YARN,
    params=Rotary,
    group="position",
)
def dynamic_theta(p: Rotary) -> Number:
    """Unchanged up to the trained length; beyond, it grows with the length of the text (C057)."""
    if p.tokens <= p.trained_tokens:
        return number(p.theta)
    found = ntk_theta(p.theta, p.head_dim, p.factor, p.trained_tokens, p.tokens)
    inside = number(p.factor) * p.tokens / p.trained_tokens - (p.factor - 1)
    return Number(found, f"{number(p.theta).shown} × ({inside.shown})^({p.head_dim} / {p.head_dim - 2})", 2)


@formula(
    title="Position before linear scaling",
    unit="position",
    formula=r"m / f",
    source=PI,
    params=Rotary,
    group="position",
)
def unscaled_position(p: Rotary) -> Number:
    """The position of the trained range whose rotation a stretched position has."""
    return number(p.position) / p.factor


class Alibi(Params):
    heads: int = Field(16, ge=1, le=4_096, description="query heads")


@formula(title="ALiBi slopes", unit="per token", formula=r"2^{-8 h / H}", source=ALIBI, params=Alibi, group="position")
def alibi(p: Alibi) -> Mapping[str, Number]:
    """Of each head from 0; other numbers of heads than powers of two by the authors' rule."""
    slopes = alibi_slopes(p.heads)
    heads = {f"head_{head}": number(slope) for head, slope in enumerate(slopes)}
    return {"first": number(slopes[0]), "last": number(slopes[-1]), **heads}


class Distance(Params):
    distance: int = Field(1, ge=-(10**9), le=10**9, description="key position less query position")
    buckets: int = Field(32, ge=4, le=65_536, description="trained numbers of a head")
    max_distance: int = Field(128, ge=2, le=10**9, description="from here on distances share the last bucket")
    two_way: bool = Field(True, description="an encoder's: half of the buckets are for later keys")


@formula(
    title="T5 bucket", unit="bucket", formula=r"\mathrm{bucket}(k - q)", source=T5, params=Distance, group="position"
)
def t5_bucket_of(p: Distance) -> Number:
    """One bucket for each small distance, then logarithmically wider ones."""
    relative = np.array([p.distance], dtype=np.int64)
    found = t5_bucket(relative, two_way=p.two_way, buckets=p.buckets, max_distance=p.max_distance)
    return number(int(found[0]))
