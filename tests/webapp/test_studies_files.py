"""Study files: out, in, of every version that there was, and refused whole when they cannot be read."""

import json
from pathlib import Path

import pytest

from webapp.studies import versions
from webapp.studies.errors import StudyFileBroken, StudyFileNewer
from webapp.studies.files import StudyFile, read
from webapp.studies.models import Study
from webapp.studies.state import VERSION

from .cast import SPEC, Person
from .player import Player
from .studying import SECOND_SPEC, saves, studies_a_run

STORED = Path(__file__).parent.parent / "fixtures" / "studies"


def test_a_study_that_goes_out_and_comes_in_elsewhere_is_the_same(owner: Person, stranger: Person) -> None:
    study = saves(owner, SPEC, SECOND_SPEC, notes="它 *reads* 王", tags=["sink", "中文"])
    answer = owner.get(f"/api/studies/{study}/file")
    assert answer["Content-Disposition"] == 'attachment; filename="does-it-read-the-trophy.study.json"'
    came = stranger.client.post(
        "/api/studies/import", answer.content, content_type="application/json", headers={"X-CSRFToken": stranger.token}
    ).json()
    original = owner.get(f"/api/studies/{study}").json()
    for name in ("title", "notes", "tags", "state"):
        assert came[name] == original[name]
    assert came["id"] != study


def test_an_imported_study_is_computed_when_it_is_opened(owner: Person, stranger: Person, player: Player) -> None:
    """Where the numbers are stored already they are there at once."""
    study, _ = studies_a_run(owner, player)
    file = owner.get(f"/api/studies/{study}/file").json()
    came = stranger.post("/api/studies/import", file).json()
    assert [(run["letter"], run["state"]) for run in came["runs"]] == [("A", "missing")]
    (run,) = stranger.post(f"/api/studies/{came['id']}/open").json()["runs"]
    assert (run["state"], run["recomputed_at"]) == ("kept", None)
    assert stranger.get(f"/api/runs/{run['run']}/tiles/decoder/0/0").status_code == 200


@pytest.mark.parametrize("file", sorted(STORED.glob("*.json")), ids=lambda file: file.stem)
def test_a_stored_file_of_each_version_is_read(file: Path) -> None:
    """The files are kept as they were written once, and never renewed."""
    study = read(file.read_bytes())
    assert study.title == "Does “it” read the trophy?"
    assert [variant.letter for variant in study.state.variants] == ["A", "B"]
    assert study.state.variants[1].spec.text == "小王把书放在桌上，因为它太重了。"
    assert study.state.address == "head&layer=16&head=3&query=10&key=1"


def test_there_is_a_stored_file_for_every_version_and_a_step_from_each_but_the_newest() -> None:
    found = {json.loads(file.read_bytes())["version"] for file in STORED.glob("*.json")}
    assert found == set(range(1, VERSION + 1))
    assert set(versions.STEPS) == set(range(1, VERSION))


def test_a_file_is_brought_up_one_version_at_a_time() -> None:
    """The mechanism, with two steps that there are not yet; the document given stays as it was."""

    def renames(document: versions.Document) -> versions.Document:
        return {**{name: value for name, value in document.items() if name != "note"}, "notes": document["note"]}

    def adds(document: versions.Document) -> versions.Document:
        return {**document, "tags": [str(document["notes"])]}

    old: versions.Document = {"version": 1, "note": "n"}
    assert versions.brought_up(old, {1: renames, 2: adds}, newest=3) == {"version": 3, "notes": "n", "tags": ["n"]}
    assert old == {"version": 1, "note": "n"}
    with pytest.raises(StudyFileNewer):
        versions.brought_up({"version": 4}, {1: renames, 2: adds}, newest=3)
    with pytest.raises(StudyFileBroken):
        versions.brought_up({"version": 0}, {1: renames, 2: adds}, newest=3)


GOOD = StudyFile.model_validate(json.loads((STORED / "version-1.json").read_bytes())).model_dump(mode="json")
BROKEN = {
    "no JSON": (b"{title: a}", "study_file_broken"),
    "cut off": (json.dumps(GOOD).encode()[:-20], "study_file_broken"),
    "no UTF-8": (b'{"title": "\xff"}', "study_file_broken"),
    "a list": (b"[]", "study_file_broken"),
    "nothing": (b" ", "study_file_broken"),
    "another format": (json.dumps({**GOOD, "format": "other"}).encode(), "study_file_broken"),
    "no version": (json.dumps({**GOOD, "version": None}).encode(), "study_file_broken"),
    "version zero": (json.dumps({**GOOD, "version": 0}).encode(), "study_file_broken"),
    "a version that is true": (json.dumps({**GOOD, "version": True}).encode(), "study_file_broken"),
    "a newer version": (json.dumps({**GOOD, "version": VERSION + 1}).encode(), "study_file_newer"),
    "no state": (json.dumps({**GOOD, "state": None}).encode(), "study_file_broken"),
    "something unknown": (json.dumps({**GOOD, "colour": "red"}).encode(), "study_file_broken"),
    "a wrong spec": (
        json.dumps({**GOOD, "state": {"variants": [{"letter": "A", "spec": {"text": 5}}]}}).encode(),
        "study_file_broken",
    ),
    "an unpaired surrogate": (json.dumps({**GOOD, "title": "\ud800"}).encode(), "study_file_broken"),
    "a NUL": (json.dumps({**GOOD, "notes": "\0"}).encode(), "study_text_refused"),
    "deep nesting": (b"[" * 100_000, "study_file_broken"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence_and_changes_nothing(case: str, owner: Person) -> None:
    content, code = BROKEN[case]
    answer = owner.client.post(
        "/api/studies/import", content, content_type="application/json", headers={"X-CSRFToken": owner.token}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["message"].endswith(".")
    assert not Study.objects.exists()


def test_another_content_type_is_no_study_file(owner: Person) -> None:
    answer = owner.client.post(
        "/api/studies/import", "x", content_type="text/plain", headers={"X-CSRFToken": owner.token}
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "wrong_content_type")
