"""`python -m compute zoo`: trains the models that ship, one after another; done ones are left as they are.

python -m compute zoo --list
python -m compute zoo --corpus sentences.tsv --out compute/zoo
python -m compute zoo --corpus sentences.tsv --out compute/zoo encoder-decoder-rope decoder-rope-window
python -m compute zoo --score --corpus sentences.tsv encoder-decoder-rope
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "zoo",
        help="train the models that ship",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help="models to train (default: all)")
    parser.add_argument("--list", action="store_true", help="name them, what each takes and how well it does")
    parser.add_argument("--score", action="store_true", help="train nothing; write the cards of trained ones again")
    parser.add_argument("--corpus", type=Path, help="sentence pairs (TSV with eng and cmn)")
    parser.add_argument("--out", type=Path, default=Path("compute/zoo"), help="a folder for each model goes here")
    parser.set_defaults(command=train_zoo)


def train_zoo(arguments: argparse.Namespace) -> None:
    """Trains what is asked for. Raises: InvalidRequest for a name that there is not, or without a corpus."""
    from compute.errors import InvalidRequest
    from compute.lab.stored import CARD, read_card
    from compute.lab.zoo import zoo

    rows = zoo()
    unknown = [name for name in arguments.names if name not in rows]
    if unknown:
        raise InvalidRequest(f"There is no shipped model “{unknown[0]}”. Choose of: {', '.join(rows)}.", field="names")
    if arguments.list:
        for name, spec in rows.items():
            print(f"{name:28} {spec.steps:>7,} steps of {spec.batch}{_figures(arguments.out / name)}")
        return
    if arguments.corpus is None:
        raise InvalidRequest("The models are trained on sentence pairs. Name their file by --corpus.", field="corpus")
    named = arguments.names or rows
    if arguments.score:
        score_zoo([arguments.out / name for name in named if (arguments.out / name / CARD).exists()], arguments.corpus)
        return
    from compute.engine.lab import train_into

    for name in named:
        print(f"==> {name}", file=sys.stderr)
        ended = train_into(
            arguments.out / name,
            rows[name],
            arguments.corpus,
            emit=lambda event: print(event.model_dump_json(), flush=True),
        )
        if ended.why == "cancelled":
            raise KeyboardInterrupt
        if read_card(arguments.out / name).sample is None:
            score_zoo([arguments.out / name], arguments.corpus)


def _figures(folder: Path) -> str:
    """What the card tells of a trained one, over held-out pairs."""
    from compute.lab.stored import CARD, read_card

    if not (folder / CARD).exists():
        return ""
    card = read_card(folder)
    chrf = "".join(f", chrF {score.chrf:.1f} by a beam of {score.width}" for score in card.scores[-1:])
    return f"   {card.held_out_loss:.3f} nats, {card.held_out_accuracy:.1%} of {card.held_out_labels:,} tokens{chrf}"


def score_zoo(folders: Sequence[Path], corpus: Path) -> None:
    """Completes the cards of trained models, telling each."""
    from compute.engine.score import complete_card
    from compute.lab.corpus import read_pairs

    pairs = read_pairs(corpus)
    for folder in folders:
        print(f"==> scoring {folder.name}", file=sys.stderr)
        print(complete_card(folder, pairs).model_dump_json(), flush=True)
