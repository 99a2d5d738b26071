"""`python -m compute list models`: what there is to choose from; also masks, costs and more."""

import argparse
import json
from collections.abc import Callable, Mapping

from compute.cli.costs import list_devices, list_figures, list_formulas, list_published


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("list", help="list what there is to choose from", description=__doc__)
    parser.add_argument("what", choices=LISTS)
    parser.add_argument("--json", action="store_true", help="every fact, as JSON")
    parser.set_defaults(command=lambda arguments: LISTS[arguments.what](arguments.json))


def list_models(as_json: bool) -> None:
    from compute.catalog.models import models

    cards = models()
    if as_json:
        print(json.dumps([card.model_dump(mode="json") for card in cards], ensure_ascii=False, indent=1))
        return
    for card in cards:
        heads = f"{card.layers} layers × {card.query_heads} heads"
        print(f"{card.name:32} {card.architecture:15} {heads:22} {card.context_tokens:>7,} tokens   {card.title}")
    if not cards:
        print("No model is prepared yet. Run: python -m compute prepare")


def list_masks(as_json: bool) -> None:
    from compute.catalog.masks import masks
    from compute.catalog.masks.custom import described
    from compute.catalog.params import describe

    _print_rows([*(describe(row, row.params, row.example) for row in masks), *described()], as_json)


def list_positions(as_json: bool) -> None:
    from compute.catalog.params import describe
    from compute.catalog.positions import positions

    _print_rows([describe(row, row.params, row.example) for row in positions], as_json)


def list_tasks(as_json: bool) -> None:
    from compute.catalog.params import describe
    from compute.lab.tasks import tasks

    _print_rows([describe(row, row.params, row.example) for row in tasks], as_json)


def _print_rows(rows: list[dict[str, object]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        example = row["example"]
        params = ", ".join(f"{name}={value}" for name, value in example.items()) if isinstance(example, dict) else ""
        print(f"{row['name']:16} {row['title']:26} {params}")


LISTS: Mapping[str, Callable[[bool], None]] = {
    "models": list_models,
    "masks": list_masks,
    "positions": list_positions,
    "tasks": list_tasks,
    "models-published": list_published,
    "devices": list_devices,
    "figures": list_figures,
    "formulas": list_formulas,
}
