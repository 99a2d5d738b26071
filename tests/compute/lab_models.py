"""Small lab models with random weights, stored as trained ones are."""

from pathlib import Path

import torch
from tokenizers import Tokenizer

from compute.engine.lab import save_model
from compute.engine.transformer import Transformer
from compute.lab.data import Example, Stored
from compute.lab.tokenizer import train_tokenizer
from compute.lab.training import Ended, TrainSpec

LINES = ["The cat sat on the mat. The cat saw the dog.", "猫坐在垫子上。狗看见猫。"]


def bilingual() -> Tokenizer:
    return train_tokenizer(LINES * 20, 320)


def training(architecture: str, **model: object) -> TrainSpec:
    shape = {"layers": 2, "model_dim": 32, "heads": 4, "kv_heads": 2, "ffn_dim": 48, "max_tokens": 64}
    return TrainSpec.model_validate(
        {"model": {"architecture": architecture, **shape, **model}, "task": {"name": "pairs"}, "steps": 1}
    )


def random_model(folder: Path, architecture: str, *, seed: int = 0, **model: object) -> Path:
    """A folder as `train_into` leaves it, of a model that has learned nothing; LabSpec's fields may be given."""
    spec, tokenizer = training(architecture, **model), bilingual()
    torch.manual_seed(seed)
    made = Transformer(spec.model, tokenizer.get_vocab_size()).eval()
    for parameter in made.parameters():
        parameter.data.mul_(1.5)  # far from uniform attention
    few = [Example(tuple(tokenizer.encode(LINES[0]).ids[:5]), tuple(tokenizer.encode(LINES[1]).ids[:5]))]
    save_model(folder, spec, Stored(tokenizer, few, few), made, Ended(step=1, why="done", elapsed_s=1.0))
    return folder
