"""What happened to a text on its way to tokens, said so that nothing vanishes unseen."""

import unicodedata
from collections.abc import Iterator, Sequence

from compute.events import Notice, Token
from compute.vocabulary import Vocabulary


def notices_of(vocabulary: Vocabulary, tokens: Sequence[Token], texts: Sequence[str], first: int) -> tuple[Notice, ...]:
    """The notices of one row; `first` is the number of its first text in the run. Positions count from 0."""
    found: list[Notice] = []
    for number, text in enumerate(texts, first):
        own = [token for token in tokens if token.text == number]
        forms = _normal_forms(vocabulary, _normalised(text, own))
        found += _ignored(text, number, own, forms)
        found += _changed(number, forms)
        found += _unknown(vocabulary, text, number, own)
    return tuple(found)


def _normalised(text: str, own: Sequence[Token]) -> str:
    """The text less the special tokens that are cited in it, which are taken as they stand."""
    cited = {place for token in own if token.role == "special" for place in range(token.start, token.end)}
    return "".join(c for place, c in enumerate(text) if place not in cited)


def _normal_forms(vocabulary: Vocabulary, text: str) -> dict[str, str]:
    """What the tokenizer's normaliser makes of each character of the text, taken alone."""
    normaliser = vocabulary.tokenizer.normalizer
    if normaliser is None:
        return {}
    return {c: normaliser.normalize_str(c).removeprefix("▁") for c in set(text) if not c.isspace() and c != "▁"}


def _ignored(text: str, number: int, own: Sequence[Token], forms: dict[str, str]) -> Iterator[Notice]:
    covered = bytearray(len(text))
    for token in own:
        covered[token.start : token.end] = b"\1" * (token.end - token.start)
    gone = [
        place
        for place, c in enumerate(text)
        if not c.isspace() and (not covered[place] or forms.get(c) == "") and not _is_accent(c)
    ]
    if gone:
        codepoint = ord(text[gone[0]])
        what = "1 character was" if len(gone) == 1 else f"{len(gone):,} characters were"
        yield Notice(
            code="characters_ignored",
            message=f"{what} ignored by this tokenizer; the first is U+{codepoint:04X} at position {gone[0]}.",
            data={"text": number, "count": len(gone), "position": gone[0], "codepoint": codepoint},
        )


def _changed(number: int, forms: dict[str, str]) -> Iterator[Notice]:
    if any(_has_accent(c) and not _has_accent(form) for c, form in forms.items()):
        yield Notice(
            code="accents_removed", message="This tokenizer removed the accents of the text.", data={"text": number}
        )
    if any(c != c.lower() and form and form == form.lower() for c, form in forms.items()):
        yield Notice(code="lower_cased", message="This tokenizer reads the text in lower case.", data={"text": number})


def _unknown(vocabulary: Vocabulary, text: str, number: int, own: Sequence[Token]) -> Iterator[Notice]:
    unknown = [token for token in own if token.role == "text" and vocabulary.is_unknown(token.raw)]
    if unknown:
        what = "1 token is" if len(unknown) == 1 else f"{len(unknown):,} tokens are"
        yield Notice(
            code="unknown_tokens",
            message=f"{what} not in this model's vocabulary; the first is “{unknown[0].label[:40]}”.",
            data={"text": number, "count": len(unknown), "position": unknown[0].start},
        )


def _is_accent(character: str) -> bool:
    return unicodedata.category(character) == "Mn" and not 0xFE00 <= ord(character) <= 0xFE0F


def _has_accent(text: str) -> bool:
    return any(unicodedata.category(c) == "Mn" for c in unicodedata.normalize("NFD", text))
