"""Whether two models read and write the same tokens."""

import hashlib
from functools import lru_cache
from pathlib import Path

from compute.catalog.models import model_folder
from compute.vocabulary import open_vocabulary


def same_vocabulary(one: str, other: str) -> bool:
    """By the names of two models: equal tokenizers, whatever files they lie in."""
    return one == other or _name(one) == _name(other)


def _name(model: str) -> str:
    folder = model_folder(model)
    return _digest(folder, (folder / "tokenizer.json").stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _digest(folder: Path, changed_ns: int) -> str:
    return hashlib.sha256(open_vocabulary(folder).tokenizer.to_str().encode()).hexdigest()
