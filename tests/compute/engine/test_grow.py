"""The growing cache: the same tokens as transformers' own writing, bytes by hand, and what a mask lets it drop."""

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedModel

from compute.catalog.models import model_card, model_folder
from compute.engine.forced import Forcing
from compute.engine.generate import greedy
from compute.engine.lab import load_model
from compute.engine.loaded import LoadedModels
from compute.engine.measuring import measure
from compute.engine.probe import Probe
from compute.errors import AtlasError, InvalidRequest
from compute.lab.tokenizer import END_ID
from compute.measured import RunCache
from compute.spec import RunSpec
from compute.text import tokens_of
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.forced import named
from tests.compute.lab_models import random_model
from tests.compute.writers import by_eager, put

TEXT = "The cat sat on the mat."  # 23 tokens of single bytes
WINDOW = {"mask": named("sliding_window", window=5)}
ALL_CELLS = {"type": "cells", "tokens": 23, "bits": base64.b64encode(b"\xff" * 67).decode()}


MAKERS = (tiny.llama, tiny.gpt2, tiny.opt, tiny.mixtral)


def spec_of(name: str, **spec: object) -> RunSpec:
    return RunSpec.model_validate({"model": name, "text": TEXT, "measure_cache": {"tokens": 8}, **spec})


def steps(name: str, **spec: object) -> list[RunCache]:
    found = list(measure(spec_of(name, **spec), LoadedModels(2**30)))
    assert all(isinstance(step, RunCache) for step in found)
    return [step for step in found if isinstance(step, RunCache)]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_with_a_cache_the_same_tokens_are_written(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel]
) -> None:
    folder = put(list_model, tmp_path, make)
    found = steps("tiny")
    ids = [token.id for token in tokens_of(spec_of("tiny"), model_card("tiny"), model_folder("tiny")).rows[0].tokens]
    assert [step.written for step in found] == by_eager(folder, ids, 8)[: len(found)]
    assert [step.step for step in found] == list(range(len(found)))
    assert [step.ended for step in found] == [*[False] * (len(found) - 1), True]
    assert all(step.agrees and step.difference is not None and step.difference < 1e-4 for step in found)


def test_bytes_are_those_of_the_formula_and_are_really_there(list_model: Listing, tmp_path: Path) -> None:
    """llama with 2 key-value heads of 8 numbers: 2 × 2 × 8 × 4 bytes = 128 for each token and layer."""
    put(list_model, tmp_path, tiny.llama)
    for number, step in enumerate(steps("tiny", measure_cache={"tokens": 4, "block_size": 10, "uncached": False})):
        (kept,) = step.kept
        tokens = 23 + number
        assert (step.tokens, kept.layers, kept.keys, kept.spans) == (tokens, (0, 1, 2), tokens, ((0, tokens),))
        assert kept.computed_bytes == 128 * tokens
        assert kept.allocated_bytes == (128 * tokens,) * 3
        assert (kept.blocks, kept.unused_slots, kept.paged_bytes) == (3, 30 - tokens, 128 * 30)
        assert (step.uncached_ms, step.agrees, step.difference) == (None, None, None)


def test_a_window_drops_what_it_passes_and_changes_no_token(list_model: Listing, tmp_path: Path) -> None:
    folder = put(list_model, tmp_path, tiny.llama)
    found = steps("tiny", mask=WINDOW, measure_cache={"tokens": 8, "block_size": 4})
    ids = [token.id for token in tokens_of(spec_of("tiny"), model_card("tiny"), model_folder("tiny")).rows[0].tokens]
    assert [step.written for step in found] == by_eager(folder, ids, 8, window=5)[: len(found)]
    assert [(step.kept[0].keys, step.kept[0].dropped) for step in found[:3]] == [(23, 19), (5, 1), (5, 1)]
    assert [step.kept[0].spans for step in found[1:3]] == [((19, 24),), ((20, 25),)]
    assert [(step.kept[0].blocks, step.kept[0].unused_slots) for step in found[1:3]] == [(2, 3), (2, 3)]
    assert all(step.kept[0].allocated_bytes == (128 * step.kept[0].keys,) * 3 for step in found)
    assert all(step.agrees and (step.difference or 0) < 1e-4 for step in found)


def test_layers_under_another_mask_keep_what_they_see(list_model: Listing, tmp_path: Path) -> None:
    put(list_model, tmp_path, tiny.llama)
    found = steps("tiny", mask=WINDOW | {"layers": [1]})
    by_layer = {kept.layers: kept.keys for kept in found[3].kept}
    assert by_layer == {(0, 2): 26, (1,): 5}
    assert [kept.allocated_bytes for kept in found[3].kept] == [(128 * 26,) * 2, (128 * 5,)]
    assert told_in_one_pass("tiny", found, mask=WINDOW | {"layers": [1]}) == [step.written for step in found]


