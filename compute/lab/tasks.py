"""What a lab model can be trained to do: one function a task, from parameters to data."""

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import numpy as np
from pydantic import Field

from compute.catalog.params import Params
from compute.errors import BadCharacter, InvalidRequest, TextTooLarge, TextTooShort
from compute.lab.data import Data, Drawn, Example, Stored
from compute.lab.tokenizer import symbol_tokenizer, train_tokenizer
from compute.registry import Registry, Row

P = TypeVar("P", bound=Params)


# Of a text of one's own: characters that are no blanks at least, bytes in UTF-8 at most.
LEAST_TEXT = 200
MOST_TEXT_BYTES = 1_000_000


@dataclass(frozen=True)
class TaskRow(Row):
    """A task as a function from its parameters to its data. `example`: the default parameters.

    longest(params): tokens of the longest source and of the longest target, special ones not counted.
    """

    function: Callable[[Params], Data]
    params: type[Params]
    example: Params
    longest: Callable[[Params], tuple[int, int]]


tasks: Registry[TaskRow] = Registry(TaskRow)


def task(
    *, title: str, formula: str, example: P, longest: Callable[[P], tuple[int, int]]
) -> Callable[[Callable[[P], Data]], Callable[[P], Data]]:
    """Makes the decorated function a row of `tasks`."""
    register = tasks.register(
        title=title, formula=formula, source=None, params=type(example), example=example, longest=longest
    )
    return cast("Callable[[Callable[[P], Data]], Callable[[P], Data]]", register)


class Letters(Params):
    letters: int = Field(16, ge=2, le=26, description="different letters")
    shortest: int = Field(3, ge=1, le=64, description="fewest letters of a source")
    longest: int = Field(10, ge=1, le=64, description="most letters of a source")


def _as_long(p: Letters) -> tuple[int, int]:
    return p.longest, p.longest


def _of_letters(p: Letters, answer: Callable[[Sequence[str]], Sequence[str]]) -> Data:
    if p.shortest > p.longest:
        raise InvalidRequest(
            f"shortest = {p.shortest} is more than longest = {p.longest}. Swap them.", field="shortest"
        )
    symbols = list(string.ascii_lowercase[: p.letters])

    def draw(rng: np.random.Generator) -> tuple[Sequence[str], Sequence[str]]:
        source = [
            symbols[number] for number in rng.integers(len(symbols), size=rng.integers(p.shortest, p.longest + 1))
        ]
        return source, answer(source)

    return Drawn(symbol_tokenizer(symbols), draw)


@task(title="Copy", formula=r"x_1 \dots x_n \Rightarrow x_1 \dots x_n", example=Letters(), longest=_as_long)
def copy(p: Letters) -> Data:
    """c a b ⇒ c a b"""
    return _of_letters(p, lambda source: source)


@task(title="Reverse", formula=r"x_1 \dots x_n \Rightarrow x_n \dots x_1", example=Letters(), longest=_as_long)
def reverse(p: Letters) -> Data:
    """c a b ⇒ b a c"""
    return _of_letters(p, lambda source: source[::-1])


@task(title="Sort", formula=r"x_1 \dots x_n \Rightarrow x_{(1)} \dots x_{(n)}", example=Letters(), longest=_as_long)
def sort(p: Letters) -> Data:
    """c a b ⇒ a b c"""
    return _of_letters(p, sorted)


class Repeats(Params):
    letters: int = Field(26, ge=4, le=26, description="different letters")
    length: int = Field(12, ge=4, le=26, description="letters of the source, all different")
    asked: int = Field(3, ge=1, le=12, description="letters to go on with")


@task(
    title="Induction",
    formula=r"\dots a\,b\,c \dots a \Rightarrow b\,c",
    example=Repeats(),
    longest=lambda p: (p.length + 2, p.asked),
)
def induction(p: Repeats) -> Data:
    """d a f b c | f ⇒ b c

    The letters are all different and the last one occurred before: go on with what followed it then. Only what came
    before tells the answer, so that a model has to find its token's earlier place and look one further.
    """
    if not p.asked < p.length <= p.letters:
        raise InvalidRequest(
            f"asked = {p.asked}, length = {p.length} and letters = {p.letters} don't fit: asked < length ≤ letters.",
            field="length",
        )
    symbols = list(string.ascii_lowercase[: p.letters])

    def draw(rng: np.random.Generator) -> tuple[Sequence[str], Sequence[str]]:
        source = [symbols[number] for number in rng.permutation(len(symbols))[: p.length]]
        at = int(rng.integers(p.length - p.asked))
        return [*source, "|", source[at]], source[at + 1 : at + 1 + p.asked]

    return Drawn(symbol_tokenizer([*symbols, "|"]), draw)


