"""FLOPs of a forward pass, by part: 2 for each multiply-add of a matrix product, and nothing else.

Scores and their weighted sum count the pairs of the mask; `mask="dense"` counts every cell. A look-up costs 0.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from compute.catalog.configs.shape import Attention, Shape, Stack
from compute.catalog.costs.ask import Length, Mask, Masked
from compute.catalog.costs.number import Number, number, product, total
from compute.catalog.costs.pairs import pairs
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import DEEPSEEK_V2, KAPLAN, VASWANI
from compute.catalog.costs.tensors import Tensor, head_product, tensors
from compute.errors import InvalidRequest

Logits = Literal["all", "last", "none"]


class Forward(Length, Masked):
    context: int | None = Field(
        None,
        ge=0,
        le=1_000_000_000,
        description="keys that the last token sees at most, the new tokens included; empty = the tokens; "
        "0 = no scores at all",
    )
    logits: Logits = Field("all", description="outputs are computed at all positions, the last one, or none")
    pooler: bool = Field(True, description="count the pooler, where the model has one")
    absorbed: bool | None = Field(
        None, description="latent attention on the latents themselves; empty = where earlier tokens are cached"
    )  # fmt: skip

    @property
    def keys(self) -> int:
        """Keys of the last token. Raises: InvalidRequest if there are fewer than new tokens, but for 0."""
        if self.context is None or self.context == 0:
            return self.tokens if self.context is None else 0
        if self.context < self.tokens:
            raise InvalidRequest(
                f"A context of {self.context:,} can't hold {self.tokens:,} new tokens, which count among it. "
                "Give at least as many.",
                field="context",
            )
        return self.context

    @property
    def cached(self) -> bool:
        """Whether earlier tokens stand in the cache, the source of an encoder-decoder among them."""
        return self.keys > self.tokens


def rows_of(tensor: Tensor, shape: Shape, p: Forward) -> int:
    """How many tokens of one text pass through a tensor."""
    logits = {"all": p.tokens, "last": 1, "none": 0}[p.logits]
    source = 0 if p.cached else p.source
    encoder = source if shape.decoder else p.tokens
    return {"encoder": encoder, "decoder": p.tokens, "source": source, "logits": logits, "first": int(p.pooler)}[
        tensor.rows if tensor.rows != "source" or shape.encoder else "decoder"
    ]


def products(shape: Shape) -> Iterator[Tensor]:
    """Every tensor that tokens are multiplied with, the head among them whether it is tied or not."""
    head = head_product(shape)
    yield from (tensor for tensor in tensors(shape) if tensor.product and tensor != head)
    if head:
        yield head


def linear(shape: Shape, p: Forward) -> dict[str, Number]:
    """FLOPs of the products with trained matrices, by part."""
    found: dict[str, list[Number]] = {}
    for tensor in products(shape):
        rows = rows_of(tensor, shape, p)
        if rows:
            flops = product(2, p.batch, rows, tensor.used, tensor.rows_in, tensor.columns)
            found.setdefault(tensor.part, []).append(flops)
    return {part: total(terms) for part, terms in found.items()}


def attention(shape: Shape, p: Forward, mask: Mask) -> dict[str, Number]:
    """FLOPs of scores and of their weighted sum, over all layers."""
    scores, values = number(0), number(0)
    for _, stack, queries, keys, own in calls(shape, p):
        for attention, layers in of_stack(stack, own):
            cells = pairs(attention, mask if own else "dense", queries, keys)
            per_score, per_value = widths(attention, absorbed(p))
            both = (2, p.batch, layers, attention.heads)
            scores, values = scores + product(*both, per_score) * cells, values + product(*both, per_value) * cells
    return {name: flops for name, flops in (("scores", scores), ("weighted_sum", values)) if flops.value}


def absorbed(p: Forward) -> bool:
    return p.cached if p.absorbed is None else p.absorbed


def widths(attention: Attention, on_latents: bool) -> tuple[int, int]:
    """Numbers multiplied for one score, and for one key's share of the output."""
    latent = attention.latent
    if latent and on_latents:
        return latent.cached, latent.kv_rank
    return attention.head_dim, attention.value_dim


def calls(shape: Shape, p: Forward) -> Iterator[tuple[str, Stack, int, int, bool]]:
    """Which attention there is: its name, stack, queries and keys, and whether it is a stack's own (else across)."""
    if shape.encoder:
        tokens = p.tokens if not shape.decoder else p.source
        if not p.cached or not shape.decoder:
            yield "encoder", shape.encoder, tokens, tokens if p.context != 0 else 0, True
    if shape.decoder:
        yield "decoder", shape.decoder, p.tokens, p.keys, True
        if shape.encoder:
            yield "cross", shape.decoder, p.tokens, p.source if p.context != 0 else 0, False


def of_stack(stack: Stack, own: bool) -> Iterator[tuple[Attention, int]]:
    """The attentions of a stack that are alike, and how many; its own, or those across to the encoder."""
    for layer, count in stack.kinds:
        found = layer.attention if own else layer.cross
        if found:
            yield found, count


def by_part(shape: Shape, p: Forward) -> dict[str, Number]:
    """All FLOPs of a forward pass, by part."""
    return {**linear(shape, p), **attention(shape, p, p.mask)}


def flops(shape: Shape, p: Forward) -> Number:
    return total(by_part(shape, p).values())


FORWARD = r"\sum_t 2 B n_t a_t r_t s_t + \sum_l 2 B H_l (d_k + d_v)\,\text{pairs}_l"


