"""Text to tokens, with the characters that each token stands for. Needs the tokenizers library only."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from compute.asked import check_asked, check_room, writes
from compute.catalog.masks.forced import check_forced
from compute.catalog.masks.reach import check_length
from compute.errors import BadCharacter, EmptyText, InvalidRequest, TextTooLong, TooManyTokens, within
from compute.events import ModelCard, RunTokens, Token, TokenRow
from compute.frame import BARE, LAB, TARGET, Frame
from compute.lab.tokenizer import MASK, MASK_ID
from compute.measurable import check_measured
from compute.notices import notices_of
from compute.pieces import framed, labelled, pieces_of
from compute.spec import MAX_TEXT_CHARACTERS, RunSpec
from compute.standing import check_position
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

    Raises: as `encode` does, for both sides of an encoder-decoder; as `check_room`, `check_forced`, `check_position`
    and `check_measured` do.
    """
    rows = encode(spec, card, folder)
    target = (_target(spec, card, folder),) if card.architecture == "encoder_decoder" else ()
    given = RunTokens(seq=0, model=card, rows=rows, target=target)
    if spec.continue_tokens:
        check_room("continue_tokens", given)
    check_position(spec, given)
    if spec.check_leaks:
        check_length(given)
    check_measured(spec, given)
    return given if spec.mask is None else check_forced(spec.mask, given, writes(spec, card))


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
    frame = _target_frame(card, vocabulary)
    if spec.second is None:
        return TokenRow(tokens=labelled(vocabulary, framed([], frame), [], 0))
    row = _row(vocabulary, {"second": spec.second}, card, frame)
    ends = len(row.tokens) > 1 and row.tokens[-1].id == card.end_token and row.tokens[-1].role == "special"
    # What a tokenizer puts at the end is to be written, not read.
    return row.model_copy(update={"tokens": row.tokens[:-1]}) if ends else row


def _target_frame(card: ModelCard, vocabulary: Vocabulary) -> Frame:
    if card.start_token is None:
        return TARGET
    return Frame(before=((card.start_token, vocabulary.tokenizer.id_to_token(card.start_token) or "<start>"),))


def _row(vocabulary: Vocabulary, given: Mapping[str, str], card: ModelCard, frame: Frame) -> TokenRow:
    """One row over a text or a pair, by field."""
    texts, first = list(given.values()), FIELDS.index(next(iter(given)))
    encoding = vocabulary.tokenizer.encode(texts[0], texts[1] if len(texts) == 2 else None)
    pieces = framed(pieces_of(vocabulary, encoding, texts), frame)
    if len(pieces) > card.context_tokens:
        longest = max(given, key=lambda field: len(given[field]))
        raise TooManyTokens(longest, len(pieces), card.context_tokens, card.title)
    for number, field in enumerate(given):
        if not any(piece.text == number for piece in pieces):
            raise EmptyText(field)
    tokens = labelled(vocabulary, pieces, texts, first)
    return TokenRow(tokens=tokens, notices=notices_of(vocabulary, tokens, texts, first))


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
