"""Masks that come as files: what is read, and what is refused where it stands."""

import io
import json

import numpy as np
import pytest

from compute.catalog.masks.file import read_cells
from compute.errors import AtlasError, MaskFileCell, MaskFileShape, MaskFileUnreadable

ROWS = [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
CELLS = np.array([[True, False, False], [True, True, False], [False, True, True]])


def npy(array: np.ndarray, version: tuple[int, int] | None = None) -> bytes:
    kept = io.BytesIO()
    np.lib.format.write_array(kept, array, version=version)
    return kept.getvalue()


FILES = {
    "CSV": b"1,0,0\n1,1,0\n0,1,1\n",
    "CSV of a spreadsheet": b"\xef\xbb\xbf1;0;0\r\n1;1;0\r\n0;1;1\r\n",
    "CSV with tabs and words": b"true\tfalse\tFALSE\nTrue\ttrue\tfalse\n0\t1\t1",
    "blanks": b"1 0 0\n1 1 0\n\n0 1 1",
    "what numpy.savetxt writes": b"\n".join(b",".join(b"%.18e" % cell for cell in row) for row in ROWS),
    "numbers in other spellings": b"1. 0 -0.0\n1e0 1.00 0\n00 +1 01",
    "JSON": json.dumps(ROWS).encode(),
    "JSON that begins with a mark of its bytes' order": b"\xef\xbb\xbf" + json.dumps(ROWS).encode(),
    "JSON of booleans": json.dumps([[bool(cell) for cell in row] for row in ROWS]).encode(),
    "what the command line writes": json.dumps({"pairs": 5, "allowed": ROWS}).encode(),
    "NPY of booleans": npy(CELLS),
    "NPY of floats": npy(CELLS.astype(np.float64)),
    "NPY by columns": npy(np.asfortranarray(CELLS.astype(np.int8))),
    "NPY, version 2": npy(CELLS, (2, 0)),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read(name: str) -> None:
    assert (read_cells(FILES[name], "sees") == CELLS).all()
    assert (read_cells(FILES[name], "hidden") == ~CELLS).all()


HUGE = npy(np.zeros((2, 2), dtype=np.int8)).replace(b"(2, 2), ", b"(99999999, 99999999), ")
WRONG: dict[str, tuple[bytes, type[AtlasError], dict[str, object]]] = {
    "two": (b"1,0\n2,1", MaskFileCell, {"row": 1, "column": 0, "found": "2"}),
    "a word": (b"1,0\nno,1", MaskFileCell, {"row": 1, "column": 0, "found": "no"}),
    "nothing between two commas": (b"1,\n1,1", MaskFileCell, {"row": 0, "column": 1}),
    "null": (b"[[1, null], [1, 1]]", MaskFileCell, {"row": 0, "column": 1, "found": "None"}),
    "a NaN": (npy(np.array([[1.0, np.nan], [1.0, 1.0]])), MaskFileCell, {"row": 0, "column": 1}),
    "half": (npy(np.array([[1.0, 0.5], [1.0, 1.0]])), MaskFileCell, {"found": "0.5"}),
    "not square": (b"1,0,0\n1,1,0", MaskFileShape, {"rows": 2, "columns": 3}),
    "rows of different lengths": (b"1,0\n1", MaskFileShape, {"row": 1, "cells": 1, "columns": 2}),
    "nothing": (b" \n", MaskFileShape, {"rows": 0}),
    "too many": (b"\n".join([b"1"] * 2049), MaskFileShape, {"rows": 2049}),
    "a huge array of few bytes": (HUGE, MaskFileShape, {}),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\xff", MaskFileUnreadable, {}),
    "half a NPY": (npy(CELLS)[:-2], MaskFileUnreadable, {}),
    "the beginning of a NPY": (npy(CELLS)[:20], MaskFileUnreadable, {}),
    "objects": (npy(np.array([[1.0, 2.0]]).astype("S3")), MaskFileUnreadable, {}),
    "three dimensions": (npy(np.zeros((2, 2, 2))), MaskFileUnreadable, {}),
    "broken JSON": (b"[[1, 0], [1", MaskFileUnreadable, {}),
    "JSON of numbers": (b"[1, 0]", MaskFileUnreadable, {}),
    "another object": (b'{"mask": [[1]]}', MaskFileUnreadable, {}),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_no_mask_is_refused_where_it_goes_wrong(name: str) -> None:
    """MSK: a mask that is read wrongly hides the wrong cells and nobody notices."""
    file, error, data = WRONG[name]
    with pytest.raises(error) as refused:
        read_cells(file, "sees")
    assert data.items() <= refused.value.data.items()
    assert refused.value.field == "file"
    assert len(refused.value.message) < 400


def test_an_array_that_would_run_code_is_not_unpickled() -> None:
    kept = io.BytesIO()
    np.save(kept, np.array([[{}]], dtype=object), allow_pickle=True)
    with pytest.raises(MaskFileUnreadable):
        read_cells(kept.getvalue(), "sees")
