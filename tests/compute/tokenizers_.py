"""Tiny tokenizers of each kind, made from a few words, as prepared model folders."""

from pathlib import Path

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from compute.events import ModelCard
from compute.vocabulary import BYTE_OF

ALPHABET = {byte: character for character, byte in BYTE_OF.items()}


def card(accepts_second: bool = True, context_tokens: int = 512) -> ModelCard:
    return ModelCard(
        name="tiny", title="Tiny", architecture="encoder" if accepts_second else "decoder", layers=1, query_heads=1,
        kv_heads=1, head_dim=2, model_dim=2, vocab=10, context_tokens=context_tokens, parameters=1, position="none",
        norm="none", ffn="none", source="made here", license="none", accepts_second=accepts_second,
    )  # fmt: skip


def byte_level(folder: Path, *merges: bytes, trims: bool = False) -> Path:
    """Byte-level BPE as GPT-2's. A merge joins the bytes before and after a bar."""
    vocabulary = {ALPHABET[byte]: byte for byte in range(256)}
    rules = []
    for merge in merges:
        left, right = ("".join(ALPHABET[byte] for byte in piece) for piece in merge.split(b"|"))
        rules.append((left, right))
        vocabulary.setdefault(left + right, len(vocabulary))
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=rules))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=trims)
    return _saved(tokenizer, folder)


def word_piece(folder: Path, *pieces: str, uncased: bool = True) -> Path:
    """WordPiece as BERT's."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {piece: number for number, piece in enumerate([*special, *pieces])}
    tokenizer = Tokenizer(models.WordPiece(vocab=vocabulary, unk_token="[UNK]"))
    tokenizer.add_special_tokens(special)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=uncased, strip_accents=uncased)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return _saved(tokenizer, folder)


def sentence_piece(folder: Path, *pieces: str) -> Path:
    """A unigram model with blanks as ▁ and bytes for what it lacks, as Llama's or T5's."""
    scored = [
        ("<unk>", 0.0),
        *((f"<0x{byte:02X}>", -20.0) for byte in range(256)),
        *((piece, -1.0) for piece in pieces),
    ]
    tokenizer = Tokenizer(models.Unigram(scored, unk_id=0, byte_fallback=True))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    return _saved(tokenizer, folder)


def _saved(tokenizer: Tokenizer, folder: Path) -> Path:
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder
