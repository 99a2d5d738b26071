"""The numbers of a run over HTTP: exact, checked before they are computed, kept by the browser for good."""

from uuid import UUID

import msgpack
import numpy as np
import numpy.typing as npt
import pytest

from compute.publish import log_key
from compute.wire import PackedArray

from .cast import SPEC, Person
from .player import CARD, Player, record

TEXT = "a b c d e f g h " * 40  # 320 tokens: two tiles on a side


@pytest.fixture
def run_id(owner: Person, player: Player) -> UUID:
    run_id = owner.starts({**SPEC, "text": TEXT})
    player.plays(run_id)
    return run_id


def expected(layer: int, head: int) -> npt.NDArray[np.float64]:
    """Softmax over the keys up to the query, row by row; NaN above the diagonal."""
    kept = record(layer, 320)
    scores = kept.scale * kept.query.values()[0, head].astype("f8") @ kept.key.values()[0, head // 2].T.astype("f8")
    weights = np.full_like(scores, np.nan)
    for i in range(320):
        row = np.exp(scores[i, : i + 1] - scores[i, : i + 1].max())
        weights[i, : i + 1] = row / row.sum()
    return weights


def array(person: Person, path: str) -> npt.NDArray[np.floating]:
    answer = person.get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/msgpack"
    return PackedArray.model_validate(msgpack.unpackb(answer.content)).numpy()


def test_a_tile_is_the_part_of_the_map_that_it_names(owner: Person, run_id: UUID) -> None:
    whole = expected(1, 3)
    for y, x in ((0, 0), (1, 0), (1, 1)):
        tile = array(owner, f"/api/runs/{run_id}/tiles/decoder/1/3?y={y}&x={x}")
        assert tile.dtype == np.float16
        part = whole[y * 256 : (y + 1) * 256, x * 256 : (x + 1) * 256]
        np.testing.assert_allclose(tile, part, rtol=2e-3, atol=1e-4)


def test_a_pooled_tile_holds_the_largest_weight_of_each_block(owner: Person, run_id: UUID) -> None:
    tile = array(owner, f"/api/runs/{run_id}/tiles/decoder/0/2?level=1")
    blocks = np.nan_to_num(expected(0, 2), nan=-1).reshape(160, 2, 160, 2).max((1, 3))
    np.testing.assert_allclose(np.nan_to_num(tile.astype("f8"), nan=-1), blocks, rtol=2e-3, atol=1e-4)


def test_numbers_come_to_a_client_that_accepts_them_and_to_one_that_says_nothing(owner: Person, run_id: UUID) -> None:
    path = f"/api/runs/{run_id}/rows/decoder/1/0/200"
    for accept in ("application/msgpack", "application/json", "text/html"):
        answer = owner.client.get(path, headers={"Accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/msgpack"), accept
    assert owner.client.get(path, headers={"Accept": "application/msgpack"}).content == owner.get(path).content


def test_a_row_is_exact_and_masked_keys_are_nan(owner: Person, run_id: UUID) -> None:
    row = array(owner, f"/api/runs/{run_id}/rows/decoder/1/0/200")
    assert row.dtype == np.float32
    np.testing.assert_allclose(row, expected(1, 0)[200], atol=1e-5)


def test_the_first_token_is_hidden_and_the_rest_made_whole_only_when_asked(owner: Person, run_id: UUID) -> None:
    whole = expected(0, 1)[5]
    hidden = array(owner, f"/api/runs/{run_id}/rows/decoder/0/1/5?hide=first")
    assert np.isnan(hidden[0])
    np.testing.assert_allclose(hidden[1:6], whole[1:6], atol=1e-5)
    renormalised = array(owner, f"/api/runs/{run_id}/rows/decoder/0/1/5?hide=first,special&renormalise=1")
    np.testing.assert_allclose(renormalised[1:6], whole[1:6] / whole[1:6].sum(), atol=1e-5)


def test_a_cell_says_what_its_weight_is_made_of(owner: Person, run_id: UUID) -> None:
    """C007: with two query heads to a KV head, head 3 reads KV head 1."""
    cell = owner.get(f"/api/runs/{run_id}/cells/decoder/1/3/9/4").json()
    assert cell["kv_head"] == 1
    assert cell["visible_keys"] == 10
    assert cell["weight"] == pytest.approx(expected(1, 3)[9, 4], abs=1e-5)
    assert cell["weight"] == pytest.approx(np.exp(cell["scale"] * cell["dot"] - cell["lse"]), abs=1e-5)
    masked = owner.get(f"/api/runs/{run_id}/cells/decoder/1/3/4/9").json()
    assert (masked["allowed"], masked["weight"], masked["rank"]) == (False, None, None)


def test_the_margins_add_up_the_map(owner: Person, run_id: UUID) -> None:
    answer = msgpack.unpackb(owner.get(f"/api/runs/{run_id}/margins/decoder/0/0").content)
    whole = expected(0, 0)
    entropy = PackedArray.model_validate(answer["entropy"]).numpy()
    received = PackedArray.model_validate(answer["received"]).numpy()
    np.testing.assert_allclose(entropy, -np.nansum(whole * np.log(whole), 1), atol=1e-4)
    np.testing.assert_allclose(received, np.nanmean(whole, 0), atol=1e-5)


OUT_OF_RANGE = {
    "layer": "tiles/decoder/2/0",
    "head": "tiles/decoder/0/4",
    "row": "tiles/decoder/0/0?row=1",
    "level": "tiles/decoder/0/0?level=2",
    "y": "tiles/decoder/0/0?y=2",
    "x": "tiles/decoder/0/0?level=1&x=1",
    "query": "rows/decoder/0/0/320",
    "key": "cells/decoder/0/0/0/320",
}


@pytest.mark.parametrize("field", OUT_OF_RANGE)
def test_what_lies_beyond_the_run_is_refused_by_its_name(field: str, owner: Person, run_id: UUID) -> None:
    answer = owner.get(f"/api/runs/{run_id}/{OUT_OF_RANGE[field]}")
    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json()["field"]) == ("out_of_range", field)


WRONG = {
    "row=-1": "row",
    "y=x": "y",
    "level=31": "level",
    "hide=everything": "hide.0",
    "renormalise=perhaps": "renormalise",
    "tempo=1": "tempo",
}


@pytest.mark.parametrize("query", WRONG)
def test_a_parameter_that_does_not_fit_is_refused_by_its_name(query: str, owner: Person, run_id: UUID) -> None:
    answer = owner.get(f"/api/runs/{run_id}/tiles/decoder/0/0?{query}")
    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json()["field"]) == ("invalid_request", WRONG[query])


