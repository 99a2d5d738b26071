"""Accounts: signing up, in and out, what moves, and leaving for good."""

import io
import json
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from pytest_django import Settings

from webapp.accounts.models import Account
from webapp.runs.models import Run
from webapp.studies.models import Comment, Draft, Study

from .cast import SPEC, Person
from .listening import hears, until_closed
from .player import Player
from .studying import opens, saves, shares, studies_a_run

PASSWORD = "correct horse battery"
MEI = {"username": "mei", "password": PASSWORD}


def signs_up(person: Person, name: str = "mei", **more: object) -> None:
    answer = person.post("/api/account/sign-up", {"username": name, "password": PASSWORD, **more})
    assert answer.status_code == 201, answer.content


def signs_in(person: Person, name: str = "mei", password: str = PASSWORD) -> None:
    answer = person.post("/api/account/sign-in", {"username": name, "password": password})
    assert answer.status_code == 200, answer.content


def test_nobody_needs_an_account(owner: Person) -> None:
    assert owner.get("/api/account").json()["signed_in"] is False
    saves(owner)
    assert owner.get("/api/account").json()["studies"] == 1


def test_what_a_browser_kept_moves_into_the_account_and_is_on_every_device(owner: Person, player: Player) -> None:
    study, run_id = studies_a_run(owner, player)
    draft = owner.post("/api/drafts", {"text": "long"}).json()["id"]
    signs_up(owner)
    elsewhere = Person.arrives()
    own = saves(elsewhere, {**SPEC, "text": "z"})
    signs_in(elsewhere)
    for person in (owner, elsewhere):
        said = person.get("/api/account").json()
        assert (said["username"], said["studies"]) == ("mei", 2)
        assert {entry["id"] for entry in person.get("/api/studies").json()["studies"]} == {study, own}
        assert person.get(f"/api/runs/{run_id}").status_code == 200
        assert person.get(f"/api/drafts/{draft}").status_code == 200


def test_signing_in_to_another_account_moves_nothing(owner: Person) -> None:
    signs_up(owner)
    study = saves(owner)
    owner.post("/api/account/sign-out")
    signs_up(owner, "tom")
    assert owner.get("/api/studies").json()["total"] == 0
    signs_in(owner)
    assert owner.get(f"/api/studies/{study}").status_code == 200
    assert Study.objects.get().owner == Account.objects.get(user__username="mei").owner


def test_after_signing_out_the_browser_knows_nothing_any_more(owner: Person) -> None:
    signs_up(owner)
    study = saves(owner)
    assert owner.post("/api/account/sign-out").json()["signed_in"] is False
    assert owner.get(f"/api/studies/{study}").status_code == 404
    assert owner.get("/api/studies").json()["studies"] == []


def test_links_that_were_opened_stay_open_when_one_signs_in(owner: Person, player: Player) -> None:
    study, run_id = studies_a_run(owner, player)
    guest = opens(shares(owner, study)[1])
    signs_up(guest)
    assert guest.get(f"/api/runs/{run_id}").status_code == 200


@pytest.mark.parametrize(
    ("name", "password"), [("mei", "wrong"), ("nobody", PASSWORD), ("mei ", PASSWORD), ("mei", "a\0b")]
)
def test_a_wrong_name_and_a_wrong_password_have_one_answer(name: str, password: str, owner: Person) -> None:
    signs_up(Person.arrives())
    answer = owner.post("/api/account/sign-in", {"username": name, "password": password})
    assert (answer.status_code, answer.json()["code"]) == (403, "sign_in_failed")
    assert name.strip() not in answer.json()["message"].split()
    assert owner.get("/api/account").json()["signed_in"] is False


REFUSED = {
    "taken": ({"username": "MEI", "password": PASSWORD}, 409, "name_taken", "username"),
    "a blank": ({"username": "m ei", "password": PASSWORD}, 400, "name_refused", "username"),
    "markup": ({"username": "<b>", "password": PASSWORD}, 400, "name_refused", "username"),
    "short": ({"username": "tom", "password": "x7kq2"}, 400, "weak_password", "password"),
    "common": ({"username": "tom", "password": "password123"}, 400, "weak_password", "password"),
    "digits": ({"username": "tom", "password": "9182736450918"}, 400, "weak_password", "password"),
    "the name itself": ({"username": "longusername", "password": "longusername"}, 400, "weak_password", "password"),
    "no address": ({"username": "tom", "password": PASSWORD, "email": "tom"}, 400, "bad_email", "email"),
    "no password": ({"username": "tom"}, 400, "invalid_request", "password"),
}


