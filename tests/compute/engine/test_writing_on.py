"""A pretrained decoder writes on: the tokens that transformers writes greedily, and the maps of one pass over them."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor
from transformers import PreTrainedModel

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.catalog.models import model_card, model_folder
from compute.engine.loaded import LoadedModels
from compute.engine.probe import AttentionCall, Probe
from compute.engine.run import Cancelled
from compute.errors import InvalidRequest
from compute.events import RunEvent, RunStage, RunTokens, RunWritten
from compute.fold import fold
from compute.spec import RunSpec
from compute.text import tokens_of
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.forced import named
from tests.compute.running import executed, run
from tests.compute.writers import by_eager, by_transformers, put

TEXT = "The cat sat on the mat."  # 23 tokens of single bytes


WeightsOf = Callable[[AttentionCall], Tensor]


def told_of(said: Sequence[RunEvent]) -> RunWritten:
    (found,) = [event for event in said if isinstance(event, RunWritten)]
    return found


def prompt() -> list[int]:
    spec = RunSpec(model="tiny", text=TEXT)
    return [token.id for token in tokens_of(spec, model_card("tiny"), model_folder("tiny")).rows[0].tokens]


@pytest.mark.parametrize(
    "make", [tiny.llama, tiny.qwen2, tiny.gpt2, tiny.opt, tiny.mixtral], ids=lambda make: make.__name__
)
def test_a_pretrained_decoder_writes_what_transformers_writes(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel]
) -> None:
    folder = put(list_model, tmp_path, make)
    said = run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=8)
    told = told_of(said)
    assert [step.id for step in told.steps] == by_transformers(folder, prompt(), 8)
    assert (told.how, told.first_query, told.hypotheses) == ("greedy", 22, ())
    assert [step.id for step in told.steps] == [step.top[0].id for step in told.steps]
    last = [event for event in said if isinstance(event, RunTokens)][-1]
    read = [token.id for token in last.rows[0].tokens]
    assert read == [*prompt(), *(step.id for step in told.steps if not (told.ended and step is told.steps[-1]))]
    assert {token.text for token in last.rows[0].tokens[23:]} == {-1}


@torch.no_grad()
def test_the_maps_of_written_tokens_are_those_of_one_pass_over_them(
    list_model: Listing, tmp_path: Path, weights_of: WeightsOf
) -> None:
    put(list_model, tmp_path, tiny.llama)
    state = fold(run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=6))
    assert state.tokens is not None
    read = [token.id for token in state.tokens.rows[0].tokens]
    model = LoadedModels(2**30).get("tiny", "float32").model
    calls = list[AttentionCall]()
    with Probe(calls.append):
        model(torch.tensor([read]))
    assert len(read) == 29
    for call in calls:
        record = Capture.at(tmp_path / "out").record("decoder", call.layer)
        stored = np.stack([weights(record, 0, head, slice(0, 29), slice(0, 29)) for head in range(4)])
        assert np.abs(np.nan_to_num(stored) - weights_of(call)[0].numpy()).max() < 1e-3


def test_the_end_token_ends_it_and_is_not_read(list_model: Listing, tmp_path: Path) -> None:
    """A token that it writes in the midst is made one of several end tokens, as a generation config says them."""
    folder = put(list_model, tmp_path, tiny.llama)
    free = by_transformers(folder, prompt(), 8)
    count = next(place for place, number in enumerate(free) if place > 1 and number not in free[:place])
    ends = {"eos_token_id": [299, free[count]]}
    (model_folder("tiny") / "generation_config.json").write_text(json.dumps(ends), "utf-8")
    state = fold(run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=8))
    assert state.tokens is not None
    assert [step.id for step in state.written[0].steps] == free[: count + 1]
    assert state.written[0].ended
    assert [token.id for token in state.tokens.rows[0].tokens] == [*prompt(), *free[:count]]


def test_a_forced_window_is_heeded_while_it_writes(list_model: Listing, tmp_path: Path) -> None:
    folder = put(list_model, tmp_path, tiny.llama)
    mask = {"mask": named("sliding_window", window=5)}
    told = told_of(run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=8, mask=mask))
    expected = by_eager(folder, prompt(), 8, window=5)
    assert [step.id for step in told.steps] == expected[: len(told.steps)]
    assert expected != by_eager(folder, prompt(), 8)


@pytest.mark.parametrize(
    "position",
    [
        {"offset": 30},
        {"ids": "zero"},
        {"ids": "shuffled", "seed": 3},
        {"rotary": {"row": "rope", "params": {"theta": 50.0}}},
        {"rotary": {"row": "rope_linear", "params": {"factor": 4.0}}},
    ],
    ids=str,
)
def test_forced_positions_are_heeded_while_it_writes(
    list_model: Listing, tmp_path: Path, position: dict[str, object]
) -> None:
    """Each token is the likeliest of the one pass that is shown, which stands where it was told to."""
    put(list_model, tmp_path, tiny.llama)
    said = run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=8, position=position)
    told = told_of(said)
    assert [step.id for step in told.steps] == [step.top[0].id for step in told.steps]
    if position != {"offset": 30}:  # distances stay, and with RoPE all numbers
        plain = told_of(run(tmp_path / "plain", model="tiny", text=TEXT, continue_tokens=8))
        assert [step.id for step in told.steps] != [step.id for step in plain.steps]


def test_it_writes_as_far_as_the_model_reads(list_model: Listing, tmp_path: Path) -> None:
    put(list_model, tmp_path, tiny.gpt2)  # 64 positions
    told = told_of(run(tmp_path / "out", model="tiny", text="a" * 61, continue_tokens=8))
    assert len(told.steps) == 3
    assert not told.ended
    with pytest.raises(InvalidRequest, match="64 tokens, all that Tiny reads") as refused:
        run(tmp_path / "full", model="tiny", text="a" * 64, continue_tokens=8)
    assert refused.value.field == "continue_tokens"


def test_an_encoder_cannot_go_on(list_model: Listing, tmp_path: Path) -> None:
    put(list_model, tmp_path, tiny.bert)
    with pytest.raises(InvalidRequest, match=r"can't go on\. Choose a decoder, or leave continue_tokens out"):
        run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=8)
    assert not (tmp_path / "out").exists()


def test_a_cancel_is_heard_between_two_tokens(list_model: Listing, tmp_path: Path) -> None:
    """should_stop is asked once before anything, and then before each token."""
    put(list_model, tmp_path, tiny.llama)
    stops = iter([False, False, False, True])
    spec = RunSpec(model="tiny", text=TEXT, continue_tokens=20)
    with pytest.raises(Cancelled):
        executed(tmp_path / "out", spec, should_stop=lambda: next(stops))
    assert next(stops, None) is None


def test_each_token_is_told_before_it_is_written(list_model: Listing, tmp_path: Path) -> None:
    put(list_model, tmp_path, tiny.llama)
    said = run(tmp_path / "out", model="tiny", text=TEXT, continue_tokens=5)
    stages = [(event.stage, event.done, event.total) for event in said if isinstance(event, RunStage)]
    steps = len(told_of(said).steps)
    assert stages[-steps:] == [("writing", number, 5) for number in range(steps)]
    assert all((done, total) == (None, None) for _, done, total in stages[:-steps])
