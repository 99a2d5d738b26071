"""Parallel plans: what each device keeps, and what travels between devices.

Tensor parallelism cuts projections, heads and feed-forward parts, and the tables by vocabulary; norms and routers stay
whole on every device. Key-value heads are cut, or copied where there are fewer of them than devices; a latent cache is
copied. Pipeline parallelism cuts the layers; expert parallelism the experts; data parallelism the texts.
"""

import math
from collections.abc import Mapping

from pydantic import Field

from compute.catalog.configs.shape import Shape
from compute.catalog.costs.ask import Masked
from compute.catalog.costs.cache import Cache, values
from compute.catalog.costs.number import Number, ceiling, number, total
from compute.catalog.costs.parameters import size
from compute.catalog.costs.precision import Precision, bytes_of
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import NARAYANAN
from compute.catalog.costs.tensors import Tensor, tensors
from compute.catalog.devices import device
from compute.errors import InvalidRequest


class Plan(Masked):
    tensor: int = Field(1, ge=1, le=4_096, description="devices that share each layer")
    pipeline: int = Field(1, ge=1, le=4_096, description="stages that the layers are cut into")
    expert: int = Field(1, ge=1, le=4_096, description="devices that share the experts, within the data-parallel ones")
    data: int = Field(1, ge=1, le=65_536, description="copies that share the texts")
    tokens: int = Field(1_024, ge=1, le=10**9, description="tokens of each text")
    new_tokens: int | None = Field(None, ge=1, le=10**9, description="tokens of a pass; 1 = a decode step; empty = all")
    batch: int = Field(1, ge=1, le=10**6, description="texts of all copies together")
    microbatches: int = Field(1, ge=1, le=10**6, description="parts that a pipeline works on one after another")
    precision: Precision = Field("bf16", description="of weights, activations and cache")
    device: str = Field("h100", max_length=40, description="a name from `list devices`, for the time on the links")

    @property
    def devices(self) -> int:
        return self.tensor * self.pipeline * max(self.data, self.expert)


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
    if p.batch % p.data:
        raise InvalidRequest(f"{p.batch} texts can't be shared evenly by {p.data} copies.", field="data")


@figure(
    title="Parallel plan",
    unit={
        "devices": "devices", "weights": "bytes", "kv_cache": "bytes", "layers": "layers", "all_reduce": "bytes",
        "all_to_all": "bytes", "stage_to_stage": "bytes", "gradients": "bytes", "sent": "bytes", "seconds": "s",
        "bubble": "ratio",
    },
    formula=r"W / (t\,p),\quad 2 \cdot \tfrac{2 (t - 1)}{t} B n d b \text{ a layer},\quad \tfrac{p - 1}{m + p - 1}",
    source=NARAYANAN,
    params=Plan,
    group="serving",
)  # fmt: skip
def parallel_plan(shape: Shape, p: Plan) -> Mapping[str, Number]:
    """Of the fullest device: its bytes, and what it sends in one forward pass.

    all_reduce: two a layer over t devices, in a ring. all_to_all: to the experts and back. stage_to_stage: states
    for the next stage. gradients: what training adds for each step of data parallelism. bubble: share of idle time.
    """
    checked(shape, p)
    b = bytes_of(p.precision)
    stage = ceiling(number(len(shape.main.layers)) / p.pipeline)
    share = stage.value / len(shape.main.layers)
    texts = number(p.batch) / p.data
    new = p.new_tokens or p.tokens
    state = texts * new * shape.width * b
    layers = sum(len(stack.layers) for _, stack in shape.stacks())
    per_stage = math.ceil(layers / p.pipeline)
    moe = math.ceil(sum(layer.ffn.experts > 0 for layer in shape.main.layers) / p.pipeline)
    active = max((layer.ffn.active for layer in shape.main.layers), default=0)
    weights = stage_weights(shape, p, share) * b
    reduce = ring(2 * per_stage * state, p.tensor)
    exchange = number(2 * moe * active) * state * (p.expert - 1) / p.expert if p.expert > 1 else number(0)
    onward = state if p.pipeline > 1 else number(0)
    sent = total([reduce, exchange, onward])
    return {
        "devices": number(p.devices),
        "layers": stage,
        "weights": weights,
        "kv_cache": cache_share(shape, p) * b,
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


def stage_weights(shape: Shape, p: Plan, share: float) -> Number:
    """Values of the fullest device: its part of each tensor, and of the layers its stage."""
    found = []
    for tensor in tensors(shape):
        own = size(tensor) / _cut(shape, tensor, p)
        ends = tensor.part in ("embedding", "position", "head", "pooler")
        found.append(own if ends or share == 1 else own * share)
    return total(found)


def _cut(shape: Shape, tensor: Tensor, p: Plan) -> int:
    """Over how many devices of a stage a tensor is spread."""
    if tensor.part in ("norms", "router", "position", "pooler"):
        return 1
    if tensor.part == "experts":
        return p.tensor * p.expert
    if tensor.part in ("k", "v") and not shape.attention.latent:
        return min(p.tensor, shape.attention.kv_heads)
    return p.tensor


def cache_share(shape: Shape, p: Plan) -> Number:
    """Cached values on one device; latents are copied, key-value heads cut as far as there are any."""
    first = shape.attention
    texts = number(p.batch) / p.data
    cut = 1 if first.latent else min(p.tensor, first.kv_heads)
    whole = texts * values(shape, Cache(tokens=p.tokens, mask=p.mask)) / cut
    return whole / p.pipeline if p.pipeline > 1 else whole
