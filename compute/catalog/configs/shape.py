"""What a model is, as far as its costs depend on it: read from a config, or from a lab model's spec."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from compute.events import Architecture, Notice

Sees = Literal["causal", "full"]
HeadKind = Literal["none", "pooler", "language_model", "masked_lm"]
# Where the norms stand: before each branch; after each addition; one branch beside the other; after a branch and before
# its addition; on both sides of a branch.
Wiring = Literal["pre", "post", "parallel", "after", "around"]
PositionKind = Literal["rope", "learned", "sinusoidal", "alibi", "t5_bias", "none"]


@dataclass(frozen=True)
class Latent:
    """Keys and values squeezed into one vector for each token (multi-head latent attention, DeepSeek-V2).

    q_rank: width that queries are squeezed to; None = they are not. kv_rank: the latent's width.
    rope_dim: numbers of a key that carry the position, one set for all heads, cached beside the latent.
    nope_dim: numbers of a head's key that come out of the latent.
    """

    q_rank: int | None
    kv_rank: int
    rope_dim: int
    nope_dim: int

    @property
    def cached(self) -> int:
        """Values kept for each token in a layer."""
        return self.kv_rank + self.rope_dim


@dataclass(frozen=True)
class Attention:
    """One attention of one layer.

    head_dim, value_dim: numbers of a query (and key), and of a value, in a head.
    biased: those of q, k, v and o (output) whose projection adds a trained constant.
    q_norm, k_norm: trained gains of norms on queries and keys; 0 = none.
    sees: what the mask allows before window, radius and chunk. window: keys that a query sees, its own included.
        radius: keys on either side of the query's own. chunk: tokens of a block that sees only itself. None = no limit.
    sinks: trained logits that take a share of each row without being a token, one a head.
    forced: another mask in place of its own, as the JSON of a choice; empty = none.
    """

    heads: int
    kv_heads: int
    head_dim: int
    value_dim: int
    biased: str = ""
    q_norm: int = 0
    k_norm: int = 0
    sees: Sees = "causal"
    window: int | None = None
    radius: int | None = None
    chunk: int | None = None
    sinks: bool = False
    latent: Latent | None = None
    forced: str = ""


@dataclass(frozen=True)
class FeedForward:
    """The feed-forward part of one layer, or its experts.

    width: numbers inside one expert. gated: a second projection of the input multiplies it.
    experts: 0 = one dense part. active: experts that a token passes through.
    shared: width of the part that every token passes beside its experts; 0 = none. shared_gate: one number a token
        weighs it. router_bias: the router adds a trained constant.
    """

    width: int
    gated: bool
    bias: bool = False
    experts: int = 0
    active: int = 0
    shared: int = 0
    shared_gate: bool = False
    router_bias: bool = False


@dataclass(frozen=True)
class Layer:
    """norms: how many norms of the model's width it has. cross: attention to the encoder's output."""

    attention: Attention
    ffn: FeedForward
    norms: int
    cross: Attention | None = None


@dataclass(frozen=True)
class Stack:
    """Layers one after another. norms: norms of the model's width before the first and after the last layer.

    position_rows: rows of a learned (or fixed and stored) position table. bias_buckets: trained numbers a head of a
    relative bias, shared by the layers.
    """

    layers: tuple[Layer, ...]
    norms: int = 1
    position_rows: int = 0
    bias_buckets: int = 0

    @cached_property
    def kinds(self) -> tuple[tuple[Layer, int], ...]:
        """Layers that are alike, and how many they are, in the order of their first."""
        return tuple(Counter(self.layers).items())


@dataclass(frozen=True)
class Position:
    """How tokens know where they stand, and how far that reaches.

    stated: what the config says; limit: what it comes to; None = no hard limit. reason: why, in words and by a code.
    trained: tokens that it was trained on before any stretching, where the config says. scaling: the kind of
    stretching. theta_window: base of the window layers, where it differs. turned: numbers of a head that are turned.
    """

    kind: PositionKind
    stated: int | None
    limit: int | None
    reason: Notice
    trained: int | None = None
    theta: float | None = None
    theta_source: str = ""
    theta_window: float | None = None
    scaling: str | None = None
    factor: float | None = None
    turned: int | None = None
    buckets: int | None = None
    max_distance: int | None = None


@dataclass(frozen=True)
class Shape:
    """A model. `encoder` or `decoder` is None where there is none.

    embed_dim: width of the token table, with a projection to `width` where they differ. norm_shift: norms have a
    trained shift beside the gain. tied: the head reads with the token table. head: what stands at the end.
    types: rows of a table of text types. decoder_vocab: rows of the decoder's own table where it has one.
    scale: attention scores are multiplied by it; None = 1 / root of head_dim.
    extra_layers: layers that predict further tokens and are no part of the model proper.
    """

    model_type: str
    width: int
    vocab: int
    embed_dim: int
    encoder: Stack | None
    decoder: Stack | None
    position: Position
    norm_shift: bool
    norm: str
    tied: bool
    head: HeadKind = "language_model"
    head_bias: bool = False
    types: int = 0
    decoder_vocab: int | None = None
    scale: float | None = None
    extra_layers: int = 0
    wiring: Wiring = "pre"
    notices: tuple[Notice, ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Shapes are looked up often, and have many layers."""
        stacks = [(stack.kinds, stack.position_rows, stack.bias_buckets) for _, stack in self.stacks()]
        return hash((self.model_type, self.width, self.vocab, self.head, self.tied, *stacks))

    @property
    def architecture(self) -> Architecture:
        if self.encoder and self.decoder:
            return "encoder_decoder"
        return "encoder" if self.encoder else "decoder"

    @property
    def main(self) -> Stack:
        """The stack that writes the output."""
        stack = self.decoder or self.encoder
        assert stack is not None, "a model has a stack"
        return stack

    @property
    def attention(self) -> Attention:
        """That of the main stack's first layer."""
        return self.main.layers[0].attention

    def stacks(self) -> Iterator[tuple[Literal["encoder", "decoder"], Stack]]:
        if self.encoder:
            yield "encoder", self.encoder
        if self.decoder:
            yield "decoder", self.decoder

    def with_head(self, head: HeadKind) -> "Shape":
        return replace(self, head=head)
