"""What one may do with a run over HTTP, and who may."""

import json
from uuid import UUID, uuid4

import msgpack
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from compute.events import EVENT, RunEvent
from compute.fold import fold
from compute.spec import RunSpec

from .cast import SPEC, Person
from .player import Player

OWN_ADDRESSES = (
    "/api/runs/{id}",
    "/api/runs/{id}/events",
    "/api/runs/{id}/tiles/decoder/0/0",
    "/api/runs/{id}/rows/decoder/0/0/0",
    "/api/runs/{id}/cells/decoder/0/0/0/0",
    "/api/runs/{id}/margins/decoder/0/0",
)


def events_of(person: Person, run_id: UUID, after: int = 0) -> list[RunEvent]:
    answer = person.get(f"/api/runs/{run_id}/events?after={after}")
    assert answer["Content-Type"] == "application/msgpack"
    unpacker = msgpack.Unpacker()
    unpacker.feed(answer.content)
    return [EVENT.validate_python(body) for body in unpacker]


def test_a_new_run_is_queued_with_its_spec_and_its_digest(owner: Person) -> None:
    answer = owner.post("/api/runs", SPEC)
    assert answer.status_code == 201
    run = answer.json()
    assert (run["status"], run["error"], run["is_example"]) == ("queued", None, False)
    stated = {**SPEC, "second": None, "second_as": "pair", "padding_side": "right", "dtype": "float32"}
    assert {name: run["spec"][name] for name in stated} == stated
    assert RunSpec.model_validate(run["spec"]) == RunSpec.model_validate(SPEC)
    assert len(run["digest"]) == 64
    assert [event.type for event in events_of(owner, UUID(run["id"]))] == ["run.queued"]


def test_a_run_is_finished_once_its_log_says_so(owner: Person, player: Player) -> None:
    run_id = owner.starts()
    player.takes(run_id)
    assert owner.get(f"/api/runs/{run_id}").json()["status"] == "running"
    player.dies(run_id)
    player.plays(run_id)
    run = owner.get(f"/api/runs/{run_id}").json()
    assert run["status"] == "finished"
    assert run["finished_at"] is not None


def test_events_are_numbered_without_a_gap_and_resume_after_any_of_them(owner: Person, player: Player) -> None:
    run_id = owner.starts()
    player.plays(run_id)
    everything = events_of(owner, run_id)
    assert [event.seq for event in everything] == list(range(1, len(everything) + 1))
    assert events_of(owner, run_id, after=3) == everything[3:]
    assert fold(everything).status == "finished"


def test_the_same_spec_is_computed_once_and_each_browser_has_a_run_of_its_own(
    owner: Person, stranger: Person, player: Player
) -> None:
    first = owner.starts()
    player.plays(first)
    again = stranger.post("/api/runs", SPEC).json()
    assert again["status"] == "finished"
    assert again["id"] != str(first)
    replayed = events_of(stranger, UUID(again["id"]))
    assert fold(replayed).run_id == again["id"]
    assert [event.seq for event in replayed] == list(range(1, len(replayed) + 1))
    assert {event.type for event in replayed} >= {"run.queued", "run.tokens", "run.heads", "run.finished"}


def test_a_finished_run_outlives_its_log(owner: Person, player: Player) -> None:
    run_id = owner.starts({**SPEC, "text": "o u t"})
    player.plays(run_id)
    owner.get(f"/api/runs/{run_id}")
    player.client.flushdb()
    assert fold(events_of(owner, run_id)).status == "finished"


def test_a_browser_lists_its_own_runs_newest_first(owner: Person, stranger: Person) -> None:
    ids = [owner.starts({**SPEC, "text": text}) for text in ("l a", "l b", "l c")]
    stranger.starts({**SPEC, "text": "l d"})
    listed = [run["id"] for run in owner.get("/api/runs").json()["runs"]]
    assert listed == [str(run_id) for run_id in reversed(ids)]