@figure(title="Forward FLOPs", unit="FLOPs", formula=FORWARD, source=KAPLAN, params=Forward, group="compute")
def forward_flops(shape: Shape, p: Forward) -> Number:
    """One pass over the tokens: products with matrices, scores, weighted sum. Tying changes nothing."""
    return flops(shape, p)


@figure(
    title="Multiply-adds of a pass", unit="multiply-adds", formula=FORWARD + r" \;/\; 2", source=KAPLAN, params=Forward,
    group="compute",
)  # fmt: skip
def forward_macs(shape: Shape, p: Forward) -> Number:
    """Half of the FLOPs: what tools that count multiply-adds show."""
    return flops(shape, p) / 2


PRODUCTS = r"\sum_t 2 B n_t a_t r_t s_t"
OF_PARTS = {
    **dict.fromkeys(
        ("q", "k", "v", "output", "ffn", "experts", "shared_experts", "router", "head", "pooler", "embedding"), PRODUCTS
    ),
    "scores": r"\sum_l 2 B H_l d_k\,\text{pairs}_l",
    "weighted_sum": r"\sum_l 2 B H_l d_v\,\text{pairs}_l",
}


@figure(
    title="Forward FLOPs by part", unit="FLOPs", formula=FORWARD, by_part=OF_PARTS, source=KAPLAN, params=Forward,
    group="compute",
)  # fmt: skip
def forward_flops_by_part(shape: Shape, p: Forward) -> Mapping[str, Number]:
    """The parts add up to the pass."""
    return by_part(shape, p)


@figure(
    title="Attention FLOPs",
    unit="FLOPs",
    formula=r"\sum_l 2 B H_l (d_k + d_v)\,\text{pairs}_l",
    source=VASWANI,
    params=Forward,
    group="compute",
)
def attention_flops(shape: Shape, p: Forward) -> Number:
    """Scores and weighted sum of all layers, for the pairs that the mask allows."""
    return total(attention(shape, p, p.mask).values())


@figure(
    title="Allowed pairs",
    unit="pairs",
    formula=r"\sum_l \text{pairs}_l",
    source=VASWANI,
    params=Forward,
    group="compute",
)
def allowed_pairs(shape: Shape, p: Forward) -> Mapping[str, Number]:
    """Query-key pairs of one head and one text, added over the layers; and those of a dense mask."""
    found = {}
    for name, mask in (("allowed", p.mask), ("dense", "dense")):
        found[name] = total(
            layers * pairs(one, mask if own else "dense", queries, keys)
            for _, stack, queries, keys, own in calls(shape, p)
            for one, layers in of_stack(stack, own)
        )
    return found


@figure(
    title="Allowed pairs by layer",
    unit="pairs",
    formula=r"\text{pairs}_l",
    source=VASWANI,
    params=Forward,
    group="compute",
)
def pairs_by_layer(shape: Shape, p: Forward) -> Mapping[str, Number]:
    """Query-key pairs of one head in one layer and one text, for each kind of layer, in the order of their first:
    decoder_25_layers_from_0 and decoder_5_layers_from_5 are those of windows and those that see everything. Beside
    them those of a dense mask, as decoder_dense. Stacks are encoder, decoder, and cross for what reads the source."""
    found = {}
    for name, stack, queries, keys, own in calls(shape, p):
        mask = p.mask if own else "dense"
        counted = {one: pairs(one, mask, queries, keys) for one, _ in of_stack(stack, own)}
        layers = [counted[one] for layer in stack.layers if (one := layer.attention if own else layer.cross)]
        seen = [cells.value for cells in layers]  # layers that differ in something else but see as much are one kind
        for first in sorted(map(seen.index, set(seen))):
            found[f"{name}_{seen.count(seen[first])}_layers_from_{first}"] = layers[first]
        if layers:
            found[f"{name}_dense"] = number(queries) * keys
    return found


@figure(
    title="FLOPs of products alone",
    unit="FLOPs",
    formula=PRODUCTS,
    source=KAPLAN,
    params=Forward,
    group="compute",
)
def matrix_flops(shape: Shape, p: Forward) -> Number:
    """Products with trained matrices: no scores, no weighted sum. Experts that are not chosen cost nothing."""
    return total(linear(shape, p).values())


class Decode(Masked):
    context: int = Field(1_024, ge=1, le=1_000_000_000, description="tokens so far, the new one included")
    batch: int = Field(1, ge=1, le=1_000_000, description="texts at once")
    encoder_tokens: int | None = Field(
        None, ge=1, le=1_000_000_000, description="tokens of the source, if there is one"
    )
    absorbed: bool | None = Field(None, description="latent attention on the latents themselves; empty = yes")

    def forward(self) -> Forward:
        """The same as a pass over one token that finds the others cached."""
        return Forward(
            tokens=1, context=self.context, batch=self.batch, encoder_tokens=self.encoder_tokens, mask=self.mask,
            absorbed=True if self.absorbed is None else self.absorbed,
        )  # fmt: skip


@figure(
    title="FLOPs of one decode step",
    unit="FLOPs",
    formula=r"\sum_t 2 B a_t r_t s_t + \sum_l 2 B H_l (d_k + d_v)\,S_l",
    source=DEEPSEEK_V2,
    params=Decode,
    group="compute",
)
def decode_flops(shape: Shape, p: Decode) -> Number:
    """One new token in each text, at a context of S tokens with the new one; a window sees only its own."""
    return flops(shape, p.forward())
