"""`python -m compute leak spec.json`: which outputs hear of a token that the mask promises to hide from them.

    python -m compute leak spec.json
    python -m compute leak spec.json --promise 'causal and distance < 8' --json

Tokens of the first row are changed one at a time. A decoder promises that no output hears of a later token, an encoder
what its mask says; --promise names another mask, which is followed through all layers.
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from compute.cli.run import read_spec

if TYPE_CHECKING:
    from compute.events import RunLeaks

SHOWN = 8


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "leak",
        help="find out whether outputs hear of tokens that are hidden from them",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("spec", type=Path, help="a file with the run's inputs as JSON; - reads standard input")
    parser.add_argument("--promise", metavar="EXPRESSION", help="the mask that outputs are held against")
    parser.add_argument("--json", action="store_true", help="every change, pair and cell, as JSON")
    parser.set_defaults(command=leak)


def leak(arguments: argparse.Namespace) -> None:
    from compute.catalog.masks.expression import parse

    spec = read_spec(arguments.spec)
    promise = None if arguments.promise is None else parse(arguments.promise)
    from compute.engine.leak import leaks
    from compute.engine.loaded import loaded_models
    from compute.plain import plain

    found = leaks(spec, loaded_models(), promise)
    if arguments.json:
        print(json.dumps(plain(found), ensure_ascii=False, allow_nan=False))
        return
    print("\n".join(_lines(found)))


def _lines(found: "RunLeaks") -> list[str]:
    lines = [f"{len(found.changed)} tokens changed, one at a time; held against {found.promise}"]
    if not found.pairs and not found.cells:
        return [*lines, "No leak: no output heard of a token that is hidden from it."]
    lines.append(f"{found.pairs_in_all} leaks, {found.cells_in_all} cells that the promise does not allow")
    lines += [
        f"  output {pair.output} heard of token {pair.token}: it moved by {pair.moved:.3g}"
        for pair in found.pairs[:SHOWN]
    ]
    lines += [
        f"  query {cell.query} sees key {cell.key} in {len(cell.layers)} layers, weight up to {cell.weight:.3g}"
        for cell in found.cells[:SHOWN]
    ]
    return lines
