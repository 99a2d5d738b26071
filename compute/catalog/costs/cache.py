"""The cache of keys and values: bytes, what a window or a mask keeps, pages and their waste, and ratios."""

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from compute.catalog.configs.facts import cached_values
from compute.catalog.configs.shape import Attention, Shape
from compute.catalog.costs.ask import Length, Lengths, Mask, Masked, Served, Values
from compute.catalog.costs.number import Number, ceiling, floor, number, total
from compute.catalog.costs.pairs import kept_keys
from compute.catalog.costs.precision import PRECISIONS, Precision, bytes_of
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import AINSLIE, DEEPSEEK_V2, KWON, POPE
from compute.catalog.params import NoParams, Params


class Cache(Length, Served, Masked, Values):
    keeps: Literal["window", "one_less", "all"] = Field(
        "window",
        description="of a window of w keys: w; one_less = w - 1, as transformers does; all = nothing is dropped",
    )
    layers: int | None = Field(None, ge=1, le=10_000, description="of so many layers only; empty = all")
    expanded: bool = Field(False, description="latent attention keeps all heads' keys and values in place of latents")
    part: Literal["all", "self", "cross"] = Field(
        "all", description="of an encoder-decoder: what grows with the output, what the source leaves once, or both"
    )

    kv_precision: Precision | None = Field(
        None, description="of the cache; empty = that of the weights, but 16 bits beside 4-bit ones"
    )

    @property
    def value_bytes(self) -> float:
        return kv_value_bytes(self.precision, self.kv_precision, self.bytes_per_value)


def kv_value_bytes(precision: Precision, kv_precision: Precision | None, given: float | None) -> float:
    """Bytes of a value in the cache: 4-bit weights have a 16-bit cache unless another precision is named."""
    if given is not None:
        return given
    return bytes_of(kv_precision or ("bf16" if PRECISIONS[precision].bits < 8 else precision))


def values(shape: Shape, p: Cache) -> Number:
    """Numbers in the cache of one text, over all layers (or the first so many)."""
    return total(terms(shape, p))


def terms(shape: Shape, p: Cache) -> Iterator[Number]:
    """By kind of layer: layers × tokens kept × values a token; an encoder keeps nothing."""
    if shape.decoder is None:
        return
    left = len(shape.decoder.layers) if p.layers is None else p.layers
    for layer, count in shape.decoder.kinds:
        taken = min(count, left)
        left -= taken
        if not taken:
            return
        if p.part != "cross":
            yield number(taken) * _kept(layer.attention, p.mask, p) * per_token(layer.attention, p.expanded)
        if layer.cross and p.part != "self":
            yield number(taken) * p.source * per_token(layer.cross)


def per_token(attention: Attention, expanded: bool = False) -> Number:
    """Values that one token leaves in one layer: K and V of each key-value head, or the latent once."""
    latent = attention.latent
    if latent and not expanded:
        return number(latent.kv_rank) + latent.rope_dim
    if attention.head_dim == attention.value_dim:
        return 2 * number(attention.kv_heads) * attention.head_dim
    return attention.kv_heads * (number(attention.head_dim) + attention.value_dim)


def _kept(attention: Attention, mask: Mask, p: Cache) -> Number:
    if p.keeps == "all":
        return number(p.tokens)
    kept = kept_keys(attention, mask, p.tokens)
    return kept - 1 if p.keeps == "one_less" and kept.value < p.tokens else kept


@figure(
    title="KV cache",
    unit="bytes",
    formula=r"C \sum_l 2\,n_l\,H_{kv}\,d_h\,b",
    source=POPE,
    params=Cache,
    group="cache",
)
def kv_bytes(shape: Shape, p: Cache) -> Number:
    """K and V of every layer for C texts, unpadded. n of a window layer is at most its window; latent attention keeps
    c + r values once; cross-attention keeps the source's keys and values."""
    return number(p.held) * values(shape, p) * p.value_bytes


@figure(
    title="KV cache by part",
    unit="bytes",
    formula=r"C\,L\,n\,2\,H_{kv}\,d_h\,b",
    source=POPE,
    params=Cache,
    group="cache",
)
def kv_bytes_by_part(shape: Shape, p: Cache) -> Mapping[str, Number]:
    """Layers that see everything, window layers, and cross-attention apart."""
    found: dict[str, Number] = {}
    if shape.decoder is None:
        return {"self": number(0)}
    for layer, count in shape.decoder.kinds:
        bounded = layer.attention.window or layer.attention.chunk
        one = per_token(layer.attention, p.expanded) * p.value_bytes
        own = number(p.held) * count * _kept(layer.attention, p.mask, p) * one
        name = "window_layers" if bounded and p.mask == "own" else "full_layers"
        found[name] = found.get(name, number(0)) + own
        if layer.cross:
            across = number(p.held) * count * p.source * per_token(layer.cross) * p.value_bytes
            found["cross"] = found.get("cross", number(0)) + across
    return found


