"""The list of position encodings, and what one gives a head of a run."""

import math
from pathlib import Path
from uuid import UUID

import msgpack
import numpy as np
import pytest
from safetensors.numpy import load_file

from compute.catalog import models
from compute.engine.loaded import LoadedModels
from compute.engine.run import execute
from compute.spec import RunSpec
from compute.wire import PackedArray
from tests.compute.lab_models import random_model

from .cast import SPEC, Person
from .player import Player

TEXT = "The cat saw the dog."


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(models, "ZOO", tmp_path / "zoo")
    return tmp_path / "zoo"


def played(owner: Person, player: Player, **given: object) -> UUID:
    """A run whose log and capture are those that a worker leaves."""
    said = {"text": TEXT, **given}
    run_id, spec = owner.starts(said), RunSpec.model_validate(said)
    player.takes(run_id)
    execute(
        spec,
        emit=lambda event: bool(player.log.append(str(run_id), event)),
        writer=player.store.writer(spec.digest()),
        should_stop=lambda: False,
        deadline_s=60,
        models=LoadedModels(2**30),
    )
    return run_id


def asked(owner: Person, run_id: UUID, head: str) -> dict[str, object]:
    answer = owner.get(f"/api/runs/{run_id}/position/{head}")
    assert answer.status_code == 200, answer.content
    found: dict[str, object] = msgpack.unpackb(answer.content)
    return found


def numbers(said: object) -> np.ndarray:
    return PackedArray.model_validate(said).numpy().astype("f8")


def listed(owner: Person) -> dict[str, dict[str, object]]:
    return {row["name"]: row for row in owner.get("/api/positions").json()["positions"]}


def test_the_list_has_every_row_with_what_a_picker_needs(owner: Person) -> None:
    rows = listed(owner)
    turning = {"rope", "rope_linear", "rope_dynamic", "rope_yarn", "rope_llama3"}
    assert rows.keys() == {"none", "learned", "sinusoidal", "t5", "alibi"} | turning
    for row in rows.values():
        assert row["title"]
        assert row["formula"]
        assert row["source"]
        for curve in row["curves"]:  # type: ignore[attr-defined]
            assert len(curve) == 55
            assert max(map(abs, curve)) <= 1
    assert {name for name, row in rows.items() if row["turns"]} == turning


def test_a_parameter_says_its_bounds_its_unit_and_whether_it_may_be_empty(owner: Person) -> None:
    params = {one["name"]: one for one in listed(owner)["rope_yarn"]["params"]}  # type: ignore[attr-defined]
    assert params["theta"] == {
        "name": "theta",
        "description": "base: the slowest pair turns once in about 2 π θ tokens",
        "default": 10_000.0,
        "whole": False,
        "optional": False,
        "choices": [],
        "at_least": None,
        "more_than": 1.0,
        "at_most": 1e12,
        "multiple_of": None,
    }
    assert params["pairing"]["choices"] == ["half", "interleaved"]
    assert params["trained_tokens"]["whole"]
    assert params["attention_factor"]["optional"]


def test_the_curves_are_the_encodings_own_numbers(owner: Person) -> None:
    rows = {name: row["curves"] for name, row in listed(owner).items()}
    assert rows["none"] == [[0.0] * 55]
    for place in range(55):  # pair 1 of 8 turns by 10,000^(-2/16) a token, pair 3 by 10,000^(-6/16)
        assert rows["rope"][0][place] == pytest.approx(math.cos(place * 10_000 ** (-2 / 16)), abs=1e-4)  # type: ignore[index]
        assert rows["rope"][1][place] == pytest.approx(math.cos(place * 10_000 ** (-6 / 16)), abs=1e-4)  # type: ignore[index]
        assert rows["sinusoidal"][0][place] == pytest.approx(math.sin(place * 10_000 ** (-2 / 16)), abs=1e-4)  # type: ignore[index]
        assert rows["alibi"][0][place] == pytest.approx(1 - 2 * place / 54, abs=1e-4)  # type: ignore[index]
        assert rows["alibi"][1][place] == pytest.approx(1 - place / 54, abs=1e-4)  # type: ignore[index]
    steps = rows["t5"][0]  # type: ignore[index]
    assert steps == sorted(steps, reverse=True)
    assert len(set(steps)) < 30
    assert len(rows["learned"]) == 1  # type: ignore[arg-type]


def test_alibi_takes_the_slope_times_the_distance_from_each_score(zoo: Path, owner: Person, player: Player) -> None:
    """C052, C054: -slope * |i - j|: 0 on the diagonal, negative left of it; the first of four heads has slope 1/4."""
    random_model(zoo / "lab-4", "decoder", position={"name": "alibi"})
    said = asked(owner, played(owner, player, model="lab-4"), "decoder/1/0")
    assert said["slope"] == 0.25
    bias = numbers(said["bias"])
    tokens = (len(bias) + 1) // 2
    assert bias.tolist() == [-0.25 * abs(distance) for distance in range(1 - tokens, tokens)]
    assert said["turning"] is None
    assert said["added"] is None


def test_t5s_bias_is_that_of_its_table_in_every_layer(zoo: Path, owner: Person, player: Player) -> None:
    """C056: the numbers of the stored file, by bucket; distances up to 7 have a bucket of their own."""
    random_model(zoo / "lab-5", "encoder", position={"name": "t5"})
    run_id = played(owner, player, model="lab-5")
    table = load_file(zoo / "lab-5" / "model.safetensors")["encoder.positions.biases.table"].astype("f8")
    for layer in (0, 1):
        for head in (0, 3):
            bias = numbers(asked(owner, run_id, f"encoder/{layer}/{head}")["bias"])
            middle = len(bias) // 2
            for distance in range(min(8, middle + 1)):
                assert bias[middle - distance] == pytest.approx(table[distance, head], abs=1e-6)
                if distance:
                    assert bias[middle + distance] == pytest.approx(table[16 + distance, head], abs=1e-6)


