"""Comments on a study and on places in it."""

import pytest

from .cast import Person
from .studying import opens, saves, shares

ANCHORS = (
    {"type": "none"},
    {"type": "token", "letter": "A", "token": 3, "label": "它₁"},
    {"type": "head", "letter": "A", "kind": "decoder", "layer": 16, "head": 3},
    {"type": "cell", "letter": "B", "kind": "cross", "layer": 1, "head": 2, "query": 10, "key": 1, "query_label": "it"},
)


def says(person: Person, study: str, text: str, **more: object) -> int:
    answer = person.post(f"/api/studies/{study}/comments", {"text": text, **more})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def heard(person: Person, study: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = person.get(f"/api/studies/{study}/comments").json()["comments"]
    return found


def guest_with_a_name(token: str, name: str) -> Person:
    guest = opens(token)
    answer = guest.post("/api/account/sign-up", {"username": name, "password": "correct horse battery"})
    assert answer.status_code == 201, answer.content
    return guest


@pytest.mark.parametrize("anchor", ANCHORS, ids=lambda anchor: anchor["type"])
def test_a_comment_is_pinned_to_its_place(anchor: dict[str, object], owner: Person) -> None:
    study = saves(owner)
    says(owner, study, "Look here.", anchor=anchor)
    (comment,) = heard(owner, study)
    assert comment["anchor"].items() >= anchor.items()
    assert (comment["by_owner"], comment["is_own"], comment["hidden"]) == (True, True, False)


def test_a_reply_stands_under_its_comment_and_replies_have_none(owner: Person) -> None:
    study = saves(owner)
    first = says(owner, study, "Why?")
    reply = says(owner, study, "Because.", reply_to=first)
    assert [(comment["id"], comment["reply_to"]) for comment in heard(owner, study)] == [(first, None), (reply, first)]
    for wrong in (reply, reply + 100):
        answer = owner.post(f"/api/studies/{study}/comments", {"text": "x", "reply_to": wrong})
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
            400,
            "invalid_request",
            "reply_to",
        )


def test_comments_are_off_unless_the_link_has_them_on(owner: Person) -> None:
    study = saves(owner)
    says(owner, study, "For myself.")
    guest = opens(shares(owner, study)[1])
    answer = guest.get(f"/api/studies/{study}/comments")
    assert (answer.status_code, answer.json()["code"]) == (403, "comments_off")
    assert guest.post(f"/api/studies/{study}/comments", {"text": "x"}).json()["code"] == "comments_off"
    assert guest.get(f"/api/studies/{study}").json()["comments"] is False


def test_a_guest_reads_comments_without_an_account_and_writes_with_one(owner: Person) -> None:
    study = saves(owner)
    says(owner, study, "Look.")
    _, token = shares(owner, study, comments=True)
    nameless = opens(token)
    assert [comment["text"] for comment in heard(nameless, study)] == ["Look."]
    answer = nameless.post(f"/api/studies/{study}/comments", {"text": "Anonymous."})
    assert (answer.status_code, answer.json()["code"]) == (403, "account_needed")
    named = guest_with_a_name(token, "mei")
    says(named, study, "I see.")
    assert [(comment["author"], comment["by_owner"]) for comment in heard(owner, study)] == [("", True), ("mei", False)]


def test_the_owner_hides_a_comment_from_everybody_but_its_author(owner: Person) -> None:
    study = saves(owner)
    _, token = shares(owner, study, comments=True)
    mei, other = guest_with_a_name(token, "mei"), opens(token)
    comment = says(mei, study, "Rude.", anchor={**ANCHORS[1], "label": "rude"})
    assert mei.patch(f"/api/studies/{study}/comments/{comment}", {"hidden": True}).json()["code"] == "not_allowed"
    owner.patch(f"/api/studies/{study}/comments/{comment}", {"hidden": True})
    assert [heard(person, study)[0]["text"] for person in (owner, mei, other)] == ["Rude.", "Rude.", ""]
    assert heard(other, study)[0]["author"] == ""
    assert "rude" not in str(heard(other, study)).casefold()
    owner.patch(f"/api/studies/{study}/comments/{comment}", {"hidden": False})
    assert heard(other, study)[0]["text"] == "Rude."


