"""A mask as a small expression, such as `0 <= distance < 4 or first`: read by hand, never run as code.

    0 <= distance < 4 or first                              a causal window of 4, and the first token
    causal and document                                     what two masks both allow
    sink_window(sinks=2, window=4) and not key % 2 == 1

Words stand for the cell at hand (compute/catalog/masks/words.py); a mask of the list stands for itself, with its
parameters if it has any. Numbers are whole. `and`, `or`, `not` may be written &, |, ~; comparisons may be chained.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from compute.catalog.masks.row import masks
from compute.catalog.masks.rule import Indices, Rule, Text
from compute.catalog.masks.words import (
    COMPARISONS,
    FUNCTIONS,
    MOST_CHARACTERS,
    PRODUCTS,
    SUMS,
    TRUTHS,
    VALUES,
    Arithmetic,
    Number,
    Token,
    tokens_of,
)
from compute.catalog.params import fill
from compute.errors import InvalidExpression, InvalidRequest

DEEPEST = 32
SAID_OTHERWISE = {"/": "// (numbers are whole)", "=": "== to compare", ".": "a whole number"}
LARGEST = 2**61  # of anything that is computed: far from what 64 bits hold


@dataclass(frozen=True)
class Value:
    """What a part of the expression stands for, and where it begins."""

    position: int
    what: Rule | Number


def parse(text: str) -> Rule:
    """The expression as a mask.

    Raises: InvalidExpression, with the position of the character at fault, what stands there and what may.
    """
    if len(text) > MOST_CHARACTERS:
        raise InvalidExpression(MOST_CHARACTERS, "more", f"the end: at most {MOST_CHARACTERS:,} characters are read")
    parser = _Parser(tokens_of(text))
    whole = parser.either()
    parser.take("", "and, or, a comparison, or the end")
    rule = _condition(whole)
    return replace(rule, name=text.strip())


class _Parser:
    """Each method reads one level, the loosest operator first."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def accept(self, *signs: str) -> Token | None:
        """The next token if it is one of these."""
        token = self.next
        if token.kind == "sign" and token.text in signs:
            self.at += 1
            return token
        return None

    def take(self, sign: str, allowed: str) -> Token:
        token = self.next
        if token.text != sign:
            raise _wrong(token, allowed)
        self.at += 1
        return token

    def either(self) -> Value:
        left = self.both()
        while self.accept("|"):
            left = Value(left.position, _condition(left) | _condition(self.both()))
        return left

    def both(self) -> Value:
        left = self.negated()
        while self.accept("&"):
            left = Value(left.position, _condition(left) & _condition(self.negated()))
        return left

    def negated(self) -> Value:
        sign = self.accept("~")
        if sign is None:
            return self.compared()
        self.deeper(sign)
        inner = self.negated()
        self.depth -= 1
        return Value(sign.position, ~_condition(inner))

    def compared(self) -> Value:
        """a < b < c holds where a < b and b < c do."""
        left = self.sum()
        whole: Rule | None = None
        first = left.position
        while sign := self.accept(*COMPARISONS):
            right = self.sum()
            rule = _comparison(sign.text, _number(left), _number(right))
            whole = rule if whole is None else whole & rule
            left = right
        return left if whole is None else Value(first, whole)

    def sum(self) -> Value:
        return self.chain(SUMS, self.product)

    def product(self) -> Value:
        return self.chain(PRODUCTS, self.signed)

    def chain(self, operators: Mapping[str, Arithmetic], operand: Callable[[], Value]) -> Value:
        left = operand()
        while sign := self.accept(*operators):
            left = Value(left.position, operators[sign.text](sign, _number(left), _number(operand()), LARGEST))
        return left

    def signed(self) -> Value:
        sign = self.accept("-")
        if sign is None:
            return self.atom()
        self.deeper(sign)
        inner = _number(self.signed())
        self.depth -= 1
        return Value(sign.position, lambda q, k, text: -inner(q, k, text))

    def atom(self) -> Value:
        token = self.next
        self.at += 1
        if token.kind == "number":
            return Value(token.position, _constant(token))
        if token.text == "(":
            self.deeper(token)
            inner = self.either()
            self.depth -= 1
            self.take(")", "a closing bracket")
            return Value(token.position, inner.what)
        if token.kind != "word":
            raise _wrong(token, "a word, a number or an opening bracket")
        if token.text in FUNCTIONS:
            return Value(token.position, self.function(token))
        if token.text in VALUES:
            return Value(token.position, VALUES[token.text].see)
        if token.text in TRUTHS:
            return Value(token.position, Rule(token.text, TRUTHS[token.text].see))
        if token.text in masks.rows:
            return Value(token.position, self.mask(token))
        raise _wrong(token, ", ".join([*VALUES, *TRUTHS, *FUNCTIONS, *masks.rows]))

    def function(self, name: Token) -> Number:
        """abs(a), min(a, b), max(a, b)."""
        count, apply = FUNCTIONS[name.text]
        self.deeper(name)
        self.take("(", "an opening bracket")
        given = [_number(self.sum())]
        for _ in range(count - 1):
            self.take(",", "a comma")
            given.append(_number(self.sum()))
        self.take(")", "a closing bracket")
        self.depth -= 1
        return lambda q, k, text: apply(*(one(q, k, text) for one in given))

    def mask(self, name: Token) -> Rule:
        """A row of the list of masks: causal, or sliding_window(window=4)."""
        row = masks.rows[name.text]
        given: dict[str, object] = {}
        if self.accept("(") and not self.accept(")"):
            while True:
                known = ", ".join(parameter for parameter in row.params.model_fields if parameter not in given)
                parameter = self.next
                if parameter.text not in row.params.model_fields or parameter.text in given:
                    raise _wrong(parameter, known or "a closing bracket")
                self.at += 1
                self.take("=", "= and a number")
                number = self.next
                if number.kind != "number":
                    raise _wrong(number, "a whole number")
                self.at += 1
                given[parameter.text] = number.text
                try:
                    fill(row.params, given)
                except InvalidRequest as error:
                    raise InvalidExpression(number.position, number.text, _bounds(error)) from error
                if not self.accept(","):
                    self.take(")", "a comma or a closing bracket")
                    break
        return row.rule(fill(row.params, given))

    def deeper(self, token: Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise InvalidExpression(token.position, token.said, f"nothing deeper: at most {DEEPEST} levels are read")


def _condition(value: Value) -> Rule:
    if isinstance(value.what, Rule):
        return value.what
    raise InvalidExpression(value.position, "a number", "something that is true or false, such as query < 4")


def _number(value: Value) -> Number:
    if isinstance(value.what, Rule):
        raise InvalidExpression(value.position, "something that is true or false", "a number, such as query or 4")
    return value.what


def _comparison(sign: str, left: Number, right: Number) -> Rule:
    compare = COMPARISONS[sign]
    return Rule(sign, lambda q, k, text: compare(left(q, k, text), right(q, k, text)))


def _constant(token: Token) -> Number:
    if len(token.text) > 9:
        raise InvalidExpression(token.position, token.text[:12], "a number below 1,000,000,000")
    number = np.full((1, 1), int(token.text), np.int64)

    def constant(q: Indices, k: Indices, text: Text) -> Indices:
        return number

    return constant


def _wrong(token: Token, allowed: str) -> InvalidExpression:
    return InvalidExpression(token.position, token.said or "the end", SAID_OTHERWISE.get(token.text, allowed))


def _bounds(error: InvalidRequest) -> str:
    """“It is at least 1 …: keys a query sees.” as what may stand there."""
    return error.message.rpartition("It is ")[2].rstrip(".")
