"""A pass by part: every trained number belongs to the part that the figures of costs count it in."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import nn
from transformers import PreTrainedModel

from compute.catalog.configs import read_config
from compute.catalog.costs import figure_of
from compute.engine.allocated import Tensors
from compute.engine.loaded import LoadedModels
from compute.engine.measuring import measure
from compute.engine.parts import FIGURES, Watch, part_of
from compute.events import RunEvent
from compute.measured import RunParts
from compute.spec import RunSpec
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.forced import named
from tests.compute.lab_models import random_model

MAKERS = (
    tiny.llama, tiny.gpt2, tiny.mixtral, tiny.bert, tiny.t5, tiny.bart, tiny.bloom, tiny.opt,
    tiny.distilbert,
)  # fmt: skip
TEXT = "The cat sat on the mat."


def counted(model: nn.Module) -> Counter[str]:
    """Trained numbers by the part of the innermost module around them that is one."""
    modules = dict(model.named_modules())
    found: Counter[str] = Counter()
    for path, values in model.named_parameters():
        around = path.rpartition(".")[0]
        while around and part_of(around, modules[around]) is None:
            around = around.rpartition(".")[0]
        found[part_of(around, modules[around]) or f"none: {path}" if around else f"none: {path}"] += values.numel()
    return found


def joined(parts: dict[str, int], by: dict[str, int]) -> dict[str, int]:
    """Figures added up as the timed parts join them."""
    whole = dict(parts)
    for name in by:
        if len(FIGURES.get(name, ())) > 1:
            whole[name] = sum(whole.pop(part) for part in FIGURES[name])
    return {part: values for part, values in whole.items() if values}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_the_numbers_of_each_part_are_those_that_the_figures_count(make: Callable[[], PreTrainedModel]) -> None:
    model = make()
    config = json.loads(model.config.to_json_string(use_diff=False)) | {"architectures": [type(model).__name__]}
    told = figure_of(read_config(config), "parameters_by_part")
    figures = {figure.name.removeprefix("parameters_by_part."): figure.value for figure in told}
    found = counted(model)
    assert found == joined({part: int(value or 0) for part, value in figures.items()}, found)


def of_run(events: list[RunEvent]) -> RunParts:
    (event,) = events
    assert isinstance(event, RunParts)
    return event


def measured(name: str, **spec: object) -> RunParts:
    given = RunSpec.model_validate({"model": name, "text": TEXT, "measure_parts": True, **spec})
    return of_run(list(measure(given, LoadedModels(2**30))))


def test_parts_add_up_to_the_pass_and_each_call_is_counted(list_model: Listing, tmp_path: Path) -> None:
    """Three layers of llama: two norms a layer and a last one, one call of each projection a layer."""
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))
    told = measured("tiny")
    calls = {part.part: part.calls for part in told.parts}
    assert calls | {"head": 1} == {
        "embedding": 1, "position": 1, "norms": 7, "q": 3, "k": 3, "v": 3, "attention": 3, "output": 3, "ffn": 3,
        "head": 1, "other": 0,
    }  # fmt: skip
    assert sum(part.ms for part in told.parts) == pytest.approx(told.elapsed_ms)
    assert all(part.ms >= 0 for part in told.parts)
    (head,) = (part for part in told.parts if part.part == "head")
    assert head.peak_bytes == len(TEXT) * 300 * 4  # logits of each byte in float32
    (attention,) = (part for part in told.parts if part.part == "attention")
    assert attention.figures == ("scores", "weighted_sum")


@pytest.mark.parametrize("architecture", ["encoder", "decoder", "encoder-decoder"])
def test_models_of_the_lab_have_the_same_parts(zoo: Path, architecture: str) -> None:
    random_model(zoo / "one", architecture)
    told = measured("one", mask={"mask": named("local", radius=2)})
    assert {"embedding", "norms", "q", "k", "v", "attention", "output", "ffn", "head"} <= {
        part.part for part in told.parts
    }
    across = [part for part in told.parts if part.part == "cross_attention"]
    assert len(across) == (architecture == "encoder-decoder")
    assert sum(part.ms for part in told.parts) == pytest.approx(told.elapsed_ms)


def test_experts_and_their_router_are_told_apart(zoo: Path, list_model: Listing, tmp_path: Path) -> None:
    random_model(zoo / "one", "decoder", experts=4, top_k=2)
    list_model("tiny", tiny.saved(tiny.mixtral(), tmp_path / "made"))
    for name, layers in (("one", 2), ("tiny", 3)):
        calls = {part.part: part.calls for part in measured(name).parts}
        assert calls["router"] == layers
        assert calls["experts"] >= layers
        assert "ffn" not in calls


def test_what_happens_within_another_part_is_counted_once() -> None:
    """An outer part that holds 2 KiB and 1 KiB after an inner one that holds 4 KiB at once with the first."""
    with Tensors() as counted_:
        watch = Watch(torch.device("cpu"), counted_)
        watch.begin("outer")
        first = torch.zeros(2 * 1024, dtype=torch.uint8)
        watch.begin("inner")
        inner = torch.zeros(4 * 1024, dtype=torch.uint8)
        watch.end()
        del inner
        last = torch.zeros(1024, dtype=torch.uint8)
        watch.end()
    assert {part: (total.calls, total.peak) for part, total in watch.totals.items()} == {
        "inner": (1, 4 * 1024),
        "outer": (1, 6 * 1024),
    }
    assert first.numel() + last.numel() == 3 * 1024