@pytest.mark.parametrize("mistake", REFUSED)
def test_a_sign_up_that_is_refused_makes_no_account(mistake: str, owner: Person) -> None:
    signs_up(Person.arrives())
    sent, status, code, field = REFUSED[mistake]
    answer = owner.post("/api/account/sign-up", sent)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (status, code, field)
    assert PASSWORD not in answer.content.decode()
    assert list(User.objects.values_list("username", flat=True)) == ["mei"]


def test_passwords_are_tried_only_so_often(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one address, and for one name from any address."""
    from webapp.accounts.throttles import NameThrottle, SignInThrottle

    monkeypatch.setattr(NameThrottle, "THROTTLE_RATES", {"sign_in_name": "2/minute"})
    wrong = {"username": "mei", "password": "guess"}
    codes = [owner.post("/api/account/sign-in", wrong).json()["code"] for _ in range(3)]
    assert codes == ["sign_in_failed", "sign_in_failed", "too_many_requests"]
    shouted = Person.arrives().post("/api/account/sign-in", {"username": "MEI", "password": "guess"})
    assert (shouted.status_code, shouted.json()["code"]) == (429, "too_many_requests")
    assert int(shouted["Retry-After"]) > 0
    monkeypatch.setattr(SignInThrottle, "THROTTLE_RATES", {"sign_in_address": "5/minute"})
    names = [owner.post("/api/account/sign-in", {**wrong, "username": name}).json()["code"] for name in ("ann", "bob")]
    assert names[-1] == "too_many_requests"


@pytest.mark.parametrize("how", ["signs out", "changes the password", "deletes the account"])
def test_a_stream_closes_within_ten_seconds_when_its_account_leaves_elsewhere(
    how: str, owner: Person, player: Player, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C139: the socket closes with an auth code, and no frame of the run comes after it.

    Deleting the account ends its runs too, so that the stream may also close with their end.
    """
    monkeypatch.setattr("webapp.runs.consumers.SESSION_CHECK_S", 0.2)
    signs_up(owner)
    elsewhere = Person.arrives()
    signs_in(elsewhere)
    run_id = owner.starts()
    listener, leaver = (owner, owner) if how == "signs out" else (owner, elsewhere)
    with hears(address, listener, run_id) as socket:
        assert socket.recv(timeout=5)
        match how:
            case "signs out":
                leaver.post("/api/account/sign-out")
            case "changes the password":
                changed = {"password": PASSWORD, "new_password": "another horse battery"}
                assert leaver.post("/api/account/password", changed).status_code == 200
            case _:
                assert leaver.delete("/api/account", {"password": PASSWORD}).status_code == 200
        events, code = until_closed(socket)
    said = {event.type for event in events} - {"queue.position"}
    assert (code, said) == (4401, set()) or (how, code, said) == ("deletes the account", 1000, {"run.cancelled"})


def test_a_changed_password_ends_every_other_session(owner: Person) -> None:
    """C139: the one that changed it goes on."""
    signs_up(owner)
    study = saves(owner)
    elsewhere = Person.arrives()
    signs_in(elsewhere)
    new = "another horse battery"
    wrong = owner.post("/api/account/password", {"password": "wrong", "new_password": new})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "sign_in_failed")
    owner.post("/api/account/password", {"password": PASSWORD, "new_password": new})
    assert owner.get(f"/api/studies/{study}").status_code == 200
    assert elsewhere.get(f"/api/studies/{study}").status_code == 404
    assert elsewhere.get("/api/account").json()["signed_in"] is False
    signs_in(elsewhere, password=new)


def test_a_deleted_account_leaves_nothing_behind(owner: Person, stranger: Person, player: Player) -> None:
    """Not in the database, not in Redis, not among the captures; what others share stays theirs."""
    study, run_id = studies_a_run(stranger, player)
    _, token = shares(stranger, study, comments=True)
    stranger_runs = set(Run.objects.values_list("id", flat=True))
    owner.post("/api/links/open", {"token": token})
    signs_up(owner)
    own = {**SPEC, "text": "only mine"}
    _, mine = studies_a_run(owner, player, own)
    owner.starts(SPEC)
    live = owner.starts({**SPEC, "text": "w a"})
    owner.post("/api/drafts", {"text": "a draft"})
    owner.post(f"/api/studies/{study}/comments", {"text": "mine"})
    digest = Run.objects.get(id=mine).digest
    kept = Run.objects.get(id=run_id).digest
    assert owner.delete("/api/account", {"password": "wrong"}).json()["code"] == "sign_in_failed"
    assert owner.delete("/api/account", {"password": PASSWORD}).json()["signed_in"] is False
    assert not User.objects.exists()
    assert set(Run.objects.values_list("id", flat=True)) == stranger_runs
    assert Study.objects.count() == 1
    assert not Draft.objects.exists()
    assert not Comment.objects.exists()
    assert not player.store.is_complete(digest)
    assert player.store.is_complete(kept)
    for gone in (mine, live):
        assert not [key for key in player.client.keys(f"run:{gone}:*") if not key.endswith((b":cancel", b":end"))]
    assert owner.get("/api/account").json() == Person.arrives().get("/api/account").json()


