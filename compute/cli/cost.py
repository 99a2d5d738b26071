"""`python -m compute cost config.json`: what a model takes: parameters, FLOPs, KV cache, memory, time at best.

    python -m compute cost config.json --tokens 8192 --batch 4 --device h100 --precision bf16
    python -m compute cost --model llama-3-8b --tokens 32768 --mask sliding_window:window=4096 --json

CONFIG is a model's config.json; - reads standard input. --model is a published model (`list models-published`) or one
that can be run here (`list models`).
Every figure has its formula with the numbers filled in: see --json, or `figure NAME` for one of them.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from compute.cli.flags import add_params, given
from compute.errors import InvalidRequest
from compute.strict import read_json

if TYPE_CHECKING:
    from compute.catalog.configs.shape import Shape
    from compute.catalog.costs.report import Report
    from compute.catalog.costs.row import Figure


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from compute.catalog.costs.report import Question

    parser = commands.add_parser(
        "cost",
        help="what a model takes, and why",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_model(parser)
    add_params(parser, Question)
    parser.add_argument("--json", action="store_true", help="every figure with unit, formula and filled-in numbers")
    parser.set_defaults(command=cost)


def add_model(parser: argparse.ArgumentParser) -> None:
    """A config's file, or a published model's name."""
    parser.add_argument("config", type=Path, nargs="?", help="a config.json; - reads standard input")
    parser.add_argument(
        "--model", metavar="NAME", help="a published model, or one that can be run here, in place of a file"
    )


def read_shape(arguments: argparse.Namespace) -> "Shape":
    """Raises: InvalidRequest or InvalidConfig, with one sentence, for a file that is no config that is read."""
    from compute.catalog.configs.known import shape_of_model
    from compute.catalog.configs.read import read_config

    if (arguments.config is None) == (arguments.model is None):
        raise InvalidRequest(
            "Name a config.json, or a model by --model: one of the two. "
            "`python -m compute list models-published` lists them.",
            field="config",
        )
    if arguments.model is not None:
        return shape_of_model(arguments.model)
    file: Path = arguments.config
    from_input = str(file) == "-"
    name = "Standard input" if from_input else str(file)
    try:
        said = read_json(sys.stdin.buffer.read() if from_input else file.read_bytes())
    except ValueError as error:
        raise InvalidRequest(f"{name} is not JSON: {error}.", field="config") from None
    if not isinstance(said, dict):
        raise InvalidRequest(f"{name} is not a config: it is one JSON object.", field="config")
    return read_config(said)


def cost(arguments: argparse.Namespace) -> None:
    from compute.catalog.costs.report import Question, report
    from compute.catalog.params import fill

    shape = read_shape(arguments)
    found = report(shape, fill(Question, given(arguments)))
    if arguments.json:
        print(json.dumps(found.model_dump(mode="json"), ensure_ascii=False, allow_nan=False))
        return
    _print(found)


def _print(found: "Report") -> None:
    said = found.facts
    heads = f"{said.heads} heads" if said.kv_heads is None else f"{said.heads} heads, {said.kv_heads} key-value heads"
    print(f"{said.model_type}: {said.layers} layers, width {said.width:,}, {said.attention} with {heads}")
    limit = "no hard limit" if said.limit is None else f"{said.limit:,} tokens"
    stated = "" if said.stated in (None, said.limit) else f" (stated: {said.stated:,})"
    print(f"{said.position}: {limit}{stated}: {said.limit_source}")
    windows = f"{said.window_layers} of {said.layers} layers with window {said.window:,}" if said.window else said.mask
    print(f"mask: {windows}")
    for notice in said.notices:
        print(f"note: {notice.message}")
    group = ""
    for figure in found.figures:
        if figure.group != group:
            group = figure.group
            print(f"\n{group}")
        print_figure(figure)


def print_figure(figure: "Figure") -> None:
    """One line: the name, the value with its unit, and the same in a unit that is easier to read."""
    print(f"  {figure.name:42} {shown(figure.value):>26} {figure.unit:12} {readable(figure)}".rstrip())


def shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() else f"{value:,.6g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def readable(figure: "Figure") -> str:
    """Bytes in GiB or MiB, operations in tera or giga, seconds in milli; the divisor is the unit's own (C085)."""
    value = figure.value
    if not isinstance(value, int | float):
        return ""
    scales = {
        "bytes": ((2**30, "GiB"), (2**20, "MiB")),
        "FLOPs": ((10**21, "ZFLOP"), (10**18, "EFLOP"), (10**15, "PFLOP"), (10**12, "TFLOP"), (10**9, "GFLOP")),
        "s": ((1e-3, "ms"), (1e-6, "µs")),
        "parameters": ((10**9, "billion"), (10**6, "million")),
    }
    for scale, unit in scales.get(figure.unit, ()):
        if value >= scale:
            return f"{value / scale:,.4g} {unit}"
    return ""
