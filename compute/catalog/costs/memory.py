"""Bytes of weights, scores, activations and outputs; and their total on a device."""

from collections.abc import Callable, Mapping
from typing import Literal

from pydantic import Field

from compute.catalog.configs.shape import HeadKind, Shape
from compute.catalog.costs.ask import Batch, Length, Mask, Values
from compute.catalog.costs.cache import Cache, kv_bytes
from compute.catalog.costs.number import Number, ceiling, most, number, total
from compute.catalog.costs.pairs import pairs
from compute.catalog.costs.parameters import headed
from compute.catalog.costs.precision import PRECISIONS, Precision, bytes_of
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import DAO, HERE, POPE
from compute.catalog.costs.tensors import Tensor, tensors
from compute.catalog.params import Params


class Weights(Params):
    precision: Precision = Field("bf16", description="of the weights")
    quantised: Literal["all", "products", "experts"] = Field(
        "all", description="which weights have it: all, matrices of the layers, or experts; the others have `rest`"
    )
    rest: Precision = Field("bf16", description="of the weights that are not quantised")
    scales: bool = Field(False, description="count the scales of groups too")
    head: Literal["own"] | HeadKind = Field("own", description="own, none, pooler, language_model or masked_lm")


def _is_meant(tensor: Tensor, which: str) -> bool:
    if which == "experts":
        return tensor.part == "experts"
    return which == "all" or (tensor.product and tensor.part not in ("head", "router", "pooler", "embedding"))


@figure(
    title="Weights",
    unit="bytes",
    formula=r"N_q\,b_q + N_r\,b_r",
    source=HERE,
    params=Weights,
    group="memory",
)
def weight_bytes(shape: Shape, p: Weights) -> Number:
    """All parameters, unpadded, experts that are not chosen among them. With `scales`, those of the quantised ones."""
    shape = headed(shape, p.head)
    meant = _values(shape, lambda tensor: _is_meant(tensor, p.quantised))
    beside = _values(shape, lambda tensor: not _is_meant(tensor, p.quantised))
    found = meant * bytes_of(p.precision) + beside * bytes_of(p.rest)
    return found + _scales(meant, p.precision) if p.scales else found


@figure(
    title="Scales of the quantised weights",
    unit="bytes",
    formula=r"\left\lceil \left\lceil \frac{N_q}{g} \right\rceil \frac{s}{8} \right\rceil",
    source=HERE,
    params=Weights,
    group="memory",
)
def scale_bytes(shape: Shape, p: Weights) -> Number:
    """A scale (and a zero point) of s bits for each group of g values; 0 for precisions without groups. A last group
    that is not full has a scale too, and bytes are whole."""
    return _scales(_values(headed(shape, p.head), lambda tensor: _is_meant(tensor, p.quantised)), p.precision)


def _values(shape: Shape, keep: Callable[[Tensor], bool]) -> Number:
    """How many, as one number: the parameters are told apart elsewhere."""
    return number(sum(tensor.values for tensor in tensors(shape) if keep(tensor)))


def _scales(values: Number, precision: Precision) -> Number:
    kept = PRECISIONS[precision]
    return ceiling(ceiling(values / kept.group) * kept.scale_bits / 8) if kept.group else number(0)


class Checkpoint(Values):
    position_ids: bool = Field(False, description="count one int64 for each position, which older BERT files store")
    head: Literal["own"] | HeadKind = Field("own", description="own, none, pooler, language_model or masked_lm")


@figure(title="Checkpoint", unit="bytes", formula=r"N b + 8 P", source=HERE, params=Checkpoint, group="memory")
def checkpoint_bytes(shape: Shape, p: Checkpoint) -> Number:
    """The tensors of a file: the parameters, and row numbers of the position table where they are stored."""
    found = _values(headed(shape, p.head), lambda tensor: True) * _bytes(p)
    return found + 8 * number(shape.main.position_rows) if p.position_ids else found


class Scores(Length, Values):
    mask: Mask = Field("dense", description="dense: every cell is stored, as most kernels do; else allowed pairs alone")
    layers: Literal["one", "all"] = Field("one", description="of one layer of each stack, or of all layers")
    chunk: int | None = Field(None, ge=1, le=1_000_000_000, description="queries at once; empty = all")
    context: int | None = Field(None, ge=1, le=1_000_000_000, description="keys; empty = the tokens")


