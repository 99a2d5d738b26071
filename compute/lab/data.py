"""Examples to learn from: a source and its target, drawn on the spot or taken from a corpus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from tokenizers import Tokenizer


class Example(NamedTuple):
    """Token ids without any special token. A text to continue has no source."""

    source: tuple[int, ...]
    target: tuple[int, ...]


class Data(Protocol):
    """What training reads. `learns_source`: a decoder is also to continue the source itself."""

    @property
    def tokenizer(self) -> Tokenizer: ...

    @property
    def learns_source(self) -> bool: ...

    def batch(self, step: int, size: int, seed: int) -> list[Example]:
        """The examples of a step: the same for the same numbers, whatever was asked before."""

    def held_out(self) -> list[Example]:
        """Examples that no step ever gives; always the same."""


Draw = Callable[[np.random.Generator], tuple[Sequence[str], Sequence[str]]]


@dataclass(frozen=True)
class Drawn:
    """Symbols drawn at random. An example that is drawn twice is no leak: the rule is what is to be learned."""

    tokenizer: Tokenizer
    draw: Draw
    learns_source: bool = False

    def batch(self, step: int, size: int, seed: int) -> list[Example]:
        rng = np.random.default_rng((seed, step + 1))
        return [self._example(rng) for _ in range(size)]

    def held_out(self) -> list[Example]:
        rng = np.random.default_rng((0, 0))  # step 0 is no step of `batch`
        return [self._example(rng) for _ in range(512)]

    def _example(self, rng: np.random.Generator) -> Example:
        source, target = self.draw(rng)
        vocabulary = self.tokenizer.token_to_id
        ids = [[vocabulary(symbol) for symbol in side] for side in (source, target)]
        return Example(*(tuple(number for number in side if number is not None) for side in ids))


@dataclass(frozen=True, eq=False)
class Stored:
    """A corpus: each epoch goes once through `train`, in an order of its own, like lengths together."""

    tokenizer: Tokenizer
    train: Sequence[Example]
    kept_back: Sequence[Example]
    learns_source: bool = True

    def batch(self, step: int, size: int, seed: int) -> list[Example]:
        epoch, place = divmod(step, self.batches(size))
        return [self.train[number] for number in _epoch(self, epoch, size, seed)[place]]

    def held_out(self) -> list[Example]:
        return list(self.kept_back)

    def batches(self, size: int) -> int:
        """Steps of an epoch; the last batch may be smaller."""
        return -(-len(self.train) // size)


@lru_cache(maxsize=2)
def _epoch(data: Stored, epoch: int, size: int, seed: int) -> list[list[int]]:
    rng = np.random.default_rng((seed, epoch))
    order = rng.permutation(len(data.train)).tolist()
    pool = 20 * size
    batches = []
    for start in range(0, len(order), pool):
        alike = sorted(order[start : start + pool], key=lambda number: sum(map(len, data.train[number])))
        batches += [alike[first : first + size] for first in range(0, len(alike), size)]
    return [batches[place] for place in rng.permutation(len(batches))]