def test_a_comment_is_removed_by_its_author_or_the_owner_and_by_nobody_else(owner: Person) -> None:
    """One with replies stays as an empty place."""
    study = saves(owner)
    _, token = shares(owner, study, comments=True)
    mei, tom = guest_with_a_name(token, "mei"), guest_with_a_name(token, "tom")
    first = says(mei, study, "Mine.")
    says(tom, study, "A reply.", reply_to=first)
    alone = says(mei, study, "Alone.")
    assert tom.delete(f"/api/studies/{study}/comments/{first}").status_code == 404
    assert mei.delete(f"/api/studies/{study}/comments/{first}").status_code == 200
    assert owner.delete(f"/api/studies/{study}/comments/{alone}").status_code == 200
    gone, reply = heard(owner, study)
    assert (gone["text"], gone["author"], gone["deleted"], reply["text"]) == ("", "", True, "A reply.")
    assert tom.delete(f"/api/studies/{study}/comments/{reply['id']}").status_code == 200
    assert heard(owner, study) == []


def test_only_its_author_changes_the_words_of_a_comment_and_the_change_is_told(owner: Person) -> None:
    study = saves(owner)
    _, token = shares(owner, study, comments=True)
    mei, tom = guest_with_a_name(token, "mei"), guest_with_a_name(token, "tom")
    address = f"/api/studies/{study}/comments/{says(mei, study, 'Teh sink.')}/text"
    assert heard(owner, study)[0]["edited_at"] is None
    for other in (owner, tom):
        assert other.patch(address, {"text": "Mine."}).status_code == 404
        assert heard(owner, study)[0]["text"] == "Teh sink."
    assert mei.patch(address, {"text": "The sink."}).json()["text"] == "The sink."
    assert heard(owner, study)[0]["edited_at"] is not None
    for wrong, code in (("", "invalid_request"), ("a" * 4001, "invalid_request"), ("a\0", "study_text_refused")):
        assert (mei.patch(address, {"text": wrong}).json()["code"], heard(mei, study)[0]["text"]) == (code, "The sink.")


def test_the_owner_resolves_a_thread_and_opens_it_again(owner: Person) -> None:
    """Hiding and resolving are two things: what is not named stays as it is."""
    study = saves(owner)
    _, token = shares(owner, study, comments=True)
    mei = guest_with_a_name(token, "mei")
    first = says(mei, study, "Why?")
    address = f"/api/studies/{study}/comments/{first}"
    assert mei.patch(address, {"resolved": True}).json()["code"] == "not_allowed"
    for change in ({"hidden": True}, {"resolved": True}, {}, {"hidden": False}):
        assert owner.patch(address, change).status_code == 200
    assert [(one["hidden"], one["resolved"]) for one in heard(mei, study)] == [(False, True)]
    assert owner.patch(address, {"resolved": False}).json()["resolved"] is False
    reply = says(owner, study, "Because.", reply_to=first)
    answer = owner.patch(f"/api/studies/{study}/comments/{reply}", {"resolved": True})
    assert (answer.status_code, answer.json()["field"]) == (400, "resolved")


def test_who_asks_again_is_told_only_what_is_new(owner: Person) -> None:
    """C140: the mark of what was seen tells a guest nothing once the link is shut."""
    study = saves(owner)
    says(owner, study, "One.")
    link, token = shares(owner, study, comments=True)
    guest, address = opens(token), f"/api/studies/{study}/comments"
    seen = {"If-None-Match": guest.get(address)["ETag"]}
    again = guest.client.get(address, headers=seen)
    assert (again.status_code, again.content) == (304, b"")
    says(owner, study, "Two.")
    assert len(guest.client.get(address, headers=seen).json()["comments"]) == 2
    owner.delete(f"/api/studies/{study}/links/{link}")
    assert guest.client.get(address, headers=seen).status_code == 404


def test_there_is_a_most_of_comments(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.studies.comments.MOST_COMMENTS", 1)
    study = saves(owner)
    says(owner, study, "One.")
    answer = owner.post(f"/api/studies/{study}/comments", {"text": "Two."})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many")
    for wrong in (
        {"text": "a\0"},
        {"text": "a", "anchor": {"type": "token", "letter": "A", "token": 0, "label": "\0"}},
    ):
        assert owner.post(f"/api/studies/{study}/comments", wrong).json()["code"] == "study_text_refused"
