"""`python -m compute prepare`: makes the packaged and the operator's models ready, once."""

import argparse
import sys


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("prepare", help="make the models ready to run; needs no network", description=__doc__)
    parser.set_defaults(command=prepare)


def prepare(arguments: argparse.Namespace) -> None:
    from compute.catalog.models import CARD, rows
    from compute.settings import settings

    if all((settings().models_dir / row.name / CARD).exists() for row in rows()):
        _say("All models are ready.")  # without loading torch
        return
    from compute.engine import sources

    sources.prepare(_say)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
