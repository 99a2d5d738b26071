"""FLOPs of writing, with and without a cache; a prefill in chunks; and where attention overtakes the rest."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from compute.catalog.configs.shape import Shape, Stack
from compute.catalog.costs.ask import Batch, Mask, Masked
from compute.catalog.costs.flops import Forward, attention, flops, linear
from compute.catalog.costs.number import Number, ceiling, number, total
from compute.catalog.costs.pairs import pairs
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import AGRAWAL, HERE, KAPLAN, POPE

MOST_STEPS = 1_024


class Generate(Batch, Masked):
    prompt: int = Field(1_024, ge=1, le=10_000_000, description="tokens of the prompt")
    new_tokens: int = Field(128, ge=1, le=10_000_000, description="tokens written; the last one is not read again")
    cache: bool = Field(True, description="keys and values are kept; without, every step reads the whole text again")


@figure(
    title="FLOPs of a generation",
    unit="FLOPs",
    formula=r"F(n_0) + \sum_{s=1}^{m-1} F_{\text{step}}(n_0 + s)",
    source=POPE,
    params=Generate,
    group="compute",
)
def generation_flops(shape: Shape, p: Generate) -> Number:
    """The prompt with one output, then a step for each token but the last, at a context that grows by one.

    Without a cache each token is a pass over everything so far, with one output.
    """

    def read(tokens: int) -> Number:
        return flops(shape, Forward(tokens=tokens, batch=p.batch, mask=p.mask, logits="last"))

    if p.cache:
        steps = p.new_tokens - 1
        first = read(p.prompt)
        return first + flops(shape, _steps(p, steps)) if steps else first
    if p.new_tokens > MOST_STEPS:
        raise _too_many(p.new_tokens)
    each = [read(p.prompt + step) for step in range(p.new_tokens)]
    if p.new_tokens <= 3:
        return total(each)
    value = sum(int(one.value) for one in each)
    return Number(value, f"{each[0].value:,} + … + {each[-1].value:,}")


def _steps(p: Generate, steps: int) -> Forward:
    """All steps at once: the same products, and the same pairs as their rows of one map."""
    return Forward(tokens=steps, context=p.prompt + steps, batch=p.batch, mask=p.mask)


def _too_many(steps: int) -> Exception:
    from compute.errors import InvalidRequest

    return InvalidRequest(
        f"{steps:,} steps without a cache are more than are added up; ask for at most {MOST_STEPS:,}.",
        field="new_tokens",
    )


class Chunked(Batch, Masked):
    tokens: int = Field(8_192, ge=1, le=10_000_000, description="tokens of the prompt")
    chunk: int = Field(512, ge=1, le=10_000_000, description="tokens that are read at once")
    bytes_per_value: float = Field(2, gt=0, le=16, description="bytes of a score, were they stored")


def chunks(tokens: int, chunk: int) -> list[tuple[int, int]]:
    """First token and one past the last of each chunk."""
    return [(start, min(start + chunk, tokens)) for start in range(0, tokens, chunk)]


@figure(
    title="Chunked prefill",
    unit={
        "chunks": "chunks", "pairs": "pairs", "pairs_in_one_shot": "pairs", "largest_scores": "bytes",
        "largest_scores_in_one_shot": "bytes", "cache_difference": "bytes", "flops_difference": "FLOPs",
    },
    formula=r"\lceil n / c \rceil,\quad \max_i H\,c\,(i + 1)\,c\,b",
    source=AGRAWAL,
    params=Chunked,
    group="serving",
)  # fmt: skip
def chunked_prefill(shape: Shape, p: Chunked) -> Mapping[str, Number]:
    """Each chunk attends to all earlier keys: the same pairs, FLOPs, keys and values as in one shot, smaller scores.

    Score bytes are of one layer, all heads, if a kernel stored them.
    """
    first = shape.attention
    plan = chunks(p.tokens, p.chunk)
    cells = sum(int(pairs(first, p.mask, stop - start, stop).value) for start, stop in plan)
    once = pairs(first, p.mask, p.tokens, p.tokens)
    heads = number(p.batch) * first.heads * p.bytes_per_value
    widest = max(plan, key=lambda part: (part[1] - part[0]) * part[1])
    whole = flops(shape, Forward(tokens=p.tokens, batch=p.batch, mask=p.mask, logits="last", absorbed=False))
    parts = (
        sum(
            int(
                flops(
                    shape,
                    Forward(
                        tokens=stop - start,
                        context=stop,
                        batch=p.batch,
                        mask=p.mask,
                        absorbed=False,
                        logits="last" if stop == p.tokens else "none",
                    ),
                ).value
            )
            for start, stop in plan[:MOST_STEPS]
        )
        if len(plan) <= MOST_STEPS
        else int(whole.value)
    )
    return {
        "chunks": ceiling(number(p.tokens) / p.chunk),
        "pairs": number(cells),
        "pairs_in_one_shot": once,
        "largest_scores": heads * (widest[1] - widest[0]) * widest[1],
        "largest_scores_in_one_shot": heads * p.tokens * p.tokens,
        "cache_difference": number(0),
        "flops_difference": number(parts - int(whole.value)),
    }  # fmt: skip


class Crossover(Masked):
    mask: Mask = Field("dense", description="dense: each query meets n keys; own, or a row: what it allows")
    against: Literal["ffn", "rest", "all"] = Field(
        "ffn",
        description="ffn = feed-forward parts or experts; rest = all products of the blocks; all = with the head's",
    )


@figure(
    title="Length where attention overtakes",
    unit="tokens",
    formula=r"n^* = \min \{ n : \text{scores and weighted sum} \ge \text{FFN, or all other products} \}",
    source=HERE,
    params=Crossover,
    group="compute",
)
def attention_overtakes(shape: Shape, p: Crossover) -> Number:
    """From this length on, scores and their weighted sum cost as much as the feed-forward parts, or as all products.

    In an encoder-decoder, of the decoder alone; `all` counts both sides with texts of that length.
    For a dense mask the exact quotient; else the first whole length.
    −1 = never below 10⁹ tokens (windows).
    """
    logits: Literal["all", "none"] = "all" if p.against == "all" else "none"
    one = Forward(tokens=1, context=1, logits=logits, mask="dense", pooler=False, absorbed=False)
    alone = shape if p.against == "all" else _one_stack(shape)
    parts = linear(alone, one)
    beside = ("ffn", "experts", "shared_experts") if p.against == "ffn" else tuple(parts)
    products = total(flops for part, flops in parts.items() if part in beside)
    per_key = total(attention(alone, one, "dense").values())
    if p.mask == "dense":
        return products / per_key

    def beyond(n: int) -> bool:
        own = Forward(tokens=n, logits=logits, mask=p.mask, pooler=False)
        return total(attention(alone, own, p.mask).values()).value >= products.value * n

    low, high = 1, 1
    while not beyond(high):
        low, high = high, high * 2
        if high > 1_000_000_000:
            return number(-1)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if beyond(middle) else (middle + 1, high)
    causal = ceiling(2 * products / per_key - 1)  # of n (n + 1) / 2 pairs in every layer
    return causal if causal.value == high else number(high)


def _one_stack(shape: Shape) -> Shape:
    """The main stack alone, without attention across, so that one length says all."""
    from dataclasses import replace

    stack: Stack = shape.main
    own = replace(stack, layers=tuple(replace(layer, cross=None) for layer in stack.layers))
    return replace(shape, encoder=None, decoder=own) if shape.decoder else replace(shape, encoder=own)


class Share(Batch, Masked):
    tokens: int = Field(1_024, ge=1, le=1_000_000_000, description="tokens of each text")


@figure(
    title="Share of attention in the blocks",
    unit="ratio",
    formula=r"\frac{\text{scores} + \text{weighted sum}}{\text{scores} + \text{weighted sum} + \text{products}}",
    source=KAPLAN,
    params=Share,
    group="compute",
)
def attention_share(shape: Shape, p: Share) -> Number:
    """Scores and weighted sum, of all FLOPs of the blocks: no head, no pooler."""
    ask = Forward(tokens=p.tokens, batch=p.batch, mask=p.mask, logits="none", pooler=False)
    own = total(attention(shape, ask, p.mask).values())
    return own / (own + total(linear(shape, ask).values()))
