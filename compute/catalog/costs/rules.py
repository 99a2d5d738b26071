"""Rules of papers on parameters, training and single kernels, as formulas of plain numbers."""

from typing import Literal

from pydantic import Field

from compute.catalog.configs.shape import Attention
from compute.catalog.costs.ask import Masked
from compute.catalog.costs.number import Number, number
from compute.catalog.costs.pairs import pairs
from compute.catalog.costs.row import formula
from compute.catalog.costs.sources import (
    BOOK,
    CHOWDHERY,
    FLASH2,
    HERE,
    HOFFMANN,
    KAPLAN,
    NARAYANAN_FLOPS,
    VASWANI,
)
from compute.catalog.params import Params

MANY = 10**12
N = 10**30


class Megatron(Params):
    layers: int = Field(24, ge=1, le=MANY, description="layers l")
    hidden: int = Field(2_304, ge=1, le=MANY, description="width h")
    vocab: int = Field(51_200, ge=1, le=MANY, description="vocabulary V")
    tokens: int = Field(2_048, ge=1, le=MANY, description="longest text s, the rows of the position table")


@formula(
    title="Parameters of a GPT (Megatron, equation 2)",
    unit="parameters",
    formula=r"12 l h^2 \left(1 + \frac{13}{12 h} + \frac{V + s}{12 l h}\right)",
    source=NARAYANAN_FLOPS,
    params=Megatron,
    group="parameters",
)
def megatron_parameters(p: Megatron) -> Number:
    """Multiplied out, so that it stays a whole number: 12 l h² + 13 l h + (V + s) h."""
    layers, h = number(p.layers), number(p.hidden)
    return 12 * layers * h * h + 13 * layers * h + (number(p.vocab) + p.tokens) * h


class MegatronFlops(Megatron):
    batch: int = Field(1, ge=1, le=MANY, description="texts B of an iteration")
    recompute: bool = Field(True, description="activations are computed a second time for the backward pass")


@formula(
    title="Training FLOPs of an iteration (Megatron, equation 3)",
    unit="FLOPs",
    formula=r"96 B s l h^2 \left(1 + \frac{s}{6 h} + \frac{V}{16 l h}\right)",
    source=NARAYANAN_FLOPS,
    params=MegatronFlops,
    group="training",
)
def megatron_flops(p: MegatronFlops) -> Number:
    """Forward, backward, and the forward pass again; without recomputation 72 in place of 96, and V / 12 l h."""
    layers, h, s, times = number(p.layers), number(p.hidden), p.tokens, 4 if p.recompute else 3
    head = 6 * number(p.batch) * s * h * p.vocab
    blocks = times * 24 * number(p.batch) * s * layers * h * h
    return blocks + times * 4 * number(p.batch) * s * s * layers * h + head


class BookModel(Params):
    layers: int = Field(64, ge=1, le=MANY, description="layers L")
    model_dim: int = Field(4_096, ge=1, le=MANY, description="width D")
    ffn_dim: int = Field(16_384, ge=1, le=MANY, description="inside of the feed-forward part F")
    attention_dim: int = Field(4_096, ge=1, le=MANY, description="heads times head_dim, N H")
    vocab: int = Field(32_000, ge=1, le=MANY, description="vocabulary V")
    tied: bool = Field(False, description="the head reads with the token table")


@formula(
    title="Parameters with gated feed-forward parts (scaling book)",
    unit="parameters",
    formula=r"L (3 D F + 4 D N H + D) + 2 D V",
    source=BOOK,
    params=BookModel,
    group="parameters",
)
def book_parameters(p: BookModel) -> Number:
    """One norm a layer, full heads; V once where the head is tied."""
    d = number(p.model_dim)
    return p.layers * (3 * d * p.ffn_dim + 4 * d * p.attention_dim + d) + (1 if p.tied else 2) * d * p.vocab


class Overtakes(Params):
    model_dim: int = Field(8_192, ge=1, le=MANY, description="width D")
    ffn_dim: int = Field(32_768, ge=1, le=MANY, description="inside of the feed-forward part F")
    attention_dim: int = Field(8_192, ge=1, le=MANY, description="query heads times head_dim, N H")
    kv_dim: int | None = Field(None, ge=1, le=MANY, description="key-value heads times head_dim; empty = as queries")
    gated: bool = Field(True, description="a second projection of the input multiplies the first")
    against: Literal["ffn", "rest"] = Field("rest", description="feed-forward parts alone, or all products of a block")


