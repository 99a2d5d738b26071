"""Runs under a forced mask: what is stored and said is what was used."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from compute.capture.cell import cell
from compute.capture.store import Capture
from compute.capture.tiles import tile
from compute.capture.weights import weights
from compute.engine.forced import Forcing
from compute.engine.lab import load_model
from compute.engine.probe import AttentionCall, Probe
from compute.errors import WrongMaskSize
from compute.events import RunEvent, RunHeads, RunTokens
from compute.fold import RunState, fold
from compute.lab.tokenizer import ARROW_ID
from compute.plain import plain
from compute.spec import RunSpec
from tests.compute.forced import named
from tests.compute.lab_models import random_model
from tests.compute.running import run

WeightsOf = Callable[[AttentionCall], Tensor]
TEXT = "The cat sat on the mat. The cat saw the dog."

FORCED: dict[str, dict[str, object]] = {
    "window": {"mask": named("sliding_window", window=3)},
    "sinks": {"mask": named("sink_window", sinks=1, window=2)},
    "replaced": {"mask": {"type": "expression", "text": "distance % 2 == 0"}, "how": "replace"},
    "blind rows": {"mask": {"type": "expression", "text": "key < query and key % 2 == 1"}},
    "top 2": {"top_k": 2},
    "top 2 of a window, on two heads": {"mask": named("sliding_window", window=5), "top_k": 2, "heads": [0, 3]},
    "replaced on a head": {"mask": named("full"), "how": "replace", "heads": [2], "layers": [1]},
}


def state_of(said: list[RunEvent]) -> RunState:
    return fold(said)


@pytest.mark.parametrize("name", FORCED)
def test_every_stored_weight_is_the_forced_one_and_what_is_hidden_is_empty(
    name: str, zoo: Path, tmp_path: Path, weights_of: WeightsOf
) -> None:
    """Rows, tiles, cells and pictures alike; every event is strict JSON."""
    folder = random_model(zoo / "one", "decoder")
    said = run(tmp_path / "out", model="one", text=TEXT, mask=FORCED[name])
    for event in said:
        json.dumps(plain(event), allow_nan=False)
    given = next(event for event in said if isinstance(event, RunTokens))
    spec = RunSpec.model_validate({"model": "one", "text": TEXT, "mask": FORCED[name]})
    assert spec.mask is not None
    calls: list[AttentionCall] = []
    with Probe(calls.append, Forcing(spec.mask, given)), torch.no_grad():
        load_model(folder).model(torch.tensor([[token.id for token in given.rows[0].tokens]]))
    pictures = {event.layer: event.overview.numpy() for event in said if isinstance(event, RunHeads)}
    for call in calls:
        record = Capture.at(tmp_path / "out").record(call.kind, call.layer)
        n = call.q.shape[2]
        allowed = call.mask.to_dense(n, n).expand(1, 4, -1, -1)[0].numpy()
        expected = weights_of(call)[0].numpy()
        for head in range(4):
            stored = weights(record, 0, head, slice(0, n), slice(0, n))
            assert np.array_equal(~np.isnan(stored), allowed[head])
            assert np.abs(np.nan_to_num(stored) - expected[head]).max() < 1e-3
            sees = allowed[head].any(-1)
            np.testing.assert_allclose(np.nansum(stored, 1), sees.astype(float), atol=1e-4)
            assert np.array_equal(np.isnan(tile(record, 0, head, 0, 0, 0)), ~allowed[head])
            assert np.array_equal(np.isnan(pictures[call.layer][head]), ~allowed[head])
            facts = cell(record, 0, head, n - 1, 0)
            assert (facts.visible_keys, facts.allowed) == (allowed[head, -1].sum(), bool(allowed[head, -1, 0]))


def test_removing_the_causal_mask_of_a_decoder_changes_what_it_says(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "one", "decoder")
    plainly = state_of(run(tmp_path / "a", model="one", text=TEXT))
    open_ = state_of(run(tmp_path / "b", model="one", text=TEXT, mask={"mask": named("full"), "how": "replace"}))
    assert plainly.next_token[0].losses[1:] != open_.next_token[0].losses[1:]


def test_which_tokens_see_nothing_is_said_with_the_tokens(zoo: Path, tmp_path: Path) -> None:
    """C041: and the run ends well."""
    random_model(zoo / "one", "decoder")
    state = state_of(run(tmp_path / "out", model="one", text=TEXT, mask={"mask": named("causal"), "top_k": 1}))
    assert state.tokens is not None
    assert state.tokens.rows[0].notices == ()
    blind = {"mask": {"type": "expression", "text": "key < query"}}
    state = state_of(run(tmp_path / "out", model="one", text=TEXT, mask=blind))
    assert state.status == "finished"
    assert state.tokens is not None
    (notice,) = state.tokens.rows[0].notices
    assert (notice.code, notice.data) == ("blind_queries", {"count": 1, "tokens": "0"})


def test_cells_of_another_size_are_refused_before_anything_is_computed(zoo: Path, tmp_path: Path) -> None:
    """C040."""
    random_model(zoo / "one", "decoder")
    cells = {"type": "cells", "tokens": 2, "bits": "8A=="}
    with pytest.raises(WrongMaskSize, match="The mask is 2 × 2; the text has"):
        run(tmp_path / "out", model="one", text=TEXT, mask={"mask": cells})
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("decode", ["greedy", "beam"])
def test_what_a_decoder_writes_it_writes_under_the_forced_mask(decode: str, zoo: Path, tmp_path: Path) -> None:
    """Each written token follows from the states of the one pass whose maps are shown."""
    random_model(zoo / "one", "decoder")
    mask = {
        "mask": {"type": "or", "masks": [named("sliding_window", window=2), {"type": "expression", "text": "first"}]}
    }
    state = state_of(
        run(tmp_path / "out", model="one", text="The cat ⇒ 猫", continue_tokens=6, decode=decode, mask=mask)
    )
    written = state.written[0]
    assert len(written.steps) == 6 or written.ended
    if decode == "greedy":
        assert all(step.top[0].id == step.id for step in written.steps)
    assert state.tokens is not None
    n = len(state.tokens.rows[0].tokens)
    stored = weights(Capture.at(tmp_path / "out").record("decoder", 1), 0, 0, slice(0, n), slice(0, n))
    assert [np.flatnonzero(~np.isnan(line)).tolist() for line in stored[-2:]] == [[0, n - 3, n - 2], [0, n - 2, n - 1]]


def test_a_translation_is_written_under_a_forced_cross_mask(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "both", "encoder-decoder")
    mask = {"mask": {"type": "expression", "text": "key <= query"}, "kind": "cross"}
    state = state_of(run(tmp_path / "out", model="both", text=TEXT, most_tokens=5, mask=mask))
    assert all(step.top[0].id == step.id for step in state.written[0].steps)
    record = Capture.at(tmp_path / "out").record("cross", 0)
    stored = weights(record, 0, 0, slice(0, record.queries), slice(0, record.keys))
    assert np.array_equal(~np.isnan(stored), np.tri(record.queries, record.keys, dtype=np.bool_))


def test_documents_are_those_of_the_tokens_that_are_shown(zoo: Path, tmp_path: Path) -> None:
    """The arrow between the languages ends a document, and so does nothing that the model writes."""
    random_model(zoo / "one", "decoder")
    mask = {"mask": named("document")}
    state = state_of(run(tmp_path / "out", model="one", text="The cat ⇒ 猫", continue_tokens=3, mask=mask))
    assert state.tokens is not None
    ids = [token.id for token in state.tokens.rows[0].tokens]
    n, after = len(ids), ids.index(ARROW_ID) + 1
    stored = weights(Capture.at(tmp_path / "out").record("decoder", 0), 0, 0, slice(0, n), slice(0, n))
    assert np.flatnonzero(~np.isnan(stored[-1])).tolist() == list(range(after, n))
