"""English–Chinese sentence pairs, and the tokenizer and the data that follow from them."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from compute.lab.data import Example, Stored
from compute.lab.tokenizer import train_tokenizer

PIECES = 6_000
HELD_OUT_PERCENT = 4
SAMPLED = 48
LICENCE = "Sentences from tatoeba.org, CC BY 2.0 FR"


@dataclass(frozen=True)
class Pair:
    """An English sentence and a translation in simplified Chinese."""

    english: str
    chinese: str

    @property
    def digest(self) -> bytes:
        """Of the English sentence alone."""
        return hashlib.sha256(self.english.encode()).digest()

    @property
    def is_held_out(self) -> bool:
        """By the English sentence alone, so that no translation of a held-out one is ever trained on."""
        return int.from_bytes(self.digest[:4], "big") % 100 < HELD_OUT_PERCENT


def read_pairs(file: Path) -> list[Pair]:
    """The pairs of a TSV file with the columns `eng` and `cmn`; traditional characters become simplified.

    Raises: ValueError if a column is missing.
    """
    from opencc import OpenCC

    simplify = OpenCC("t2s").convert
    heading, *lines = file.read_text("utf-8").splitlines()
    columns = heading.split("\t")
    missing = {"eng", "cmn"} - set(columns)
    if missing:
        raise ValueError(f"{file} has no column {', '.join(sorted(missing))}; it has {', '.join(columns)}.")
    english, chinese = columns.index("eng"), columns.index("cmn")
    cells = (line.split("\t") for line in lines)
    return [Pair(row[english].strip(), simplify(row[chinese]).strip()) for row in cells]


def pair_tokenizer(pairs: Sequence[Pair]) -> Tokenizer:
    """Trained on the pairs that are not held out."""
    return train_tokenizer(_sentences(pairs), PIECES)


def pair_data(pairs: Sequence[Pair], tokenizer: Tokenizer) -> Stored:
    """English as the source, Chinese as the target."""

    def example(pair: Pair) -> Example:
        sides = tokenizer.encode_batch([pair.english, pair.chinese], add_special_tokens=False)
        return Example(*(tuple(side.ids) for side in sides))

    held_out = [example(pair) for pair in pairs if pair.is_held_out]
    return Stored(tokenizer, [example(pair) for pair in pairs if not pair.is_held_out], held_out)


def sample_of(pairs: Sequence[Pair]) -> list[Pair]:
    """A few of the held-out pairs, always the same ones: those whose digests are smallest."""
    held_out = (pair for pair in pairs if pair.is_held_out)
    return sorted(held_out, key=lambda pair: (pair.digest, pair.chinese))[:SAMPLED]


def _sentences(pairs: Sequence[Pair]) -> Iterator[str]:
    for pair in pairs:
        if not pair.is_held_out:
            yield from (pair.english, pair.chinese)
