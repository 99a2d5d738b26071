"""`python -m compute position NAME`: what an encoding adds or turns, in numbers and as a drawing."""

import argparse
import json
from typing import TYPE_CHECKING

from compute.cli.flags import add_rows, given
from compute.errors import InvalidRequest

if TYPE_CHECKING:
    from compute.catalog.positions.picture import Part

SHADES = " ░▒▓█"
LIMITS = (("tokens", 1, 4096), ("length", 1, 16_777_216), ("heads", 1, 256), ("head_dim", 2, 512))


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from compute.catalog.positions import positions

    parser = commands.add_parser("position", help="the numbers of a position encoding", description=__doc__)
    parser.set_defaults(command=show_position)
    add_rows(parser, positions, lambda row: row.params, _add_stack)


def _add_stack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tokens", type=int, default=8, help="positions shown (default: 8)")
    parser.add_argument("--length", type=int, help="tokens of the whole text (default: those shown)")
    parser.add_argument("--heads", type=int, default=8, help="query heads (default: 8)")
    parser.add_argument("--head-dim", type=int, default=8, help="numbers of a head, even (default: 8)")
    parser.add_argument("--two-way", action="store_true", help="for an encoder: queries see later keys too")
    parser.add_argument("--json", action="store_true", help="every number, as JSON")


def show_position(arguments: argparse.Namespace) -> None:
    """Prints the parts of the encoding. Raises: InvalidRequest for a stack that can't be."""
    from compute.catalog.params import fill
    from compute.catalog.positions import Stack, positions
    from compute.catalog.positions.picture import facts, parts

    for name, least, most in LIMITS:
        value = getattr(arguments, name)
        if value is not None and not least <= value <= most:
            raise InvalidRequest(f"{name} = {value} can't be used. It is {least} to {most:,}.", field=name)
    if arguments.head_dim % 2:
        raise InvalidRequest(f"head_dim = {arguments.head_dim} can't be used. It is even.", field="head_dim")
    row = positions.rows[arguments.row]
    stack = Stack(
        model_dim=arguments.heads * arguments.head_dim,
        heads=arguments.heads,
        head_dim=arguments.head_dim,
        max_tokens=max(arguments.tokens, 1),
        two_way=arguments.two_way,
    )
    params = fill(row.params, given(arguments))
    encoding = row.function(params, stack)
    length = max(arguments.tokens, arguments.length or 0)
    shown, known = parts(encoding, stack, arguments.tokens, length), facts(encoding, row.name, stack, length)
    if arguments.json:
        arrays = {part.name: {"axes": part.axes, "values": part.values.tolist()} for part in shown}
        print(json.dumps({"position": row.name, "params": params.model_dump(), "facts": known, **arrays}))
        return
    told = ", ".join(f"{name} = {value}" for name, value in params.model_dump().items() if value is not None)
    print(f"{row.title}: {told}" if told else row.title)
    for name, value in known.items():
        if value is not None:
            print(f"{name}: {_told(value)}")
    if "slopes" in known:
        print("-slope * |i - j|: 0 on the diagonal, negative beside it")
    for part in shown:
        _print(part)
    if not shown:
        print("It adds nothing and turns nothing.")


def _told(value: object) -> str:
    if isinstance(value, list):
        return " ".join(f"{one:.6g}" for one in value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _print(part: "Part") -> None:
    print(f"\n{part.name} [{', '.join(part.axes)}]: {part.what}")
    planes = part.values if part.values.ndim == 3 else part.values[None]
    span = max(float(abs(part.values).max()), 1e-12)
    for head, plane in enumerate(
        planes.reshape(len(planes), len(planes[0]), -1) if part.values.ndim > 1 else planes[:, None]
    ):
        if part.values.ndim == 3:
            print(f"head {head}")
        for numbers in plane:
            shades = "".join(SHADES[round(abs(float(number)) / span * (len(SHADES) - 1))] * 2 for number in numbers)
            print(" ".join(f"{number:>9.4g}" for number in numbers), f" {shades}")
