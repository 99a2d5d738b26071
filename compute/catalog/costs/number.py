"""Numbers that remember how they came about, so that a formula with its numbers filled in can't be another's."""

import math
from collections.abc import Callable, Iterable

# How tightly the outermost operation of a text binds.
SUM, PRODUCT, ATOM = 1, 2, 3

Text = str | Callable[[], str]


class Number:
    """A value and the arithmetic behind it, as in “2 × 32 × 8 × 128 × 2”. It is not changed once it is made.

    value: an int stays one. Adding 0 and multiplying by 1 leave no trace. The text is made when it is asked for.
    """

    __slots__ = ("_text", "binds", "value")

    def __init__(self, value: float, text: Text, binds: int = ATOM) -> None:
        self.value = value
        self.binds = binds
        self._text = text

    @property
    def shown(self) -> str:
        """The arithmetic, with thousands set off by commas."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def __repr__(self) -> str:
        return f"Number({self.value!r}, {self.shown!r})"

    def __add__(self, other: "Number | float") -> "Number":
        right = other if isinstance(other, Number) else number(other)
        if right.value == 0:
            return self
        if self.value == 0:
            return right
        return Number(self.value + right.value, lambda: f"{self.shown} + {right.shown}", SUM)

    def __sub__(self, other: "Number | float") -> "Number":
        right = number(other)
        if right.value == 0:
            return self
        return Number(self.value - right.value, lambda: f"{self.shown} − {right.inside(PRODUCT)}", SUM)

    def __mul__(self, other: "Number | float") -> "Number":
        right = other if isinstance(other, Number) else number(other)
        if right.value == 1:
            return self
        if self.value == 1:
            return right
        return Number(self.value * right.value, lambda: f"{self.inside(PRODUCT)} × {right.inside(PRODUCT)}", PRODUCT)

    def __truediv__(self, other: "Number | float") -> "Number":
        right = number(other)
        if right.value == 1:
            return self
        exact = isinstance(self.value, int) and isinstance(right.value, int) and self.value % right.value == 0
        value = self.value // right.value if exact else self.value / right.value
        return Number(value, lambda: f"{self.inside(PRODUCT)} / {right.inside(ATOM)}", PRODUCT)

    def __pow__(self, power: float) -> "Number":
        return Number(self.value**power, lambda: f"{self.inside(ATOM)}^({power:.12g})", PRODUCT)

    def __radd__(self, other: float) -> "Number":
        return number(other) + self

    def __rmul__(self, other: float) -> "Number":
        return number(other) * self

    def inside(self, binds: int) -> str:
        """The text as a part of an operation that binds so tightly."""
        return self.shown if self.binds >= binds else f"({self.shown})"


def number(value: "Number | float") -> Number:
    if isinstance(value, Number):
        return value
    return Number(value, lambda: _atom(value), ATOM if value >= 0 else SUM)


def total(terms: Iterable["Number | float"]) -> Number:
    """The sum; 0 of none. Terms of one value are told once, with their number before them."""
    alike: dict[float, list[Number]] = {}
    for term in terms:
        one = number(term)
        alike.setdefault(one.value, []).append(one)
    found = number(0)
    for same in alike.values():
        found = found + (same[0] if len(same) == 1 else len(same) * same[0])
    return found


def product(*factors: float) -> Number:
    """Plain numbers multiplied, in one go; factors of 1 are left out."""
    value = math.prod(factors)
    shown = [factor for factor in factors if factor != 1]
    return Number(value, lambda: " × ".join(map(_atom, shown)) or "1", PRODUCT if len(shown) > 1 else ATOM)


def least(*terms: "Number | float") -> Number:
    found = [number(term) for term in terms]
    return Number(min(term.value for term in found), lambda: f"min({'; '.join(term.shown for term in found)})")


def most(*terms: "Number | float") -> Number:
    found = [number(term) for term in terms]
    return Number(max(term.value for term in found), lambda: f"max({'; '.join(term.shown for term in found)})")


def ceiling(term: Number) -> Number:
    return Number(math.ceil(term.value), lambda: f"⌈{term.shown}⌉")


def floor(term: Number) -> Number:
    return Number(math.floor(term.value), lambda: f"⌊{term.shown}⌋")


def _atom(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"