def test_a_kind_of_attention_that_the_model_lacks_is_refused(owner: Person, run_id: UUID) -> None:
    answer = owner.get(f"/api/runs/{run_id}/tiles/cross/0/0")
    assert (answer.status_code, answer.json()["field"]) == (400, "kind")


def test_a_layer_that_is_not_stored_yet_is_refused_and_not_kept_as_such(owner: Person, player: Player) -> None:
    run_id = owner.starts({**SPEC, "text": "y e t"})
    path = f"/api/runs/{run_id}/tiles/decoder/0/0"
    assert owner.get(path).json()["code"] == "not_captured_yet"
    player.takes(run_id)
    says = player.says_of(run_id)
    player.log.append(str(run_id), next(says))
    early = owner.get(path)
    assert (early.status_code, early.json()["code"]) == (409, "not_captured_yet")
    assert "Cache-Control" not in early
    for event in says:
        player.log.append(str(run_id), event)
        if event.type == "run.layer":
            break
    assert owner.get(path).status_code == 200  # the run is still at work
    assert owner.get(f"/api/runs/{run_id}/tiles/decoder/1/0").status_code == 409


def test_numbers_are_kept_by_the_browser_for_good_and_told_apart(owner: Person, run_id: UUID) -> None:
    path = f"/api/runs/{run_id}/tiles/decoder/0/0"
    answer = owner.get(path)
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    again = owner.client.get(path, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = owner.get(f"{path}?hide=first")
    assert other["ETag"] != answer["ETag"]


def test_numbers_outlive_the_log(owner: Person, run_id: UUID, player: Player) -> None:
    owner.get(f"/api/runs/{run_id}")
    player.client.delete(log_key(str(run_id)))
    assert owner.get(f"/api/runs/{run_id}/tiles/decoder/{CARD.layers - 1}/0").status_code == 200