@figure(
    title="Values in the cache",
    unit="values",
    formula=r"\sum_l n_l\,(c + r) \;\text{or}\; \sum_l 2\,n_l\,H_{kv}\,d_h",
    source=DEEPSEEK_V2,
    params=Cache,
    group="cache",
)
def kv_values(shape: Shape, p: Cache) -> Number:
    """Numbers, whatever their precision."""
    return number(p.held) * values(shape, p)


@figure(
    title="Cache against full heads",
    unit="ratio",
    formula=r"\frac{2 H d_h}{2 H_{kv} d_h}",
    source=AINSLIE,
    params=NoParams,
    group="cache",
)
def kv_ratio(shape: Shape, p: NoParams) -> Number:
    """How many times larger the cache were, had every query head keys and values of its own."""
    first = shape.attention
    full = first.heads * (number(first.head_dim) + first.value_dim)
    if first.latent:
        return full / per_token(first)
    return number(first.heads) / first.kv_heads


@figure(
    title="Key-value heads of the same cache",
    unit="heads",
    formula=r"\frac{c + r}{2 d_h}",
    source=DEEPSEEK_V2,
    params=NoParams,
    group="cache",
)
def equal_kv_heads(shape: Shape, p: NoParams) -> Number:
    """How many grouped heads have a cache of the same size; d is the numbers of a value."""
    first = shape.attention
    return number(cached_values(first)) / (2 * number(first.value_dim))


class Paged(Cache):
    block_size: int = Field(16, ge=1, le=65_536, description="tokens of a block")
    lengths: Lengths = Field((), description="tokens of each text, with commas; empty = all of `tokens`")
    memory_bytes: float | None = Field(None, gt=0, le=1e18, description="memory of the cache, for the blocks that fit")

    @property
    def texts(self) -> tuple[int, ...]:
        return self.lengths or (self.tokens,)


@figure(
    title="Paged cache",
    unit={
        "blocks": "blocks", "blocks_that_fit": "blocks", "slots": "slots", "unused_slots": "slots",
        "block_bytes": "bytes", "bytes": "bytes", "unused_bytes": "bytes", "waste": "ratio",
    },
    formula=r"\sum_i \lceil n_i / s \rceil,\quad w = \sum_i (s \lceil n_i / s \rceil - n_i)",
    source=KWON,
    params=Paged,
    group="cache",
)  # fmt: skip
def paged_cache(shape: Shape, p: Paged) -> Mapping[str, Number]:
    """Blocks of s tokens over all layers; what each text's last block leaves unused. Windows drop no block here."""
    kinds = shape.decoder.kinds if shape.decoder else ()
    one = total(layers * per_token(layer.attention) for layer, layers in kinds) * p.value_bytes
    times = 1 if p.lengths else p.held
    blocks = times * total(ceiling(number(n) / p.block_size) for n in p.texts)
    used = times * total(number(n) for n in p.texts)
    slots = blocks * p.block_size
    unused = slots - used
    block = number(p.block_size) * one
    fit = {"blocks_that_fit": floor(number(int(p.memory_bytes)) / block)} if p.memory_bytes and block.value else {}
    return {
        **fit,
        "blocks": blocks,
        "slots": slots,
        "unused_slots": unused,
        "block_bytes": block,
        "bytes": slots * one,
        "unused_bytes": unused * one,
        "waste": unused / slots,
    }


class Span(Params):
    counts_own: bool = Field(
        True, description="a window of w keys reaches w a layer; else w - 1 earlier tokens a layer"
    )


@figure(
    title="Reach of stacked windows",
    unit="tokens",
    formula=r"L\,w \;\text{or}\; L\,(w - 1) + 1",
    source=POPE,
    params=Span,
    group="cache",
)
def attention_span(shape: Shape, p: Span) -> Number:
    """How far back a token of the last layer can hear through windows of w; 0 = no limit by windows.

    The paper of Mistral 7B counts w a layer; w - 1 earlier tokens a layer is exact.
    """
    windows = [layer.attention.window for layer in shape.main.layers]
    if not all(windows):
        return number(0)
    each = max(window for window in windows if window)
    return number(len(windows)) * each if p.counts_own else number(len(windows)) * (number(each) - 1) + 1
