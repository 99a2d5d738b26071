"""A prepared model's tokenizer, and how its vocabulary writes characters."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tokenizers import AddedToken, Tokenizer

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


def _byte_alphabet() -> dict[str, int]:
    """The character by which byte-level BPE writes each byte: printable ones themselves, the rest from U+0100 on.

    Source: Radford et al. 2019, Language Models are Unsupervised Multitask Learners, section 2.2.
    """
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAC + 1), *range(0xAE, 0xFF + 1)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(0x100 + n): byte for n, byte in enumerate(others)}


BYTE_OF = _byte_alphabet()


@dataclass(frozen=True)
class Vocabulary:
    """byte_level: tokens are written in the byte alphabet. continuing: what marks a piece inside a word ("##").
    word_end: what marks the last piece of one ("</w>"). padding: id and form of the padding token.
    """

    tokenizer: Tokenizer
    byte_level: bool
    metaspace: bool
    continuing: str
    word_end: str
    unknown: str | None
    padding: tuple[int, str]
    added: dict[int, AddedToken]

    def is_special(self, token_id: int) -> bool:
        return token_id in self.added and self.added[token_id].special

    def is_unknown(self, raw: str) -> bool:
        return self.unknown is not None and raw == self.unknown

    def stands_for_nothing(self, raw: str) -> bool:
        """A blank that the tokenizer put before the text."""
        return self.metaspace and raw == "▁"

    def bytes_of(self, token_id: int, raw: str) -> bytes | None:
        """The bytes that a token stands for where the vocabulary is written in bytes; None where it is not."""
        if token_id in self.added:
            return None
        if self.byte_level and all(character in BYTE_OF for character in raw):
            return bytes(BYTE_OF[character] for character in raw)
        if len(raw) == 6 and raw.startswith("<0x") and raw.endswith(">"):
            return bytes([int(raw[3:5], 16)])
        return None

    def characters_of(self, raw: str) -> str:
        """What a token of a vocabulary of characters stands for, its marks taken off."""
        text = raw
        if self.continuing and text.startswith(self.continuing) and text != self.continuing:
            text = text[len(self.continuing) :]
        if self.word_end and text.endswith(self.word_end):
            text = text[: -len(self.word_end)]
        return text.replace("▁", " ") if self.metaspace else text


def open_vocabulary(folder: Path) -> Vocabulary:
    """The vocabulary of a prepared model; kept, and read again when its file changes."""
    file = folder / "tokenizer.json"
    return _read(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _read(file: Path, changed_ns: int) -> Vocabulary:
    described = json.loads(file.read_text("utf-8"))
    _keep_blanks_in_spans(described)
    tokenizer = Tokenizer.from_str(json.dumps(described))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = described["model"]
    before = (
        _kinds(described.get("normalizer")) | _kinds(described.get("pre_tokenizer")) | _kinds(described.get("decoder"))
    )
    return Vocabulary(
        tokenizer=tokenizer,
        byte_level="ByteLevel" in before,
        metaspace="Metaspace" in before or "▁" in before,
        continuing=model.get("continuing_subword_prefix") or "",
        word_end=model.get("end_of_word_suffix") or "",
        unknown=_unknown(model),
        padding=_padding(described, tokenizer, file.parent),
        added=tokenizer.get_added_tokens_decoder(),
    )


def _kinds(part: Json) -> set[str]:
    """Every string that stands as a value in a part of a tokenizer's description: its types and its marks."""
    if isinstance(part, dict):
        return set().union(*(_kinds(value) for value in part.values()))
    if isinstance(part, list):
        return set().union(*(_kinds(value) for value in part))
    return {part} if isinstance(part, str) else set()


def _keep_blanks_in_spans(part: Json) -> None:
    """Some tokenizers leave the blank before a word out of its span; here every character belongs to a token."""
    if isinstance(part, dict):
        if "trim_offsets" in part:
            part["trim_offsets"] = False
        for value in part.values():
            _keep_blanks_in_spans(value)
    elif isinstance(part, list):
        for value in part:
            _keep_blanks_in_spans(value)


def _unknown(model: dict[str, Json]) -> str | None:
    token, place, vocabulary = model.get("unk_token"), model.get("unk_id"), model.get("vocab")
    if isinstance(token, str) and token:
        return token
    if isinstance(place, int) and isinstance(vocabulary, list):  # unigram: a list of pairs of token and score
        entry = vocabulary[place]
        return str(entry[0]) if isinstance(entry, list) else None
    return None


def _padding(described: dict[str, Json], tokenizer: Tokenizer, folder: Path) -> tuple[int, str]:
    """The padding token of the tokenizer, else of the config, else token 0: padding is never seen, so any will do."""
    stated = described.get("padding")
    if isinstance(stated, dict) and isinstance(stated.get("pad_id"), int) and isinstance(stated.get("pad_token"), str):
        return int(str(stated["pad_id"])), str(stated["pad_token"])
    config = folder / "config.json"
    chosen = json.loads(config.read_text("utf-8")).get("pad_token_id") if config.exists() else None
    token_id = chosen if isinstance(chosen, int) and chosen >= 0 else 0
    return token_id, tokenizer.id_to_token(token_id) or "[PAD]"