@formula(
    title="Length where attention overtakes",
    unit="tokens",
    formula=r"n^* = \frac{3 D F + 2 D N H + 2 D K H}{2 N H}",
    source=BOOK,
    params=Overtakes,
    group="compute",
)
def overtakes(p: Overtakes) -> Number:
    """Scores and weighted sum, dense, cost as much as the block's products; training multiplies both by 3."""
    d, a = number(p.model_dim), number(p.attention_dim)
    inner = (3 if p.gated else 2) * d * p.ffn_dim
    rest = inner if p.against == "ffn" else inner + 2 * d * a + 2 * d * (p.kv_dim or p.attention_dim)
    return rest / (2 * a)


class Training(Params):
    parameters: float = Field(175e9, gt=0, le=N, description="trained values N that a token meets")
    train_tokens: float = Field(300e9, gt=0, le=N, description="tokens of the training D")
    recompute: bool = Field(False, description="activations are computed a second time: 8 in place of 6")


@formula(
    title="Training FLOPs (6 N D)", unit="FLOPs", formula=r"6 N D", source=KAPLAN, params=Training, group="training"
)
def training_flops(p: Training) -> Number:
    """2 forward and 4 backward for each parameter and token; attention ignored. Full recomputation: 8."""
    return (8 if p.recompute else 6) * number(whole(p.parameters)) * whole(p.train_tokens)


class TrainingTime(Training):
    recompute: bool = Field(True, description="activations are computed a second time: 8 in place of 6")
    devices: int = Field(1_024, ge=1, le=MANY, description="devices n")
    flops_per_s: float = Field(140e12, gt=0, le=N, description="FLOP/s that each device reaches X")


@formula(
    title="Time of a training", unit="days", formula=r"\frac{8 T P}{n X} / 86400", source=NARAYANAN_FLOPS,
    params=TrainingTime, group="training",
)  # fmt: skip
def training_days(p: TrainingTime) -> Number:
    """End to end, at the rate that the devices reach, not at their peak."""
    return training_flops(p) / (number(p.devices) * whole(p.flops_per_s)) / 86_400


class Palm(Params):
    parameters: float = Field(540e9, gt=0, le=N, description="trained values N, without positions")
    layers: int = Field(12, ge=1, le=MANY, description="layers L")
    heads: int = Field(12, ge=1, le=MANY, description="query heads H")
    head_dim: int = Field(64, ge=1, le=MANY, description="numbers of a head Q")
    tokens: int = Field(1_024, ge=1, le=MANY, description="length of a text T")


@formula(
    title="Training FLOPs of a text (PaLM)",
    unit="FLOPs",
    formula=r"(6 N + 12 L H Q T)\,T",
    source=CHOWDHERY,
    params=Palm,
    group="training",
)
def palm_flops(p: Palm) -> Number:
    """Forward and backward with dense attention; divide by T for one token."""
    return (6 * number(whole(p.parameters)) + 12 * number(p.layers) * p.heads * p.head_dim * p.tokens) * p.tokens


@formula(
    title="Training FLOPs of a token (PaLM)",
    unit="FLOPs",
    formula=r"6 N + 12 L H Q T",
    source=CHOWDHERY,
    params=Palm,
    group="training",
)
def palm_flops_per_token(p: Palm) -> Number:
    """Forward and backward with dense attention over a text of T tokens."""
    return 6 * number(whole(p.parameters)) + 12 * number(p.layers) * p.heads * p.head_dim * p.tokens


class Utilisation(Params):
    flops_per_token: float = Field(1e12, gt=0, le=N, description="of a forward and backward pass, or of a forward one")
    tokens_per_s: float = Field(1e5, gt=0, le=N, description="tokens of all devices in a second")
    devices: int = Field(1, ge=1, le=MANY, description="devices")
    flops_per_s: float = Field(989.4e12, gt=0, le=N, description="peak of a device, dense")


@formula(
    title="Model FLOPs utilisation",
    unit="ratio",
    formula=r"\frac{F\,r}{D\,\pi}",
    source=CHOWDHERY,
    params=Utilisation,
    group="training",
)
def flops_utilisation(p: Utilisation) -> Number:
    """Share of the peak that the model's own FLOPs make up; recomputation is not counted."""
    work = number(whole(p.flops_per_token)) * whole(p.tokens_per_s)
    return work / (number(p.devices) * whole(p.flops_per_s))


