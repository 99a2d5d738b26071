"""What a lab model is: every choice that its shape depends on. No torch here."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from compute.catalog.blocks import feed_forwards, norms
from compute.catalog.masks import Rule, masks
from compute.catalog.params import chosen, fill
from compute.catalog.positions import Encoding, Stack, positions
from compute.wire import Scalar, Wire

Architecture = Literal["encoder", "decoder", "encoder-decoder"]

# Where the norm stands: x + f(norm(x)); norm(x + f(x)); or x + f(norm(x)) + g(norm(x)) with one norm for all.
Wiring = Literal["pre", "post", "parallel"]


class Choice(Wire):
    """A row of a table with its parameters; what is not given is the default."""

    name: str
    params: Mapping[str, Scalar] = Field(default_factory=dict)


class LabSpec(Wire):
    """A Transformer, but for its vocabulary, which the task brings.

    Encoder and decoder have one width: cross-attention reads the encoder as it is.
    """

    architecture: Architecture
    position: Choice = Choice(name="rope")
    mask: Choice = Field(Choice(name="causal"), description="of the decoder; an encoder sees everything")
    layers: int = Field(3, ge=1, le=24, description="layers of each stack")
    model_dim: int = Field(128, ge=4, le=1_024, description="numbers of a token between the layers")
    heads: int = Field(4, ge=1, le=64, description="query heads of a layer")
    kv_heads: int | None = Field(None, ge=1, le=64, description="key-value heads; empty = as many as query heads")
    head_dim: int | None = Field(None, ge=2, le=256, description="numbers of a head; empty = model_dim / heads")
    ffn_dim: int = Field(512, ge=4, le=8_192, description="numbers inside the feed-forward part")
    norm: str = "rms_norm"
    norm_eps: float = Field(1e-6, gt=0.0, le=1e-2, description="added under the root of the norm")
    wiring: Wiring = "pre"
    feed_forward: str = "swiglu"
    experts: int = Field(1, ge=1, le=64, description="feed-forward parts of a layer; 1 = no routing")
    top_k: int = Field(1, ge=1, le=8, description="experts that a token passes through")
    tied: bool = Field(True, description="the output reads with the embedding's own table")
    bias: bool = Field(False, description="projections add a trained constant")
    scaled_embedding: bool = Field(True, description="embeddings are multiplied by the root of model_dim")
    embedding_norm: bool = Field(False, description="embeddings are normalised before the first layer")
    attention_scale: float | None = Field(None, gt=0.0, le=16.0, description="empty = 1 / root of head_dim")
    max_tokens: int = Field(128, ge=2, le=8_192, description="longest text of training, in tokens")
    dropout: float = Field(0.0, ge=0.0, lt=1.0, description="share of numbers dropped in training")

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Rows exist and their parameters fit; heads and widths divide each other."""
        self.mask_rule()
        self.encoding(two_way=True)
        chosen(norms, "norm", self.norm)
        chosen(feed_forwards, "feed-forward", self.feed_forward)
        if self.heads % self.n_kv_heads:
            raise ValueError(
                f"{self.heads} query heads can't share {self.n_kv_heads} key-value heads evenly. "
                f"Choose a divisor of {self.heads}."
            )
        if self.head_dim is None and self.model_dim % self.heads:
            raise ValueError(f"A width of {self.model_dim} can't be split among {self.heads} heads. Choose a multiple.")
        if self.head_size % 2:
            raise ValueError(f"A head of {self.head_size} numbers can't be turned in pairs. Choose an even number.")
        if self.top_k > self.experts:
            raise ValueError(f"A token can't pass through {self.top_k} of {self.experts} experts. Choose at most all.")
        return self

    @property
    def n_kv_heads(self) -> int:
        return self.heads if self.kv_heads is None else self.kv_heads

    @property
    def head_size(self) -> int:
        return self.model_dim // self.heads if self.head_dim is None else self.head_dim

    def mask_rule(self) -> Rule:
        row = chosen(masks, "mask", self.mask.name)
        return row.rule(fill(row.params, self.mask.params))

    def encoding(self, *, two_way: bool) -> Encoding:
        row = chosen(positions, "position", self.position.name)
        stack = Stack(self.model_dim, self.heads, self.head_size, self.max_tokens, two_way)
        return row.function(fill(row.params, self.position.params), stack)
