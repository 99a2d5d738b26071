"""The stored examples: installed any number of times, readable by everybody, changeable by nobody."""

import shutil
from pathlib import Path

import msgpack
import pytest
from django.core.management import call_command
from django.test import Client

from compute.capture.store import CaptureStore
from compute.events import EVENT
from compute.fold import fold
from compute.settings import Settings
from compute.spec import RunSpec
from webapp.runs import stored
from webapp.runs.models import Run

from .cast import SPEC, Person
from .player import Player


@pytest.fixture
def folder(player: Player, parts: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One example as a folder, made by the player, and nothing in the store."""
    spec = RunSpec.model_validate(SPEC)
    said = list(player.says(spec, layers=2, heads_at_once=4))
    player.store.writer(spec.digest()).finish(said)
    example = tmp_path / "en"
    shutil.move(Path(parts.capture_url) / spec.digest(), example)
    (example / "spec.json").write_text(spec.model_dump_json())
    monkeypatch.setattr(stored.stored_examples, "__defaults__", (tmp_path,))
    return tmp_path


def test_everybody_reads_an_example_from_its_list_to_its_numbers(folder: Path, guest: Client, player: Player) -> None:
    call_command("install_examples")
    (listed,) = guest.get("/api/examples").json()["examples"]
    assert listed["lang"] == "en"
    run = listed["run"]
    assert (run["status"], run["is_example"]) == ("finished", True)
    unpacker = msgpack.Unpacker()
    unpacker.feed(guest.get(f"/api/runs/{run['id']}/events").content)
    state = fold(EVENT.validate_python(body) for body in unpacker)
    assert (state.status, len(state.layers)) == ("finished", 2)
    assert guest.get(f"/api/runs/{run['id']}/tiles/decoder/1/3").status_code == 200


def test_installing_again_changes_nothing(folder: Path, owner: Person, parts: Settings) -> None:
    call_command("install_examples")
    before = Run.objects.get()
    size = CaptureStore(parts.capture_url).size(before.digest)
    call_command("install_examples")
    after = Run.objects.get()
    assert (after.id, after.created_at, after.finished_at) == (before.id, before.created_at, before.finished_at)
    assert CaptureStore(parts.capture_url).size(before.digest) == size > 0


def test_an_example_is_in_nobodys_own_list_and_cannot_be_cancelled(folder: Path, owner: Person) -> None:
    call_command("install_examples")
    run_id = Run.objects.get().id
    assert owner.get("/api/runs").json() == {"runs": []}
    assert owner.post(f"/api/runs/{run_id}/cancel").json()["status"] == "finished"


def test_running_an_examples_spec_is_answered_from_its_capture(folder: Path, owner: Person, player: Player) -> None:
    call_command("install_examples")
    assert owner.post("/api/runs", SPEC).json()["status"] == "finished"
    assert not player.client.exists("runs")


def test_the_examples_that_come_with_the_program_are_whole(owner: Person, player: Player) -> None:
    kept = list(stored.stored_examples(stored.FOLDER))
    assert [example.name for example in kept] == ["en", "minilm", "zh"]
    for example in kept:
        example.install()
        state = fold(_events(owner, example))
        assert state.status == "finished"
        assert state.tokens is not None
        assert len(state.layers) == state.tokens.model.layers


def _events(person: Person, example: stored.StoredExample) -> list[object]:
    unpacker = msgpack.Unpacker()
    unpacker.feed(person.get(f"/api/runs/{example.run_id}/events").content)
    return [EVENT.validate_python(body) for body in unpacker]
