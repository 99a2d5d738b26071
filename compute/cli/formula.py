"""`python -m compute formula NAME`: a formula of plain numbers, as a paper states it, with the numbers filled in.

    python -m compute formula training_flops --parameters 175e9 --train-tokens 300e9
    python -m compute formula mask_pairs --mask sliding_window:window=2048 --tokens 4096
    python -m compute formula rotary_bands --scaling llama3 --factor 8 --trained-tokens 8192 --theta 500000

`python -m compute list formulas` names them all.
"""

import argparse

from compute.cli.figure import print_figures
from compute.cli.flags import add_rows, given


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from compute.catalog.costs import formulas

    parser = commands.add_parser(
        "formula",
        help="a cost of plain numbers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=show)
    add_rows(parser, formulas, lambda row: row.params, _add_common)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="with unit, formula, filled-in numbers and source, as JSON")


def show(arguments: argparse.Namespace) -> None:
    from compute.catalog.costs import formula_of

    print_figures(formula_of(arguments.row, **given(arguments)), arguments.json)
