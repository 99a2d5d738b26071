"""Rules on bytes: activations of training, single tensors, traffic of attention, and caches by plain numbers."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from compute.catalog.costs.number import Number, ceiling, number, total
from compute.catalog.costs.row import formula
from compute.catalog.costs.sources import DAO, DEEPSEEK_V2, HERE, KORTHIKANTI, KWON, POPE
from compute.catalog.params import Params
from compute.registry import Source

MANY = 10**12


class LayerActivations(Params):
    tokens: int = Field(2_048, ge=1, le=MANY, description="length s")
    batch: int = Field(1, ge=1, le=MANY, description="texts b")
    hidden: int = Field(12_288, ge=1, le=MANY, description="width h")
    heads: int = Field(96, ge=1, le=MANY, description="heads a")
    tensor_parallel: int = Field(1, ge=1, le=MANY, description="devices t that share a layer")
    sequence_parallel: bool = Field(False, description="what tensor parallelism leaves whole is cut along the text")
    recompute: Literal["none", "selective", "full"] = Field(
        "none", description="what is computed again: nothing, the attention, or all but a layer's input"
    )
    kernel: Literal["eager", "fused"] = Field("eager", description="fused: the scores are never stored")
    layers: int = Field(1, ge=1, le=MANY, description="of so many layers")


@formula(
    title="Activations of training",
    unit="bytes",
    formula=r"s b h \left(10 + \tfrac{24}{t} + \tfrac{5 a s}{h t}\right),\; "
    r"\tfrac{s b h}{t}\left(34 + \tfrac{5 a s}{h}\right),\; 2 s b h",
    source=KORTHIKANTI,
    params=LayerActivations,
    group="training",
)
def activation_bytes(p: LayerActivations) -> Number:
    """Of a layer and device: 16-bit values, 1-byte dropout masks. Selective recomputation and a fused kernel drop the
    term in s²; full recomputation keeps a layer's input alone."""
    sb = number(p.layers) * p.tokens * p.batch
    if p.recompute == "full":
        return 2 * sb * p.hidden
    t = p.tensor_parallel
    whole = 34 * sb * p.hidden / t if p.sequence_parallel else 10 * sb * p.hidden + 24 * sb * p.hidden / t
    whole = 34 * sb * p.hidden if t == 1 else whole
    return whole if p.recompute == "selective" or p.kernel == "fused" else whole + score_activations(p)


@formula(
    title="Activations of the scores in training",
    unit="bytes",
    formula=r"\frac{5 a s^2 b}{t}",
    source=KORTHIKANTI,
    params=LayerActivations,
    group="training",
)
def score_activation_bytes(p: LayerActivations) -> Number:
    """Softmax's output, its dropout mask and what comes of it: the term in s², which a fused kernel does not have."""
    return number(0) if p.kernel == "fused" else score_activations(p)


def score_activations(p: LayerActivations) -> Number:
    return 5 * number(p.layers) * p.heads * p.tokens * p.tokens * p.batch / p.tensor_parallel


@formula(
    title="Share that selective recomputation removes",
    unit="ratio",
    formula=r"\frac{5 a s / h}{34 + 5 a s / h}",
    source=KORTHIKANTI,
    params=LayerActivations,
    group="training",
)
def selective_share(p: LayerActivations) -> Number:
    """Of a layer's activations, the part of the scores."""
    scores = 5 * number(p.heads) * p.tokens / p.hidden
    return scores / (34 + scores)


class States(Params):
    parameters: float = Field(7.5e9, gt=0, le=1e30, description="trained values")
    devices: int = Field(1, ge=1, le=MANY, description="data-parallel devices that share the states")
    stage: int = Field(
        0, ge=0, le=3, description="what is shared: 0 nothing, 1 optimiser, 2 and gradients, 3 and weights"
    )
    optimiser_bytes: int = Field(12, ge=0, le=64, description="fp32 weights, momentum and variance of Adam")


@formula(
    title="Weights, gradients and optimiser of training",
    unit="bytes",
    formula=r"(2 + 2 + 12)\,N,\quad \text{shared parts} / D",
    source=Source("Rajbhandari et al. 2019, ZeRO, sections 3 and 5", "arXiv:1910.02054"),
    params=States,
    group="training",
)
def training_state_bytes(p: States) -> Number:
    """On each device, in mixed precision; activations come on top."""
    n = number(int(p.parameters))
    shared = [p.stage >= 3, p.stage >= 2, p.stage >= 1]  # weights, gradients, optimiser
    parts = [2 * n, 2 * n, p.optimiser_bytes * n]
    return total(part / p.devices if cut else part for part, cut in zip(parts, shared, strict=True))


class HeadDim(Params):
    head_dim: float = Field(128, gt=0, le=MANY, description="numbers of a head, h / a")


@formula(
    title="Length where the scores are half of the activations",
    unit="tokens",
    formula=r"s = \frac{34}{5} \cdot \frac{h}{a}",
    source=KORTHIKANTI,
    params=HeadDim,
    group="training",
)
def score_activations_equal(p: HeadDim) -> Number:
    """From here on the term in s² is the larger part of a layer's activations."""
    return number(34) * p.head_dim / 5


class Tensor(Params):
    batch: int = Field(1, ge=1, le=MANY, description="texts")
    tokens: int = Field(8_192, ge=1, le=MANY, description="tokens of each text")
    width: int = Field(5_120, ge=1, le=MANY, description="numbers of a token")
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a number")


