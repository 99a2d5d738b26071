"""How a token is shown: characters that can be read in every script, whatever the vocabulary's own form."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from compute.vocabulary import Vocabulary

Span = tuple[int, int]

VISIBLE = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍", "\u00a0": "⍽", "\u3000": "□"}
LONGEST = 48  # characters of a label; a word that the vocabulary lacks can be as long as the text
MARKED = "◌"  # carries an accent that stands alone
JOINERS = "\u200c\u200d"  # they shape the letters and signs around them
# Scripts that set no blank between words: there every character starts anew.
UNSPACED = (
    (0x2E80, 0x2FDF),
    (0x3000, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF00, 0xFFEF),
    (0x20000, 0x3FFFF),
)


def label_of(vocabulary: Vocabulary, token_id: int, raw: str, cited: str) -> str:
    """The label of a token of the text; `cited` is what stands at its span.

    A piece of a character shows the whole character; `part` tells the pieces apart.
    """
    written = vocabulary.bytes_of(token_id, raw)
    if written is not None:
        try:
            return visible(written.decode("utf-8"))
        except UnicodeDecodeError:
            return visible(cited)
    return visible(cited if vocabulary.is_unknown(raw) else vocabulary.characters_of(raw)) or visible(cited)


def label_alone(vocabulary: Vocabulary, token_id: int) -> str:
    """The label of a token that stands in no text: a piece of a character is shown by its bytes."""
    raw = vocabulary.tokenizer.id_to_token(token_id) or f"[{token_id}]"
    written = vocabulary.bytes_of(token_id, raw)
    if written is None:
        return raw if vocabulary.is_special(token_id) else visible(vocabulary.characters_of(raw)) or raw
    try:
        return visible(written.decode("utf-8"))
    except UnicodeDecodeError:
        return f"⟨{written.hex(' ').upper()}⟩"


def visible(text: str) -> str:
    """The text with every character to be seen: blanks as signs, what has no picture as U+ and its number."""
    composed = unicodedata.normalize("NFC", text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
    bare = not any(unicodedata.category(c)[0] in "LNPS" for c in composed)
    shown = "".join(_visible(c, bare) for c in composed)
    return MARKED + shown if shown and unicodedata.category(shown[0])[0] == "M" else shown


def widened(text: str, spans: Sequence[Span], stands_for_nothing: Sequence[bool]) -> list[Span]:
    """Spans in the order of the text, made whole.

    A sign that belongs to the character before it (an accent, a Korean vowel, a joiner) and that composing has left
    outside every span is given to the token before; a blank that the tokenizer put in front covers nothing.
    """
    whole: list[Span] = []
    for place, (start, end) in enumerate(spans):
        after = spans[place + 1][0] if place + 1 < len(spans) else len(text)
        if stands_for_nothing[place] and not text[start:end].isspace():
            end = start
        else:
            while end < after and _belongs_to_the_one_before(text[end]):
                end += 1
        whole.append((start, end))
    return whole


def parts_of(spans: Sequence[Span]) -> list[int]:
    """For each token: 1, 2, … if it is a piece of a character that other tokens cover too, else 0."""
    covering: dict[int, list[int]] = defaultdict(list)
    for place, (start, end) in enumerate(spans):
        for position in range(start, end):
            covering[position].append(place)
    parts = [0] * len(spans)
    for places in covering.values():
        if len(places) > 1:
            for number, place in enumerate(places, 1):
                parts[place] = parts[place] or number
    return parts


def is_mark(label: str) -> bool:
    """Whether the label begins with a sign that belongs to the character before it."""
    return label.startswith(MARKED)


def joins(before: str, label: str) -> bool:
    """Whether two labels of one word stand without a gap: neither shows a blank, neither is of an unspaced script."""
    return not (
        label[:1] in VISIBLE.values()
        or before[-1:] in VISIBLE.values()
        or _unspaced(before[-1:])
        or _unspaced(label[:1])
    )


def _visible(character: str, bare: bool) -> str:
    if character in VISIBLE:
        return VISIBLE[character]
    category = unicodedata.category(character)
    if category[0] in "CZ" and (bare or character not in JOINERS):
        return f"U+{ord(character):04X}"
    return character


def _belongs_to_the_one_before(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or character in JOINERS or 0x1160 <= ord(character) <= 0x11FF


def _unspaced(character: str) -> bool:
    return bool(character) and any(low <= ord(character) <= high for low, high in UNSPACED)
