"""Command-line flags that follow from a table: one command a row, one flag a parameter."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from compute.registry import Registry, Row

if TYPE_CHECKING:
    from compute.catalog.params import Params

R = TypeVar("R", bound=Row)
Parsers = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_rows(
    parser: argparse.ArgumentParser,
    registry: Registry[R],
    params_of: Callable[[R], "type[Params]"],
    add_common: Callable[[argparse.ArgumentParser], None],
) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    """Gives `parser` a command for each row, with the row's parameters and the flags that all have.

    Returns where a command of another kind may be added.
    """
    names = parser.add_subparsers(required=True, metavar="NAME", dest="row")
    for row in registry:
        one = names.add_parser(
            row.name, help=row.title, description=row.help, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        add_params(one, params_of(row))
        add_common(one)
    return names


def add_params(parser: argparse.ArgumentParser, params: "type[Params]") -> None:
    """Gives `parser` a flag for each parameter."""
    for name, field in params.model_fields.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            dest=f"param_{name}",
            metavar="VALUE",
            help=f"{field.description} (default: {field.default})".replace("%", "%%"),
        )


def given(arguments: argparse.Namespace) -> dict[str, object]:
    """The parameters that were named on the command line, as text."""
    prefix = "param_"
    return {
        name.removeprefix(prefix): value
        for name, value in vars(arguments).items()
        if name.startswith(prefix) and value is not None
    }
