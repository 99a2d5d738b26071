"""What is refused of a mask that was written, drawn or sent as a file."""

from compute.errors.base import AtlasError, quoted


class InvalidExpression(AtlasError):
    """A mask's expression that cannot be read, or that leaves what can be computed."""

    code = "invalid_expression"

    def __init__(self, position: int, found: str, allowed: str) -> None:
        super().__init__(
            f"Character {position} of the expression: {quoted(found, 40)} can't stand there. Allowed: {allowed}.",
            field="mask",
            position=position,
            found=found[:40],
            allowed=allowed,
        )


class WrongMaskSize(AtlasError):
    """Cells for a text of another length."""

    code = "wrong_mask_size"

    def __init__(self, given: int, tokens: int) -> None:
        super().__init__(
            f"The mask is {given:,} × {given:,}; the text has {tokens:,} tokens. Both must be equal: "
            f"give {tokens:,} rows and columns, or a mask that fits every length.",
            field="mask",
            given=given,
            tokens=tokens,
        )


class MaskFileUnreadable(AtlasError):
    """A file that is no table of cells."""

    code = "mask_file_unreadable"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The file can't be read: {why}. Give zeros and ones as CSV, NPY or JSON (a list of lists).",
            field="file",
            why=why,
        )


class MaskFileTooLarge(AtlasError):
    """Refused by its size, before it is read."""

    code = "mask_file_too_large"

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"The file has {given:,} bytes; at most {limit:,} are read. "
            "Save it as NPY of booleans, or shorten the text.",
            field="file",
            given=given,
            limit=limit,
        )


class MaskFileCell(AtlasError):
    """A cell that is neither 0 nor 1."""

    code = "mask_file_cell"

    def __init__(self, row: int, column: int, found: str) -> None:
        super().__init__(
            f"The cell in row {row}, column {column}, counted from 0, is {quoted(found, 20)}. Each cell is 0 or 1.",
            field="file",
            row=row,
            column=column,
            found=found[:20],
        )


class MaskFileShape(AtlasError):
    """Not as many rows as columns, too many of them, or rows of different lengths."""

    code = "mask_file_shape"

    def __init__(self, rows: int, columns: int, *, row: int = 0, cells: int | None = None) -> None:
        short = "" if cells is None else f" and {cells:,} in row {row}"
        super().__init__(
            f"The file has {rows:,} rows and {columns:,} columns{short}. A mask has as many rows as columns, "
            "at most 2,048.",
            field="file",
            rows=rows,
            columns=columns,
            row=row,
            cells=columns if cells is None else cells,
        )
