"""Text to tokens, with the characters that each token stands for. Needs the tokenizers library only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Encoding

from compute.errors import BadCharacter, EmptyText, SecondTextRefused, TextTooLong, TooManyTokens
from compute.events import ModelCard, Token, TokenRow
from compute.labels import is_mark, joins, label_of, parts_of, widened
from compute.notices import notices_of
from compute.spec import MAX_TEXT_CHARACTERS, RunSpec
from compute.vocabulary import Vocabulary, open_vocabulary

FIELDS = ("text", "second")  # in the order of Token.text


def check_text(text: str, field: str) -> None:
    """Refuses what is no text, before any tokenizer sees it.

    Raises:
        EmptyText, TextTooLong, BadCharacter: with `field` as the input at fault. Positions count from 0.
    """
    if not text:
        raise EmptyText(field)
    if len(text) > MAX_TEXT_CHARACTERS:
        raise TextTooLong(field, len(text), MAX_TEXT_CHARACTERS)
    bad = BadCharacter.first_in(field, text)
    if bad:
        raise bad


def encode(spec: RunSpec, card: ModelCard, folder: Path) -> tuple[TokenRow, ...]:
    """The rows that the model reads: one for a text or a pair, two of equal length for a batch.

    Raises:
        EmptyText, TextTooLong, BadCharacter: see `check_text`; EmptyText also where nothing is left of the text.
        SecondTextRefused: a second text for a model that reads one.
        TooManyTokens: a row is longer than the model's context.
    """
    texts = {"text": spec.text} if spec.second is None else {"text": spec.text, "second": spec.second}
    for field, text in texts.items():
        check_text(text, field)
    if len(texts) == 2 and not card.accepts_second:
        raise SecondTextRefused(card.title)
    vocabulary = open_vocabulary(folder)
    if len(texts) == 2 and spec.second_as == "batch":
        rows = [_row(vocabulary, {field: text}, card) for field, text in texts.items()]
        return _padded(rows, vocabulary, spec.padding_side)
    return (_row(vocabulary, texts, card),)


@dataclass(frozen=True)
class _Piece:
    """A token as the tokenizer gives it; `text` is -1 for what a template added."""

    id: int
    raw: str
    start: int
    end: int
    text: int
    word: int | None
    special: bool


def _row(vocabulary: Vocabulary, given: Mapping[str, str], card: ModelCard) -> TokenRow:
    """One row over a text or a pair, by field."""
    texts, first = list(given.values()), FIELDS.index(next(iter(given)))
    encoding = vocabulary.tokenizer.encode(texts[0], texts[1] if len(texts) == 2 else None)
    if len(encoding) > card.context_tokens:
        longest = max(given, key=lambda field: len(given[field]))
        raise TooManyTokens(longest, len(encoding), card.context_tokens, card.title)
    pieces = _pieces(vocabulary, encoding, texts)
    for number, field in enumerate(given):
        if not any(piece.text == number for piece in pieces):
            raise EmptyText(field)
    tokens = _tokens(vocabulary, pieces, texts, first)
    return TokenRow(tokens=tokens, notices=notices_of(vocabulary, tokens, texts, first))


def _pieces(vocabulary: Vocabulary, encoding: Encoding, texts: Sequence[str]) -> list[_Piece]:
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
        cited = index >= 0 and vocabulary.is_special(token_id) and texts[index][start:end].strip() == raw
        found.append(_Piece(token_id, raw, start, end, index, word, bool(added) or index < 0 or cited))
    return found


def _tokens(vocabulary: Vocabulary, pieces: Sequence[_Piece], texts: Sequence[str], first: int) -> tuple[Token, ...]:
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


def _touches(before: _Piece, piece: _Piece, label_before: str, label: str, part: int) -> bool:
    """Whether a token is one word with the token before it."""
    if before.special or piece.special or before.text != piece.text:
        return False
    return part > 1 or is_mark(label) or (before.word == piece.word and joins(label_before, label))


def _padded(rows: Sequence[TokenRow], vocabulary: Vocabulary, side: str) -> tuple[TokenRow, ...]:
    longest = max(len(row.tokens) for row in rows)
    token_id, raw = vocabulary.padding
    pad = Token(id=token_id, label=raw, raw=raw, start=0, end=0, text=-1, word=-1, part=0, role="padding")
    padded = []
    for row in rows:
        fill = (pad,) * (longest - len(row.tokens))
        tokens = (*fill, *row.tokens) if side == "left" else (*row.tokens, *fill)
        padded.append(TokenRow(tokens=tokens, notices=row.notices))
    return tuple(padded)
