"""Rooflines of plain numbers: a device's ridge, one operation, and steps of a model that is known by its totals."""

from collections.abc import Mapping

from pydantic import Field

from compute.catalog.costs.number import Number, most, number
from compute.catalog.costs.row import formula
from compute.catalog.costs.rules import whole
from compute.catalog.costs.sources import BOOK, POPE, ROOFLINE
from compute.catalog.params import Params

N = 10**30


class Machine(Params):
    flops_per_s: float = Field(989.4e12, gt=0, le=N, description="peak π, dense")
    bytes_per_s: float = Field(3.35e12, gt=0, le=N, description="bandwidth β")


@formula(title="Ridge point", unit="FLOPs/byte", formula=r"\pi / \beta", source=ROOFLINE, params=Machine, group="time")
def ridge_point(p: Machine) -> Number:
    """Operations for each byte from which on the peak binds and not the bandwidth."""
    return number(whole(p.flops_per_s)) / whole(p.bytes_per_s)


class TokenBatch(Machine):
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a weight")


@formula(
    title="Tokens at which a product becomes compute-bound",
    unit="tokens",
    formula=r"\left\lfloor \frac{\pi}{\beta} \cdot \frac{b}{2} \right\rfloor + 1",
    source=POPE,
    params=TokenBatch,
    group="time",
)
def compute_bound_tokens(p: TokenBatch) -> Number:
    """The smallest whole batch of tokens above the ridge, for a large matrix whose weights are read once."""
    edge = ridge_point(p) * p.bytes_per_value / 2
    return Number(int(edge.value) + 1, f"⌊{edge.shown}⌋ + 1", 1)


class Work(Machine):
    flops: float = Field(1e12, ge=0, le=N, description="operations F")
    bytes: float = Field(1e9, gt=0, le=N, description="bytes moved M")


UNITS = {"intensity": "FLOPs/byte", "seconds": "s", "bound": ""}


@formula(
    title="Roofline of an operation",
    unit=UNITS,
    formula=r"t = \max(F / \pi, M / \beta)",
    source=ROOFLINE,
    params=Work,
    group="time",
)
def roofline(p: Work) -> Mapping[str, Number | str]:
    """The time at least, and which of the two binds."""
    by_compute = number(whole(p.flops)) / whole(p.flops_per_s)
    by_memory = number(whole(p.bytes)) / whole(p.bytes_per_s)
    return {
        "intensity": number(whole(p.flops)) / whole(p.bytes),
        "seconds": most(by_compute, by_memory),
        "bound": "compute" if by_compute.value >= by_memory.value else "memory",
    }


class DecodeTotals(Params):
    parameters: float | None = Field(None, gt=0, le=N, description="trained values; empty = by weight_bytes alone")
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a weight")
    weight_bytes: float | None = Field(None, gt=0, le=N, description="bytes of the weights; empty = by the parameters")
    kv_bytes_per_token: float = Field(0, ge=0, le=N, description="cache of a token, all layers")
    context: int = Field(0, ge=0, le=10**12, description="tokens in the cache of each text")
    kv_bytes_per_text: float | None = Field(None, ge=0, le=N, description="cache of a text; empty = by its tokens")
    batch: int = Field(1, ge=1, le=10**9, description="texts at once")
    devices: int = Field(1, ge=1, le=10**6, description="devices that share evenly")
    bytes_per_s: float = Field(3.35e12, gt=0, le=N, description="bandwidth of each device")
    flops_per_s: float | None = Field(None, gt=0, le=N, description="peak of each device; empty = bandwidth alone")


@formula(
    title="Decode step by totals",
    unit=UNITS | {"bytes": "bytes"},
    formula=r"t = \max\left(\frac{W + B K}{n \beta}, \frac{2 P B}{n \pi}\right)",
    source=BOOK,
    params=DecodeTotals,
    group="time",
)
def decode_step(p: DecodeTotals) -> Mapping[str, Number | str]:
    """All weights and the caches of all texts are read once; 2 operations a parameter and text."""
    values = number(whole(p.parameters or 0))
    weights = number(whole(p.weight_bytes)) if p.weight_bytes else values * whole(p.bytes_per_value)
    text = number(p.context) * whole(p.kv_bytes_per_token)
    cached = number(whole(p.kv_bytes_per_text)) if p.kv_bytes_per_text is not None else text
    moved = weights + p.batch * cached
    by_memory = moved / (number(p.devices) * whole(p.bytes_per_s))
    if p.flops_per_s is None:
        return {"bytes": moved, "seconds": by_memory, "bound": "memory"}
    by_compute = 2 * values * p.batch / (number(p.devices) * whole(p.flops_per_s))
    binds = "compute" if by_compute.value >= by_memory.value else "memory"
    return {"bytes": moved, "seconds": most(by_compute, by_memory), "bound": binds}


class PrefillTotals(Params):
    parameters: float = Field(70e9, gt=0, le=N, description="trained values that a token meets")
    tokens: int = Field(8_192, ge=1, le=10**12, description="tokens of each text")
    batch: int = Field(1, ge=1, le=10**9, description="texts at once")
    devices: int = Field(1, ge=1, le=10**6, description="devices that share evenly")
    flops_per_s: float = Field(989.4e12, gt=0, le=N, description="peak of each device")
    utilisation: float = Field(1.0, gt=0, le=1, description="share of the peak that is reached")


@formula(
    title="Prefill by totals",
    unit="s",
    formula=r"t = \frac{2 P n B}{D \pi u}",
    source=BOOK,
    params=PrefillTotals,
    group="time",
)
def prefill_seconds(p: PrefillTotals) -> Number:
    """2 operations a parameter and token; scores ignored."""
    work = 2 * number(whole(p.parameters)) * p.tokens * p.batch
    return work / (number(p.devices) * whole(p.flops_per_s) * whole(p.utilisation))
