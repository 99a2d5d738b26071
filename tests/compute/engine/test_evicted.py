"""What a growing cache evicts, by the masks' own definitions; its tensors counted; layers that are not alike."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import PreTrainedModel, Qwen2Config, Qwen2ForCausalLM

from compute.catalog.models import model_card, model_folder
from compute.engine.lab import load_model
from compute.engine.loaded import DtypeName, LoadedModels
from compute.engine.measuring import measure
from compute.engine.steps import LabSteps, PretrainedSteps
from compute.measured import RunCache
from compute.spec import RunSpec
from compute.text import tokens_of
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.forced import named
from tests.compute.lab_models import random_model
from tests.compute.writers import by_eager, put

TEXT = "The cat sat on the mat."  # 23 tokens of single bytes
TOKENS, WRITTEN = 23, 8


def steps(**spec: object) -> list[RunCache]:
    asked = {"model": "tiny", "text": TEXT, "measure_cache": {"tokens": WRITTEN, "block_size": 4}, **spec}
    found = list(measure(RunSpec.model_validate(asked), LoadedModels(2**30)))
    return [step for step in found if isinstance(step, RunCache)]


def places(step: RunCache, group: int = 0) -> set[int]:
    return {place for first, end in step.kept[group].spans for place in range(first, end)}


def hybrid() -> PreTrainedModel:
    """Layer 1 sees 5 tokens, its own included; the others everything."""
    kinds = ["full_attention", "sliding_attention", "full_attention"]
    window = {"use_sliding_window": True, "sliding_window": 5, "layer_types": kinds}
    return Qwen2ForCausalLM(
        Qwen2Config(**tiny.SMALL, **window, num_key_value_heads=2, intermediate_size=48, max_position_embeddings=256)
    )


@pytest.mark.parametrize(
    ("mask", "allowed"),
    [
        (named("sliding_window", window=5), lambda q, k: q - k < 5),
        (named("sink_window", sinks=2, window=4), lambda q, k: k < 2 or q - k < 4),
        (named("dilated_window", window=3, dilation=2), lambda q, k: q - k in (0, 2, 4)),
        (named("block_local", block=6), lambda q, k: q // 6 == k // 6),
        (named("strided", stride=4), lambda q, k: q - k < 4 or (q - k) % 4 == 0),
        (named("causal"), lambda q, k: True),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_a_token_stays_as_long_as_a_later_one_sees_it(
    list_model: Listing, tmp_path: Path, mask: dict[str, object], allowed: Callable[[int, int], bool]
) -> None:
    put(list_model, tmp_path, tiny.llama)
    found = steps(mask={"mask": mask})
    assert len(found) > 1
    for number, step in enumerate(found):
        query = TOKENS - 1 + number
        later = range(query, TOKENS + WRITTEN)
        stay = {key for key in range(query) if number == 0 or any(allowed(q, key) for q in later)} | {query}
        assert places(step) == stay
        (kept,) = step.kept
        assert (kept.keys, kept.computed_bytes) == (len(stay), 2 * len(stay) * 2 * 8 * 4)
        assert kept.allocated_bytes == (kept.computed_bytes,) * 3
        pages = {key // 4 for key in stay}
        assert (kept.blocks, kept.unused_slots) == (len(pages), 4 * len(pages) - len(stay))
        dropped = {key for key in stay if not any(allowed(q, key) for q in later[1:])}
        assert kept.dropped == len(dropped)
        assert step.agrees


def test_layers_of_a_hybrid_model_keep_what_each_sees(list_model: Listing, tmp_path: Path) -> None:
    folder = put(list_model, tmp_path, hybrid)
    found = steps()
    spec = RunSpec(model="tiny", text=TEXT)
    given = [token.id for token in tokens_of(spec, model_card("tiny"), model_folder("tiny")).rows[0].tokens]
    assert [step.written for step in found] == by_eager(folder, given, WRITTEN)[: len(found)]
    for number, step in enumerate(found[1:], 1):
        query = TOKENS - 1 + number
        assert [kept.layers for kept in step.kept] == [(0, 2), (1,)]
        assert places(step, 0) == set(range(query + 1))
        assert places(step, 1) == set(range(query - 4, query + 1))
        assert [kept.allocated_bytes for kept in step.kept] == [(128 * (query + 1),) * 2, (128 * 5,)]
        assert step.agrees


@pytest.mark.parametrize(("dtype", "size"), [("float32", 4), ("bfloat16", 2), ("float16", 2)])
def test_bytes_are_those_of_the_tensors_themselves(
    list_model: Listing, tmp_path: Path, dtype: DtypeName, size: int
) -> None:
    """numel × itemsize of every tensor in transformers' own cache, against the formula, before and after a drop."""
    put(list_model, tmp_path, tiny.llama)
    cache = LoadedModels(2**30).get("tiny", dtype).steps()
    assert isinstance(cache, PretrainedSteps)
    with torch.inference_mode():
        cache.feed(list(range(10)))
        for kept in (range(10), range(6, 10), (6, 8, 9)):
            cache.keep([list(kept)] * 3)
            tensors = [[layer.keys, layer.values] for layer in cache._layers()]
            counted = [sum(one.numel() * one.element_size() for one in pair) for pair in tensors]
            assert cache.allocated_bytes() == counted == [2 * len(kept) * 2 * 8 * size] * 3


def test_bytes_of_the_lab_are_those_of_its_tensors(zoo: Path) -> None:
    random_model(zoo / "one", "decoder", layers=3)
    cache = LabSteps(load_model(zoo / "one").model)
    with torch.inference_mode():
        cache.feed(list(range(1, 11)))
        cache.keep([[0, 8, 9]] * 3)
    tensors = [[part for part in (layer.key, layer.value) if part is not None] for layer in cache.cache.layers]
    counted = [sum(one.numel() * one.element_size() for one in pair) for pair in tensors]
    assert cache.allocated_bytes() == counted == [2 * 3 * 2 * 8 * 4] * 3
