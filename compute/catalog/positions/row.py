"""The table of position encodings: what a row says of its encoding."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from compute.catalog.params import Params
from compute.catalog.positions.encoding import Encoding, Stack
from compute.registry import Registry, Row, Source

P = TypeVar("P", bound=Params)
Function = Callable[[P, Stack], Encoding]


@dataclass(frozen=True)
class PositionRow(Row):
    """An encoding as a function of its parameters and of the stack that it serves.

    example: the parameters of the drawing in `help`, which shows its first part on a stack of 8 heads of 8 numbers
        and width 4: `embed` by position, the angles of `rotate` by position, head 0 of `bias` by query and key, or
        the rows of a trained table that are looked up.
    """

    function: Function[Params]
    params: type[Params]
    example: Params


positions: Registry[PositionRow] = Registry(PositionRow)


def position(*, title: str, formula: str, source: Source, example: P) -> Callable[[Function[P]], Function[P]]:
    """Makes the decorated function a row of `positions`; its docstring carries the drawing."""
    register = positions.register(title=title, formula=formula, source=source, params=type(example), example=example)
    return cast("Callable[[Function[P]], Function[P]]", register)
