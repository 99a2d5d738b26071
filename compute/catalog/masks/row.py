"""The table of masks: what a row says of its mask."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from compute.catalog.masks.rule import Allowed, Compact, Indices, Rule, Text
from compute.catalog.params import Params
from compute.registry import Registry, Row, Source

P = TypeVar("P", bound=Params)
Function = Callable[[Indices, Indices, P, Text], Allowed]


@dataclass(frozen=True)
class MaskRow(Row):
    """A mask as a function of positions. A mask by content (the k largest scores) is none: it needs the scores.

    example, drawn_on: the parameters and the text of the drawing in `help`; drawn_on None = as many tokens as it
        has rows.
    pairs(params, text): how many cells are allowed, in closed form; None = by counting.
    compact(params): the same mask in two words, for a kernel; None = it has none.
    period(params): see Rule; None = 1.
    may_be_empty: some parameters leave a query with nothing to see.
    """

    function: Function[Params]
    params: type[Params]
    example: Params
    drawn_on: Text | None
    pairs: Callable[[Params, Text], int] | None
    compact: Callable[[Params], Compact] | None
    period: Callable[[Params], int] | None
    may_be_empty: bool

    def rule(self, params: Params) -> Rule:
        """The mask with its parameters filled in."""
        filled = ", ".join(f"{name}={value}" for name, value in params.model_dump().items())
        compact = None if self.compact is None else self.compact(params)
        period = 1 if self.period is None else self.period(params)
        return Rule(f"{self.name}({filled})", lambda q, k, text: self.function(q, k, params, text), compact, period)


masks: Registry[MaskRow] = Registry(MaskRow)


def mask(
    *,
    title: str,
    formula: str,
    source: Source,
    example: P,
    pairs: Callable[[P, Text], int] | None = None,
    compact: Callable[[P], Compact] | None = None,
    period: Callable[[P], int] | None = None,
    drawn_on: Text | None = None,
    may_be_empty: bool = False,
) -> Callable[[Function[P]], Function[P]]:
    """Makes the decorated function a row of `masks`; its docstring carries the drawing."""
    register = masks.register(
        title=title,
        formula=formula,
        source=source,
        params=type(example),
        example=example,
        drawn_on=drawn_on,
        pairs=pairs,
        compact=compact,
        period=period,
        may_be_empty=may_be_empty,
    )
    return cast("Callable[[Function[P]], Function[P]]", register)
