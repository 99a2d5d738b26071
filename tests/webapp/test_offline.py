"""The page as one file: what it holds is what this server answers, and nothing in it gets out of its place."""

import base64
import gzip
import json
import math
from html.parser import HTMLParser
from pathlib import Path
from uuid import UUID

import msgpack
import numpy as np
import pytest
from pytest_django import Settings

import webapp.offline.plan
from compute.capture.record import AttentionRecord

from .cast import SPEC, Person
from .player import CARD, Player, record
from .studying import SECOND_SPEC, opens, shares, studies_a_run

AT = {"kind": "decoder", "layer": 1, "head": 2, "row": 0}
PAGE = "<!doctype html><head><title>Attention Atlas</title></head><body><!--held--><script>1;</script></body>"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, settings: Settings) -> Path:
    settings.PAGE = tmp_path
    (tmp_path / "standalone.html").write_text(PAGE)
    return tmp_path


@pytest.fixture
def run_id(owner: Person, player: Player) -> UUID:
    run_id = owner.starts()
    player.plays(run_id)
    return run_id


class Blocks(HTMLParser):
    """The text of each element of the page, as a browser takes it apart."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts.append((dict(attrs).get("id") or tag, ""))

    def handle_data(self, data: str) -> None:
        name, text = self.texts[-1]
        self.texts[-1] = (name, text + data)


def held_in(page: str) -> dict[str, object]:
    held: dict[str, object] = msgpack.unpackb(gzip.decompress(base64.b64decode(dict(Blocks(page).texts)["held"])))
    return held


def asks(run_id: UUID, **more: object) -> tuple[str, dict[str, object]]:
    return f"/api/runs/{run_id}/offline", {"title": "A title", "at": AT, **more}


def answers_of(person: Person, run_id: UUID, **more: object) -> dict[str, bytes]:
    answer = person.post(*asks(run_id, **more))
    assert answer.status_code == 200, answer.content
    assert answer["Content-Disposition"] == 'attachment; filename="a-title.html"'
    answers = held_in(answer.content.decode())["answers"]
    assert isinstance(answers, dict)
    return answers


def test_the_file_holds_this_servers_own_answers(owner: Person, run_id: UUID) -> None:
    """C137: byte for byte what each address answers; whatever the views ask of a short run is there."""
    answers = answers_of(owner, run_id)
    made_for_it = {"/api/models", "/api/examples"}
    for address, said in answers.items():
        if address not in made_for_it:
            assert owner.get(address).content == said, address
    heads = [f"{layer}/{head}?row=0" for layer in range(CARD.layers) for head in range(CARD.query_heads)]
    run = f"/api/runs/{run_id}"
    assert set(answers) >= {run, f"{run}/events?after=0", *(f"{run}/cells/decoder/{head}" for head in heads)}
    assert [model["name"] for model in json.loads(answers["/api/models"])["models"]] == ["tiny"]
    assert json.loads(answers["/api/examples"]) == {"examples": []}


def by_hand(kept: AttentionRecord, head: int, query: int, key: int) -> tuple[float, float, int]:
    """A weight, its dot product and its rank among the keys up to the query, by a loop."""
    asked, keys = kept.query.values()[0, head, query], kept.key.values()[0, head // 2]
    dots = [math.fsum(float(a) * float(b) for a, b in zip(asked, keys[j], strict=True)) for j in range(query + 1)]
    raised = [math.exp(dot * CARD.head_dim**-0.5) for dot in dots]
    return raised[key] / math.fsum(raised), dots[key], 1 + sum(one > raised[key] for one in raised)


def test_every_cell_of_a_head_is_told_at_once(owner: Person, run_id: UUID) -> None:
    """Against a loop over the stored queries and keys, and against what one cell alone is told as."""
    cells = msgpack.unpackb(owner.get(f"/api/runs/{run_id}/cells/decoder/1/2?row=0").content)
    told = {
        name: np.frombuffer(array["data"], "<f4").reshape(array["shape"])
        for name, array in cells.items()
        if isinstance(array, dict)
    }
    kept = record(1, 4)
    for query in range(4):
        for key in range(4):
            if key > query:
                assert np.isnan(told["weight"][query, key])
                assert told["rank"][query, key] == 0
                continue
            weight, dot, rank = by_hand(kept, 2, query, key)
            np.testing.assert_allclose(told["weight"][query, key], weight, rtol=2e-5)
            np.testing.assert_allclose(told["dot"][query, key], dot, rtol=2e-5, atol=1e-6)
            assert told["rank"][query, key] == rank
            alone = owner.get(f"/api/runs/{run_id}/cells/decoder/1/2/{query}/{key}").json()
            assert np.float32(alone["weight"]) == told["weight"][query, key]
            assert np.float32(alone["row_entropy"]) == told["row_entropy"][query]
    assert (cells["bias"], cells["sink_share"], cells["kv_head"]) == (None, None, 1)
    assert list(told["visible_keys"]) == [1, 2, 3, 4]


def test_a_map_too_large_to_be_told_at_once_is_refused_by_its_size(
    owner: Person, run_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.runs.tiles.MOST_CELLS", 15)
    refused = owner.get(f"/api/runs/{run_id}/cells/decoder/0/0").json()
    assert (refused["code"], refused["data"]) == ("too_many_cells", {"given": 16, "limit": 15})


def test_no_title_and_no_text_ends_the_block_that_it_stands_in(owner: Person, player: Player) -> None:
    """C157: the page has the scripts that it was built with, whatever users write."""
    nasty = "</title></script><script>alert(1)</script><!-- ]]>"
    run_id = owner.starts({**SPEC, "text": "a </script><script>b</script> <!-- c"})
    player.plays(run_id)
    answer = owner.post(*asks(run_id, title=nasty, address=nasty))
    blocks = Blocks(answer.content.decode()).texts
    assert [name for name, _ in blocks if name in ("script", "held")] == ["held", "script"]
    assert dict(blocks)["title"] == nasty
    assert dict(blocks)["script"] == "1;"
    held = held_in(answer.content.decode())
    assert (held["title"], held["address"], held["run"]) == (nasty, nasty, str(run_id))


def test_runs_beside_the_first_come_with_what_compares_them(owner: Person, player: Player, run_id: UUID) -> None:
    other = owner.starts(SECOND_SPEC)
    player.plays(other)
    answers = answers_of(owner, run_id, beside=[{"letter": "B", "run": str(other)}])
    assert f"/api/runs/{other}/against/{run_id}/heads/decoder/1?row=0" in answers
    assert f"/api/runs/{other}/figures" in answers
    # A worker has not compared them, and “waiting” would wait for ever.
    assert f"/api/runs/{other}/against/{run_id}" not in answers
    refused = owner.post(*asks(run_id, beside=[{"letter": "A", "run": str(other)}]))
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")


def test_questions_of_costs_are_answered_as_they_are_asked(owner: Person, run_id: UUID) -> None:
    body = json.dumps({"config": {"model_type": "llama"}, "question": {}, "figures": []})
    answers = answers_of(owner, run_id, costs=[body, "not JSON"])
    asked = owner.client.post("/api/costs", body, content_type="application/json", headers={"X-CSRFToken": owner.token})
    assert (f"/api/costs {body}" in answers) == (asked.status_code == 200)
    assert "/api/costs not JSON" not in answers


def test_the_size_is_told_before_and_is_not_exceeded(owner: Person, run_id: UUID) -> None:
    path, body = asks(run_id)
    plan = owner.post(f"{path}/plan", body).json()
    content = owner.post(path, body).content
    assert len(content) <= plan["bytes"]
    assert plan["heads"] == plan["heads_in_all"] == CARD.layers * CARD.query_heads


def test_where_not_all_heads_fit_the_selected_one_and_its_layer_come_first(
    owner: Person, run_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = 4 * (4 * 16 + 4 * 4) + 8 * 8 + 2 * webapp.offline.plan.FRAME
    for heads, expected in ((1, {"1/2"}), (4, {"1/0", "1/1", "1/2", "1/3"})):
        monkeypatch.setattr(webapp.offline.plan, "MOST_BYTES", heads * one + 100)
        answers = answers_of(owner, run_id)
        whole = {address.split("decoder/")[1].split("?")[0] for address in answers if "/cells/" in address}
        assert whole == expected
        path, body = asks(run_id)
        assert owner.post(f"{path}/plan", body).json()["heads"] == heads


def test_a_long_map_brings_its_tiles_from_the_coarsest_on(
    owner: Person, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = owner.starts({**SPEC, "text": "a b c d e " * 80})
    player.plays(run_id, layers=1)
    tile = 2 * 256 * 256 + webapp.offline.plan.FRAME
    monkeypatch.setattr(webapp.offline.plan, "MOST_BYTES", 3 * tile + 20_000)
    answers = answers_of(owner, run_id, at={**AT, "layer": 0})
    chosen = f"/api/runs/{run_id}/tiles/decoder/0/2?row=0"
    assert f"{chosen}&level=1&y=0&x=0" in answers
    assert [address for address in answers if "/cells/" in address] == []
    for address in (address for address in answers if "/tiles/" in address or "/margins/" in address):
        assert owner.get(address).content == answers[address]


def test_a_file_is_as_good_as_a_copy(owner: Person, stranger: Person, player: Player) -> None:
    """C140: a guest who may only read gets none; one who may copy does; to a stranger there is no such run."""
    study, run_id = studies_a_run(owner, player)
    codes = []
    for person in (opens(shares(owner, study, may_copy=True)[1]), opens(shares(owner, study)[1]), stranger):
        answer = person.post(*asks(run_id))
        codes.append((answer.status_code, "" if answer.status_code == 200 else answer.json()["code"]))
    assert codes == [(200, ""), (403, "not_allowed"), (404, "not_found")]
    # Nor is somebody else's run let in beside one's own.
    own = stranger.starts({**SPEC, "text": "d d"})
    player.plays(own)
    assert stranger.post(*asks(own, beside=[{"letter": "B", "run": str(run_id)}])).status_code == 404


def test_a_run_that_goes_on_is_not_half_written(owner: Person) -> None:
    refused = owner.post(*asks(owner.starts()))
    assert (refused.status_code, refused.json()["code"], refused.json()["data"]) == (
        409,
        "run_unfinished",
        {"letter": "A"},
    )


def test_without_a_built_page_it_is_said_how_to_build_it(owner: Person, run_id: UUID, built: Path) -> None:
    (built / "standalone.html").unlink()
    refused = owner.post(*asks(run_id))
    assert (refused.status_code, refused.json()["code"]) == (503, "page_not_built")
