"""Without positions an encoder reads a set: shuffled tokens give shuffled outputs, and nothing else changes."""

from pathlib import Path

import numpy as np
import pytest
import torch

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.catalog.models import ZOO
from compute.engine.lab import load_model
from compute.engine.loaded import LoadedModels
from compute.engine.run import execute
from compute.lab.tokenizer import ARROW_ID, END_ID, MASK_ID, START_ID
from compute.spec import RunSpec

ENGLISH, CHINESE = "He put the book on the desk.", "他把书放在桌上。"
SHIPPED = sorted(file.parent.name for file in ZOO.glob("encoder-*/card.json") if "decoder" not in file.parent.name)


def pair(name: str) -> torch.Tensor:
    """The pair as in training, with two tokens masked."""
    tokenizer = load_model(ZOO / name).tokenizer
    sides = [tokenizer.encode(text, add_special_tokens=False).ids for text in (ENGLISH, CHINESE)]
    ids = [START_ID, *sides[0], ARROW_ID, *sides[1], END_ID]
    ids[3] = ids[-3] = MASK_ID
    return torch.tensor(ids)


@torch.no_grad()
def difference(name: str, order: torch.Tensor) -> float:
    """Largest difference of any probability between the text read in this order and as it was, token by token."""
    model, ids = load_model(ZOO / name).model, pair(name)
    straight, shuffled = (model(read[None])[0].softmax(-1) for read in (ids, ids[order]))
    return float((shuffled - straight[order]).abs().max())


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_shipped_encoder_without_positions_is_permutation_equivariant(seed: int) -> None:
    order = torch.randperm(len(pair("encoder-none")), generator=torch.Generator().manual_seed(seed))
    assert difference("encoder-none", order) < 1e-5


@pytest.mark.parametrize("name", [name for name in SHIPPED if name != "encoder-none"])
def test_one_with_positions_is_not(name: str) -> None:
    order = torch.arange(len(pair(name))).roll(5)
    assert difference(name, order) > 0.01


def test_alibi_in_an_encoder_tells_distance_and_no_direction() -> None:
    """Its bias is the same before a token and behind it: a text read backwards has the same outputs."""
    assert difference("encoder-alibi", torch.arange(len(pair("encoder-alibi"))).flip(0)) < 1e-5
    assert difference("encoder-t5", torch.arange(len(pair("encoder-t5"))).flip(0)) > 0.01


def test_so_are_its_maps_as_a_run_stores_them(tmp_path: Path) -> None:
    """Two characters change places: rows and columns of every head change places with them."""
    models = LoadedModels(2**30)
    for text in ("猫看狗", "狗看猫"):
        execute(
            RunSpec(model="encoder-none", text=text),
            emit=lambda event: None, writer=Capture.at(tmp_path / text), should_stop=lambda: False, deadline_s=60,
            models=models,
        )  # fmt: skip
    order = [0, 3, 2, 1, 4]  # the start and the end stay
    for layer in range(3):
        one, other = (Capture.at(tmp_path / text).record("encoder", layer) for text in ("猫看狗", "狗看猫"))
        for head in range(4):
            before, after = (weights(each, 0, head, slice(0, 5), slice(0, 5)) for each in (one, other))
            assert np.abs(after - before[order][:, order]).max() < 1e-3
