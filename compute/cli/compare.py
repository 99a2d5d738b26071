"""`python -m compute compare spec.json --variant …`: one run beside others that differ from it, as a table.

    python -m compute compare spec.json --variant 'mask=sliding_window(window=4)' --variant 'dtype=bfloat16'
    python -m compute compare spec.json --variant other.json --json

A variant is a file with a spec of its own, or FIELD=VALUE: the same spec with one field changed, several with `;`
between them. A mask is named with its parameters, or is an expression. The base is A, the variants are B, C and so on.
"""

import argparse
import json
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from compute.begin import begin
from compute.cli.run import read_spec
from compute.errors import IncomparableRuns, InvalidRequest, quoted
from compute.events import RunTokens
from compute.spec import RunSpec

if TYPE_CHECKING:
    from compute.compare.figures import Figures
    from compute.compare.wire import Effects
    from compute.notebook import RecordedRun

LETTERS = "ABCDEFGH"
ROW = re.compile(r"(\w+)(?:\(([^()]*)\))?")
MOVED = 5  # heads named, those that moved most


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "compare",
        help="run a spec and variants of it, and say what changed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("spec", type=Path, help="a file with the base's inputs as JSON; - reads standard input")
    parser.add_argument(
        "--variant", action="append", required=True, metavar="FIELD=VALUE|FILE", help="may be given up to seven times"
    )
    parser.add_argument("--out", type=Path, help="folder for the captures, in A, B, …; not kept without it")
    parser.add_argument("--json", action="store_true", help="every figure, place by place")
    parser.set_defaults(command=run)


@dataclass(frozen=True)
class Column:
    """One variant: how it is named, what it ran, and what came of it against the base. why: it is not compared."""

    letter: str
    name: str
    spec: RunSpec
    run: "RecordedRun"
    figures: "Figures"
    effects: "Effects | None"
    moved: list[tuple[float, int, int]]  # divergence in nats, layer, head
    why: str | None


def run(arguments: argparse.Namespace) -> None:
    base = read_spec(arguments.spec)
    if len(arguments.variant) >= len(LETTERS):
        raise InvalidRequest(
            f"{len(arguments.variant)} variants were given; at most {len(LETTERS) - 1} are compared.", field="variant"
        )
    specs = [base, *(read_variant(base, given) for given in arguments.variant)]
    names = [str(arguments.spec), *arguments.variant]
    with tempfile.TemporaryDirectory(prefix="attention-atlas-") as temporary:
        folder = arguments.out or Path(temporary)
        for letter, spec in zip(LETTERS, specs, strict=False):
            begin(spec, folder / letter)  # every mistake is told before torch is loaded
        columns = _columns(specs, names, folder)
        print(json.dumps(_document(columns), ensure_ascii=False) if arguments.json else _table(columns))


def read_variant(base: RunSpec, given: str) -> RunSpec:
    """The spec that FIELD=VALUE or a file makes of the base.

    Raises: InvalidRequest, with what is wrong.
    """
    if "=" not in given.partition("(")[0]:
        return read_spec(Path(given))
    changed = base.model_dump(mode="json")
    for part in given.split(";"):
        field, _, value = (word.strip() for word in part.partition("="))
        if field not in RunSpec.model_fields:
            raise InvalidRequest(
                f"{quoted(field, 40)} is no field of a spec. Choose from: {', '.join(RunSpec.model_fields)}.",
                field="variant",
            )
        changed[field] = _mask(value) if field == "mask" else _value(value)
    try:
        return RunSpec.model_validate(changed)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidRequest(f"{quoted(given)} is no variant: {where}: {first['msg']}.", field=where) from None


def _value(words: str) -> object:
    try:
        return json.loads(words)
    except ValueError:
        return words


def _mask(words: str) -> object:
    """A row of the list with its parameters, an expression, or a forced mask as JSON."""
    from compute.catalog.masks import masks

    value = _value(words)
    if not isinstance(value, str):
        return value
    row = ROW.fullmatch(words)
    if row is None or row[1] not in {one.name for one in masks}:
        return {"mask": {"type": "expression", "text": words}}
    pairs = [part.partition("=") for part in (row[2] or "").split(",") if part.strip()]
    params = {name.strip(): _value(value.strip()) for name, _, value in pairs}
    return {"mask": {"type": "row", "name": row[1], "params": params}}


def _columns(specs: list[RunSpec], names: list[str], folder: Path) -> list[Column]:
    from compute.compare.figures import figures
    from compute.engine.compare import compare
    from compute.notebook import RecordedRun, record

    columns: list[Column] = []
    for letter, name, spec in zip(LETTERS, names, specs, strict=False):
        print(f"Running {letter}: {name}", file=sys.stderr)
        record(spec, folder / letter)
        done = RecordedRun(folder / letter)
        counted = figures(
            (done.capture.record(kind, layer) for kind, layer in sorted(done.state.layers)),
            _said(done).model.head_dim,
            spec.dtype,
            None if done.state.finished is None else done.state.finished.elapsed_ms,
            sum(layer.attention_ms for layer in done.state.layers.values()),
        )
        effects, moved, why = None, [], None
        if columns:
            base = columns[0]
            try:
                effects = compare((base.spec, base.run.capture), (spec, done.capture))
                moved = _moved(base.run, done)
            except IncomparableRuns as refused:
                why = refused.message
        columns.append(Column(letter, name, spec, done, counted, effects, moved, why))
    return columns


