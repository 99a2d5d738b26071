"""Trained lab models on disk: a folder with its specification, tokenizer, weights and card."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from compute.engine.checkpoint import forget_state
from compute.engine.train import evaluate, train
from compute.engine.transformer import Transformer
from compute.lab.corpus import LICENCE
from compute.lab.data import Data
from compute.lab.recipe import PAIRS, data_of
from compute.lab.stored import CARD, SPEC, TOKENIZER, WEIGHTS, Card, read_card, write_card
from compute.lab.training import Ended, TrainingEvent, TrainSpec
from compute.settings import settings


def train_into(folder: Path, spec: TrainSpec, corpus: Path | None, *, emit: Callable[[TrainingEvent], None]) -> Ended:
    """Trains and stores the model in `folder`; Ctrl-C stops after the step at hand and keeps it.

    A training that is finished there is not done again.
    """
    finished = finished_training(folder, spec)
    if finished is not None:
        emit(finished)
        return finished
    torch.set_num_threads(settings().torch_threads)
    data = data_of(spec, corpus)
    told: list[TrainingEvent] = []

    def tell(event: TrainingEvent) -> None:
        told.append(event)
        emit(event)

    with _interrupted() as stopped:
        model = train(spec, data, folder, emit=tell, between=lambda moment: "cancelled" if stopped else None)
    ended = next(event for event in reversed(told) if isinstance(event, Ended))
    save_model(folder, spec, data, model, ended)
    if ended.why != "cancelled":
        forget_state(folder)
    return ended


def finished_training(folder: Path, spec: TrainSpec) -> Ended | None:
    """How the training of this specification ended in the folder; None = it did not, or was cancelled."""
    if not (folder / CARD).exists():
        return None
    card = read_card(folder)
    return card.ended if card.digest == spec.digest() and card.ended.why != "cancelled" else None


def save_model(folder: Path, spec: TrainSpec, data: Data, model: Transformer, ended: Ended) -> None:
    """Writes what is needed to run the model again and to know what it is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SPEC).write_text(spec.model_dump_json(indent=1), "utf-8")
    data.tokenizer.save(str(folder / TOKENIZER))
    shown = {
        name: tensor.half().contiguous() for name, tensor in model.state_dict().items() if not _is_tied(spec, name)
    }
    save_file(shown, folder / WEIGHTS)
    loss, accuracy, labels = evaluate(load_model(folder).model, data)
    card = Card(
        digest=spec.digest(),
        parameters=sum(parameter.numel() for parameter in model.parameters()),
        vocabulary=data.tokenizer.get_vocab_size(),
        ended=ended,
        held_out_loss=loss,
        held_out_accuracy=accuracy,
        held_out_labels=labels,
        licence=LICENCE if spec.task.name == PAIRS else None,
        torch=torch.__version__,
        seed=spec.seed,
    )
    write_card(folder, card)


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