def test_everything_that_is_kept_is_handed_out_as_one_archive(owner: Person, player: Player) -> None:
    signs_up(owner, email="mei@example.org")
    study, run_id = studies_a_run(owner, player)
    owner.patch(f"/api/studies/{study}", {"revision": 1, "title": "它 reads 王"})
    _, token = shares(owner, study)
    owner.post(f"/api/studies/{study}/comments", {"text": "Look."})
    answer = owner.get("/api/account/export")
    assert answer["Content-Type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    kept = {name: archive.read(name).decode() for name in archive.namelist()}
    assert json.loads(kept["account.json"])["email"] == "mei@example.org"
    assert [run["id"] for run in json.loads(kept["runs.json"])] == [str(run_id)]
    folder = f"studies/{study}"
    assert len(json.loads(kept[f"{folder}/history.json"])) == 2
    assert json.loads(kept[f"{folder}/comments.json"])[0]["text"] == "Look."
    assert not any(token in text or "pbkdf2" in text or "token_hash" in text for text in kept.values())
    another = Person.arrives()
    imported = another.post("/api/studies/import", json.loads(kept[f"{folder}/study.json"]))
    assert imported.json()["title"] == "它 reads 王"


def test_what_belongs_to_an_account_is_refused_without_one(owner: Person) -> None:
    for answer in (
        owner.delete("/api/account", {"password": "x"}),
        owner.post("/api/account/password", {"password": "x", "new_password": "y"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_signed_in")


def test_a_forgotten_password_is_reset_by_mail(owner: Person, settings: Settings) -> None:
    """Django's own way: a link that works once, after which every session has ended."""
    signs_up(owner, email="mei@example.org")
    study = saves(owner)
    browser = Client()
    assert browser.post("/account/reset", {"email": "nobody@example.org"}).status_code == 302
    assert mail.outbox == []
    browser.post("/account/reset", {"email": "mei@example.org"})
    (sent,) = mail.outbox
    link = re.search(r"http://testserver(/account/reset/\S+)", sent.body)
    assert link is not None
    form = browser.get(link[1], follow=True)
    where = form.redirect_chain[-1][0]
    assert link[1].rsplit("/", 1)[1] not in where  # the secret leaves the address before the form is shown
    new = "another horse battery"
    assert browser.post(where, {"new_password1": new, "new_password2": new}).status_code == 302
    assert owner.get(f"/api/studies/{study}").status_code == 404
    signs_in(owner, password=new)
    assert owner.get(f"/api/studies/{study}").status_code == 200
    assert b"used already" in browser.get(link[1], follow=True).content


@pytest.mark.parametrize("path", ["/account/reset", "/account/reset/sent", "/account/reset/done", "/account/reset/x/y"])
def test_the_pages_of_a_reset_need_no_script_and_stay_out_of_search_engines(path: str, guest: Client) -> None:
    answer = guest.get(path)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<script" not in page
    assert " style=" not in page
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")


@pytest.mark.parametrize(
    ("how", "lang"),
    [
        ({"HTTP_ACCEPT_LANGUAGE": "zh-CN,zh;q=0.9"}, "zh-CN"),
        ({"HTTP_ACCEPT_LANGUAGE": "de,en;q=0.5"}, "en"),
        ({}, "en"),
    ],
)
def test_the_pages_of_a_reset_speak_the_language_that_the_browser_asks_for(
    how: dict[str, str], lang: str, guest: Client
) -> None:
    for path in ("/account/reset", "/account/reset/sent", "/account/reset/done", "/account/reset/x/y"):
        page = guest.get(path, **how).content.decode()
        assert f'<html lang="{lang}">' in page
        assert ("密码" in page) == (lang == "zh-CN")


def test_the_mail_of_a_reset_is_in_the_language_chosen_in_the_app(owner: Person) -> None:
    signs_up(owner, email="mei@example.org")
    browser = Client()
    browser.cookies["django_language"] = "zh-hans"
    refused = browser.post("/account/reset", {"email": "no address"}).content.decode()
    assert "请输入合法的邮件地址。" in refused  # Django's own words
    browser.post("/account/reset", {"email": "mei@example.org"})
    (sent,) = mail.outbox
    assert sent.subject == "Attention Atlas：设置新密码"
    assert "申请为此账户设置新密码" in sent.body


def test_the_operators_own_user_has_an_account_like_any_other(owner: Person) -> None:
    User.objects.create_superuser("operator", password=PASSWORD)
    study = saves(owner)
    signs_in(owner, "operator")
    assert owner.get(f"/api/studies/{study}").status_code == 200
