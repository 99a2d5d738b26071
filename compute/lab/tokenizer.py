"""Tokenizers of the lab: one token a symbol, or pieces learned from English and Chinese text."""

from collections.abc import Iterable

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

# In this order they have the ids 0 to 5 in every lab vocabulary. The arrow stands between a source and its target.
PAD, START, END, MASK, ARROW, UNKNOWN = SPECIAL = ("<pad>", "<start>", "<end>", "<mask>", "⇒", "<unknown>")
PAD_ID, START_ID, END_ID, MASK_ID, ARROW_ID, UNKNOWN_ID = range(len(SPECIAL))

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def symbol_tokenizer(symbols: Iterable[str]) -> Tokenizer:
    """Symbols are separated by blanks; each is one token."""
    vocabulary = {token: number for number, token in enumerate([*SPECIAL, *symbols])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    _add_special(tokenizer)
    return tokenizer


def train_tokenizer(lines: Iterable[str], pieces: int) -> Tokenizer:
    """Byte-pair pieces of the lines: English by words, every Chinese character, digit and mark by itself.

    `pieces` is the size of the vocabulary, special tokens and 256 bytes included; a character that the lines don't
    have is written as its bytes, so that nothing is unknown. Blanks belong to the word that follows.
    """
    tokenizer = Tokenizer(models.BPE(byte_fallback=True, fuse_unk=False))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="never"),
            pre_tokenizers.Split(Regex(r"\p{Han}|\p{P}|\p{N}"), "isolated"),
        ]
    )
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    trainer = trainers.BpeTrainer(vocab_size=pieces, special_tokens=[*SPECIAL, *BYTES], show_progress=False)
    tokenizer.train_from_iterator(lines, trainer)
    return _without_special_bytes(tokenizer)


def _without_special_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """The trainer takes bytes in as special tokens; they are ordinary pieces, which a decoder joins to characters."""
    model = tokenizer.model
    fresh = Tokenizer(model)
    fresh.normalizer, fresh.pre_tokenizer, fresh.decoder = (
        tokenizer.normalizer,
        tokenizer.pre_tokenizer,
        tokenizer.decoder,
    )
    _add_special(fresh)
    return fresh


def _add_special(tokenizer: Tokenizer) -> None:
    blank_takers = {ARROW, MASK}
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, lstrip=token in blank_takers, rstrip=token == ARROW) for token in SPECIAL]
    )
