"""What an owner does with studies: save, find, change, look back, delete and bring back."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from webapp.studies.models import Revision, Study

from .cast import SPEC, Person
from .player import Player
from .studying import SECOND_SPEC, body, saves, state, studies_a_run


def test_a_study_comes_back_exactly_as_it_was_saved(owner: Person) -> None:
    sent = body("它 reads 王", SPEC, SECOND_SPEC, notes="# What *it* shows", tags=["sink", "中文"])
    made = owner.post("/api/studies", sent).json()
    found = owner.get(f"/api/studies/{made['id']}").json()
    assert found == made
    for name in ("title", "notes", "tags"):
        assert found[name] == sent[name]
    assert (found["revision"], found["role"], found["runs"], found["in_gallery"]) == (1, "owner", [], False)
    assert found["state"]["address"] == "head&layer=1"
    assert [variant["spec"]["text"] for variant in found["state"]["variants"]] == ["a b c d", "d c b a"]


def test_a_study_keeps_the_runs_of_the_variants_that_were_run(owner: Person, player: Player) -> None:
    run_id = owner.starts()
    player.plays(run_id)
    study = owner.get(f"/api/studies/{saves(owner, SPEC, SECOND_SPEC)}").json()
    (kept,) = study["runs"]
    assert (kept["letter"], kept["run"], kept["state"]) == ("A", str(run_id), "kept")
    assert (kept["recomputed_at"], kept["renumbered"]) == (None, False)


def test_a_study_of_a_stored_example_refers_to_the_example(owner: Person, player: Player) -> None:
    from compute.spec import RunSpec
    from webapp.runs import services
    from webapp.runs.models import Run

    run_id = owner.starts()
    player.plays(run_id)
    Run.objects.all().delete()
    services.install_example(run_id, "en", RunSpec.model_validate(SPEC))
    (kept,) = owner.get(f"/api/studies/{saves(owner)}").json()["runs"]
    assert (kept["run"], kept["state"]) == (str(run_id), "kept")


def test_sharing_is_off_when_a_study_is_saved(owner: Person, stranger: Person) -> None:
    """C159: nobody else sees it, in no list, until the owner makes a link."""
    study = saves(owner)
    assert owner.get(f"/api/studies/{study}/links").json() == {"links": []}
    assert owner.get("/api/studies").json()["studies"][0]["is_shared"] is False
    assert stranger.get("/api/studies").json()["studies"] == []
    assert stranger.get("/api/gallery").json()["studies"] == []
    assert stranger.get(f"/api/studies/{study}").status_code == 404


def test_a_change_is_a_new_revision_and_the_same_again_is_none(owner: Person) -> None:
    study = saves(owner)
    changed = owner.patch(f"/api/studies/{study}", {"revision": 1, "title": "Renamed"}).json()
    assert (changed["revision"], changed["title"], changed["notes"]) == (2, "Renamed", "A *note*.")
    again = owner.patch(f"/api/studies/{study}", {"revision": 2, "title": "Renamed"}).json()
    assert again["revision"] == 2


def test_two_tabs_never_overwrite_each_other(owner: Person) -> None:
    """The second is told both revisions, and what is stored stays."""
    study = saves(owner)
    assert owner.patch(f"/api/studies/{study}", {"revision": 1, "notes": "from tab one"}).status_code == 200
    late = owner.patch(f"/api/studies/{study}", {"revision": 1, "notes": "from tab two", "autosave": True})
    assert (late.status_code, late.json()["code"], late.json()["field"]) == (409, "conflict", "revision")
    assert (late.json()["data"]["expected"], late.json()["data"]["current"]) == (1, 2)
    assert owner.get(f"/api/studies/{study}").json()["notes"] == "from tab one"
    same = owner.patch(f"/api/studies/{study}", {"revision": 1, "notes": "A *note*."})
    assert same.json()["code"] == "conflict"


def test_of_many_changes_at_once_one_wins_and_the_others_are_told(owner: Person) -> None:
    study = saves(owner)
    with ThreadPoolExecutor(8) as tabs:
        answers = list(
            tabs.map(lambda tab: owner.patch(f"/api/studies/{study}", {"revision": 1, "title": f"tab {tab}"}), range(8))
        )
    won = [answer.json()["title"] for answer in answers if answer.status_code == 200]
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    found = owner.get(f"/api/studies/{study}").json()
    assert (found["revision"], [found["title"]]) == (2, won)
    assert Revision.objects.filter(study=study).count() == 2


def test_earlier_states_are_looked_at_and_restored(owner: Person, player: Player) -> None:
    """What comes back is a new revision; the variant's run comes back with it."""
    study, run_id = studies_a_run(owner, player)
    owner.patch(f"/api/studies/{study}", {"revision": 1, "title": "Later", "state": state(SECOND_SPEC)})
    assert owner.get(f"/api/studies/{study}").json()["runs"] == []
    history = owner.get(f"/api/studies/{study}/revisions").json()["revisions"]
    assert [(entry["number"], entry["title"]) for entry in history] == [(2, "Later"), (1, "Does “it” read the trophy?")]
    first = owner.get(f"/api/studies/{study}/revisions/1").json()
    assert first["state"]["variants"][0]["spec"]["text"] == SPEC["text"]
    restored = owner.post(f"/api/studies/{study}/revisions/1/restore", {"revision": 2}).json()
    assert (restored["revision"], restored["title"]) == (3, "Does “it” read the trophy?")
    assert restored["runs"][0]["run"] == str(run_id)
    assert len(owner.get(f"/api/studies/{study}/revisions").json()["revisions"]) == 3
    late = owner.post(f"/api/studies/{study}/revisions/1/restore", {"revision": 2})
    assert late.json()["code"] == "conflict"
    assert owner.get(f"/api/studies/{study}/revisions/9").status_code == 404


