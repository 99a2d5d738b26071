"""How many query-key pairs a mask allows, and how many keys a cache has to keep: closed forms, or by counting."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from pydantic import TypeAdapter

from compute.catalog.configs.shape import Attention
from compute.catalog.costs.ask import Mask
from compute.catalog.costs.number import Number, least, number
from compute.catalog.masks.choice import MaskChoice, RowMask, rule_of
from compute.catalog.masks.row import masks
from compute.catalog.masks.rule import Text, allowed, max_cached_keys
from compute.catalog.params import chosen, fill
from compute.errors import InvalidRequest

CHOICE: TypeAdapter[MaskChoice] = TypeAdapter(MaskChoice)

# A mask without a closed form is counted cell by cell up to this length.
MOST_COUNTED = 2_048


def pairs(attention: Attention, mask: Mask, queries: int, keys: int) -> Number:
    """Allowed cells of the last `queries` of `keys` tokens; 0 keys = 0 pairs.

    Raises: InvalidRequest for a mask without a closed form that is too long to count.
    """
    if keys == 0:
        return number(0)
    if mask == "dense":
        return number(queries) * keys
    if mask == "own" and attention.forced:
        mask = CHOICE.validate_json(attention.forced)
    if mask == "own":
        return own_pairs(attention, queries, keys)
    if isinstance(mask, RowMask) and mask.name in SAID and queries == keys:
        return SAID[mask.name](_whole_numbers(mask), keys)
    return number(_counted(mask.model_dump_json(), queries, keys))


def own_pairs(attention: Attention, queries: int, keys: int) -> Number:
    """Allowed cells under the attention's own mask."""
    if attention.radius is not None:
        return two_sided(keys, attention.radius) if queries == keys else _tail(attention, queries, keys)
    if attention.chunk:
        return _blocks(attention.chunk, keys) - _blocks(attention.chunk, keys - queries)
    if attention.sees == "full":
        return number(queries) * keys
    if queries == 1:
        return least(keys, attention.window) if attention.window else number(keys)
    before = keys - queries
    if attention.window is None or attention.window >= keys:
        return triangle(keys) if not before else number(queries) * before + triangle(queries)
    return windowed(keys, attention.window) - windowed(before, attention.window)


def triangle(n: int) -> Number:
    """n (n + 1) / 2."""
    return number(n) * (number(n) + 1) / 2 if n else number(0)


def windowed(n: int, window: int) -> Number:
    """Sum of min(i + 1, window) over n rows."""
    if n <= window:
        return triangle(n)
    return triangle(window) + (number(n) - window) * window


def two_sided(n: int, radius: int) -> Number:
    """Cells with |q − k| ≤ radius."""
    reach = min(radius, n - 1)
    return number(n) * (2 * number(reach) + 1) - number(reach) * (number(reach) + 1)


def kept_keys(attention: Attention, mask: Mask, tokens: int) -> Number:
    """Tokens whose keys a layer has to keep once it has read `tokens`, under its own mask or another one."""
    if mask == "dense":
        return number(tokens)
    if mask == "own" and attention.forced:
        mask = CHOICE.validate_json(attention.forced)
    if mask != "own":
        return _kept(mask, tokens)
    bound = attention.window or attention.chunk
    return least(tokens, bound) if bound and bound < tokens else number(tokens)


# Closed forms that show their numbers; other rows have theirs in the list of masks, or are counted.
SAID: Mapping[str, Callable[[Mapping[str, int], int], Number]] = {
    "full": lambda p, n: number(n) * n,
    "causal": lambda p, n: triangle(n),
    "sliding_window": lambda p, n: windowed(n, p["window"]),
    "sink_window": lambda p, n: windowed(n, p["sinks"] + p["window"]),
    "local": lambda p, n: two_sided(n, p["radius"]),
}
KEPT: Mapping[str, Callable[[Mapping[str, int], int], Number]] = {
    "full": lambda p, n: number(n),
    "causal": lambda p, n: number(n),
    "prefix_lm": lambda p, n: number(n),
    "strided": lambda p, n: number(n),
    "sliding_window": lambda p, n: least(n, p["window"]),
    "sink_window": lambda p, n: least(n, number(p["sinks"]) + p["window"]),
    "block_local": lambda p, n: least(n, p["block"]),
    "dilated_window": lambda p, n: least(n, (number(p["window"]) - 1) * p["dilation"] + 1),
}


def _kept(mask: MaskChoice, tokens: int) -> Number:
    if isinstance(mask, RowMask) and mask.name in KEPT:
        return KEPT[mask.name](_whole_numbers(mask), tokens)
    return number(_kept_by_counting(mask.model_dump_json(), tokens))


def _whole_numbers(mask: RowMask) -> Mapping[str, int]:
    return {name: int(str(value)) for name, value in mask.params.items()}


@lru_cache(maxsize=64)
def _kept_by_counting(mask: str, tokens: int) -> int:
    _refuse_beyond(tokens)
    return max_cached_keys(allowed(rule_of(CHOICE.validate_json(mask)), tokens))


@lru_cache(maxsize=256)
def _counted(said: str, queries: int, keys: int) -> int:
    mask = CHOICE.validate_json(said)
    if isinstance(mask, RowMask) and queries == keys:
        row = chosen(masks, "mask", mask.name)
        if row.pairs:
            return row.pairs(fill(row.params, mask.params), Text(keys))
    rule = rule_of(mask)
    if queries > 1:
        _refuse_beyond(keys)
    return int(allowed(rule, keys, queries=queries).sum())


def _tail(attention: Attention, queries: int, keys: int) -> Number:
    radius = attention.radius or 0
    return number(sum(min(row + radius, keys - 1) - max(row - radius, 0) + 1 for row in range(keys - queries, keys)))


def _blocks(block: int, n: int) -> Number:
    return number(n // block) * triangle(block) + triangle(n % block)


def _refuse_beyond(tokens: int) -> None:
    if tokens > MOST_COUNTED:
        raise InvalidRequest(
            f"This mask has no closed form and is counted cell by cell: at most {MOST_COUNTED:,} tokens, "
            f"not {tokens:,}. Shorten the text or choose a row with a closed form.",
            field="mask",
        )