@figure(
    title="Scores, stored",
    unit="bytes",
    formula=r"B\,H\,n_q\,n_k\,b",
    source=DAO,
    params=Scores,
    group="memory",
)
def score_bytes(shape: Shape, p: Scores) -> Number:
    """One matrix of queries × keys for each query head, as a kernel that materialises them has; grouped key-value heads
    don't make it smaller. In an encoder-decoder: encoder, decoder and cross-attention together. With a mask, what the
    allowed pairs alone would take."""
    values = []
    for side, stack in shape.stacks():
        alone = side == "decoder" or not shape.decoder
        n = p.tokens if alone else p.source
        queries = min(p.chunk or n, n)
        keys = (p.context or n) if alone else n
        for layer, layers in stack.kinds if p.layers == "all" else ((stack.layers[0], 1),):
            values.append(number(layers) * layer.attention.heads * pairs(layer.attention, p.mask, queries, keys))
            if layer.cross:
                values.append(number(layers) * layer.cross.heads * queries * p.source)
    return p.batch * total(values) * _bytes(p)


class Rows(Length):
    layers: Literal["one", "all"] = Field("one", description="of one layer, or of all layers")


@figure(
    title="Row normalisers of a fused kernel",
    unit="bytes",
    formula=r"B\,H\,n \cdot 4",
    source=DAO,
    params=Rows,
    group="memory",
)
def normaliser_bytes(shape: Shape, p: Rows) -> Number:
    """One fp32 log-sum-exp for each query and head: what FlashAttention keeps in place of the scores."""
    layers = len(shape.main.layers) if p.layers == "all" else 1
    return number(p.batch) * layers * shape.attention.heads * p.tokens * 4


class Outputs(Length, Values):
    precision: Precision = Field("fp32", description="of each value")
    positions: Literal["all", "last"] = Field("all", description="outputs that are kept")


@figure(
    title="Outputs over the vocabulary",
    unit="bytes",
    formula=r"B\,n\,V\,b",
    source=HERE,
    params=Outputs,
    group="memory",
)
def logit_bytes(shape: Shape, p: Outputs) -> Number:
    """A number for each entry of the vocabulary at every position, or at the last one."""
    return (
        number(p.batch) * (p.tokens if p.positions == "all" else 1) * (shape.decoder_vocab or shape.vocab) * _bytes(p)
    )


@figure(title="One hidden state", unit="bytes", formula=r"B\,n\,d\,b", source=HERE, params=Length, group="memory")
def hidden_bytes_bf16(shape: Shape, p: Length) -> Number:
    """What passes between two layers, in 16 bits."""
    return number(p.batch) * p.tokens * shape.width * 2


class Capture(Batch):
    tokens: int = Field(1_024, ge=1, le=100_000_000, description="tokens of each text")
    encoder_tokens: int | None = Field(None, ge=1, le=100_000_000, description="tokens of the source, if there is one")
    bytes_per_value: float = Field(4, gt=0, le=16, description="bytes of a weight")


@figure(
    title="All attention weights",
    unit="bytes",
    formula=r"B\,L\,H\,n^2\,b",
    source=HERE,
    params=Capture,
    group="memory",
)
def attention_weights_bytes(shape: Shape, p: Capture) -> Number:
    """What keeping every head's map takes, as transformers' output_attentions does; asked before anything runs."""
    return score_bytes(
        shape,
        Scores(
            tokens=p.tokens, encoder_tokens=p.encoder_tokens, batch=p.batch, layers="all",
            bytes_per_value=p.bytes_per_value,
        ),
    )  # fmt: skip


@figure(
    title="Capture by queries and keys",
    unit="bytes",
    formula=r"B\,L\,n\,(2 H d_h + 2 H_{kv} d_h + 4 H)",
    source=HERE,
    params=Capture,
    group="memory",
)
def capture_bytes(shape: Shape, p: Capture) -> Number:
    """What this program keeps in place of the maps: 16-bit queries and keys and a normaliser a row; grows with n."""
    values = []
    for side, stack in shape.stacks():
        n = p.tokens if side == "decoder" or not shape.decoder else p.encoder_tokens or p.tokens
        for layer, layers in stack.kinds:
            one = layer.attention
            row = 2 * (number(one.heads) + one.kv_heads) * one.head_dim + 4 * number(one.heads)
            values.append(number(layers) * n * row)
            if layer.cross:
                source = p.encoder_tokens or p.tokens
                keys = 2 * number(layer.cross.kv_heads) * layer.cross.head_dim * source
                values.append(layers * (keys + n * (2 * number(one.heads) * one.head_dim + 4 * number(one.heads))))
    return p.batch * total(values)


Kernel = Literal["eager", "fused"]


class Work(Length, Values):
    kernel: Kernel = Field("fused", description="eager stores the scores; fused keeps a row normaliser only")
    context: int | None = Field(None, ge=1, le=1_000_000_000, description="keys; empty = the tokens")
    logits: Literal["all", "last", "none"] = Field("last", description="outputs in fp32 that are kept")