def test_a_long_history_loses_its_oldest_autosaves_first(owner: Person, settings: Settings) -> None:
    settings.REVISIONS_PER_STUDY = 3
    study = saves(owner)
    for revision, autosave in ((1, True), (2, False), (3, True), (4, True)):
        change = {"revision": revision, "title": f"title {revision}", "autosave": autosave}
        assert owner.patch(f"/api/studies/{study}", change).status_code == 200
    history = owner.get(f"/api/studies/{study}/revisions").json()["revisions"]
    assert [entry["number"] for entry in history] == [5, 3, 1]


def test_a_deleted_study_is_gone_and_can_be_brought_back(owner: Person) -> None:
    study = saves(owner)
    assert owner.delete(f"/api/studies/{study}").status_code == 200
    assert owner.get(f"/api/studies/{study}").status_code == 404
    assert owner.get("/api/studies").json()["total"] == 0
    (deleted,) = owner.get("/api/studies?deleted=true").json()["studies"]
    assert deleted["id"] == study
    assert owner.patch(f"/api/studies/{study}", {"revision": 1, "title": "x"}).status_code == 404
    assert owner.post(f"/api/studies/{study}/undelete").json()["title"] == "Does “it” read the trophy?"
    assert owner.get("/api/studies").json()["total"] == 1
    assert owner.post(f"/api/studies/{study}/undelete").status_code == 404


def test_a_duplicate_is_a_study_of_its_own(owner: Person, player: Player) -> None:
    study, run_id = studies_a_run(owner, player)
    copy = owner.post(f"/api/studies/{study}/copy").json()
    assert copy["id"] != study
    assert copy["runs"][0]["run"] == str(run_id)
    owner.patch(f"/api/studies/{copy['id']}", {"revision": 1, "title": "Another"})
    assert owner.get(f"/api/studies/{study}").json()["title"] == "Does “it” read the trophy?"


def test_studies_are_found_by_words_of_title_notes_tags_and_text_and_by_tag(owner: Person) -> None:
    owner.post("/api/studies", body("Attention Sinks", {**SPEC, "text": "The TROPHY did not fit"}, tags=["Sink"]))
    owner.post("/api/studies", body("它 reads 王", notes="Ärger in the notes", tags=["中文", "sink"]))

    def found(query: str) -> list[str]:
        return [study["title"] for study in owner.get(f"/api/studies?{query}").json()["studies"]]

    assert found("search=trophy+sinks") == ["Attention Sinks"]
    assert found("search=ÄRGER") == found("search=王") == found("tag=中文") == ["它 reads 王"]
    assert found("tag=sink") == found("") == ["它 reads 王", "Attention Sinks"]
    assert found("search=nothing") == found("tag=sin") == found("search=%25") == []
    assert found("skip=1") == ["Attention Sinks"]
    listed = owner.get("/api/studies").json()
    assert listed["total"] == 2
    assert listed["tags"] == ["Sink", "sink", "中文"]
    assert listed["studies"][1]["variants"][0]["text"] == "The TROPHY did not fit"


