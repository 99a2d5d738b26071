"""Text to tokens, with the characters that each token stands for. Needs the tokenizers library only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Encoding

from compute.asked import check_asked
from compute.errors import BadCharacter, EmptyText, InvalidRequest, TextTooLong, TooManyTokens, within
from compute.events import ModelCard, RunTokens, Token, TokenRow
from compute.frame import BARE, LAB, TARGET, Frame
from compute.lab.tokenizer import MASK, MASK_ID, SPECIAL
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


def tokens_of(spec: RunSpec, card: ModelCard, folder: Path) -> RunTokens:
    """All that the model reads, before it writes anything itself; seq 0.

    Raises: as `encode` does, for both sides of an encoder-decoder.
    """
    rows = encode(spec, card, folder)
    target = (_target(spec, card, folder),) if card.architecture == "encoder_decoder" else ()
    return RunTokens(seq=0, model=card, rows=rows, target=target)


def encode(spec: RunSpec, card: ModelCard, folder: Path) -> tuple[TokenRow, ...]:
    """The rows that the model reads: one for a text or a pair, two of equal length for a batch.

    Those of an encoder-decoder are its encoder's. Masked tokens are masked.

    Raises:
        EmptyText, TextTooLong, BadCharacter: see `check_text`; EmptyText also where nothing is left of the text.
        SecondTextRefused, InvalidRequest: see `check_asked`; a masked token that is none of the text.
        OutOfRange: a masked token beyond the row.
        TooManyTokens: a row is longer than the model's context.
    """
    texts = {"text": spec.text} if spec.second is None else {"text": spec.text, "second": spec.second}
    for field, text in texts.items():
        check_text(text, field)
    check_asked(spec, card)
    vocabulary, frame = open_vocabulary(folder), LAB[card.architecture] if card.family == "lab" else BARE
    if card.architecture == "encoder_decoder":
        texts.pop("second", None)
    each = [{field: text} for field, text in texts.items()] if spec.second_as == "batch" else [texts]
    first, *others = (_row(vocabulary, given, card, frame) for given in each)
    return _padded([_masked(first, spec.masked), *others], vocabulary, spec.padding_side)


def _target(spec: RunSpec, card: ModelCard, folder: Path) -> TokenRow:
    """The decoder's side: the text that it is given, or just its start."""
    vocabulary = open_vocabulary(folder)
    if spec.second is None:
        return TokenRow(tokens=_tokens(vocabulary, _framed([], TARGET), [], 0))
    return _row(vocabulary, {"second": spec.second}, card, TARGET)


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


def _row(vocabulary: Vocabulary, given: Mapping[str, str], card: ModelCard, frame: Frame) -> TokenRow:
    """One row over a text or a pair, by field."""
    texts, first = list(given.values()), FIELDS.index(next(iter(given)))
    encoding = vocabulary.tokenizer.encode(texts[0], texts[1] if len(texts) == 2 else None)
    pieces = _framed(_pieces(vocabulary, encoding, texts), frame)
    if len(pieces) > card.context_tokens:
        longest = max(given, key=lambda field: len(given[field]))
        raise TooManyTokens(longest, len(pieces), card.context_tokens, card.title)
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
        if vocabulary.is_special(token_id):
            raw = raw.strip()  # it may have taken in the blanks around it
        cited = index >= 0 and vocabulary.is_special(token_id) and texts[index][start:end].strip() == raw
        found.append(_Piece(token_id, raw, start, end, index, word, bool(added) or index < 0 or cited))
    return found


def _framed(pieces: Sequence[_Piece], frame: Frame) -> list[_Piece]:
    """The pieces with the frame's special tokens around each text."""

    def special(names: Sequence[str]) -> list[_Piece]:
        return [_Piece(SPECIAL.index(name), name, 0, 0, -1, None, True) for name in names]

    split = next((place for place, piece in enumerate(pieces) if piece.text == 1), len(pieces))
    between = frame.between if split < len(pieces) else ()
    return [
        *special(frame.before), *pieces[:split], *special(between), *pieces[split:], *special(frame.after)
    ]  # fmt: skip


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


def _masked(row: TokenRow, places: Sequence[int]) -> TokenRow:
    """The row with these tokens hidden from the model; each still stands for its part of the text."""
    tokens = list(row.tokens)
    for place in places:
        within("masked", place, len(tokens))
        if row.tokens[place].role != "text":
            raise InvalidRequest(
                f"Token {place} is {row.tokens[place].label}, which is none of the text's. Choose another to mask.",
                field="masked",
            )
        hidden = {"id": MASK_ID, "label": MASK, "raw": MASK, "part": 0, "role": "special"}
        tokens[place] = tokens[place].model_copy(update=hidden)
    return row.model_copy(update={"tokens": tuple(tokens)})


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
