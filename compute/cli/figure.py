"""`python -m compute figure NAME config.json`: one figure of a model, with its formula and the numbers filled in.

    python -m compute figure kv_bytes config.json --tokens 4096 --bytes-per-value 2
    python -m compute figure forward_flops --model gpt2 --tokens 1024 --mask dense
    python -m compute figure parallel_plan --model llama-3-70b --tensor 8 --tokens 8192

`python -m compute list figures` names them all; `figure NAME --help` says what each can be asked.
"""

import argparse
import json
from typing import TYPE_CHECKING

from compute.cli.cost import add_model, print_figure, read_shape
from compute.cli.flags import add_rows, given

if TYPE_CHECKING:
    from compute.catalog.costs import Figure


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from compute.catalog.costs import figures

    parser = commands.add_parser(
        "figure",
        help="one figure of a model's cost",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=show)
    add_rows(parser, figures, lambda row: row.params, _add_common)


def _add_common(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    parser.add_argument("--json", action="store_true", help="with unit, formula, filled-in numbers and source, as JSON")


def show(arguments: argparse.Namespace) -> None:
    from compute.catalog.costs import figure_of

    print_figures(figure_of(read_shape(arguments), arguments.row, **given(arguments)), arguments.json)


def print_figures(found: "tuple[Figure, ...]", as_json: bool) -> None:
    if as_json:
        print(json.dumps([figure.model_dump(mode="json") for figure in found], ensure_ascii=False, allow_nan=False))
        return
    print(f"{found[0].formula}    {found[0].source}")
    for figure in found:
        print_figure(figure)
        if figure.filled:
            print(f"    = {figure.filled}")
