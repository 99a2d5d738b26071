"""Which experts each token went to, as a run tells it."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from compute.engine.blocks import routing
from compute.engine.lab import load_model
from compute.events import RunEvent, RunLayer
from compute.fold import fold
from tests.compute import tiny
from tests.compute.lab_models import random_model
from tests.compute.running import run

Listing = Callable[..., Path]


def ids(said: list[RunEvent]) -> torch.Tensor:
    tokens = fold(said).tokens
    assert tokens is not None
    return torch.tensor([[token.id for token in row.tokens] for row in tokens.rows])


@torch.no_grad()
def test_a_mixtrals_routes_are_the_largest_of_its_own_router_logits(list_model: Listing, tmp_path: Path) -> None:
    """Two of four experts for each token, by a softmax over the logits of those two."""
    model = tiny.mixtral().eval()
    for layer in model.model.layers:
        layer.mlp.gate.weight.normal_(0.0, 1.0)  # choices that are far from even
    list_model("local", tiny.saved(model, tmp_path / "source", pieces=("a", "b", "cat")))
    said = run(tmp_path / "out", model="local", text="a b cat b a")
    told = [event for event in said if isinstance(event, RunLayer)]
    logits = model(ids(said), output_router_logits=True).router_logits
    assert len(told) == len(logits) == 3
    for event, layer in zip(told, logits, strict=True):
        (routes,) = event.routes
        best = layer.topk(2)
        assert routes.experts == 4
        assert [list(choice) for choice in routes.expert] == best.indices.tolist()
        assert np.abs(routes.share.numpy() - best.values.softmax(-1).numpy()).max() < 1e-3


@torch.no_grad()
def test_both_stacks_of_a_lab_model_tell_the_routes_of_their_own_tokens(zoo: Path, tmp_path: Path) -> None:
    folder = random_model(zoo / "one", "encoder-decoder", experts=3, top_k=2)
    said = run(tmp_path / "out", model="one", text="The cat saw the dog.", second="狗看见猫。")
    told = {(event.kind, event.layer): event.routes for event in said if isinstance(event, RunLayer)}
    tokens = fold(said).tokens
    assert tokens is not None
    target = torch.tensor([[token.id for token in tokens.target[0].tokens]])
    model = load_model(folder).model
    with routing() as choices:
        model(target, memory=model.encode(ids(said)))
    assert {(one.place.kind, one.place.layer) for one in choices} == {
        (kind, layer) for kind in ("encoder", "decoder") for layer in range(2)
    }
    for one in choices:
        (routes,) = told[one.place.kind, one.place.layer]
        assert [list(choice) for choice in routes.expert] == one.expert[0].tolist()
        assert np.abs(routes.share.numpy() - one.share[0].numpy()).max() < 1e-3
    assert told["cross", 0] == told["cross", 1] == ()


def test_each_row_of_a_batch_has_its_routes(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "one", "encoder", experts=3, top_k=1)
    said = run(tmp_path / "out", model="one", text="The cat.", second="The dog saw the cat.", second_as="batch")
    alone = run(tmp_path / "alone", model="one", text="The cat.")
    for both, single in zip(
        (event for event in said if isinstance(event, RunLayer)),
        (event for event in alone if isinstance(event, RunLayer)),
        strict=True,
    ):
        first, second = both.routes
        (own,) = single.routes
        assert first.expert[: len(own.expert)] == own.expert
        assert len(first.expert) == len(second.expert) > len(own.expert)


def test_a_model_without_experts_tells_none(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "one", "decoder")
    said = run(tmp_path / "out", model="one", text="The cat.")
    assert all(event.routes == () for event in said if isinstance(event, RunLayer))
