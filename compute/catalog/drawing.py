"""The drawings in docstrings, read back, so that tests can hold them against the functions."""

import numpy as np
import numpy.typing as npt

CELLS = {"■": True, "·": False}


def drawn_mask(help_text: str) -> npt.NDArray[np.bool_]:
    """[query, key] of the lines that are made of ■ and · alone."""
    rows = [line.split() for line in help_text.splitlines() if line.split() and set(line.split()) <= CELLS.keys()]
    return np.array([[CELLS[cell] for cell in row] for row in rows], dtype=np.bool_)


def drawn_numbers(help_text: str) -> npt.NDArray[np.float64]:
    """The lines that are made of numbers alone."""
    rows = [line.split() for line in help_text.splitlines() if line.split() and all(map(_is_number, line.split()))]
    return np.array(rows, dtype=np.float64)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
