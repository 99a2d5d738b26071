"""`python -m compute extrapolate MODEL …`: loss against position, beyond the length of training.

    python -m compute extrapolate decoder-rope decoder-alibi
    python -m compute extrapolate decoder-rope --text story.txt --times 4 --bin 32 --json

Each model reads the same text, as far as it can: a learned table of positions ends where it ends. Of a decoder every
token's loss counts, of an encoder that of one token in eight, which is masked.
"""

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from compute.errors import InvalidRequest

if TYPE_CHECKING:
    from compute.events import ModelCard
    from compute.lab.length import Bin
    from compute.spec import RunSpec


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "extrapolate",
        help="loss against position, beyond the length of training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("models", nargs="+", metavar="MODEL", help="decoders or encoders, by their names")
    parser.add_argument("--text", type=Path, help="a text file (default: a story of 1,290 tokens)")
    parser.add_argument("--times", type=int, default=8, help="how many times the trained length is read (default: 8)")
    parser.add_argument("--bin", type=int, default=64, help="positions averaged over (default: 64)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(command=extrapolate)


def extrapolate(arguments: argparse.Namespace) -> None:
    """Raises: InvalidRequest, UnknownModel and whatever a run refuses, before anything is computed."""
    from compute.catalog.models import model_card, model_folder
    from compute.lab.length import LONG_TEXT, long_spec

    for name, most in (("times", 8), ("bin", 8_192)):
        if not 1 <= getattr(arguments, name) <= most:
            raise InvalidRequest(f"{name} = {getattr(arguments, name)} can't be used. It is 1 to {most:,}.", field=name)
    text = (arguments.text or LONG_TEXT).read_text("utf-8")
    cards = [model_card(name) for name in arguments.models]
    asked = [(card, long_spec(card, model_folder(card.name), text, arguments.times * _trained(card))) for card in cards]
    found = [(card, _bins(spec, arguments.bin)) for card, spec in asked]
    if arguments.json:
        print(json.dumps([_facts(card, bins) for card, bins in found]))
        return
    _print(found)


def _trained(card: "ModelCard") -> int:
    return card.trained_tokens or card.context_tokens


def _bins(spec: "RunSpec", width: int) -> "list[Bin]":
    from compute.lab.length import binned, losses_of
    from compute.notebook import RecordedRun, record

    with TemporaryDirectory(prefix="attention-atlas-") as folder:
        record(spec, Path(folder))
        return binned(losses_of(RecordedRun(folder).state), width)


def _facts(card: "ModelCard", bins: "list[Bin]") -> dict[str, object]:
    return {
        "model": card.name,
        "position": card.position_row,
        "trained_tokens": card.trained_tokens,
        "bins": [vars(one) for one in bins],
    }


def _print(found: "list[tuple[ModelCard, list[Bin]]]") -> None:
    """A row for each bin, a column for each model; a line stands where training ended."""
    width = max(len(card.name) for card, _ in found)
    trained = min((card.trained_tokens for card, _ in found if card.trained_tokens), default=None)
    spans = sorted({(one.first, one.last) for _, bins in found for one in bins})
    print(f"{'positions':12} " + " ".join(f"{card.name:>{width}}" for card, _ in found))
    drawn = trained is None
    for first, last in spans:
        if not drawn and trained is not None and first >= trained:
            print(f"{f'trained: {trained}':─<{13 + (width + 1) * len(found) - 1}}")
            drawn = True
        cells = [next((one for one in bins if (one.first, one.last) == (first, last)), None) for _, bins in found]
        told = " ".join(f"{'' if one is None else f'{one.loss:.3f}':>{width}}" for one in cells)
        print(f"{f'{first}–{last}':12} {told}".rstrip())
