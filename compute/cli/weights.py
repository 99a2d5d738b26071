"""`python -m compute weights DIR --layer 3 --head 2`: one head's attention weights, exactly, from a stored run.

    python -m compute weights trophy --layer 3 --head 2 --rows 5:9
    python -m compute weights trophy --layer 3 --head 2 --format csv > head.csv

A row is a query, a column a key. A masked cell is null in JSON and empty in CSV, so that it is not taken for zero.
"""

import argparse
import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import get_args

from compute.capture.record import AttentionRecord
from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.errors import InvalidRequest, NotFound, quoted, within
from compute.events import KINDS, Kind, RunTokens, Token
from compute.fold import fold

ROWS = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?")


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "weights",
        help="print a head's attention weights from a stored run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("capture", type=Path, help="the folder that `run --out` filled")
    parser.add_argument("--layer", type=int, required=True, help="from 0")
    parser.add_argument("--head", type=int, required=True, help="query head, from 0")
    parser.add_argument(
        "--kind", choices=get_args(Kind), help="which attention; needed for encoder-decoder models only"
    )
    parser.add_argument("--row", type=int, default=0, help="row of the batch, from 0")
    parser.add_argument("--rows", help="queries: 5, or 5:9 for 5 to 8; all if not given")
    parser.add_argument("--format", choices=("json", "csv"), default="json")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> None:
    capture = Capture.at(arguments.capture)
    said = _said(capture, arguments.capture)
    within("layer", arguments.layer, said.model.layers)
    record = capture.record(_kind(said, arguments.kind), arguments.layer)
    within("head", arguments.head, record.heads)
    within("row", arguments.row, record.rows)
    queries = parse_rows(arguments.rows, record.queries)
    asking, tokens = said.queries(record.kind)[arguments.row].tokens, said.keys(record.kind)[arguments.row].tokens
    cells = weights(record, arguments.row, arguments.head, queries, slice(0, record.keys))
    rows = [[None if cell != cell else _short(cell) for cell in row] for row in cells.tolist()]
    if arguments.format == "csv":
        csv.writer(sys.stdout).writerows(_table(queries, asking, tokens, rows))
    else:
        document = _document(record, arguments.head, queries, asking, tokens, rows)
        print(json.dumps(document, ensure_ascii=False, allow_nan=False))


def parse_rows(given: str | None, limit: int) -> slice:
    """The queries meant by “5” or “5:9” (the end not included); all without a word.

    Raises: InvalidRequest for another form or an empty range, OutOfRange beyond the last query.
    """
    if given is None:
        return slice(0, limit)
    match = ROWS.fullmatch(given)
    start = int(match[1]) if match else 0
    stop = start + 1 if match is None or match[2] is None else int(match[2])
    if match is None or stop <= start:
        raise InvalidRequest(f"{quoted(given, 40)} is no range of rows. Write 5, or 5:9 for rows 5 to 8.", field="rows")
    within("rows", stop - 1, limit)
    return slice(start, stop)


def _said(capture: Capture, folder: Path) -> RunTokens:
    with suppress(NotFound):
        said = fold(capture.events()).tokens
        if said is not None:
            return said
    raise InvalidRequest(
        f"{folder} holds no finished run. Make one: python -m compute run spec.json --out {folder}", field="capture"
    )


def _kind(said: RunTokens, given: Kind | None) -> Kind:
    kinds = KINDS[said.model.architecture]
    if given is None and len(kinds) > 1:
        raise InvalidRequest(
            f"{said.model.title} has three kinds of attention. Choose one by --kind: {', '.join(kinds)}.", field="kind"
        )
    if given is not None and given not in kinds:
        raise InvalidRequest(f"{said.model.title} has no {given} attention. Ask for {kinds[0]}.", field="kind")
    return given or kinds[0]


def _short(weight: float) -> float:
    return float(f"{weight:.7g}")  # all the digits that float32 has


def _document(
    record: AttentionRecord,
    head: int,
    queries: slice,
    asking: Sequence[Token],
    tokens: Sequence[Token],
    rows: list[list[float | None]],
) -> dict[str, object]:
    """`asking` are the tokens of the queries, `tokens` those of the keys; only across two texts do they differ."""
    across = {"query_tokens": [token.label for token in asking]} if record.kind == "cross" else {}
    return {
        "kind": record.kind,
        "layer": record.layer,
        "head": head,
        "kv_head": record.kv_head(head),
        "tokens": [token.label for token in tokens],
        **across,
        "queries": list(range(queries.start, queries.stop)),
        "rows": rows,
    }


def _table(
    queries: slice, asking: Sequence[Token], tokens: Sequence[Token], rows: list[list[float | None]]
) -> Iterator[list[object]]:
    yield ["query", "token", *(f"{place} {token.label}" for place, token in enumerate(tokens))]
    for query, row in zip(range(queries.start, queries.stop), rows, strict=True):
        yield [query, asking[query].label, *row]
