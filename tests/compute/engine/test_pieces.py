"""A text in pieces ends in the states of one pass, and its cache is as large as the formula says."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM, PreTrainedModel

from compute.engine.loaded import LoadedModels
from compute.engine.measuring import measure
from compute.engine.steps import PretrainedSteps
from compute.errors import InvalidRequest
from compute.measured import RunPrefill
from compute.spec import RunSpec
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.forced import named
from tests.compute.lab_models import random_model

TEXT = "The cat sat on the mat."  # 23 tokens of single bytes


def told(name: str, chunks: list[int], **spec: object) -> RunPrefill:
    given = {"model": name, "text": TEXT, "measure_prefill": {"chunks": chunks}, **spec}
    (event,) = measure(RunSpec.model_validate(given), LoadedModels(2**30))
    assert isinstance(event, RunPrefill)
    return event


@pytest.mark.parametrize("make", [tiny.llama, tiny.gpt2, tiny.mixtral, tiny.opt], ids=lambda make: make.__name__)
@pytest.mark.parametrize("mask", [None, {"mask": named("sliding_window", window=4), "layers": [0, 2]}, {"top_k": 3}])
def test_pieces_of_any_size_equal_one_pass(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel], mask: object
) -> None:
    list_model("tiny", tiny.saved(make(), tmp_path / "made"))
    found = told("tiny", [1, 7, 23, 64], mask=mask)
    assert [len(one.pieces) for one in found.chunkings] == [23, 4, 1, 1]
    assert all(one.equal and one.difference <= 1e-4 for one in found.chunkings)


def test_the_schedule_and_the_cache_are_those_worked_out_by_hand(list_model: Listing, tmp_path: Path) -> None:
    """llama: 3 layers of 2 key-value heads of 8 numbers are 384 bytes a token."""
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))
    (found,) = told("tiny", [10]).chunkings
    assert [(piece.first, piece.tokens, piece.keys) for piece in found.pieces] == [
        (0, 10, 10),
        (10, 10, 20),
        (20, 3, 23),
    ]
    assert [piece.cache_bytes for piece in found.pieces] == [3840, 7680, 8832]
    assert all(piece.peak_bytes >= piece.cache_bytes for piece in found.pieces)
    assert found.peak_bytes == max(piece.peak_bytes for piece in found.pieces)


def test_small_pieces_hold_less_at_once(list_model: Listing, tmp_path: Path) -> None:
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))
    found = told("tiny", [16, 64], text="a" * 240)
    small, large = (one.peak_bytes for one in found.chunkings)
    assert small < large < found.whole_peak_bytes


def test_the_states_are_those_of_transformers_own_pass(list_model: Listing, tmp_path: Path) -> None:
    folder = tiny.saved(tiny.llama(), tmp_path / "made")
    list_model("tiny", folder)
    ids = list(range(20, 41))
    eager = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    steps = PretrainedSteps(LoadedModels(2**30).get("tiny", "float32").model)  # type: ignore[arg-type]
    with torch.no_grad():
        expected = eager.model(torch.tensor([ids])).last_hidden_state
        found = torch.cat([steps.feed(ids[:9]), steps.feed(ids[9:10]), steps.feed(ids[10:])], 1)
    assert torch.allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("position", ["rope", "alibi", "t5", "sinusoidal", "learned", "none"])
def test_a_lab_decoder_reads_in_pieces_under_its_own_mask_and_a_forced_one(zoo: Path, position: str) -> None:
    window = {"name": "sliding_window", "params": {"window": 6}}
    random_model(zoo / "one", "decoder", mask=window, position={"name": position})
    for mask in (None, {"mask": named("sink_window", sinks=1, window=3)}):
        assert all(one.equal for one in told("one", [1, 3, 100], mask=mask).chunkings)


def test_pieces_that_hide_a_key_are_found_to_differ(list_model: Listing, tmp_path: Path) -> None:
    """The check can fail: a mask that sees ahead within the text has nothing there yet in a piece."""
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))
    found = told("tiny", [8, 23], mask={"mask": named("full"), "how": "replace"})
    assert [one.equal for one in found.chunkings] == [False, True]


def test_a_model_that_does_not_read_in_pieces_is_refused(zoo: Path) -> None:
    random_model(zoo / "one", "encoder")
    with pytest.raises(InvalidRequest, match="measure_prefill needs a decoder"):
        told("one", [4])
    random_model(zoo / "two", "decoder")
    with pytest.raises(InvalidRequest, match="more than 256 pieces"):
        told("two", [1], text="cat " * 300)
