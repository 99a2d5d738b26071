"""Tokens that a model wrote: they stand in no text of the user's."""

from collections.abc import Iterator, Sequence

from compute.events import Token, TokenRow
from compute.labels import joins, label_alone, visible
from compute.vocabulary import Vocabulary

LONGEST_CHARACTER = 4  # bytes, in UTF-8


def continued(row: TokenRow, vocabulary: Vocabulary, ids: Sequence[int]) -> TokenRow:
    """The row with the tokens that were written after it."""
    return row.model_copy(update={"tokens": (*row.tokens, *written_tokens(vocabulary, ids, row.tokens))})


def written_tokens(vocabulary: Vocabulary, ids: Sequence[int], after: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with their labels, as they go on from those before them; text is -1, start and end are 0."""
    word = max((token.word for token in after), default=-1)
    tokens: list[Token] = []
    for token_id, (label, part) in zip(ids, _labels(vocabulary, ids), strict=True):
        special = vocabulary.is_special(token_id)
        goes_on = bool(tokens) and tokens[-1].role == "text" and _one_word(vocabulary, tokens[-1].label, label)
        word += 0 if special or part > 1 or goes_on else 1
        tokens.append(
            Token(
                id=token_id,
                label=label,
                raw=vocabulary.tokenizer.id_to_token(token_id) or label,
                start=0,
                end=0,
                text=-1,
                word=-1 if special else word,
                part=part,
                role="special" if special else "text",
            )
        )
    return tuple(tokens)


def _labels(vocabulary: Vocabulary, ids: Sequence[int]) -> Iterator[tuple[str, int]]:
    """For each token its label and, where tokens share a character, which piece of it this one is."""
    written = [vocabulary.bytes_of(number, vocabulary.tokenizer.id_to_token(number) or "") for number in ids]
    place = 0
    while place < len(ids):
        pieces = _whole_character(written[place : place + LONGEST_CHARACTER])
        if pieces is None:
            yield label_alone(vocabulary, ids[place]), 0
            place += 1
        else:
            label, count = pieces
            yield from ((label, number if count > 1 else 0) for number in range(1, count + 1))
            place += count


def _whole_character(written: Sequence[bytes | None]) -> tuple[str, int] | None:
    """The character that the first of these bytes make, and of how many tokens it is."""
    collected = b""
    for count, piece in enumerate(written, 1):
        if piece is None:
            return None
        collected += piece
        try:
            return visible(collected.decode("utf-8")), count
        except UnicodeDecodeError:
            continue
    return None


def _one_word(vocabulary: Vocabulary, before: str, label: str) -> bool:
    return vocabulary.metaspace and joins(before, label) and before[-1:].isalnum() and label[:1].isalnum()