def _said(run: "RecordedRun") -> RunTokens:
    assert run.state.tokens is not None  # a finished run has said them
    return run.state.tokens


def _moved(base: "RecordedRun", variant: "RecordedRun") -> list[tuple[float, int, int]]:
    """The heads whose weights moved most, by mean Jensen-Shannon divergence over queries of the first row."""
    import numpy as np

    from compute.compare.align import align_map
    from compute.compare.maps import divergence
    from compute.compare.vocabulary import same_vocabulary

    same = same_vocabulary(_said(base).model.name, _said(variant).model.name)
    found = []
    for kind, layer in sorted(set(base.state.layers) & set(variant.state.layers)):
        try:
            align_map(_said(base), _said(variant), kind, 0, same)
        except IncomparableRuns:
            continue
        one, other = base.capture.record(kind, layer), variant.capture.record(kind, layer)
        for head in range(min(one.heads, other.heads)):
            each = divergence(one, other, 0, head)
            if not np.isnan(each).all():
                found.append((float(np.nanmean(each)), layer, head))
    return sorted(found, reverse=True)[:MOVED]


def _document(columns: list[Column]) -> dict[str, object]:
    return {
        "variants": [
            {
                "letter": column.letter,
                "name": column.name,
                "spec": column.spec.model_dump(mode="json", exclude_defaults=True),
                "loss": _loss(column),
                "figures": column.figures.model_dump(mode="json"),
                "effects": None if column.effects is None else column.effects.model_dump(mode="json"),
                "moved": [{"js": round(js, 6), "layer": layer, "head": head} for js, layer, head in column.moved],
                "not_compared": column.why,
            }
            for column in columns
        ]
    }


def _loss(column: Column) -> float | None:
    said = column.run.state.next_token.get(0)
    return None if said is None else said.mean_loss


def _table(columns: list[Column]) -> str:
    lines = [["", *(column.letter for column in columns)], ["variant", *(column.name for column in columns)]]
    lines += [[name, *(say(column, columns[0]) for column in columns)] for name, say in ROWS]
    told = [line for line in lines if any(line[1:]) or not line[0]]
    widths = [max(len(line[at]) for line in told) for at in range(len(columns) + 1)]
    table = "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in told
    )
    reasons = [f"{column.letter} is not compared: {column.why}" for column in columns if column.why]
    return "\n".join([table, *reasons])


def _say_loss(column: Column, base: Column) -> str:
    loss, before = _loss(column), _loss(base)
    if loss is None:
        return ""
    return f"{loss:.3f}" if column is base or before is None else f"{loss:.3f} ({loss - before:+.3f})"


def _say_kl(column: Column, base: Column) -> str:
    rows = [] if column.effects is None else column.effects.tokens
    return ", ".join("-" if row.mean_kl is None else f"{row.mean_kl:.3f}" for row in rows)


def _say_agreement(column: Column, base: Column) -> str:
    rows = [] if column.effects is None else column.effects.tokens
    return ", ".join(f"{row.agreement} / {len(row.places)}" for row in rows)


def _say_change(column: Column, base: Column) -> str:
    rows = [] if column.effects is None else column.effects.tokens
    return ", ".join(f"{row.mean_top_change:+.3f}" for row in rows)


def _say_sentences(column: Column, base: Column) -> str:
    said = None if column.effects is None else column.effects.sentences
    return "" if said is None else ", ".join(f"{away:.4f}" for away in said.sentences)


def _say_written(column: Column, base: Column) -> str:
    said = column.run.state.written.get(0)
    return "" if said is None else said.text


def _say_moved(column: Column, base: Column) -> str:
    return ", ".join(f"{layer}.{head} {js:.3f}" for js, layer, head in column.moved[:2])


ROWS = (
    ("loss, nats per token", _say_loss),
    ("KL from A, nats", _say_kl),
    ("top token as in A", _say_agreement),
    ("p of A's top token", _say_change),
    ("sentence vector, 1 - cosine", _say_sentences),
    ("text written", _say_written),
    ("pairs allowed, all maps", lambda column, base: f"{column.figures.pairs:,}"),
    ("attention FLOPs", lambda column, base: f"{column.figures.attention_flops:,}"),
    ("KV cache, bytes", lambda column, base: "" if column.figures.kv_bytes is None else f"{column.figures.kv_bytes:,}"),
    ("time, ms", lambda column, base: f"{column.figures.elapsed_ms or 0:.0f}"),
    ("moved most, layer.head JS", _say_moved),
)
