"""`python -m compute list models`: what there is to choose from."""

import argparse
import json


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("list", help="list what there is to choose from", description=__doc__)
    parser.add_argument("what", choices=["models"])
    parser.add_argument("--json", action="store_true", help="every fact, as JSON")
    parser.set_defaults(command=list_models)


def list_models(arguments: argparse.Namespace) -> None:
    from compute.catalog.models import models

    cards = models()
    if arguments.json:
        print(json.dumps([card.model_dump(mode="json") for card in cards], ensure_ascii=False, indent=1))
        return
    for card in cards:
        heads = f"{card.layers} layers × {card.query_heads} heads"
        print(f"{card.name:32} {card.architecture:8} {heads:22} {card.context_tokens:>7,} tokens   {card.title}")
    if not cards:
        print("No model is prepared yet. Run: python -m compute prepare")