class Chinchilla(Params):
    layers: int = Field(10, ge=1, le=MANY, description="layers L")
    model_dim: int = Field(640, ge=1, le=MANY, description="width d")
    ffn_dim: int = Field(2_560, ge=1, le=MANY, description="inside of the feed-forward part f")
    heads: int = Field(10, ge=1, le=MANY, description="heads h")
    head_dim: int = Field(64, ge=1, le=MANY, description="numbers of a head k")
    vocab: int = Field(32_000, ge=1, le=MANY, description="vocabulary V")
    tokens: int = Field(2_048, ge=1, le=MANY, description="length of a text s")
    backward: bool = Field(False, description="count the backward pass too, which is twice the forward one")


@formula(
    title="FLOPs by Chinchilla's appendix F",
    unit="FLOPs",
    formula=r"2 s V d + L (6 s d k h + 4 s^2 k h + 3 h s^2 + 2 s k h d + 4 s d f) + 2 s d V",
    source=HOFFMANN,
    params=Chinchilla,
    group="training",
)
def chinchilla_flops(p: Chinchilla) -> Number:
    """The look-up counts as a dense product here, and softmax 3 a score: not this program's own convention."""
    s, d, kh = number(p.tokens), number(p.model_dim), number(p.head_dim) * p.heads
    layer = 6 * s * d * kh + 4 * s * s * kh + 3 * number(p.heads) * s * s + 2 * s * kh * d + 4 * s * d * p.ffn_dim
    ends = 2 * (2 * s * d * p.vocab)
    return (3 if p.backward else 1) * (p.layers * layer + ends)


class Kernel(Params):
    batch: int = Field(1, ge=1, le=MANY, description="texts b")
    heads: int = Field(12, ge=1, le=MANY, description="query heads h")
    head_dim: int = Field(64, ge=1, le=MANY, description="numbers of a head d")
    tokens: int = Field(1_024, ge=1, le=MANY, description="queries n")
    keys: int | None = Field(None, ge=1, le=MANY, description="keys; empty = as many as queries")
    mask: Literal["dense", "causal_half", "causal"] = Field(
        "dense",
        description="every cell; exactly half, as FlashAttention's benchmark counts; or the n (n + 1) / 2 cells",
    )
    passes: Literal["forward", "backward", "both"] = Field(
        "forward", description="backward counts 2.5 times the forward pass, which a fused kernel computes again"
    )


@formula(
    title="FLOPs of one attention call",
    unit="FLOPs",
    formula=r"4\,b\,h\,d \cdot \text{pairs}",
    source=FLASH2,
    params=Kernel,
    group="compute",
)
def kernel_flops(p: Kernel) -> Number:
    """Scores and weighted sum of one call. Key-value heads don't matter; a counter that says 0 is wrong."""
    keys = p.keys or p.tokens
    dense = 4 * number(p.batch) * p.tokens * keys * p.heads * p.head_dim
    if p.mask == "causal_half":
        dense = dense / 2
    elif p.mask == "causal":
        cells = pairs(Attention(1, 1, 1, 1), "own", p.tokens, keys)
        dense = 4 * number(p.batch) * p.heads * p.head_dim * cells
    return {"forward": dense, "backward": dense * 5 / 2, "both": dense * 7 / 2}[p.passes]


class MaskPairs(Masked):
    tokens: int = Field(1_024, ge=1, le=MANY, description="keys n")
    queries: int | None = Field(None, ge=1, le=MANY, description="the last so many tokens ask; empty = all")


@formula(
    title="Pairs that a mask allows",
    unit="pairs",
    formula=r"|\{(q, k) : \text{allowed}\}|",
    source=VASWANI,
    params=MaskPairs,
    group="compute",
)
def mask_pairs(p: MaskPairs) -> Number:
    """Query-key pairs of one head. `own` is causal here."""
    return pairs(Attention(1, 1, 1, 1), p.mask, p.queries or p.tokens, p.tokens)


class LinearMap(Params):
    rows: int = Field(768, ge=1, le=MANY, description="numbers that go in")
    columns: int = Field(1_024, ge=1, le=MANY, description="numbers that come out")
    bias: bool = Field(True, description="a trained constant is added")
    tokens: int = Field(1, ge=0, le=MANY, description="tokens that pass through, for the FLOPs")


@formula(
    title="One projection",
    unit={"parameters": "parameters", "flops": "FLOPs"},
    formula=r"r c + c,\quad 2 n r c",
    source=HERE,
    params=LinearMap,
    group="parameters",
)
def projection(p: LinearMap) -> dict[str, Number]:
    """Such as between an encoder and a decoder of another width (C071)."""
    matrix = number(p.rows) * p.columns
    return {"parameters": matrix + p.columns if p.bias else matrix, "flops": 2 * number(p.tokens) * matrix}


def whole(value: float) -> float:
    """A whole number as one, so that nothing is rounded."""
    return int(value) if float(value).is_integer() else value
