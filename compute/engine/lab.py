"""Trained lab models on disk: a folder with its specification, tokenizer, weights and card."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from compute.engine.train import train
from compute.engine.transformer import Transformer
from compute.lab.recipe import data_of
from compute.lab.training import Checkpoint, Ended, TrainingEvent, TrainSpec

SPEC, TOKENIZER, WEIGHTS, CARD = "spec.json", "tokenizer.json", "model.safetensors", "card.json"


def train_into(folder: Path, spec: TrainSpec, corpus: Path | None, *, emit: Callable[[TrainingEvent], None]) -> Ended:
    """Trains and stores the model in `folder`, in half precision; Ctrl-C stops after the step at hand and keeps it."""
    data = data_of(spec, corpus)
    told: list[TrainingEvent] = []

    def tell(event: TrainingEvent) -> None:
        told.append(event)
        emit(event)

    with _interrupted() as stopped:
        model = train(spec, data, folder, emit=tell, should_stop=lambda: bool(stopped))
    ended = next(event for event in reversed(told) if isinstance(event, Ended))
    figures = next((event for event in reversed(told) if isinstance(event, Checkpoint)), None)
    save_model(folder, spec, data.tokenizer, model, figures)
    return ended


def save_model(
    folder: Path, spec: TrainSpec, tokenizer: Tokenizer, model: Transformer, figures: Checkpoint | None
) -> None:
    """Writes what is needed to run the model again and to know what it is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SPEC).write_text(spec.model_dump_json(indent=1), "utf-8")
    tokenizer.save(str(folder / TOKENIZER))
    shown = {
        name: tensor.half().contiguous() for name, tensor in model.state_dict().items() if not _is_tied(spec, name)
    }
    save_file(shown, folder / WEIGHTS)
    card = {
        "digest": spec.digest(),
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "torch": torch.__version__,
        "held_out": None if figures is None else figures.model_dump(exclude={"type"}),
    }
    (folder / CARD).write_text(json.dumps(card, indent=1), "utf-8")


@dataclass(frozen=True)
class LabModel:
    """A trained model, ready to run in float32."""

    spec: TrainSpec
    tokenizer: Tokenizer
    model: Transformer


def load_model(folder: Path) -> LabModel:
    """The model of a folder that `save_model` wrote."""
    spec = TrainSpec.model_validate_json((folder / SPEC).read_bytes())
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    model = Transformer(spec.model, tokenizer.get_vocab_size())
    stored = {name: tensor.float() for name, tensor in load_file(folder / WEIGHTS).items()}
    if spec.model.tied:
        stored["head.weight"] = stored["embedding.weight"]
    model.load_state_dict(stored)
    return LabModel(spec, tokenizer, model.eval())


def _is_tied(spec: TrainSpec, name: str) -> bool:
    """The output of a tied model is its embedding, stored once."""
    return spec.model.tied and name == "head.weight"


@contextmanager
def _interrupted() -> Iterator[list[int]]:
    """A list that is no longer empty once Ctrl-C was pressed; a second one ends the process as usual."""
    pressed: list[int] = []

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