def test_rope_turns_each_pair_by_its_own_speed(zoo: Path, owner: Person, player: Player) -> None:
    """C062: the pairing in use is named."""
    random_model(zoo / "lab-6", "decoder", position={"name": "rope"})
    said = asked(owner, played(owner, player, model="lab-6"), "decoder/0/2")
    assert numbers(said["turning"]["speeds"]).tolist() == pytest.approx([1, 0.1, 0.01, 0.001])  # type: ignore[index]
    assert said["turning"]["factor"] == 1.0  # type: ignore[index]
    assert said["turning"]["pairing"] == "half"  # type: ignore[index]
    assert said["bias"] is None
    assert said["query_places"] == list(range(len(said["query_places"])))  # type: ignore[arg-type]


def test_a_forced_rotation_and_forced_places_are_what_is_told(zoo: Path, owner: Person, player: Player) -> None:
    random_model(zoo / "lab-7", "decoder", position={"name": "rope"})
    forced = {"rotary": {"row": "rope_linear", "params": {"factor": 4.0}}, "offset": 7}
    said = asked(owner, played(owner, player, model="lab-7", position=forced), "decoder/0/2")
    assert said["row"] == "rope_linear"
    assert numbers(said["turning"]["speeds"]).tolist() == pytest.approx([0.25, 0.025, 0.0025, 0.00025])  # type: ignore[index]
    places = said["query_places"]
    assert places == list(range(7, 7 + len(places)))  # type: ignore[arg-type]
    yarn = {"rotary": {"row": "rope_yarn", "params": {"factor": 4.0, "trained_tokens": 64}}}
    said = asked(owner, played(owner, player, model="lab-7", position=yarn), "decoder/0/2")
    assert said["turning"]["factor"] == pytest.approx(0.1 * math.log(4) + 1)  # type: ignore[index]


def test_a_shuffled_place_stays_while_the_model_writes_on(zoo: Path, owner: Person, player: Player) -> None:
    random_model(zoo / "lab-8", "decoder", position={"name": "rope"})
    shuffled = {"ids": "shuffled", "seed": 5}
    alone = asked(owner, played(owner, player, model="lab-8", position=shuffled), "decoder/0/0")["query_places"]
    run_id = played(owner, player, model="lab-8", position=shuffled, continue_tokens=4)
    longer = asked(owner, run_id, "decoder/0/0")["query_places"]
    n = len(alone)  # type: ignore[arg-type]
    assert alone == np.random.default_rng(5).permutation(n).tolist()
    assert longer[:n] == alone  # type: ignore[index]
    assert longer[n:] == list(range(n, len(longer)))  # type: ignore[arg-type, index]


@pytest.mark.parametrize("position", ["learned", "sinusoidal"])
def test_what_is_added_to_the_embeddings_is_told(zoo: Path, owner: Person, player: Player, position: str) -> None:
    """C064: sine and cosine of a pair have one frequency."""
    random_model(zoo / f"lab-{position}", "encoder", position={"name": position})
    said = asked(owner, played(owner, player, model=f"lab-{position}", position={"offset": 2}), "encoder/0/0")
    added, count = numbers(said["added"]), len(said["query_places"])  # type: ignore[arg-type]
    assert added.shape == (count, 32)
    assert said["added_first"] == 2
    if position == "learned":
        table = load_file(zoo / f"lab-{position}" / "model.safetensors")["encoder.positions.embedding.table"]
        np.testing.assert_array_equal(added, table[2 : 2 + count].astype("f8"))
    else:
        np.testing.assert_allclose(added[:, 0::2] ** 2 + added[:, 1::2] ** 2, 1, atol=2e-3)
        assert added[1, 0] == pytest.approx(math.sin(3), abs=1e-3)


def test_cross_attention_knows_no_positions(zoo: Path, owner: Person, player: Player) -> None:
    random_model(zoo / "lab-10", "encoder-decoder", position={"name": "rope"})
    run_id = played(owner, player, model="lab-10", most_tokens=4)
    said = asked(owner, run_id, "cross/0/0")
    assert (said["row"], said["bias"], said["turning"], said["added"]) == (None, None, None, None)
    assert asked(owner, run_id, "decoder/0/0")["row"] == "rope"


def test_a_forced_position_is_checked_before_it_is_queued(zoo: Path, owner: Person) -> None:
    random_model(zoo / "lab-11", "decoder", position={"name": "learned"})
    answer = owner.post("/api/runs", {"model": "lab-11", "text": TEXT, "position": {"offset": 64}})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
    assert answer.json()["field"] == "position.offset"
    assert "ends at 63" in answer.json()["message"]
    assert owner.post("/api/runs", {**SPEC, "position": {"offset": -1}}).json()["field"] == "position.offset"
    assert "inside the model" in owner.post("/api/runs", {**SPEC, "position": {"offset": 1}}).json()["message"]


def test_a_head_that_is_not_there_has_no_position(zoo: Path, owner: Person, player: Player) -> None:
    random_model(zoo / "lab-12", "decoder", position={"name": "rope"})
    run_id = played(owner, player, model="lab-12")
    assert owner.get(f"/api/runs/{run_id}/position/decoder/0/9").json()["code"] == "out_of_range"
    assert owner.get(f"/api/runs/{run_id}/position/cross/0/0").json()["code"] == "invalid_request"
