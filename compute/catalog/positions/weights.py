"""What a model's own files and a run's spec say of its positions: how it turns, what it adds. numpy only."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors import safe_open

from compute.catalog.params import fill
from compute.catalog.positions.encoding import Encoding, LearnedTable, Numbers, Stack
from compute.catalog.positions.row import positions
from compute.wire import Scalar

# Learned tables of positions go by these names: transformers' own, and the lab's.
TABLES = ("position_embeddings", "wpe", "embed_positions", "position_embedding")
LAB_TABLE = "positions.embedding.table"


def encoding_of(row: str, params: Mapping[str, Scalar], stack: Stack) -> Encoding:
    """A row of the list with these parameters, on this stack."""
    found = positions.rows[row]
    return found.function(fill(found.params, params), stack)


def added_to_embeddings(
    encoding: Encoding, folder: Path, stack_name: str, limit: int, first: int, count: int
) -> Numbers | None:
    """[position, model_dim] for `count` positions from `first` on; None: nothing is added, or it is not found.

    stack_name: encoder or decoder, for a lab model with a table for each. limit: positions that a table serves.
    """
    if isinstance(encoding.embed, LearnedTable):
        table = _table(folder, stack_name)
        if table is None:
            return None
        start = max(len(table) - limit, 0)  # rows before it are for padding
        return table[start + first : start + first + count]
    return None if encoding.embed is None else encoding.embed(np.arange(first, first + count))


def _table(folder: Path, stack_name: str) -> Numbers | None:
    file = folder / "model.safetensors"
    if not file.exists():
        return None
    with safe_open(file, framework="numpy") as tensors:
        names = list(tensors.keys())
        own = f"{stack_name}.{LAB_TABLE}"
        found = [own] if own in names else [name for name in names if _is_table(name)]
        return np.asarray(tensors.get_tensor(found[0]), dtype=np.float64) if found else None


def _is_table(name: str) -> bool:
    return name.endswith(tuple(f"{table}.weight" for table in TABLES))
