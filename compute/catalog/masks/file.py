"""A mask that comes as a file of zeros and ones: CSV, NPY or JSON, told apart by their content."""

import csv
import io
import math
from typing import Literal

import numpy as np

from compute import strict
from compute.catalog.masks.choice import MOST_CELLS_A_SIDE
from compute.catalog.masks.rule import Allowed
from compute.errors import MaskFileCell, MaskFileShape, MaskFileTooLarge, MaskFileUnreadable

Ones = Literal["sees", "hidden"]
MOST_BYTES = 2**20  # as base64 it fits a request
NPY = b"\x93NUMPY"
WORDS = {"false": False, "true": True}
BOM = b"\xef\xbb\xbf"


def read_cells(file: bytes, ones: Ones) -> Allowed:
    """[query, key], True = may attend. Rows are queries.

    CSV: one line a query, cells with commas, semicolons, tabs or blanks between; 0 and 1 in any spelling. NPY: two
    dimensions, bool, integer or float. JSON: a list of lists, or an object with one as `allowed`
    (`python -m compute mask NAME --json` writes it).

    Raises: MaskFileTooLarge, MaskFileUnreadable, MaskFileCell, MaskFileShape.
    """
    if len(file) > MOST_BYTES:
        raise MaskFileTooLarge(len(file), MOST_BYTES)
    file = file.removeprefix(BOM)
    if file.startswith(NPY):
        cells = _npy(file)
    elif file.lstrip()[:1] in (b"[", b"{"):
        cells = _rows(_json(file))
    else:
        cells = _rows(_csv(file))
    _check_shape(*cells.shape)
    return cells if ones == "sees" else ~cells


def _csv(file: bytes) -> list[list[object]]:
    try:
        text = file.decode()
    except UnicodeDecodeError:
        raise MaskFileUnreadable("it is no text") from None
    first = next((line for line in text.splitlines() if line.strip()), "")
    between = next((sign for sign in ",;\t" if sign in first), None)
    lines = [line for line in text.splitlines() if line.strip()]
    rows = csv.reader(lines, delimiter=between) if between else (line.split() for line in lines)
    try:
        return [[cell.strip() for cell in row] for row in rows]
    except csv.Error as error:
        raise MaskFileUnreadable(str(error)) from None


def _json(file: bytes) -> list[list[object]]:
    try:
        given = strict.read_json(file)
    except ValueError as error:
        raise MaskFileUnreadable(f"its JSON is broken: {error}") from None
    rows = given.get("allowed") if isinstance(given, dict) else given
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise MaskFileUnreadable("its JSON is no list of lists")
    return rows


def _npy(file: bytes) -> Allowed:
    """The header alone says how large the array is, so it is looked at before anything is made of it."""
    stream = io.BytesIO(file)
    try:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, by_column, kind = read(stream)
    except (ValueError, EOFError) as error:
        raise MaskFileUnreadable(f"its NPY header is broken: {str(error)[:80]}") from None
    if kind.kind not in "biuf" or len(shape) != 2:
        raise MaskFileUnreadable(f"its NPY array is of {kind} in {len(shape)} dimensions, not of numbers in two")
    _check_shape(*shape)
    body = file[stream.tell() :]
    if len(body) != math.prod(shape) * kind.itemsize:
        raise MaskFileUnreadable("its NPY array is shorter or longer than its header says")
    values = np.frombuffer(body, kind).reshape(shape, order="F" if by_column else "C")
    wrong = np.argwhere((values != 0) & (values != 1))
    if len(wrong):
        row, column = map(int, wrong[0])
        raise MaskFileCell(row, column, str(values[row, column]))
    cells: Allowed = values != 0
    return cells


def _rows(rows: list[list[object]]) -> Allowed:
    """Raises: MaskFileShape where rows differ in length; MaskFileCell for the first cell that is neither 0 nor 1."""
    columns = len(rows[0]) if rows else 0
    _check_shape(len(rows), columns)
    cells = np.zeros((len(rows), columns), dtype=np.bool_)
    for number, row in enumerate(rows):
        if len(row) != columns:
            raise MaskFileShape(len(rows), columns, row=number, cells=len(row))
        for column, cell in enumerate(row):
            sees = _sees(str(cell).lower())
            if sees is None:
                raise MaskFileCell(number, column, str(cell))
            cells[number, column] = sees
    return cells


def _sees(word: str) -> bool | None:
    """0 and 1 in any spelling, such as numpy.savetxt's 1.000000000000000000e+00; None = neither."""
    if word in WORDS:
        return WORDS[word]
    try:
        return {0.0: False, 1.0: True}.get(float(word))
    except ValueError:
        return None


def _check_shape(rows: int, columns: int) -> None:
    if rows != columns or not 1 <= rows <= MOST_CELLS_A_SIDE:
        raise MaskFileShape(rows, columns)