def test_listing_runs_takes_as_many_queries_for_nine_as_for_one(
    owner: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in range(9):
        owner.starts({**SPEC, "text": f"q {'q ' * count}"})
        if count in (0, 8):
            with django_assert_num_queries(2):  # the session, the runs
                assert len(owner.get("/api/runs").json()["runs"]) == count + 1


@pytest.mark.parametrize("address", OWN_ADDRESSES)
def test_not_yours_and_not_there_are_one_answer(
    address: str, owner: Person, stranger: Person, guest: Client, player: Player
) -> None:
    """C140: somebody else's run is refused with the same answer as an id that does not exist."""
    run_id = owner.starts()
    player.plays(run_id)
    assert owner.get(address.format(id=run_id)).status_code == 200
    unknown = stranger.get(address.format(id=uuid4()))
    theirs = stranger.get(address.format(id=run_id))
    nobodys = guest.get(address.format(id=run_id))
    assert unknown.status_code == 404
    assert unknown.json()["code"] == "not_found"
    for answer in (theirs, nobodys):
        assert (answer.status_code, answer.content, answer.headers) == (
            unknown.status_code,
            unknown.content,
            unknown.headers,
        )


def test_nobody_else_can_cancel_a_run(owner: Person, stranger: Person) -> None:
    """C140: nor is it told that the run exists."""
    run_id = owner.starts({**SPEC, "text": "n o"})
    theirs = stranger.post(f"/api/runs/{run_id}/cancel")
    unknown = stranger.post(f"/api/runs/{uuid4()}/cancel")
    assert theirs.status_code == unknown.status_code == 404
    assert theirs.content == unknown.content
    assert owner.get(f"/api/runs/{run_id}").json()["status"] == "queued"


def test_cancelling_a_waiting_run_ends_it_at_once(owner: Person) -> None:
    run_id = owner.starts({**SPEC, "text": "c a"})
    assert owner.post(f"/api/runs/{run_id}/cancel").json()["status"] == "cancelled"
    assert [event.type for event in events_of(owner, run_id)] == ["run.queued", "run.cancelled"]


def test_cancelling_a_run_at_work_leaves_the_end_to_its_worker(owner: Person, player: Player) -> None:
    """C145: the worker finds the flag between two layers."""
    run_id = owner.starts({**SPEC, "text": "c b"})
    player.takes(run_id)
    assert owner.post(f"/api/runs/{run_id}/cancel").json()["status"] == "running"
    assert player.client.exists(f"run:{run_id}:cancel")


def test_cancelling_an_ended_run_changes_nothing(owner: Person, player: Player) -> None:
    run_id = owner.starts({**SPEC, "text": "c c"})
    player.plays(run_id)
    assert owner.post(f"/api/runs/{run_id}/cancel").json()["status"] == "finished"
    assert not player.client.exists(f"run:{run_id}:cancel")


def test_the_queue_carries_the_runs_id_and_no_text(owner: Person, player: Player) -> None:
    """C150: a message of the queue is small whatever the text; the worker fetches the spec by the id."""
    run_id = owner.starts({**SPEC, "text": "a b " * 200})
    raw = player.client.lrange("runs", 0, -1)
    assert len(raw) == 1
    assert str(run_id) in raw[0].decode()
    assert len(raw[0]) < 2000
    assert json.loads(player.client.get(f"run:{run_id}:spec"))["text"] == "a b " * 200


def test_hypertext_in_a_text_comes_back_as_the_text_it_is(owner: Person, player: Player) -> None:
    """C157: the answer is JSON, never a page, and the text in it is unchanged."""
    text = '"><img src=x onerror=alert(1)>'
    run_id = owner.starts({**SPEC, "text": text})
    answer = owner.get(f"/api/runs/{run_id}")
    assert answer.json()["spec"]["text"] == text
    assert answer["Content-Type"] == "application/json"
    assert answer["X-Content-Type-Options"] == "nosniff"
    player.plays(run_id)
    labels = [event for event in events_of(owner, run_id) if event.type == "run.tokens"]
    assert labels