@formula(title="One tensor of states", unit="bytes", formula=r"B n d b", source=HERE, params=Tensor, group="memory")
def state_bytes(p: Tensor) -> Number:
    """Hidden states, or with the vocabulary as width the outputs."""
    return number(p.batch) * p.tokens * p.width * p.bytes_per_value


class Matrix(Params):
    heads: int = Field(40, ge=1, le=MANY, description="query heads; key-value heads don't matter")
    tokens: int = Field(16_000, ge=1, le=MANY, description="queries")
    keys: int | None = Field(None, ge=1, le=MANY, description="keys; empty = as many as queries")
    batch: int = Field(1, ge=1, le=MANY, description="texts")
    layers: int = Field(1, ge=1, le=MANY, description="layers")
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a score")


@formula(
    title="Score matrices", unit="bytes", formula=r"L\,B\,H\,n_q\,n_k\,b", source=DAO, params=Matrix, group="memory"
)
def score_matrix_bytes(p: Matrix) -> Number:
    """One matrix for each query head, as a kernel that materialises them has."""
    return number(p.layers) * p.batch * p.heads * p.tokens * (p.keys or p.tokens) * p.bytes_per_value


class Traffic(Params):
    tokens: int = Field(1_024, ge=1, le=MANY, description="length N")
    head_dim: int = Field(64, ge=1, le=MANY, description="numbers of a head d")
    fast_values: int | None = Field(
        None, ge=1, le=MANY, description="values that fit the fast memory M, for the fused kernel; empty = standard"
    )


@formula(
    title="Memory accesses of attention",
    unit="values",
    formula=r"N d + N^2,\quad N^2 d^2 / M",
    source=DAO,
    params=Traffic,
    group="memory",
)
def attention_accesses(p: Traffic) -> Number:
    """The paper's bounds with constant 1, of one head: standard, or tiled in a fast memory of M values."""
    n, d = number(p.tokens), number(p.head_dim)
    return n * d + n * n if p.fast_values is None else n * n * d * d / p.fast_values


class KeyValues(Params):
    layers: int = Field(32, ge=1, le=MANY, description="layers")
    kv_heads: int = Field(32, ge=1, le=MANY, description="key-value heads of a layer, not of a group")
    head_dim: int = Field(128, ge=1, le=MANY, description="numbers of a head, which need not be width / heads")
    tokens: int = Field(4_096, ge=1, le=MANY, description="tokens kept")
    batch: int = Field(1, ge=1, le=MANY, description="texts")
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a number")


@formula(
    title="KV cache by plain numbers",
    unit="bytes",
    formula=r"2 \cdot L \cdot H_{kv} \cdot d_h \cdot n \cdot B \cdot b",
    source=POPE,
    params=KeyValues,
    group="cache",
)
def key_value_bytes(p: KeyValues) -> Number:
    """K and V of every layer, unpadded."""
    return 2 * number(p.layers) * p.kv_heads * p.head_dim * p.tokens * p.batch * p.bytes_per_value


class LatentValues(Params):
    layers: int = Field(61, ge=1, le=MANY, description="layers")
    kv_rank: int = Field(512, ge=1, le=MANY, description="width of the latent c")
    rope_dim: int = Field(64, ge=0, le=MANY, description="numbers that carry the position r")
    tokens: int = Field(1, ge=1, le=MANY, description="tokens kept")
    batch: int = Field(1, ge=1, le=MANY, description="texts")
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a number")


@formula(
    title="Latent cache by plain numbers",
    unit="bytes",
    formula=r"L\,(c + r)\,n\,B\,b",
    source=DEEPSEEK_V2,
    params=LatentValues,
    group="cache",
)
def latent_bytes(p: LatentValues) -> Number:
    """One latent a token and layer, for keys and values together."""
    return number(p.layers) * (number(p.kv_rank) + p.rope_dim) * p.tokens * p.batch * p.bytes_per_value


class Block(Params):
    block_size: int = Field(16, ge=1, le=MANY, description="tokens of a block s")


@formula(
    title="Mean unused slots of a text",
    unit="slots",
    formula=r"\frac{s - 1}{2}",
    source=KWON,
    params=Block,
    group="cache",
)
def mean_unused_slots(p: Block) -> Number:
    """Of the last block, where lengths are even modulo the block."""
    return (number(p.block_size) - 1) / 2


class Waste(Block):
    waste: float = Field(0.04, gt=0, lt=1, description="share of unused slots that is to be undercut")


@formula(
    title="Mean length for little waste",
    unit="tokens",
    formula=r"\min\{n : \frac{u}{n + u} < w\},\; u = \frac{s - 1}{2}",
    source=KWON,
    params=Waste,
    group="cache",
)
def least_mean_length(p: Waste) -> Number:
    """The smallest whole mean length whose average waste is below w."""
    u = mean_unused_slots(p)
    edge = u / p.waste - u
    exact = round(float(edge.value), 9)  # 0.04 is no binary fraction
    return Number(int(exact) + 1, f"⌊{edge.shown}⌋ + 1", 1)


class Texts(Block):
    tokens: int = Field(1_000, ge=1, le=MANY, description="tokens of a text")


@formula(
    title="Blocks of a text",
    unit={"blocks": "blocks", "slots": "slots", "unused_slots": "slots"},
    formula=r"\lceil n / s \rceil",
    source=KWON,
    params=Texts,
    group="cache",
)
def text_blocks(p: Texts) -> Mapping[str, Number]:
    """Whole blocks, their slots, and those that stay empty."""
    blocks = ceiling(number(p.tokens) / p.block_size)
    return {"blocks": blocks, "slots": blocks * p.block_size, "unused_slots": blocks * p.block_size - p.tokens}