class Brackets(Params):
    pairs: int = Field(6, ge=1, le=32, description="most pairs of brackets")


@task(
    title="Balanced brackets",
    formula=r"( [ ] ) \Rightarrow \text{yes}",
    example=Brackets(),
    longest=lambda p: (2 * p.pairs, 1),
)
def brackets(p: Brackets) -> Data:
    """( [ ] ) ⇒ yes

    Half of the sources are balanced; the others have one bracket exchanged for another.
    """
    kinds = [("(", ")"), ("[", "]"), ("{", "}")]

    def balanced(rng: np.random.Generator, pairs: int) -> list[str]:
        if pairs == 0:
            return []
        inside = int(rng.integers(pairs))
        opened, closed = kinds[rng.integers(len(kinds))]
        return [opened, *balanced(rng, inside), closed, *balanced(rng, pairs - 1 - inside)]

    def draw(rng: np.random.Generator) -> tuple[Sequence[str], Sequence[str]]:
        source = balanced(rng, int(rng.integers(1, p.pairs + 1)))
        if rng.random() < 0.5:
            return source, ["yes"]
        place = rng.integers(len(source))
        source[place] = str(rng.choice([bracket for bracket in "()[]{}" if bracket != source[place]]))
        return source, ["no"]

    return Drawn(symbol_tokenizer([*"()[]{}", "yes", "no"]), draw)


class Digits(Params):
    digits: int = Field(2, ge=1, le=6, description="digits of each number")


@task(
    title="Addition",
    formula=r"a + b \Rightarrow c",
    example=Digits(),
    longest=lambda p: (2 * p.digits + 1, p.digits + 1),
)
def addition(p: Digits) -> Data:
    """4 7 + 0 5 ⇒ 2 5 0

    The sum is written from its last digit on, as it is worked out by hand, so that each digit needs what is known.
    """

    def draw(rng: np.random.Generator) -> tuple[Sequence[str], Sequence[str]]:
        first, second = (int(rng.integers(10**p.digits)) for _ in range(2))
        answer = str(first + second).zfill(p.digits + 1)
        return [*str(first).zfill(p.digits), "+", *str(second).zfill(p.digits)], answer[::-1]

    return Drawn(symbol_tokenizer([*string.digits, "+"]), draw)


def check_own_text(text: str) -> None:
    """Refuses what can't be learned from, by its characters alone. Raises: TextTooLarge, TextTooShort, BadCharacter."""
    size = len(text.encode(errors="surrogatepass"))
    if size > MOST_TEXT_BYTES:
        raise TextTooLarge(size, MOST_TEXT_BYTES)
    bad = BadCharacter.first_in("text", text)
    if bad:
        raise bad
    given = len("".join(text.split()))
    if given < LEAST_TEXT:
        raise TextTooShort(given, LEAST_TEXT)


class OwnText(Params):
    text: str = Field("", max_length=MOST_TEXT_BYTES, description="the text to learn, up to 1,000,000 bytes")
    pieces: int = Field(1_024, ge=300, le=6_000, description="most different tokens, 256 bytes included")
    length: int = Field(64, ge=8, le=512, description="tokens of an example")


@task(
    title="Own text", formula=r"x_1 \dots x_t \Rightarrow x_{t+1}", example=OwnText(), longest=lambda p: (0, p.length)
)
def own_text(p: OwnText) -> Data:
    """once upon a ⇒ time

    The text is cut into examples of equal length; every tenth is held out. A decoder learns to continue it.
    """
    check_own_text(p.text)
    tokenizer = train_tokenizer(p.text.splitlines(), p.pieces)
    ids = tokenizer.encode(p.text, add_special_tokens=False).ids
    examples = [Example((), tuple(ids[at : at + p.length])) for at in range(0, len(ids), p.length)]
    kept_back = examples[9::10] or examples[-1:]
    return Stored(tokenizer, [e for n, e in enumerate(examples) if n % 10 != 9] or examples, kept_back)
