"""Sparse masks for long texts: a few keys that matter everywhere, and what lies near."""

import numpy as np
import numpy.typing as npt
from pydantic import Field

from compute.catalog.masks.local import two_sided_pairs, windowed_pairs
from compute.catalog.masks.row import mask
from compute.catalog.masks.rule import Allowed, Indices, Text
from compute.catalog.params import Params
from compute.registry import Source


class Longformer(Params):
    radius: int = Field(2, ge=0, le=65_536, description="keys on each side of the query's own")
    global_tokens: int = Field(1, ge=0, le=4_096, description="tokens at the start that see all and are seen by all")


def _longformer_pairs(n: int, p: Longformer) -> int:
    """The rows and columns of the global tokens, and the window of the others among themselves."""
    whole = min(p.global_tokens, n)
    return whole * (2 * n - whole) + two_sided_pairs(n - whole, p.radius)


@mask(
    title="Longformer",
    formula=r"|q - k| \le r \;\lor\; k < g \;\lor\; q < g",
    source=Source("Beltagy, Peters, Cohan 2020, Longformer, section 3.1", "arXiv:2004.05150"),
    example=Longformer(radius=1, global_tokens=1),
    pairs=lambda p, text: _longformer_pairs(text.tokens, p),
)
def longformer(q: Indices, k: Indices, p: Longformer, text: Text) -> Allowed:
    """A two-sided window, and a few global tokens that see everything and are seen by everything.

    The global tokens stand at the start here, where a classifier has its [CLS].

    ■ ■ ■ ■ ■ ■
    ■ ■ ■ · · ·
    ■ ■ ■ ■ · ·
    ■ · ■ ■ ■ ·
    ■ · · ■ ■ ■
    ■ · · · ■ ■
    """
    seen: Allowed = (np.abs(q - k) <= p.radius) | (k < p.global_tokens) | (q < p.global_tokens)
    return seen


class BigBird(Params):
    radius: int = Field(1, ge=0, le=65_536, description="keys on each side of the query's own")
    global_tokens: int = Field(1, ge=0, le=4_096, description="tokens at the start that see all and are seen by all")
    random_keys: int = Field(
        1, ge=0, le=64, description="random keys drawn for each query; some may coincide or lie near"
    )
    seed: int = Field(0, ge=0, le=2**31 - 1, description="seed of the random keys")


@mask(
    title="BigBird",
    formula=r"|q - k| \le r \;\lor\; k < g \;\lor\; q < g \;\lor\; k \in R_q",
    source=Source("Zaheer et al. 2020, Big Bird, section 2", "arXiv:2007.14062"),
    example=BigBird(radius=1, global_tokens=1, random_keys=1, seed=0),
)
def bigbird(q: Indices, k: Indices, p: BigBird, text: Text) -> Allowed:
    """Window, global tokens, and for each query some random keys. Token by token, as the paper defines it.

    The published models draw whole blocks instead, which is how they make it fast.

    ■ ■ ■ ■ ■ ■ ■ ■
    ■ ■ ■ · ■ · · ·
    ■ ■ ■ ■ · · · ■
    ■ · ■ ■ ■ · · ·
    ■ · · ■ ■ ■ · ·
    ■ · ■ · ■ ■ ■ ·
    ■ ■ · · · ■ ■ ■
    ■ · · · ■ · ■ ■
    """
    near = (np.abs(q - k) <= p.radius) | (k < p.global_tokens) | (q < p.global_tokens)
    for draw in range(p.random_keys):
        near = near | (k == _random_key(q, draw, p.seed, text.tokens))
    seen: Allowed = near
    return seen


def _random_key(q: Indices, draw: int, seed: int, tokens: int) -> Indices:
    """A key for each query that depends on nothing else: the same on every machine and in every version.

    Source: Steele, Lea, Flood 2014, Fast Splittable Pseudorandom Number Generators, figure 17 (mixing of SplitMix64).
    """
    golden = 0x9E3779B97F4A7C15
    start = (seed * 0x1_0000_0001 + draw * 0xD1B54A32D192ED03) & 0xFFFF_FFFF_FFFF_FFFF
    state: npt.NDArray[np.uint64] = (q.astype(np.uint64) + np.uint64(1)) * np.uint64(golden) + np.uint64(start)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    key: Indices = ((state ^ (state >> np.uint64(31))) % np.uint64(max(tokens, 1))).astype(np.int64)
    return key


class SinkWindow(Params):
    sinks: int = Field(4, ge=0, le=4_096, description="tokens at the start that stay visible")
    window: int = Field(4, ge=1, le=65_536, description="keys a query sees beside the sinks, its own included")


@mask(
    title="Sink + window",
    formula=r"k \le q,\; (k < s \;\lor\; q - k < w)",
    source=Source(
        "Xiao et al. 2023, Efficient Streaming Language Models with Attention Sinks, section 3.2", "arXiv:2309.17453"
    ),
    example=SinkWindow(sinks=1, window=2),
    pairs=lambda p, text: windowed_pairs(text.tokens, p.sinks + p.window),
)
def sink_window(q: Indices, k: Indices, p: SinkWindow, text: Text) -> Allowed:
    """A causal window, and the first tokens, on which trained models rest their unused attention (StreamingLLM).

    Positions stay the original ones here; the paper renumbers them inside the cache.

    ■ · · · · ·
    ■ ■ · · · ·
    ■ ■ ■ · · ·
    ■ · ■ ■ · ·
    ■ · · ■ ■ ·
    ■ · · · ■ ■
    """
    seen: Allowed = (k <= q) & ((k < p.sinks) | (q - k < p.window))
    return seen


class Stride(Params):
    stride: int = Field(4, ge=1, le=65_536, description="tokens of the window, and the distance of the far keys")


def _strided_pairs(n: int, stride: int) -> int:
    """The window, and i // l far keys in row i."""
    whole, rest = divmod(n, stride)
    return windowed_pairs(n, stride) + stride * whole * (whole - 1) // 2 + rest * whole


@mask(
    title="Strided",
    formula=r"k \le q,\; (q - k < l \;\lor\; l \mid q - k)",
    source=Source(
        "Child et al. 2019, Generating Long Sequences with Sparse Transformers, section 4.2", "arXiv:1904.10509"
    ),
    example=Stride(stride=3),
    pairs=lambda p, text: _strided_pairs(text.tokens, p.stride),
)
def strided(q: Indices, k: Indices, p: Stride, text: Text) -> Allowed:
    """A window of l keys, the query's own included, and every l-th key before: any token is two steps away.

    The paper gives the two parts to different heads; here every head has both.

    ■ · · · · · ·
    ■ ■ · · · · ·
    ■ ■ ■ · · · ·
    ■ ■ ■ ■ · · ·
    · ■ ■ ■ ■ · ·
    · · ■ ■ ■ ■ ·
    ■ · · ■ ■ ■ ■
    """
    seen: Allowed = (k <= q) & ((q - k < p.stride) | ((q - k) % p.stride == 0))
    return seen
