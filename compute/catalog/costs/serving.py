"""How much fits a device: the largest batch, and the longest context."""

from collections.abc import Mapping

from pydantic import Field

from compute.catalog.configs.shape import Shape
from compute.catalog.costs.memory import Memory, memory_parts
from compute.catalog.costs.number import Number, floor, number, total
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import POPE
from compute.catalog.devices import device

LONGEST = 1 << 30


class Fits(Memory):
    device: str = Field("h100", max_length=40, description="a name from `list devices`")
    memory_bytes: float | None = Field(None, gt=0, le=1e18, description="memory in place of the device's own")
    devices: int = Field(1, ge=1, le=100_000, description="devices whose memory is put together")

    @property
    def room(self) -> Number:
        own = self.memory_bytes or device(self.device).memory_bytes
        return number(int(own)) * self.devices


@figure(
    title="Largest batch",
    unit="texts",
    formula=r"\left\lfloor \frac{M - W - O}{\text{KV and activations of one text}} \right\rfloor",
    source=POPE,
    params=Fits,
    group="serving",
)
def largest_batch(shape: Shape, p: Fits) -> Number:
    """Texts of `tokens` that fit beside the weights and the overhead; 0 = not even one, or not even the weights."""
    one = memory_parts(shape, p.model_copy(update={"batch": 1}))
    each = one["kv_cache"] + one["activations"]
    left = p.room - one["weights"] - one["overhead"]
    if left.value <= 0:
        return number(0)
    return floor(left / each) if each.value else number(0)


@figure(
    title="Longest context that fits",
    unit={"tokens": "tokens", "bytes": "bytes", "limit": "tokens", "binds": ""},
    formula=r"\max \{ n : W + \text{KV}(n) + A(n) + O \le M \}",
    source=POPE,
    params=Fits,
    group="serving",
)
def longest_context(shape: Shape, p: Fits) -> Mapping[str, Number | str]:
    """Tokens of each of `batch` texts that fit; and the model's own limit, which may bind first."""

    def needs(tokens: int) -> float:
        return total(memory_parts(shape, p.model_copy(update={"tokens": tokens})).values()).value

    low, high = 0, LONGEST
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if needs(middle) <= p.room.value else (low, middle - 1)
    limit = shape.position.limit
    found: dict[str, Number | str] = {"tokens": number(low)}
    if low:
        found["bytes"] = total(memory_parts(shape, p.model_copy(update={"tokens": low})).values())
    if limit:
        found["limit"] = number(limit)
    return {**found, "binds": "the model's limit" if limit and limit < low else "memory"}
