"""A lab model over HTTP: listed, checked before it is queued, and its cross maps as numbers."""

from pathlib import Path
from uuid import UUID

import msgpack
import numpy as np
import pytest

from compute.catalog import models
from compute.engine.run import execute
from compute.spec import RunSpec
from compute.wire import PackedArray
from tests.compute.lab_models import random_model

from .cast import Person
from .player import Player

SPEC = {"model": "both", "text": "The cat saw the dog.", "most_tokens": 4}


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(models, "ZOO", tmp_path / "zoo")
    return random_model(tmp_path / "zoo" / "both", "encoder-decoder")


@pytest.fixture
def run_id(zoo: Path, owner: Person, player: Player) -> UUID:
    """A run whose log and capture are those that a worker leaves."""
    run_id = owner.starts(SPEC)
    spec = RunSpec.model_validate(SPEC)
    player.takes(run_id)
    execute(
        spec,
        emit=lambda event: bool(player.log.append(str(run_id), event)),
        writer=player.store.writer(spec.digest()),
        should_stop=lambda: False,
        deadline_s=60,
    )
    return run_id


def array(person: Person, path: str) -> np.ndarray:
    answer = person.get(path)
    assert answer.status_code == 200, answer.content
    return PackedArray.model_validate(msgpack.unpackb(answer.content)).numpy()


def test_a_cross_map_has_target_rows_and_source_columns(run_id: UUID, owner: Person) -> None:
    tile = array(owner, f"/api/runs/{run_id}/tiles/cross/1/2")
    assert tile.shape == (4, 7)
    assert tile.astype("f8").sum(1) == pytest.approx(np.ones(4), abs=5e-3)
    row = array(owner, f"/api/runs/{run_id}/rows/cross/1/2/3")
    assert row == pytest.approx(tile[3].astype("f8"), abs=1e-3)
    cell = owner.get(f"/api/runs/{run_id}/cells/cross/1/2/3/6").json()
    assert cell["weight"] == pytest.approx(float(row[6]), abs=1e-6)
    assert owner.get(f"/api/runs/{run_id}/cells/cross/1/2/4/6").json()["code"] == "out_of_range"
    assert array(owner, f"/api/runs/{run_id}/tiles/decoder/1/2").shape == (4, 4)
    assert array(owner, f"/api/runs/{run_id}/tiles/encoder/1/2").shape == (7, 7)


def test_special_tokens_are_hidden_on_their_own_side(run_id: UUID, owner: Person) -> None:
    """The start token is a row of the cross map, the end token a column."""
    hidden = np.isnan(array(owner, f"/api/runs/{run_id}/tiles/cross/0/0?hide=special"))
    expected = np.zeros((4, 7), bool)
    expected[0], expected[:, 6] = True, True
    assert np.array_equal(hidden, expected)


def test_a_lab_model_is_listed_and_its_spec_is_checked(zoo: Path, owner: Person) -> None:
    listed = {card["name"]: card for card in owner.get("/api/models").json()["models"]}
    assert (listed["both"]["family"], listed["both"]["architecture"]) == ("lab", "encoder_decoder")
    assert listed["tiny"]["family"] == "pretrained"
    refused = owner.post("/api/runs", {**SPEC, "masked": [1]})
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (400, "invalid_request", "masked")
    for wrong in ({"beam_width": 1}, {"decode": "sample"}, {"most_tokens": 0}, {"masked": [-1]}):
        assert owner.post("/api/runs", {**SPEC, **wrong}).json()["code"] == "invalid_request"


def test_a_masked_token_beyond_the_text_is_refused_before_it_is_queued(
    zoo: Path, owner: Person, player: Player
) -> None:
    random_model(zoo.parent / "one", "encoder")
    refused = owner.post("/api/runs", {"model": "one", "text": "The cat", "masked": [4]}).json()
    assert (refused["code"], refused["field"], refused["data"]["limit"]) == ("out_of_range", "masked", 4)
    assert refused["message"] == "masked 4 was asked for; this run has 0 to 3."
    assert not player.client.exists("runs")
