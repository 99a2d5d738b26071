"""The weights of a head or of a whole layer as files: CSV for tables, NPZ for numpy. Exactly what is on screen."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from compute.capture.record import Single
from compute.capture.weights import weights
from compute.errors import AtlasError
from compute.events import Token
from webapp.runs.heads import Head

# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class ExportTooLarge(AtlasError):
    """Refused by its size, before anything is computed."""

    code = "export_too_large"

    def __init__(self, given: int, limit: int, form: str) -> None:
        super().__init__(
            f"The {form} file would have {given:,} weights; at most {limit:,} are written. "
            "Ask for a single head, or for NPZ, which holds more.",
            field="head",
            given=given,
            limit=limit,
        )


@dataclass(frozen=True)
class Sheet:
    """Heads of one layer: `cells` gives one head's weights [query, key], NaN where masked or hidden."""

    heads: Sequence[Head]
    about: dict[str, object]  # which run, layer, ... it is; goes into the NPZ
    hide: Sequence[str]
    renormalise: bool

    def cells(self, head: Head) -> Single:
        whole = slice(0, head.record.queries), slice(0, head.record.keys)
        return weights(head.record, head.row, head.head, *whole, head.hide(self.hide), self.renormalise)

    @property
    def queries(self) -> Sequence[Token]:
        return self.heads[0].queries

    @property
    def keys(self) -> Sequence[Token]:
        return self.heads[0].keys


def as_csv(sheet: Sheet) -> Iterator[bytes]:
    """Lines in UTF-8. The first two name the keys, by index and by token; then a line for each query of each head.

    An empty cell is masked or hidden. Weights have as many digits as float32 needs to be read back exactly. A token
    that a spreadsheet would run as a formula is written behind an apostrophe.
    """
    keys = [plain_text(token.label) for token in sheet.keys]
    yield _line(["head", "query", "token", *range(len(keys))])
    yield _line(["", "", "", *keys])
    for head in sheet.heads:
        for query, (token, row) in enumerate(zip(sheet.queries, sheet.cells(head), strict=True)):
            cells = ["" if np.isnan(cell) else str(cell) for cell in row]
            yield _line([head.head, query, plain_text(token.label), *cells])


def as_npz(sheet: Sheet) -> bytes:
    """`weights` float32 [head, query, key], NaN where masked or hidden; `heads`; `query_tokens`, `key_tokens`;
    `axes`; `about`, a text in JSON. Nothing in it needs pickle."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        weights=np.stack([sheet.cells(head) for head in sheet.heads]),
        heads=np.array([head.head for head in sheet.heads], np.int32),
        query_tokens=np.array([token.label for token in sheet.queries], np.str_),
        key_tokens=np.array([token.label for token in sheet.keys], np.str_),
        axes=np.array(["head", "query", "key"]),
        about=np.array(json.dumps(sheet.about, ensure_ascii=False)),
    )
    return file.getvalue()


@dataclass(frozen=True)
class Form:
    """One kind of file. most: weights in one file; above it the answer would take long and fit nowhere."""

    media: str
    most: int
    write: Callable[[Sheet], bytes]


FORMS = {
    "csv": Form("text/csv; charset=utf-8", 4_000_000, lambda sheet: b"".join(as_csv(sheet))),
    "npz": Form("application/x-npz", 64_000_000, as_npz),
}


def write(sheet: Sheet, name: str) -> bytes:
    """Raises: ExportTooLarge."""
    form, record = FORMS[name], sheet.heads[0].record
    size = len(sheet.heads) * record.queries * record.keys
    if size > form.most:
        raise ExportTooLarge(size, form.most, name.upper())
    return form.write(sheet)


def plain_text(label: str) -> str:
    """The label, behind an apostrophe where a spreadsheet would run it."""
    return f"'{label}" if label.startswith(FORMULA) else label


def _line(values: Sequence[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(values)
    return text.getvalue().encode()
