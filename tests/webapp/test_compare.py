"""Comparing two runs over HTTP: exact numbers, one answer for not there and not yours, nothing compared silently."""

import json
from uuid import UUID, uuid4

import msgpack
import numpy as np
import pytest
import redis
from celery import Celery

import compute.queue
from compute.compare.asked import Comparisons
from compute.compare.wire import Comparison
from compute.spec import RunSpec
from compute.wire import PackedArray

from .cast import SPEC, Person
from .player import Player, record

A, B, C = "a b c d", "d c b a", "a b c d e"


def finished(owner: Person, player: Player, text: str, **more: object) -> UUID:
    run_id = owner.starts({**SPEC, "text": text, **more})
    player.plays(run_id)
    assert owner.get(f"/api/runs/{run_id}").json()["status"] == "finished"
    return run_id


@pytest.fixture
def pair(owner: Person, player: Player) -> tuple[UUID, UUID]:
    """A base, and a variant of the same length."""
    return finished(owner, player, A), finished(owner, player, B)


def weights(layer: int, head: int, tokens: int) -> np.ndarray:  # type: ignore[type-arg]
    kept = record(layer, tokens)
    scores = kept.scale * kept.query.values()[0, head].astype("f8") @ kept.key.values()[0, head // 2].T.astype("f8")
    powers = np.where(np.tri(tokens, dtype=bool), np.exp(scores), 0)
    found: np.ndarray = powers / powers.sum(1, keepdims=True)  # type: ignore[type-arg]
    return found


def test_a_difference_tile_is_the_run_less_the_base(owner: Person, pair: tuple[UUID, UUID]) -> None:
    base, run = pair
    answer = owner.get(f"/api/runs/{run}/against/{base}/tiles/decoder/1/2")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/msgpack")
    body = msgpack.unpackb(answer.content)
    cells = PackedArray.model_validate(body["difference"]).numpy()
    # The player's numbers depend on the layer and the length alone: nothing differs, and the triangle is masked.
    np.testing.assert_allclose(np.nan_to_num(cells), 0, atol=1e-6)
    np.testing.assert_array_equal(np.isnan(cells), ~np.tri(4, dtype=bool))
    assert not any(body["removed"])
    assert not any(body["added"])


def test_the_divergence_of_every_head_comes_query_by_query(owner: Person, pair: tuple[UUID, UUID]) -> None:
    base, run = pair
    answer = owner.get(f"/api/runs/{run}/against/{base}/heads/decoder/0")
    found = PackedArray.model_validate(msgpack.unpackb(answer.content)).numpy()
    assert found.shape == (4, 4)
    np.testing.assert_allclose(found, 0, atol=1e-6)


def test_figures_count_the_pairs_of_every_map(owner: Person, pair: tuple[UUID, UUID]) -> None:
    found = owner.get(f"/api/runs/{pair[0]}/figures").json()
    assert (found["pairs"], found["dense_pairs"], found["maps"]) == (8 * 10, 8 * 16, 8)
    assert found["attention_flops"] == 4 * 8 * 80
    assert found["kv_bytes"] == 2 * 2 * 4 * 2 * 8 * 4  # layers, KV heads, tokens, K and V, width, bytes
    assert found["elapsed_ms"] == 2.0
    assert owner.get(f"/api/runs/{pair[0]}/figures").json() == found


def test_effects_are_asked_of_a_worker_once_and_given_when_it_has_made_them(
    owner: Person, pair: tuple[UUID, UUID], client: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    base, run = pair
    sent: list[tuple[str, list[str]]] = []

    class Queue(Celery):
        def send_task(self, name: str, args: list[str], **unused: object) -> None:  # type: ignore[override]
            sent.append((name, args))

    monkeypatch.setattr(compute.queue, "app", Queue("played"))
    path = f"/api/runs/{run}/against/{base}"
    assert owner.get(path).json()["status"] == "waiting"
    assert owner.get(path).json()["status"] == "waiting"
    assert [(name, [json.loads(spec)["text"] for spec in specs]) for name, specs in sent] == [
        ("compute.compare_runs", [A, B])
    ]
    specs = [RunSpec.model_validate({**SPEC, "text": text}) for text in (A, B)]
    Comparisons(client).keep(specs[0], specs[1], Comparison(status="ready"))
    assert owner.get(path).json()["status"] == "ready"
    # The other way round is another question.
    assert owner.get(f"/api/runs/{base}/against/{run}").json()["status"] == "waiting"


def test_a_run_that_goes_on_is_waited_for(owner: Person, player: Player) -> None:
    base, run = finished(owner, player, A), owner.starts({**SPEC, "text": C})
    assert owner.get(f"/api/runs/{run}/against/{base}").json()["status"] == "waiting"
    answer = owner.get(f"/api/runs/{run}/figures")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_captured_yet")


def test_maps_of_other_lengths_are_refused_with_both_counts(owner: Person, player: Player) -> None:
    base, run = finished(owner, player, A), finished(owner, player, C)
    for path in ("heads/decoder/0", "tiles/decoder/0/0"):
        answer = owner.get(f"/api/runs/{run}/against/{base}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (400, "incomparable_runs")
        assert answer.json()["data"] == {"base": 4, "variant": 5}


PATHS = ("", "/heads/decoder/0", "/tiles/decoder/0/0")


@pytest.mark.parametrize("path", PATHS)
def test_not_yours_and_not_there_are_one_answer_on_either_side(
    owner: Person, stranger: Person, player: Player, pair: tuple[UUID, UUID], path: str
) -> None:
    theirs = finished(stranger, player, "d d d d")
    nobody = uuid4()
    answers = [
        owner.get(f"/api/runs/{one}/against/{other}{path}")
        for one, other in ((pair[0], theirs), (theirs, pair[0]), (pair[0], nobody), (nobody, pair[0]))
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(404, answers[0].content)}
    assert owner.get(f"/api/runs/{theirs}/figures").status_code == 404


@pytest.mark.parametrize(
    "path", ["heads/decoder/2", "tiles/decoder/0/4", "tiles/decoder/0/0?y=1", "heads/decoder/0?row=1"]
)
def test_what_is_beyond_the_run_is_refused(owner: Person, pair: tuple[UUID, UUID], path: str) -> None:
    answer = owner.get(f"/api/runs/{pair[1]}/against/{pair[0]}/{path}")
    assert (answer.status_code, answer.json()["code"]) == (400, "out_of_range")
