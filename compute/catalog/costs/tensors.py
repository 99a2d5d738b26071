"""Every trained tensor of a model, once: what parameters, FLOPs, and bytes to read all follow from."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from compute.catalog.configs.shape import Attention, FeedForward, Layer, Shape, Stack

Part = Literal[
    "embedding", "position", "q", "k", "v", "output", "ffn", "experts", "shared_experts", "router", "norms", "head",
    "pooler",
]  # fmt: skip
PARTS: tuple[Part, ...] = (
    "embedding", "position", "q", "k", "v", "output", "ffn", "experts", "shared_experts", "router", "norms", "head",
    "pooler",
)  # fmt: skip

# Whose tokens pass through it: a stack's own; those of the encoder, once (keys and values of cross-attention); those
# positions that are asked for an output; the first token of each text.
Rows = Literal["encoder", "decoder", "source", "logits", "first"]


@dataclass(frozen=True)
class Tensor:
    """One trained tensor with its bias, or several that are alike.

    rows_in, columns: of the matrix, so that one token costs rows_in × columns multiply-adds; a norm has one row.
    bias: numbers that are added, beside the matrix. copies: how many there are. active: how many of them a token
    passes through. product: whether tokens are multiplied with it; a table that is looked up, or a gain, is not.
    """

    part: Part
    rows: Rows
    rows_in: int
    columns: int
    bias: int = 0
    copies: int = 1
    active: int | None = None
    product: bool = True

    @property
    def values(self) -> int:
        """Trained numbers of all copies."""
        return self.copies * (self.rows_in * self.columns + self.bias)

    @property
    def used(self) -> int:
        return self.copies if self.active is None else self.active


@lru_cache(maxsize=128)
def tensors(shape: Shape) -> tuple[Tensor, ...]:
    """All of a model's tensors; a tied head is told as none of its own (see `head_product`).

    Those that are alike, in layers that differ otherwise, are told once with all their copies.
    """
    alike: dict[Tensor, list[Tensor]] = {}
    for tensor in _every(shape):
        alike.setdefault(replace(tensor, copies=1, active=None), []).append(tensor)
    return tuple(
        replace(
            one,
            copies=sum(tensor.copies for tensor in same),
            active=None if same[0].active is None else sum(tensor.used for tensor in same),
        )
        for one, same in alike.items()
    )


def _every(shape: Shape) -> Iterator[Tensor]:
    width, main = shape.width, shape.main
    asked: Rows = "decoder" if shape.decoder else "encoder"
    first: Rows = "encoder" if shape.encoder else "decoder"
    yield Tensor("embedding", first, shape.vocab, shape.embed_dim, product=False)
    if shape.decoder_vocab:
        yield Tensor("embedding", "decoder", shape.decoder_vocab, shape.embed_dim, product=False)
    if shape.types:
        yield Tensor("embedding", first, shape.types, width, product=False)
    if shape.embed_dim != width:
        yield Tensor("embedding", first, shape.embed_dim, width)
        yield Tensor("head", "logits", width, shape.embed_dim)
    for side, stack in shape.stacks():
        yield from _of_stack(shape, side, stack)
    yield from _of_head(shape, asked, main)


def head_product(shape: Shape) -> Tensor | None:
    """The product with the vocabulary, tied or not: it costs the same either way (C096). None = there is no head."""
    if shape.head not in ("language_model", "masked_lm"):
        return None
    return Tensor("head", "logits", shape.embed_dim, shape.decoder_vocab or shape.vocab)


def _of_stack(shape: Shape, side: Rows, stack: Stack) -> Iterator[Tensor]:
    width = shape.width
    if stack.position_rows:
        yield Tensor("position", side, stack.position_rows, width, product=False)
    if stack.bias_buckets:
        yield Tensor("position", side, stack.bias_buckets, stack.layers[0].attention.heads, product=False)
    yield _norms(shape, side, width, stack.norms)
    for layer, count in stack.kinds:
        yield from _of_layer(shape, side, layer, count)


def _of_layer(shape: Shape, side: Rows, layer: Layer, count: int) -> Iterator[Tensor]:
    yield from _of_attention(shape, side, side, layer.attention, count)
    if layer.cross:
        yield from _of_attention(shape, side, "source", layer.cross, count)
    yield from _of_feed_forward(shape, side, layer.ffn, count)
    yield _norms(shape, side, shape.width, layer.norms * count)


def _of_attention(shape: Shape, side: Rows, source: Rows, attention: Attention, count: int) -> Iterator[Tensor]:
    """q, k, v and output; keys and values are made of the source's tokens."""
    width, heads, kv_heads = shape.width, attention.heads, attention.kv_heads

    def projection(part: Part, rows: Rows, rows_in: int, columns: int, letter: str) -> Tensor:
        return Tensor(part, rows, rows_in, columns, columns * (letter in attention.biased), count)

    latent = attention.latent
    if latent:
        q_in = width
        if latent.q_rank:
            q_in = latent.q_rank
            yield projection("q", side, width, latent.q_rank, "q")
            yield _norms(shape, side, latent.q_rank, count)
        yield Tensor("q", side, q_in, heads * attention.head_dim, copies=count)
        yield projection("k", source, width, latent.cached, "l")
        yield _norms(shape, source, latent.kv_rank, count)
        yield Tensor("k", source, latent.kv_rank, heads * latent.nope_dim, copies=count)
        yield Tensor("v", source, latent.kv_rank, heads * attention.value_dim, copies=count)
    else:
        yield projection("q", side, width, heads * attention.head_dim, "q")
        yield projection("k", source, width, kv_heads * attention.head_dim, "k")
        yield projection("v", source, width, kv_heads * attention.value_dim, "v")
    yield projection("output", side, heads * attention.value_dim, width, "o")
    for size in (attention.q_norm, attention.k_norm):
        if size:
            yield _norms(shape, side, size, count)
    if attention.sinks:
        yield Tensor("position", side, 1, heads, copies=count, product=False)


