"""The words and signs of mask expressions: what each stands for in the cell of a query and a key."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from compute.catalog.masks.rule import Allowed, Indices, Text
from compute.errors import InvalidExpression

MOST_CHARACTERS = 1_000

Number = Callable[[Indices, Indices, Text], Indices]


@dataclass(frozen=True)
class Value:
    """A word that stands for a whole number in each cell."""

    help: str
    see: Number


@dataclass(frozen=True)
class Truth:
    """A word that is true or false in each cell."""

    help: str
    see: Callable[[Indices, Indices, Text], Allowed]


VALUES: Mapping[str, Value] = {
    "query": Value("position of the query, from 0", lambda q, k, text: q),
    "key": Value("position of the key, from 0", lambda q, k, text: k),
    "distance": Value("query - key: 0 is the query's own key, negative lies ahead", lambda q, k, text: q - k),
    "tokens": Value("number of tokens of the text", lambda q, k, text: np.full((1, 1), text.tokens, np.int64)),
    "query_document": Value("number of the query's document, from 0", lambda q, k, text: text.document_of(q)),
    "key_document": Value("number of the key's document, from 0", lambda q, k, text: text.document_of(k)),
}
TRUTHS: Mapping[str, Truth] = {
    "first": Truth("the key is the first token", lambda q, k, text: k == 0),
    "special": Truth("the key is a special token", lambda q, k, text: text.is_special(k)),
    "query_special": Truth("the query is a special token", lambda q, k, text: text.is_special(q)),
}
HELP: Mapping[str, str] = {
    **{word: value.help for word, value in VALUES.items()},
    **{word: truth.help for word, truth in TRUTHS.items()},
}
FUNCTIONS: Mapping[str, tuple[int, Callable[..., Indices]]] = {
    "abs": (1, np.abs),
    "min": (2, np.minimum),
    "max": (2, np.maximum),
}
COMPARISONS: Mapping[str, Callable[[Indices, Indices], Allowed]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


@dataclass(frozen=True)
class Token:
    """kind: number, word, sign, end, or other, which begins none. position: of its first character, from 0.

    text: signs that mean the same are one, as `&` for `and`. said: as it was written.
    """

    kind: str
    text: str
    position: int
    said: str


ALIKE = {
    "and": "&", "or": "|", "not": "~", "∧": "&", "∨": "|", "¬": "~", "!": "~",
    "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "×": "*", "（": "(", "）": ")", "，": ",",
}  # fmt: skip
PART = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<word>[^\W\d]\w*)"
    r"|(?P<sign><=|>=|==|!=|//|[-+*%<>()=,&|~!≤≥≠−×（），∧∨¬])|(?P<end>\Z)|(?P<other>.))",
    re.DOTALL,
)


def tokens_of(text: str) -> list[Token]:
    """The text in parts, with an end."""
    found: list[Token] = []
    for part in PART.finditer(text):
        kind = part.lastgroup or "end"
        said, position = part[kind], part.start(kind)
        same = ALIKE.get(said, said)
        found.append(Token("sign" if same != said else kind, same, position, said))
        if kind == "end":
            break
    return found


# Reads a sign between two numbers; no result may be larger than the last argument.
Arithmetic = Callable[[Token, Number, Number, int], Number]


def _bounded(apply: Callable[[Indices, Indices], Indices], size: Callable[[int, int], int]) -> Arithmetic:
    """An operation of which `size` tells how large a result can be, before it is computed."""

    def combine(sign: Token, left: Number, right: Number, largest: int) -> Number:
        def number(q: Indices, k: Indices, text: Text) -> Indices:
            a, b = left(q, k, text), right(q, k, text)
            if size(_largest(a), _largest(b)) > largest:
                raise InvalidExpression(sign.position, sign.said, "smaller numbers: the result leaves 64 bits")
            return apply(a, b)

        return number

    return combine


def _divided(apply: Callable[[Indices, Indices], Indices]) -> Arithmetic:
    """Division rounds down, and a remainder has the sign of its divisor."""

    def combine(sign: Token, left: Number, right: Number, largest: int) -> Number:
        def number(q: Indices, k: Indices, text: Text) -> Indices:
            divisor = right(q, k, text)
            if not divisor.all():
                raise InvalidExpression(
                    sign.position, sign.said, "a divisor that is 0 in no cell, such as max(1, query)"
                )
            return apply(left(q, k, text), divisor)

        return number

    return combine


def _largest(values: Indices) -> int:
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))


SUMS: Mapping[str, Arithmetic] = {
    "+": _bounded(np.add, lambda a, b: a + b),
    "-": _bounded(np.subtract, lambda a, b: a + b),
}
PRODUCTS: Mapping[str, Arithmetic] = {
    "*": _bounded(np.multiply, lambda a, b: a * b),
    "//": _divided(np.floor_divide),
    "%": _divided(np.remainder),
}
