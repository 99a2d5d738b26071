"""From a rule of positions to the mask of an attention call, in the shortest form that says it."""

from collections.abc import Sequence
from dataclasses import replace

from jaxtyping import Bool
from torch import Tensor

from compute.catalog.masks import Rule, Text
from compute.engine.mask import Mask
from compute.engine.ruled import Line, Ruled


def as_mask(rule: Rule, n_query: int, n_key: int, valid: Bool[Tensor, "batch {n_key}"] | None) -> Mask:
    """The rule alone, for texts of which nothing is known but their padding; the last query stands at the last key."""
    return restricted(Mask(key_valid=valid), rule, lines_of(n_key, valid), n_query, n_key)


def lines_of(n_key: int, valid: Bool[Tensor, "batch {n_key}"] | None) -> tuple[Line, ...]:
    """Where the real tokens of each row of a batch stand."""
    if valid is None:
        return (Line(Text(n_key)),)
    left, right = (side.int().argmax(-1).tolist() for side in (valid, valid.flip(-1)))
    return tuple(Line(Text(n_key - before - after), before) for before, after in zip(left, right, strict=True))


def restricted(
    own: Mask,
    rule: Rule,
    lines: Sequence[Line],
    n_query: int,
    n_key: int,
    *,
    first: int | None = None,
    heads: Bool[Tensor, " query_head"] | None = None,
) -> Mask:
    """What `own` and the rule both allow.

    first: the key at which the first query stands; None = the last query stands at the last key. heads: those that the
    rule is put on.
    """
    at_the_end = n_key - n_query
    if rule.compact is not None and heads is None and first in (None, at_the_end):
        windows = [window for window in (own.window, rule.compact.window) if window is not None]
        return replace(own, causal=own.causal or rule.compact.causal, window=min(windows, default=None))
    where = at_the_end if first is None else first
    return replace(own, ruled=(*own.ruled, Ruled(rule, tuple(lines), n_query, n_key, where, heads)))