def test_listing_studies_takes_as_many_queries_for_nine_as_for_one(
    owner: Person, player: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    studies_a_run(owner, player)
    for count in (1, 9):
        while Study.objects.count() < count:
            saves(owner)
        with django_assert_num_queries(5):  # the session, the tags, how many, the page, its runs
            assert len(owner.get("/api/studies").json()["studies"]) == count


MISTAKES = {
    "no title": (body(title=""), "invalid_request", "title"),
    "a long title": (body(title="x" * 201), "invalid_request", "title"),
    "long notes": (body(notes="x" * 20_001), "invalid_request", "notes"),
    "a tag with a comma": (body(tags=["a,b"]), "invalid_request", "tags.0"),
    "too many tags": (body(tags=["x"] * 21), "invalid_request", "tags"),
    "no variants": (body(state={"version": 1, "variants": []}), "invalid_request", "state.variants"),
    "two variants A": (
        body(state={"variants": [{"letter": "A", "spec": SPEC}, {"letter": "A", "spec": SPEC}]}),
        "invalid_request",
        "state",
    ),
    "a base that is no variant": (
        body(state={"variants": [{"letter": "A", "spec": SPEC}], "base": "B"}),
        "invalid_request",
        "state",
    ),
    "a later version": (
        body(state={"version": 2, "variants": [{"letter": "A", "spec": SPEC}]}),
        "invalid_request",
        "state.version",
    ),
    "a spec of no model": (
        body(state={"variants": [{"letter": "A", "spec": {"text": "a"}}]}),
        "invalid_request",
        "state.variants.0.spec.model",
    ),
    "a NUL in the title": (body(title="a\0b"), "study_text_refused", "title"),
    "a NUL in a tag": (body(tags=["a\0"]), "study_text_refused", "tags.0"),
    "a NUL in a text": (body("x", {**SPEC, "text": "\0"}), "study_text_refused", "state.variants.0.spec.text"),
    "an unknown field": (body(colour="red"), "invalid_request", "colour"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_sentence_and_nothing_is_saved(mistake: str, owner: Person) -> None:
    sent, code, field = MISTAKES[mistake]
    answer = owner.post("/api/studies", sent)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)
    assert answer.json()["message"].endswith(".")
    assert not Study.objects.exists()


def test_there_is_a_most_of_studies(owner: Person, stranger: Person, settings: Settings) -> None:
    settings.STUDIES_PER_OWNER = 1
    study = saves(owner)
    answer = owner.post("/api/studies", body())
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_studies")
    assert owner.post(f"/api/studies/{study}/copy").json()["code"] == "too_many_studies"
    saves(stranger)


def test_there_is_a_most_of_what_studies_keep(owner: Person, player: Player, settings: Settings) -> None:
    """Saving is refused by what it would keep; a run that two studies refer to counts once."""
    from compute.spec import RunSpec

    studies_a_run(owner, player)
    size = player.store.size(RunSpec.model_validate(SPEC).digest())
    settings.KEPT_BYTES_PER_OWNER = size
    saves(owner)
    player.plays(owner.starts(SECOND_SPEC))
    answer = owner.post("/api/studies", body("Too much", SECOND_SPEC))
    assert (answer.status_code, answer.json()["code"]) == (409, "quota_exceeded")
    assert answer.json()["data"]["limit"] == size
    assert Study.objects.count() == 2


def test_a_long_text_is_kept_as_a_draft_for_whoever_has_its_address(
    owner: Person, stranger: Person, guest: Client
) -> None:
    """Like a short one, which stands in it. As C151 asks of links, the id has 128 random bits: no version, no owner."""
    text = "长" * 20_000
    draft = owner.post("/api/drafts", {"text": text}).json()
    for reader in (owner, stranger, guest):
        assert reader.get(f"/api/drafts/{draft['id']}").json()["text"] == text
    unknown = stranger.get("/api/drafts/00000000-0000-0000-0000-000000000000")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
    assert owner.post("/api/drafts", {"text": text}).json()["id"] == draft["id"]
    assert stranger.post("/api/drafts", {"text": text}).json()["id"] != draft["id"]
    versions = {owner.post("/api/drafts", {"text": f"draft {n}"}).json()["id"][14] for n in range(40)}
    assert len(versions) > 4  # of a UUID4 it would be 4 each time
    assert owner.post("/api/drafts", {"text": "a\0"}).json()["code"] == "bad_character"


def test_the_oldest_drafts_make_room(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.studies.drafts.MOST_DRAFTS", 2)
    ids = [owner.post("/api/drafts", {"text": f"draft {number}"}).json()["id"] for number in range(3)]
    assert [owner.get(f"/api/drafts/{draft}").status_code for draft in ids] == [404, 200, 200]
