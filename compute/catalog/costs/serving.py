"""How much fits a device, and how long many texts take: largest batch and concurrency, longest context, passes."""

from collections.abc import Callable, Mapping

from pydantic import Field

from compute.catalog.configs.shape import Shape
from compute.catalog.costs.ask import MOST_TOKENS, Masked, Served
from compute.catalog.costs.memory import Memory, memory_parts
from compute.catalog.costs.number import Number, ceiling, floor, number, total
from compute.catalog.costs.precision import Precision
from compute.catalog.costs.roofline import OnDevice, Step, step_time
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import POPE, ROOFLINE
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
    """Texts of `tokens` that fit beside the weights and the overhead, all in one pass: each with its cache and its
    activations. 0 = not even one, or not even the weights."""
    one = memory_parts(shape, p.model_copy(update={"batch": 1, "concurrency": None}))
    each = one["kv_cache"] + one["activations"]
    left = p.room - one["weights"] - one["overhead"]
    if left.value <= 0:
        return number(0)
    return floor(left / each) if each.value else number(0)


@figure(
    title="Largest concurrency",
    unit="texts",
    formula=r"\left\lfloor \frac{M - W - O - A(B)}{\text{KV of one text}} \right\rfloor",
    source=POPE,
    params=Fits,
    group="serving",
)
def largest_concurrency(shape: Shape, p: Fits) -> Number:
    """Texts of `tokens` whose cache fits beside weights, overhead and the activations of one pass over `batch` texts;
    −1 = any number, since an encoder keeps no cache."""
    parts = memory_parts(shape, p.model_copy(update={"concurrency": None}))
    each = parts["kv_cache"] / p.batch
    if not each.value:
        return number(-1)
    left = p.room - parts["weights"] - parts["overhead"] - parts["activations"]
    return floor(left / each) if left.value > 0 else number(0)


@figure(
    title="Longest context that fits",
    unit={"tokens": "tokens", "bytes": "bytes", "limit": "tokens", "binds": ""},
    by_part={"bytes": r"W + \text{KV}(n) + A(n) + O", "limit": r"n_{\max}"},
    formula=r"\max \{ n : W + \text{KV}(n) + A(n) + O \le M \}",
    source=POPE,
    params=Fits,
    group="serving",
)
def longest_context(shape: Shape, p: Fits) -> Mapping[str, Number | str]:
    """Tokens of each text that fit, with the cache of `concurrency` texts and a pass over `batch` of them; and the
    model's own limit, which may bind first."""

    def needs(tokens: int) -> float:
        return total(memory_parts(shape, p.model_copy(update={"tokens": tokens})).values()).value

    low, high = 0, LONGEST
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if needs(middle) <= p.room.value else (low, middle - 1)
    limit = shape.position.limit
    found: dict[str, Number | str] = {"tokens": _worked_out(low, shape, p, needs)}
    if low:
        found["bytes"] = total(memory_parts(shape, p.model_copy(update={"tokens": low})).values())
    if limit:
        found["limit"] = number(limit)
    return {**found, "binds": "the model's limit" if limit and limit < low else "memory"}


def _worked_out(tokens: int, shape: Shape, p: Fits, needs: Callable[[int], float]) -> Number:
    """The same by arithmetic where memory grows by as much with each token: beyond the widest window, if there is one.

    m + ⌊(M − total(m)) / (total(m + 1) − total(m))⌋
    """
    widest = max((layer.attention.window or layer.attention.chunk or 1 for layer in shape.main.layers), default=1)
    for start in (1, widest):
        each = number(needs(start + 1)) - number(needs(start))
        if start <= tokens and each.value > 0:
            found = start + floor((p.room - needs(start)) / each)
            if found.value == tokens:
                return found
    return number(tokens)


class Serve(Served, Masked, OnDevice):
    tokens: int = Field(1_024, ge=1, le=MOST_TOKENS, description="tokens of each prompt, and the context of a step")
    encoder_tokens: int | None = Field(None, ge=1, le=MOST_TOKENS, description="tokens of the source, if there is one")
    precision: Precision = Field("bf16", description="of weights and cache")
    kv_precision: Precision | None = Field(None, description="of the cache, if another")


@figure(
    title="Serving, at best",
    unit={"passes": "passes", "prefill": "s", "step": "s", "tokens_per_s": "tokens/s"},
    formula=r"\left\lceil \frac{C}{B} \right\rceil t(B)",
    by_part={"passes": r"\left\lceil \frac{C}{B} \right\rceil", "tokens_per_s": r"\frac{C}{\lceil C / B \rceil t(B)}"},
    source=ROOFLINE,
    params=Serve,
    group="serving",
)
def serving_time(shape: Shape, p: Serve) -> Mapping[str, Number]:
    """C texts in passes over B of them, one after another, each a roofline of its own; a last pass that is not full
    counts as one. prefill: until all prompts are read. step: until each text has one more token, and how many tokens a
    second that is. An encoder has a prefill alone."""
    asked = {name: value for name, value in p.model_dump().items() if name in Step.model_fields and name != "tokens"}
    passes = ceiling(number(p.held) / p.batch)

    def lasts(tokens: int, context: int | None) -> Number:
        seconds = step_time(shape, Step.model_validate({**asked, "tokens": tokens, "context": context}))["seconds"]
        assert isinstance(seconds, Number)
        return passes * seconds

    found = {"passes": passes, "prefill": lasts(p.tokens, None)}
    if shape.decoder is None:
        return found
    step = lasts(1, p.tokens)
    return {**found, "step": step, "tokens_per_s": number(p.held) / step}
