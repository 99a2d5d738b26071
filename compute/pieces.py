"""Pieces of a text, as its tokenizer cuts it, and the tokens with labels that they become."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokenizers import Encoding

from compute.events import Token
from compute.frame import Frame, Special
from compute.labels import is_mark, joins, label_of, parts_of, widened
from compute.vocabulary import Vocabulary


@dataclass(frozen=True)
class Piece:
    """A token as the tokenizer gives it; `text` is -1 for what a template added."""

    id: int
    raw: str
    start: int
    end: int
    text: int
    word: int | None
    special: bool


def pieces_of(vocabulary: Vocabulary, encoding: Encoding, texts: Sequence[str]) -> list[Piece]:
    """The pieces of a text or a pair."""
    found = []
    for token_id, raw, (start, end), text, word, added in zip(
        encoding.ids,
        encoding.tokens,
        encoding.offsets,
        encoding.sequence_ids,
        encoding.word_ids,
        encoding.special_tokens_mask,
        strict=True,
    ):
        index = -1 if text is None or added else text
        if vocabulary.is_special(token_id):
            raw = raw.strip()  # it may have taken in the blanks around it
        cited = index >= 0 and vocabulary.is_special(token_id) and texts[index][start:end].strip() == raw
        found.append(Piece(token_id, raw, start, end, index, word, bool(added) or index < 0 or cited))
    return found


def framed(pieces: Sequence[Piece], frame: Frame) -> list[Piece]:
    """The pieces with the frame's special tokens around each text."""

    def special(tokens: Sequence[Special]) -> list[Piece]:
        return [Piece(token_id, raw, 0, 0, -1, None, True) for token_id, raw in tokens]

    split = next((place for place, piece in enumerate(pieces) if piece.text == 1), len(pieces))
    between = frame.between if split < len(pieces) else ()
    return [
        *special(frame.before), *pieces[:split], *special(between), *pieces[split:], *special(frame.after)
    ]  # fmt: skip


def labelled(vocabulary: Vocabulary, pieces: Sequence[Piece], texts: Sequence[str], first: int) -> tuple[Token, ...]:
    """The tokens of a row. `first` is the number of its first text in the run."""
    spans: list[tuple[int, int]] = [(0, 0)] * len(pieces)
    parts = [0] * len(pieces)
    for number, text in enumerate(texts):
        own = [place for place, piece in enumerate(pieces) if piece.text == number]
        wide = widened(
            text,
            [(pieces[p].start, pieces[p].end) for p in own],
            [vocabulary.stands_for_nothing(pieces[p].raw) for p in own],
        )
        for place, span, part in zip(own, wide, parts_of(wide), strict=True):
            spans[place], parts[place] = span, part
    tokens: list[Token] = []
    word = -1
    for place, piece in enumerate(pieces):
        start, end = spans[place]
        text = texts[piece.text] if piece.text >= 0 else ""
        label = piece.raw if piece.special else label_of(vocabulary, piece.id, piece.raw, text[start:end])
        touches = place > 0 and _touches(pieces[place - 1], piece, tokens[-1].label, label, parts[place])
        word += 0 if piece.special or touches else 1
        tokens.append(
            Token(
                id=piece.id,
                label=label,
                raw=piece.raw,
                start=start,
                end=end,
                text=piece.text + first if piece.text >= 0 else -1,
                word=-1 if piece.special else word,
                part=parts[place],
                role="special" if piece.special else "text",
            )
        )
    return tuple(tokens)


def _touches(before: Piece, piece: Piece, label_before: str, label: str, part: int) -> bool:
    """Whether a token is one word with the token before it."""
    if before.special or piece.special or before.text != piece.text:
        return False
    return part > 1 or is_mark(label) or (before.word == piece.word and joins(label_before, label))
