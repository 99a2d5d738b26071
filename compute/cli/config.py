"""`python -m compute config config.json`: what a model's config says, read: heads, masks, position and its real limit.

python -m compute config config.json
python -m compute config --model gemma-3-27b --json
"""

import argparse
import json

from compute.cli.cost import add_model, read_shape


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "config",
        help="read a model's config",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_model(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(command=show)


def show(arguments: argparse.Namespace) -> None:
    from compute.catalog.configs import facts

    found = facts(read_shape(arguments))
    if arguments.json:
        print(json.dumps(found.model_dump(mode="json"), ensure_ascii=False, allow_nan=False))
        return
    for name, value in found.model_dump(mode="json").items():
        if name in ("masks", "encoder_masks", "limit_reason", "notices") or value is None:
            continue
        print(f"{name.replace('_', ' '):28} {_shown(value)}")
    for name, masks in (("mask", found.masks), ("encoder's mask", found.encoder_masks)):
        for words, layers in _masks([mask.words for mask in masks]).items():
            print(f"{name:28} {words}: layers {layers}")
    for notice in found.notices:
        print(f"note: {notice.message}")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _masks(words: list[str]) -> dict[str, str]:
    """Which layers have which mask, as in “0–4, 6–10”."""
    found: dict[str, list[list[int]]] = {}
    for layer, said in enumerate(words):
        runs = found.setdefault(said, [])
        if runs and runs[-1][1] == layer - 1:
            runs[-1][1] = layer
        else:
            runs.append([layer, layer])
    return {
        said: ", ".join(f"{first}–{last}" if last > first else f"{first}" for first, last in runs)
        for said, runs in found.items()
    }
