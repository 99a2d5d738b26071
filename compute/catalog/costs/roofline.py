"""How long a step takes at least: its FLOPs at the device's peak, or its bytes at the device's bandwidth.

A roofline is a bound, not a forecast: launches, imperfect kernels and communication come on top.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from compute.catalog.configs.shape import Shape
from compute.catalog.costs.cache import Cache, kv_bytes, kv_value_bytes, per_token
from compute.catalog.costs.flops import Forward, absorbed, calls, flops, of_stack, products, rows_of, widths
from compute.catalog.costs.number import Number, most, number, product, total
from compute.catalog.costs.pairs import kept_keys, pairs
from compute.catalog.costs.precision import Precision, bytes_of
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import POPE, ROOFLINE
from compute.catalog.costs.tensors import Tensor, tensors
from compute.catalog.devices import device
from compute.catalog.params import Params


class OnDevice(Params):
    device: str = Field("h100", max_length=40, description="a name from `list devices`")
    flops_per_s: float | None = Field(None, gt=0, le=1e21, description="peak in place of the device's own, dense")
    bytes_per_s: float | None = Field(None, gt=0, le=1e18, description="bandwidth in place of the device's own")
    devices: int = Field(1, ge=1, le=100_000, description="devices that share the work evenly, free of communication")
    utilisation: float = Field(1.0, gt=0, le=1, description="share of the peak that is reached")

    def peak(self, precision: Precision) -> Number:
        found = self.flops_per_s or device(self.device).peak(precision)
        return number(_plain(found)) * self.devices * _plain(self.utilisation)

    def bandwidth(self) -> Number:
        return number(_plain(self.bytes_per_s or device(self.device).bytes_per_s)) * self.devices


class Step(Forward, OnDevice):
    tokens: int = Field(1, ge=1, le=1_000_000_000, description="new tokens of each text: 1 = a decode step")
    context: int | None = Field(
        None, ge=1, le=1_000_000_000, description="tokens with those in the cache; empty = the new ones alone"
    )
    logits: Literal["all", "last", "none"] = Field("last", description="positions whose output is computed")
    precision: Precision = Field("bf16", description="of weights and cache")
    bytes_per_value: float | None = Field(None, gt=0, le=16, description="bytes of a value; empty = by the precision")
    kv_precision: Precision | None = Field(None, description="of the cache; empty = the weights' own, 16 bits beside 4")
    cache: bool = Field(True, description="the cache is read, and the new keys and values are written")

    @property
    def weight_size(self) -> float:
        return self.bytes_per_value if self.bytes_per_value is not None else bytes_of(self.precision)

    @property
    def kv_size(self) -> float:
        return kv_value_bytes(self.precision, self.kv_precision, self.bytes_per_value)


def experts_met(experts: int, active: int, tokens: int) -> Number:
    """How many experts a batch of tokens meets, if each picks evenly: E (1 − (1 − k / E)^n)."""
    if tokens == 1:
        return number(active)
    missed = (1 - active / experts) ** tokens
    return Number(experts * (1 - missed), f"{experts} × (1 − (1 − {active} / {experts})^{tokens:,})", 2)


def weights_read(shape: Shape, p: Step) -> Number:
    """Every weight once; of the experts those that the batch meets. A step whose source is cached reads no encoder."""
    skipped = ("encoder", "source") if shape.encoder and shape.decoder and p.cached else ()
    read = [tensor for tensor in tensors(shape) if tensor.rows not in skipped or tensor.part == "embedding"]
    dense = number(sum(tensor.values for tensor in read if tensor.part != "experts"))
    met = [_copies_met(shape, tensor, p) * one_copy(tensor) for tensor in read if tensor.part == "experts"]
    return total([dense, *met]) * p.weight_size


def one_copy(tensor: Tensor) -> int:
    return tensor.rows_in * tensor.columns + tensor.bias


def cache_moved(shape: Shape, p: Step) -> Number:
    """The cache of the whole context, as it is read by a step (a prefill writes as much)."""
    if not p.cache or shape.decoder is None:
        return number(0)
    ask = Cache(tokens=p.keys, batch=p.batch, encoder_tokens=p.encoder_tokens, mask=p.mask, bytes_per_value=p.kv_size)
    return kv_bytes(shape, ask)


def bound(flops: Number, read: Number, p: OnDevice, precision: Precision) -> dict[str, Number | str]:
    """FLOPs, bytes, their quotient, the time by either, and which one binds."""
    work, moved = number(flops.value), number(_plain(read.value))
    by_compute, by_memory = work / p.peak(precision), moved / p.bandwidth()
    binds = "compute" if by_compute.value >= by_memory.value else "memory"
    return {
        "flops": flops,
        "bytes": read,
        "intensity": work / moved,
        "seconds": most(by_compute, by_memory),
        "bound": binds,
    }


UNITS = {"flops": "FLOPs", "bytes": "bytes", "intensity": "FLOPs/byte", "seconds": "s", "bound": ""}
FORMULA = r"t = \max\left(\frac{F}{\pi}, \frac{M}{\beta}\right)"


OF_STEP = {
    "flops": r"F = \sum_t 2 B n_t a_t r_t s_t + \sum_l 2 B H_l (d_k + d_v)\,\text{pairs}_l",
    "bytes": r"M = N b + B\,\text{KV}",
    "intensity": r"\frac{F}{M}",
}


@figure(title="Step, at best", unit=UNITS, formula=FORMULA, by_part=OF_STEP, source=ROOFLINE, params=Step, group="time")
def step_time(shape: Shape, p: Step) -> Mapping[str, Number | str]:
    """The whole step as one operation: every weight and the whole cache read once. tokens = 1 is a decode step at
    `context` tokens; tokens = n without a context is a prefill."""
    return bound(flops(shape, p), weights_read(shape, p) + cache_moved(shape, p), p, p.precision)


@figure(title="Step by part, at best", unit="s", formula=FORMULA, source=ROOFLINE, params=Step, group="time")
def step_time_by_part(shape: Shape, p: Step) -> Mapping[str, Number | str]:
    """Each part on its own roofline; parts follow each other, so their times add up. Attention is a fused kernel."""
    found: dict[str, Number | str] = {}
    times = {}
    for part, (work, moved) in parts(shape, p).items():
        one = bound(work, moved, p, p.precision)
        assert isinstance(one["seconds"], Number)
        times[part] = one["seconds"].value
        found[part] = one["seconds"]
        found[f"{part}_bound"] = one["bound"]
    return {**found, "total": number(sum(times.values())), "longest": max(times, key=times.__getitem__)}


@figure(
    title="Bytes moved by part",
    unit="bytes",
    formula=r"b\,(r s + n (r + s))",
    by_part={
        "scores": r"b_{kv}\,n_k H_{kv} d_k + b\,n H d_k",
        "weighted_sum": r"b_{kv}\,n_k H_{kv} d_v + b\,n H d_v",
    },
    source=ROOFLINE,
    params=Step,
    group="time",
)
def moved_by_part(shape: Shape, p: Step) -> Mapping[str, Number]:
    """Weights, inputs and outputs of each part moved once. Scores read queries and keys, the weighted sum reads values
    and gives outputs; a fused kernel writes no scores. n_k are the keys that the mask keeps. Latent attention reads
    its latents once, for the scores."""
    sides = tuple(attention_parts(shape, p))
    return {
        **{part: moved for part, (_, moved) in products_moved(shape, p).items()},
        "scores": total(one.scores for one in sides),
        "weighted_sum": total(one.weighted for one in sides),
    }


def parts(shape: Shape, p: Step) -> dict[str, tuple[Number, Number]]:
    """FLOPs and bytes of each part: weights, inputs and outputs moved once; attention is one kernel."""
    found = products_moved(shape, p)
    for one in attention_parts(shape, p):
        work, moved = found.get(one.part, (number(0), number(0)))
        found[one.part] = work + one.flops, moved + one.scores + one.weighted
    return found


def products_moved(shape: Shape, p: Step) -> dict[str, tuple[Number, Number]]:
    """FLOPs and bytes of the products with trained matrices, by part."""
    work: dict[str, list[Number]] = {}
    moved: dict[str, list[Number]] = {}
    for tensor in products(shape):
        rows = rows_of(tensor, shape, p)
        if not rows:
            continue
        flops = product(2, p.batch, rows, tensor.used, tensor.rows_in, tensor.columns)
        work.setdefault(tensor.part, []).append(flops)
        through = product(p.batch, rows, tensor.used, tensor.rows_in + tensor.columns, p.weight_size)
        read = _copies_met(shape, tensor, p) * product(tensor.rows_in, tensor.columns, p.weight_size)
        moved.setdefault(tensor.part, []).append(read + through)
    return {part: (total(work[part]), total(moved[part])) for part in work}


@dataclass(frozen=True)
class AttentionMoved:
    """One kind of attention: its part, FLOPs, and bytes of its scores and of its weighted sum."""

    part: str
    flops: Number
    scores: Number
    weighted: Number


def attention_parts(shape: Shape, p: Step) -> Iterator[AttentionMoved]:
    """Each kind of attention. Keys and values are read as they are cached, queries and outputs moved once."""
    for name, stack, queries, keys, own in calls(shape, p):
        for attention, layers in of_stack(stack, own):
            n = number(p.batch) * layers
            kept = kept_keys(attention, p.mask, keys) if own and name == "decoder" else number(keys)
            read = (per_token(attention), number(0))
            if not attention.latent:
                read = product(attention.kv_heads, attention.head_dim), product(attention.kv_heads, attention.value_dim)
            scores, weighted = (
                n * kept * values * p.kv_size + n * attention.heads * width * queries * p.weight_size
                for values, width in zip(read, widths(attention, absorbed(p)), strict=True)
            )
            cells = pairs(attention, p.mask if own else "dense", queries, keys)
            flops = 2 * n * attention.heads * sum(widths(attention, absorbed(p))) * cells
            yield AttentionMoved("attention" if own else f"{name}_attention", flops, scores, weighted)


def _copies_met(shape: Shape, tensor: Tensor, p: Step) -> Number:
    if tensor.part != "experts":
        return number(tensor.copies)
    ffn = next(layer.ffn for _, stack in shape.stacks() for layer in stack.layers if layer.ffn.experts)
    layers = tensor.copies // ffn.experts
    return layers * experts_met(ffn.experts, ffn.active, p.tokens * p.batch)


class Batched(OnDevice):
    precision: Precision = Field("bf16", description="of weights and products")


@figure(
    title="Tokens at which products become compute-bound",
    unit="tokens",
    formula=r"B^* = \left\lfloor \frac{\pi}{\beta} \cdot \frac{b}{2} \right\rfloor + 1",
    source=POPE,
    params=Batched,
    group="time",
)
def critical_tokens(shape: Shape, p: Batched) -> Number:
    """The smallest batch of tokens whose products with large matrices cost more by FLOPs than by reading the weights.

    Experts need E / k times as many, since only k of E are met by a token.
    """
    ridge = p.peak(p.precision) / p.bandwidth() * bytes_of(p.precision) / 2
    ffn = next((layer.ffn for layer in shape.main.layers if layer.ffn.experts), None)
    found = ridge * ffn.experts / ffn.active if ffn else ridge
    return Number(int(found.value) + 1, f"⌊{found.shown}⌋ + 1", 1)


def _plain(value: float) -> float:
    return int(value) if float(value).is_integer() and abs(value) < 2**63 else value
