"""Masks of position alone: everything, the past, padding, and what lies near."""

import numpy as np
from pydantic import Field

from compute.catalog.masks.row import mask
from compute.catalog.masks.rule import Allowed, Compact, Indices, Text
from compute.catalog.params import NoParams, Params
from compute.registry import Source


def windowed_pairs(n: int, most: int) -> int:
    """The sum of min(i + 1, most) over n rows."""
    short = min(n, most)
    return short * (short + 1) // 2 + (n - short) * most


@mask(
    title="Full",
    formula=r"\text{true}",
    source=Source("Vaswani et al. 2017, Attention Is All You Need, section 3.2.1", "arXiv:1706.03762"),
    example=NoParams(),
    pairs=lambda p, text: text.tokens * text.tokens,
    compact=lambda p: Compact(),
)
def full(q: Indices, k: Indices, p: NoParams, text: Text) -> Allowed:
    """Every query sees every key: encoders, and cross-attention.

    ■ ■ ■ ■
    ■ ■ ■ ■
    ■ ■ ■ ■
    ■ ■ ■ ■
    """
    return np.ones(np.broadcast_shapes(q.shape, k.shape), dtype=np.bool_)


@mask(
    title="Causal",
    formula=r"k \le q",
    source=Source("Vaswani et al. 2017, Attention Is All You Need, section 3.2.3", "arXiv:1706.03762"),
    example=NoParams(),
    pairs=lambda p, text: windowed_pairs(text.tokens, text.tokens),
    compact=lambda p: Compact(causal=True),
)
def causal(q: Indices, k: Indices, p: NoParams, text: Text) -> Allowed:
    """Each query sees itself and what came before it, so that no answer leaks from the future.

    ■ · · · ·
    ■ ■ · · ·
    ■ ■ ■ · ·
    ■ ■ ■ ■ ·
    ■ ■ ■ ■ ■
    """
    return k <= q


class PaddingCounts(Params):
    left: int = Field(0, ge=0, le=65_536, description="padding tokens before the text")
    right: int = Field(0, ge=0, le=65_536, description="padding tokens after the text")


@mask(
    title="Padding",
    formula=r"l \le k < n - r",
    source=Source("Vaswani et al. 2017, Attention Is All You Need, section 3.2.1", "arXiv:1706.03762"),
    example=PaddingCounts(left=1, right=2),
    pairs=lambda p, text: text.tokens * max(0, text.tokens - p.left - p.right),
    may_be_empty=True,
)
def padding(q: Indices, k: Indices, p: PaddingCounts, text: Text) -> Allowed:
    """Every query sees every key but the padding, on the left, on the right or on both sides.

    · ■ ■ ■ · ·
    · ■ ■ ■ · ·
    · ■ ■ ■ · ·
    · ■ ■ ■ · ·
    · ■ ■ ■ · ·
    · ■ ■ ■ · ·
    """
    seen: Allowed = (k >= p.left) & (k < text.tokens - p.right) & (q == q)
    return seen


class Window(Params):
    window: int = Field(4, ge=1, le=65_536, description="keys a query sees, its own included")


@mask(
    title="Sliding window",
    formula=r"0 \le q - k < w",
    source=Source("Beltagy, Peters, Cohan 2020, Longformer, section 3.1", "arXiv:2004.05150"),
    example=Window(window=3),
    pairs=lambda p, text: windowed_pairs(text.tokens, p.window),
    compact=lambda p: Compact(causal=True, window=p.window),
)
def sliding_window(q: Indices, k: Indices, p: Window, text: Text) -> Allowed:
    """Each query sees itself and the w - 1 keys before it.

    w counts keys, the query's own included. Some libraries count the keys *before* it, one less.

    ■ · · · · ·
    ■ ■ · · · ·
    ■ ■ ■ · · ·
    · ■ ■ ■ · ·
    · · ■ ■ ■ ·
    · · · ■ ■ ■
    """
    seen: Allowed = (k <= q) & (q - k < p.window)
    return seen


class Radius(Params):
    radius: int = Field(
        2, ge=0, le=65_536, description="keys on each side of the query's own; it sees 2 · radius + 1 in all"
    )


def two_sided_pairs(n: int, radius: int) -> int:
    reach = min(radius, n - 1)
    return n * (2 * reach + 1) - reach * (reach + 1) if n else 0


@mask(
    title="Sliding window, two-sided",
    formula=r"|q - k| \le r",
    source=Source("Beltagy, Peters, Cohan 2020, Longformer, section 3.1", "arXiv:2004.05150"),
    example=Radius(radius=1),
    pairs=lambda p, text: two_sided_pairs(text.tokens, p.radius),
    compact=lambda p: Compact(window=p.radius + 1),
)
def local(q: Indices, k: Indices, p: Radius, text: Text) -> Allowed:
    """Each query sees itself and r keys on either side: 2 r + 1 in all.

    A config's `local_attention = 128` means 64 on either side, which is radius 64 and 129 keys.

    ■ ■ · · ·
    ■ ■ ■ · ·
    · ■ ■ ■ ·
    · · ■ ■ ■
    · · · ■ ■
    """
    seen: Allowed = np.abs(q - k) <= p.radius
    return seen


class Dilated(Params):
    window: int = Field(4, ge=1, le=65_536, description="keys a query sees, its own included")
    dilation: int = Field(
        2, ge=1, le=4_096, description="distance between two neighbouring keys that are seen, in tokens"
    )


def _dilated_pairs(n: int, p: Dilated) -> int:
    """Row i sees min(i // d + 1, w) keys: d rows alike, then the rest."""
    whole, rest = divmod(n, p.dilation)
    return p.dilation * windowed_pairs(whole, p.window) + rest * min(whole + 1, p.window)


@mask(
    title="Dilated window",
    formula=r"0 \le q - k < w d,\; d \mid q - k",
    source=Source("Beltagy, Peters, Cohan 2020, Longformer, section 3.1", "arXiv:2004.05150"),
    example=Dilated(window=3, dilation=2),
    pairs=lambda p, text: _dilated_pairs(text.tokens, p),
    period=lambda p: p.dilation,
)
def dilated_window(q: Indices, k: Indices, p: Dilated, text: Text) -> Allowed:
    """Each query sees itself and every d-th key before it, w keys in all: a longer reach for the same cost.

    ■ · · · · · ·
    · ■ · · · · ·
    ■ · ■ · · · ·
    · ■ · ■ · · ·
    ■ · ■ · ■ · ·
    · ■ · ■ · ■ ·
    · · ■ · ■ · ■
    """
    distance = q - k
    seen: Allowed = (distance >= 0) & (distance < p.window * p.dilation) & (distance % p.dilation == 0)
    return seen