@figure(
    title="Activations of inference",
    unit="bytes",
    formula=r"B\,n\,b\,(2d + \max(q + k + v, f)) + \text{scores or normalisers} + \text{outputs}",
    source=HERE,
    params=Work,
    group="memory",
)
def workspace_bytes(shape: Shape, p: Work) -> Number:
    """The most that one layer holds at once: the state and its copy, and the wider of attention's inputs and the
    feed-forward part's inside; scores only if the kernel stores them; fp32 outputs."""
    layer = max(shape.main.layers, key=lambda one: one.ffn.width * max(one.ffn.active, 1))
    one, ffn = layer.attention, layer.ffn
    attention = number(one.heads) * one.head_dim + one.kv_heads * (number(one.head_dim) + one.value_dim)
    inner = (2 if ffn.gated else 1) * (number(ffn.width) * (ffn.active or 1) + ffn.shared)
    states = number(p.batch) * p.tokens * _bytes(p) * (2 * number(shape.width) + most(attention, inner))
    keys = p.context or p.tokens
    rows = number(p.batch) * one.heads * p.tokens
    kernel = rows * keys * _bytes(p) if p.kernel == "eager" else rows * 4
    outputs = {"all": p.tokens, "last": 1, "none": 0}[p.logits]
    vocabulary = number(p.batch) * outputs * shape.vocab * 4 if outputs else number(0)
    return states + kernel + vocabulary


class Memory(Cache):
    kernel: Kernel = Field("fused", description="eager stores the scores; fused keeps a row normaliser only")
    activations: bool = Field(True, description="count the activations of a prefill")
    new_tokens: int | None = Field(None, ge=1, le=1_000_000_000, description="tokens of a prefill at once; empty = all")
    scales: bool = Field(True, description="count the scales of quantised weights")
    quantised: Literal["all", "products", "experts"] = Field("all", description="which weights have the precision")
    rest: Precision = Field("bf16", description="of the weights that are not quantised")
    overhead_bytes: int = Field(
        2**29, ge=0, le=2**50, description="the device's own context and kernels: 0.5 GiB is usual for CUDA"
    )


@figure(
    title="Total memory",
    unit="bytes",
    formula=r"\text{weights} + \text{KV cache} + \text{activations} + \text{overhead}",
    source=POPE,
    params=Memory,
    group="memory",
)
def total_memory(shape: Shape, p: Memory) -> Number:
    """What serving takes on one device, were it large enough: weights once, the cache of every text that is served at
    once, the activations of one pass over a batch."""
    return total(memory_parts(shape, p).values())


@figure(
    title="Memory by part",
    unit="bytes",
    formula=r"\text{weights} + \text{KV cache} + \text{activations} + \text{overhead}",
    source=POPE,
    by_part={
        "weights": r"N\,b + \text{scales}",
        "kv_cache": r"C \sum_l 2\,n_l\,H_{kv}\,d_h\,b",
        "activations": r"B\,n\,b\,(2d + \max(q + k + v, f)) + \text{scores or normalisers} + \text{outputs}",
        "overhead": r"O",
    },
    params=Memory,
    group="memory",
)
def memory_by_part(shape: Shape, p: Memory) -> Mapping[str, Number]:
    """The parts add up to the total."""
    return memory_parts(shape, p)


def memory_parts(shape: Shape, p: Memory) -> dict[str, Number]:
    cached = Cache(
        tokens=p.tokens, batch=p.batch, concurrency=p.concurrency, encoder_tokens=p.encoder_tokens, mask=p.mask,
        keeps=p.keeps,
        precision=p.precision, kv_precision=p.kv_precision, bytes_per_value=p.bytes_per_value,
    )  # fmt: skip
    weights = Weights(precision=p.precision, scales=p.scales, quantised=p.quantised, rest=p.rest)
    at_once = min(p.new_tokens or p.tokens, p.tokens)
    compute: Precision = "fp32" if p.precision in ("fp32", "tf32") else "bf16"
    work = Work(tokens=at_once, context=p.tokens, batch=p.batch, precision=compute, kernel=p.kernel)
    return {
        "weights": weight_bytes(shape, weights),
        "kv_cache": kv_bytes(shape, cached),
        "activations": workspace_bytes(shape, work) if p.activations else number(0),
        "overhead": number(p.overhead_bytes),
    }


def _bytes(p: Values) -> float:
    return p.bytes_per_value if p.bytes_per_value is not None else bytes_of(p.precision)
