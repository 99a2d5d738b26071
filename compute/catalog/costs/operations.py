"""One layer's operations on a roofline, each with its weights, inputs and outputs moved once (no fusion).

Source of the conventions: Yuan et al. 2024, LLM Inference Unveiled, arXiv:2402.16363, and its program LLM-Viewer.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import Field

from compute.catalog.configs.shape import Attention, Shape
from compute.catalog.costs.number import Number, number
from compute.catalog.costs.precision import Precision, bytes_of
from compute.catalog.costs.roofline import FORMULA, UNITS, OnDevice, bound
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import VIEWER
from compute.errors import InvalidRequest

Name = Literal[
    "q_proj", "k_proj", "v_proj", "out_proj", "gate_proj", "up_proj", "down_proj", "qk_matmul", "softmax", "sv_matmul",
    "norm", "residual", "activation", "lm_head",
]  # fmt: skip
NAMES: tuple[Name, ...] = get_args(Name)

# Operations on each number: of a score in softmax; of a state in a norm; of the inside of the feed-forward part.
SOFTMAX, NORM, ACTIVATION = 5, 7, 2


class Operation(OnDevice):
    operation: Name = Field("q_proj", description="of one layer; lm_head is the product with the vocabulary")
    phase: Literal["prefill", "decode"] = Field("prefill", description="all tokens at once, or one new token")
    tokens: int = Field(2_048, ge=1, le=1_000_000_000, description="tokens of each text, those in the cache among them")
    batch: int = Field(1, ge=1, le=1_000_000, description="texts at once")
    layer: int = Field(0, ge=0, le=10_000, description="which layer of the main stack, from 0")
    precision: Precision = Field("bf16", description="of weights, activations and cache")
    bytes_per_value: float | None = Field(None, gt=0, le=16, description="bytes of a value; empty = by the precision")
    device: str = Field("rtx-a6000", max_length=40, description="a name from `list devices`")


@figure(title="Operation of a layer", unit=UNITS, formula=FORMULA, source=VIEWER, params=Operation, group="time")
def operation(shape: Shape, p: Operation) -> Mapping[str, Number | str]:
    """FLOPs and bytes of one operation, their quotient, and the time on the device. Keys and values are read from the
    cache; softmax counts 5 operations a score."""
    layers = shape.main.layers
    if p.layer >= len(layers):
        raise InvalidRequest(f"layer {p.layer} was asked for; the model has {len(layers)}, from 0.", field="layer")
    work, values = counted(shape, layers[p.layer].attention, p)
    size = p.bytes_per_value if p.bytes_per_value is not None else bytes_of(p.precision)
    return bound(work, values * size, p, p.precision)


def counted(shape: Shape, one: Attention, p: Operation) -> tuple[Number, Number]:
    """Operations, and values moved."""
    n = number(p.batch) * (p.tokens if p.phase == "prefill" else 1)
    ffn, d = shape.main.layers[p.layer].ffn, shape.width
    inner = ffn.width * (ffn.active or 1) + ffn.shared
    sizes = {
        "q_proj": (d, one.heads * one.head_dim),
        "k_proj": (d, one.kv_heads * one.head_dim),
        "v_proj": (d, one.kv_heads * one.value_dim),
        "out_proj": (one.heads * one.value_dim, d),
        "gate_proj": (d, inner),
        "up_proj": (d, inner),
        "down_proj": (inner, d),
        "lm_head": (d, shape.vocab),
    }
    if p.operation in sizes:
        rows, columns = map(number, sizes[p.operation])
        return 2 * n * rows * columns, rows * columns + n * rows + n * columns
    scores = n * one.heads * p.tokens
    if p.operation == "softmax":
        return SOFTMAX * scores, 2 * scores
    if p.operation in ("qk_matmul", "sv_matmul"):
        width = one.head_dim if p.operation == "qk_matmul" else one.value_dim
        cache = number(p.batch) * p.tokens * one.kv_heads * width
        return 2 * scores * width, n * one.heads * width + scores + cache
    if p.operation == "activation":
        return ACTIVATION * n * inner, 2 * n * inner
    states = n * d
    return (NORM * states, 2 * states) if p.operation == "norm" else (states, 3 * states)
