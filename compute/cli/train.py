"""`python -m compute train SPEC`: trains a lab model; stopped and started again, it goes on where it was.

    python -m compute train copy.json --out models/copy
    python -m compute train translate.json --out models/translate --corpus sentences.tsv

SPEC is a JSON file such as {"model": {"architecture": "decoder"}, "task": {"name": "copy"}}.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compute.lab.training import TrainingEvent


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "train", help="train a lab model", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("spec", type=Path, help="a JSON file")
    parser.add_argument("--out", type=Path, required=True, help="folder of the model and its checkpoint")
    parser.add_argument("--corpus", type=Path, help="sentence pairs (TSV with eng and cmn), for the task `pairs`")
    parser.add_argument("--json", action="store_true", help="one event a line, as JSON")
    parser.set_defaults(command=train)


def train(arguments: argparse.Namespace) -> None:
    """Trains, telling of its progress; an interrupt keeps the last step."""
    from compute.lab.recipe import read_spec

    spec = read_spec(arguments.spec)
    from compute.engine.lab import train_into  # loads torch, after the spec was found good

    def say(event: "TrainingEvent") -> None:
        print(event.model_dump_json() if arguments.json else _in_words(event), flush=True)

    ended = train_into(arguments.out, spec, arguments.corpus, emit=say)
    if ended.why == "cancelled":
        print(f"Stopped after step {ended.step}; the same command goes on from there.", file=sys.stderr)
        raise KeyboardInterrupt


def _in_words(event: "TrainingEvent") -> str:
    match event.type:
        case "training.started":
            again = f", from step {event.from_step:,}" if event.from_step else ""
            return f"{event.parameters:,} parameters, {event.steps:,} steps{again}"
        case "training.progress":
            return (
                f"step {event.step:>7,}   loss {event.loss:.3f} nats   accuracy {event.accuracy:6.1%}   "
                f"{event.tokens_per_s:,.0f} tokens/s   {event.left_s:,.0f} s left"
            )
        case "training.checkpoint":
            return (
                f"step {event.step:>7,}   held out: loss {event.held_out_loss:.3f} nats, "
                f"accuracy {event.held_out_accuracy:.1%} of {event.labels:,} tokens"
            )
        case "training.ended":
            return f"{event.why} after step {event.step:,}, {event.elapsed_s:,.0f} s"
