"""Numbers that remember how they came about, so that a formula with its numbers filled in can't be another's."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

# How tightly the outermost operation of a text binds.
SUM, PRODUCT, ATOM = 1, 2, 3


@dataclass(frozen=True)
class Number:
    """A value and the arithmetic behind it, as in “2 × 32 × 8 × 128 × 2”.

    Adding 0 and multiplying by 1 leave no trace.
    """

    value: float  # an int stays one
    shown: str
    binds: int = ATOM

    def __add__(self, other: "Number | float") -> "Number":
        other = number(other)
        if other.value == 0:
            return self
        return other if self.value == 0 else Number(self.value + other.value, f"{self.shown} + {other.shown}", SUM)

    def __sub__(self, other: "Number | float") -> "Number":
        other = number(other)
        if other.value == 0:
            return self
        return Number(self.value - other.value, f"{self.shown} − {other._in(PRODUCT)}", SUM)

    def __mul__(self, other: "Number | float") -> "Number":
        other = number(other)
        if other.value == 1:
            return self
        if self.value == 1:
            return other
        return Number(self.value * other.value, f"{self._in(PRODUCT)} × {other._in(PRODUCT)}", PRODUCT)

    def __truediv__(self, other: "Number | float") -> "Number":
        other = number(other)
        if other.value == 1:
            return self
        exact = isinstance(self.value, int) and isinstance(other.value, int) and self.value % other.value == 0
        value = self.value // other.value if exact else self.value / other.value
        return Number(value, f"{self._in(PRODUCT)} / {other._in(ATOM)}", PRODUCT)

    def __pow__(self, power: float) -> "Number":
        return Number(self.value**power, f"{self._in(ATOM)}^{_atom(power) if power >= 0 else f'({power:g})'}", PRODUCT)

    def __radd__(self, other: float) -> "Number":
        return number(other) + self

    def __rmul__(self, other: float) -> "Number":
        return number(other) * self

    def _in(self, binds: int) -> str:
        return self.shown if self.binds >= binds else f"({self.shown})"


def number(value: "Number | float") -> Number:
    return value if isinstance(value, Number) else Number(value, _atom(value), ATOM if value >= 0 else SUM)


def total(terms: Iterable["Number | float"]) -> Number:
    """The sum; 0 of none. Terms that read alike are told once, with their number before them."""
    alike: dict[str, list[Number]] = {}
    for term in map(number, terms):
        alike.setdefault(term.shown, []).append(term)
    found = number(0)
    for same in alike.values():
        found = found + len(same) * same[0]
    return found


def least(*terms: "Number | float") -> Number:
    found = [number(term) for term in terms]
    return Number(min(term.value for term in found), f"min({'; '.join(term.shown for term in found)})")


def most(*terms: "Number | float") -> Number:
    found = [number(term) for term in terms]
    return Number(max(term.value for term in found), f"max({'; '.join(term.shown for term in found)})")


def ceiling(term: Number) -> Number:
    return Number(math.ceil(term.value), f"⌈{term.shown}⌉")


def floor(term: Number) -> Number:
    return Number(math.floor(term.value), f"⌊{term.shown}⌋")


def _atom(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"