def _of_feed_forward(shape: Shape, side: Rows, ffn: FeedForward, count: int) -> Iterator[Tensor]:
    width, ways_in = shape.width, 2 if ffn.gated else 1
    part: Part = "experts" if ffn.experts else "ffn"
    copies, active = (ffn.experts * count, ffn.active * count) if ffn.experts else (count, None)
    inner, outer = ways_in * ffn.width, width
    yield Tensor(part, side, width, inner, inner * ffn.bias, copies, active)
    yield Tensor(part, side, ffn.width, outer, outer * ffn.bias, copies, active)
    if ffn.experts:
        yield Tensor("router", side, width, ffn.experts, ffn.experts * ffn.router_bias, count)
    if ffn.shared:
        yield Tensor("shared_experts", side, width, ways_in * ffn.shared, copies=count)
        yield Tensor("shared_experts", side, ffn.shared, width, copies=count)
    if ffn.shared_gate:
        yield Tensor("router", side, width, 1, copies=count)


def _of_head(shape: Shape, asked: Rows, main: Stack) -> Iterator[Tensor]:
    width = shape.width
    if shape.head == "pooler":
        yield Tensor("pooler", "first", width, width, width)
    if shape.head == "masked_lm":  # a transform, its norm, and the vocabulary with a bias
        yield Tensor("head", "logits", width, width, width * shape.norm_shift)
        yield _norms(shape, asked, width, 1)
        yield Tensor("head", "logits", 0, 0, shape.vocab, product=False)
    product = head_product(shape)
    if product and not shape.tied:
        yield product
    if shape.head_bias:
        yield Tensor("head", "logits", 0, 0, shape.vocab, product=False)


def _norms(shape: Shape, rows: Rows, size: int, count: int) -> Tensor:
    """`count` norms of that size: a gain, and a shift where the model's norms have one."""
    return Tensor("norms", rows, 1, size, size * shape.norm_shift, count, product=False)
