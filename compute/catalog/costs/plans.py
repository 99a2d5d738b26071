"""Parallel plans: what each device keeps, and what travels between devices.

Tensor parallelism cuts projections, heads and feed-forward parts, and the tables by vocabulary; norms and routers stay
whole on every device. Key-value heads are cut, or copied where there are fewer of them than devices; a latent cache is
copied. Pipeline parallelism cuts the layers; expert parallelism the experts; data parallelism the texts.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

from pydantic import Field

from compute.catalog.configs.shape import Layer, Shape
from compute.catalog.costs.ask import Masked, Served
from compute.catalog.costs.cache import Cache, kv_value_bytes, values
from compute.catalog.costs.number import Number, ceiling, number, total
from compute.catalog.costs.parameters import size
from compute.catalog.costs.precision import Precision, bytes_of
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import NARAYANAN
from compute.catalog.costs.tensors import Tensor, tensors
from compute.catalog.devices import device
from compute.errors import InvalidRequest


class Plan(Served, Masked):
    tensor: int = Field(1, ge=1, le=4_096, description="devices that share each layer")
    pipeline: int = Field(1, ge=1, le=4_096, description="stages that the layers are cut into")
    expert: int = Field(1, ge=1, le=4_096, description="devices that share the experts, within the data-parallel ones")
    data: int = Field(1, ge=1, le=65_536, description="copies that share the texts")
    tokens: int = Field(1_024, ge=1, le=10**9, description="tokens of each text")
    new_tokens: int | None = Field(None, ge=1, le=10**9, description="tokens of a pass; 1 = a decode step; empty = all")
    batch: int = Field(1, ge=1, le=10**6, description="texts of one pass, of all copies together")
    microbatches: int = Field(1, ge=1, le=10**6, description="parts that a pipeline works on one after another")
    encoder_tokens: int | None = Field(None, ge=1, le=10**9, description="tokens of the source, if there is one")
    precision: Precision = Field("bf16", description="of the weights; states and cache have 16 bits beside 4-bit ones")
    kv_precision: Precision | None = Field(None, description="of states and cache, if another")
    device: str = Field("h100", max_length=40, description="a name from `list devices`, for the time on the links")

    @property
    def new(self) -> int:
        return self.new_tokens or self.tokens

    @property
    def source(self) -> int:
        return self.encoder_tokens or self.tokens


def checked(shape: Shape, p: Plan) -> None:
    """Raises: InvalidRequest for a plan that does not divide what it cuts."""
    layers, first = shape.main.layers, shape.attention
    experts = max((layer.ffn.experts for layer in layers), default=0)
    for what, given, by, name in (
        ("query heads", first.heads, p.tensor, "tensor"),
        ("experts", experts, p.expert, "expert"),
    ):
        if by > 1 and (not given or given % by):
            raise InvalidRequest(f"{given} {what} can't be shared evenly by {by} devices.", field=name)
    if p.pipeline > len(layers):
        raise InvalidRequest(f"{len(layers)} layers can't be cut into {p.pipeline} stages.", field="pipeline")
    if p.batch % p.data or p.held % p.data:
        texts = p.held if p.held % p.data else p.batch
        raise InvalidRequest(f"{texts} texts can't be shared evenly by {p.data} copies.", field="data")


@figure(
    title="Parallel plan",
    unit={
        "devices": "devices", "weights": "bytes", "kv_cache": "bytes", "layers": "layers", "all_reduce": "bytes",
        "all_to_all": "bytes", "stage_to_stage": "bytes", "gradients": "bytes", "sent": "bytes", "seconds": "s",
        "bubble": "ratio",
    },
    formula=r"W / (t\,p),\quad 2 \cdot \tfrac{2 (t - 1)}{t} B n d b \text{ a layer},\quad \tfrac{p - 1}{m + p - 1}",
    by_part={
        "devices": r"t\,p\,\max(D, e)",
        "layers": r"\lceil L / p \rceil",
        "weights": r"\sum_t \frac{c_t (r_t s_t + b_t)}{\text{devices that share it}}\,b",
        "kv_cache": r"\frac{C \sum_l 2\,n_l\,H_{kv}\,d_h\,b}{D\,\min(t, H_{kv})} \cdot \frac{\lceil L / p \rceil}{L}",
        "all_reduce": r"r \lceil L / p \rceil \frac{B}{D} n\,d\,b \cdot \frac{2 (t - 1)}{t}",
        "all_to_all": r"2 \lceil L_{moe} / p \rceil k \frac{B}{D} n\,d\,b \cdot \frac{e - 1}{e}",
        "stage_to_stage": r"\frac{B}{D} n\,d\,b",
        "sent": r"\text{all-reduce} + \text{all-to-all} + \text{stage to stage}",
        "gradients": r"W_{\text{device}} \cdot \frac{2 (D - 1)}{D}",
        "seconds": r"\frac{\text{sent}}{\text{link} / 2}",
        "bubble": r"\frac{p - 1}{m + p - 1}",
    },
    source=NARAYANAN,
    params=Plan,
    group="serving",
)  # fmt: skip
def parallel_plan(shape: Shape, p: Plan) -> Mapping[str, Number]:
    """Of the fullest device: its bytes, and what it sends in one forward pass.

    all_reduce: one for each branch of a layer, r in all, over t devices in a ring. all_to_all: to the experts and back.
    stage_to_stage: states for the next stage. gradients: what training adds for each step of data parallelism.
    bubble: share of idle time.
    """
    checked(shape, p)
    size_kv = kv_value_bytes(p.precision, p.kv_precision, None)
    depth = len(shape.main.layers)
    stage = ceiling(number(depth) / p.pipeline)
    texts = number(p.batch) / p.data
    states = {"decoder": texts * p.new * shape.width * size_kv}
    states["encoder"] = states["decoder"] if not shape.decoder else texts * p.source * shape.width * size_kv
    reduces = [
        math.ceil(count / p.pipeline) * reduces_of(shape, layer) * states[side]
        for side, stack in shape.stacks()
        if not (side == "encoder" and shape.decoder and p.new == 1)  # a step finds its source read
        for layer, count in ((stack.layers[0], len(stack.layers)),)
    ]
    state = states["decoder"]
    moe = math.ceil(sum(layer.ffn.experts > 0 for layer in shape.main.layers) / p.pipeline)
    active = max((layer.ffn.active for layer in shape.main.layers), default=0)
    weights = stage_weights(shape, p, int(stage.value)) * bytes_of(p.precision)
    reduce = ring(total(reduces), p.tensor)
    exchange = number(2 * moe * active) * state * (p.expert - 1) / p.expert if p.expert > 1 else number(0)
    onward = state if p.pipeline > 1 else number(0)
    sent = total([reduce, exchange, onward])
    return {
        "devices": number(p.tensor) * p.pipeline * max(p.data, p.expert),
        "layers": stage,
        "weights": weights,
        "kv_cache": cache_share(shape, p, int(stage.value)) * size_kv,
        "all_reduce": reduce,
        "all_to_all": exchange,
        "stage_to_stage": onward,
        "sent": sent,
        "seconds": sent / (number(device(p.device).link_bytes_per_s) / 2),
        "gradients": ring(weights, p.data),
        "bubble": (number(p.pipeline) - 1) / (number(p.microbatches) + p.pipeline - 1),
    }


def ring(values: Number, devices: int) -> Number:
    """What each of n devices sends in a ring all-reduce: 2 (n − 1) / n times the values."""
    return values * 2 * (devices - 1) / devices if devices > 1 else number(0)


def reduces_of(shape: Shape, layer: Layer) -> int:
    """All-reduces of a layer: one behind each branch, attention across among them; branches side by side share one."""
    return (1 if shape.wiring == "parallel" else 2) + (layer.cross is not None)


def stage_weights(shape: Shape, p: Plan, stage: int) -> Number:
    """Values of the fullest device: its part of each tensor of a stage with most layers, and the larger of both ends.

    The first stage looks tokens up, the last one reads them off: a table that does both stands on either.
    """
    depth = len(shape.main.layers)
    outer = {side: stack.norms for side, stack in shape.stacks()}  # behind the last layer, and few before the first
    inside, first, last = [], [], []
    for tensor in tensors(shape):
        own = size(tensor) / _cut(shape, tensor, p)
        if tensor.part == "norms" and tensor.columns == shape.width and p.pipeline > 1:
            beside = outer[tensor.rows] if tensor.rows in ("encoder", "decoder") else 0
            last.append(size(replace(tensor, copies=beside)))
            own = size(replace(tensor, copies=tensor.copies - beside))
        if tensor.part in ("embedding", "position"):
            first.append(own)
        elif tensor.part in ("head", "pooler"):
            last.append(own)
        else:
            inside.append(own if p.pipeline == 1 else own * stage / depth)
    if p.pipeline == 1:
        return total([*first, *inside, *last])
    ends = max(total(first), total(last), key=lambda end: end.value)
    return total([*inside, ends])


def _cut(shape: Shape, tensor: Tensor, p: Plan) -> int:
    """Over how many devices of a stage a tensor is spread."""
    if tensor.part in ("norms", "router", "position", "pooler"):
        return 1
    if tensor.part == "experts":
        return p.tensor * p.expert
    if tensor.part in ("k", "v") and not shape.attention.latent:
        return min(p.tensor, shape.attention.kv_heads)
    return p.tensor


def cache_share(shape: Shape, p: Plan, stage: int) -> Number:
    """Cached values on one device; latents are copied, key-value heads cut as far as there are any."""
    first = shape.attention
    texts = number(p.held) / p.data
    cut = 1 if first.latent else min(p.tensor, first.kv_heads)
    one = values(shape, Cache(tokens=p.tokens, encoder_tokens=p.encoder_tokens, mask=p.mask))
    whole = texts * one / cut
    return whole * stage / len(shape.main.layers) if p.pipeline > 1 else whole