@pytest.mark.parametrize(
    ("mask", "keys"),
    [
        ({"mask": named("sink_window", sinks=2, window=4)}, 6),
        ({"mask": named("sliding_window", window=4), "heads": [1, 2]}, 26),
        ({"top_k": 3}, 26),
        ({"mask": named("sliding_window", window=6), "top_k": 2}, 6),
        ({"mask": named("full"), "how": "replace"}, 26),
    ],
)
def test_sinks_heads_and_the_largest_scores_are_heeded(
    list_model: Listing, tmp_path: Path, mask: dict[str, object], keys: int
) -> None:
    put(list_model, tmp_path, tiny.llama)
    found = steps("tiny", mask=mask)
    assert found[3].kept[0].keys == keys
    assert all(step.agrees and (step.difference or 0) < 1e-4 for step in found)
    if mask.get("how") != "replace":  # a replaced causal mask sees ahead in one pass, where writing has nothing yet
        assert told_in_one_pass("tiny", found, mask=mask) == [step.written for step in found]


def told_in_one_pass(name: str, found: list[RunCache], **spec: object) -> list[int]:
    """What a pass over the whole text, under the mask as a run forces it, tells at each of these places."""
    given_spec = spec_of(name, **spec)
    given = tokens_of(given_spec, model_card(name), model_folder(name))
    reader = LoadedModels(2**30).get(name, "float32")
    (row,) = given.rows
    like = row.tokens[-1]
    more = [like.model_copy(update={"id": step.written}) for step in found[:-1]]
    grown = given.model_copy(update={"rows": (row.model_copy(update={"tokens": (*row.tokens, *more)}),)})
    forcing = None if given_spec.mask is None else Forcing(given_spec.mask, given)
    with torch.inference_mode(), Probe(before=forcing):
        states = reader.read(grown)[0, len(row.tokens) - 1 :]
        return [int(best) for best in reader.logits(states).argmax(-1)]


@pytest.mark.parametrize("position", ["rope", "alibi", "t5", "sinusoidal", "learned", "none"])
def test_a_lab_decoder_writes_what_it_writes_elsewhere_and_its_own_window_drops_keys(zoo: Path, position: str) -> None:
    window = {"name": "sliding_window", "params": {"window": 4}}
    random_model(zoo / "one", "decoder", mask=window, position={"name": position})
    found = steps("one")
    given = tokens_of(spec_of("one"), model_card("one"), model_folder("one"))
    prompt = [token.id for token in given.rows[0].tokens]
    written = greedy(load_model(zoo / "one").model, prompt, end=END_ID, limit=8).tokens
    assert [step.written for step in found] == list(written)
    assert {step.kept[0].keys for step in found[1:]} == {4}
    # 2 layers of 2 key-value heads of 8 numbers.
    assert all(step.kept[0].allocated_bytes == (128 * 4,) * 2 for step in found[1:])
    assert all(step.agrees and (step.difference or 0) < 1e-4 for step in found)


def long_llama() -> PreTrainedModel:
    sizes = {**tiny.SMALL, "num_hidden_layers": 1}
    return LlamaForCausalLM(LlamaConfig(**sizes, intermediate_size=48, max_position_embeddings=2048))


@pytest.mark.parametrize(
    ("make", "spec", "says"),
    [
        (tiny.llama, {"text": "a" * 256}, "nothing can be written after it"),
        (long_llama, {"measure_cache": {"tokens": 500}, "text": "a" * 600}, "1,024 in all"),
        (tiny.llama, {"position": {"offset": 3}}, "forced positions"),
        (
            tiny.llama,
            {"mask": {"mask": {"type": "cells", "tokens": 23, "bits": base64.b64encode(b"\xff" * 67).decode()}}},
            "grows",
        ),
    ],
)
def test_what_cannot_be_watched_is_refused_with_a_sentence(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel], spec: dict[str, object], says: str
) -> None:
    put(list_model, tmp_path, make)
    with pytest.raises(AtlasError) as refused:
        steps("tiny", **spec)
    assert says in refused.value.message


def test_an_encoder_has_no_growing_cache(zoo: Path) -> None:
    random_model(zoo / "one", "encoder")
    with pytest.raises(InvalidRequest, match="measure_cache needs a decoder"):
        steps("one")
