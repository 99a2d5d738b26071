"""Links: who gets in, what they find, and how they are shut out again."""

import logging
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from webapp.logs import WithoutSecrets
from webapp.runs.models import Run
from webapp.studies.models import ShareLink, Study
from webapp.studies.tokens import hashed, new_token

from .cast import SPEC, Person
from .listening import hears, until_closed
from .player import Player
from .studying import SECOND_SPEC, opens, saves, shares, state, studies_a_run

MARKUP = '"><img src=x onerror=alert(1)>'


def test_ten_thousand_tokens_have_nothing_in_common() -> None:
    """C151: 24 random bytes each, none twice, and no beginning that all share."""
    tokens = [new_token() for _ in range(10_000)]
    assert len(set(tokens)) == 10_000
    assert len({token[0] for token in tokens}) == 64
    assert {len(token) for token in tokens} == {32}  # 6 bits a character: 192
    halves = {token[:22] for token in tokens} | {token[-22:] for token in tokens}
    assert len(halves) == 20_000


def test_only_the_hash_of_a_token_is_kept(owner: Person) -> None:
    """C151: nothing in the database opens the link, nor is the token told a second time."""
    study = saves(owner)
    link, token = shares(owner, study)
    assert ShareLink.objects.get(id=link).token_hash == hashed(token) != token
    assert owner.get(f"/api/studies/{study}/links").json()["links"][0]["token"] is None
    assert token.encode() not in owner.get(f"/api/studies/{study}").content


def test_a_guest_opens_a_study_exactly_as_it_was_left_without_computing(owner: Person, player: Player) -> None:
    study, run_id = studies_a_run(owner, player)
    _, token = shares(owner, study)
    runs = Run.objects.count()
    guest = Person.arrives()
    shown = guest.post("/api/links/open", {"token": token}).json()
    original = owner.get(f"/api/studies/{study}").json()
    assert shown == {**original, "role": "reader", "comments": False}
    assert guest.get(f"/api/studies/{study}").json() == shown
    assert (Run.objects.count(), shown["runs"][0]["run"]) == (runs, str(run_id))


def test_unknown_revoked_expired_and_deleted_have_one_answer(owner: Person, player: Player) -> None:
    """The same bytes and the same headers, so that a token's past cannot be told."""
    tokens = {"unknown": new_token(), "of a deleted study": "", "revoked": "", "expired": ""}
    study = saves(owner)
    link, tokens["revoked"] = shares(owner, study)
    owner.delete(f"/api/studies/{study}/links/{link}")
    late, tokens["expired"] = shares(owner, study)
    ShareLink.objects.filter(id=late).update(expires_at=timezone.now() - timedelta(seconds=1))
    gone = saves(owner)
    _, tokens["of a deleted study"] = shares(owner, gone)
    owner.delete(f"/api/studies/{gone}")
    guest = Person.arrives()
    answers = {name: guest.post("/api/links/open", {"token": token}) for name, token in tokens.items()}
    answers["of another form"] = guest.post("/api/links/open", {"token": "../\ud83d\ude00 x"})
    assert {answer.status_code for answer in answers.values()} == {404}
    assert len({answer.content for answer in answers.values()}) == 1
    assert len({str(sorted(answer.headers.items())) for answer in answers.values()}) == 1
    pages = {guest.get(f"/s/{token}").content for token in tokens.values()}
    assert len(pages) == 1


def test_revoking_shuts_the_study_its_runs_and_their_tiles_at_once(owner: Person, player: Player) -> None:
    study, run_id = studies_a_run(owner, player)
    link, token = shares(owner, study, may_copy=True)
    guest = opens(token)
    places = [
        f"/api/studies/{study}",
        f"/api/runs/{run_id}",
        f"/api/runs/{run_id}/events",
        f"/api/runs/{run_id}/tiles/decoder/0/0",
        f"/api/runs/{run_id}/numbers/decoder/0?format=csv",
    ]
    assert [guest.get(place).status_code for place in places] == [200] * 5
    owner.delete(f"/api/studies/{study}/links/{link}")
    assert [guest.get(place).status_code for place in places] == [404] * 5
    assert guest.post(f"/api/studies/{study}/copy").status_code == 404
    assert [owner.get(place).status_code for place in places] == [200] * 5


def test_a_guests_browser_asks_again_for_each_tile(owner: Person, player: Player) -> None:
    """Kept for good it could be looked at after the link was revoked; it may keep it only to be told it is the same."""
    study, run_id = studies_a_run(owner, player)
    link, token = shares(owner, study)
    guest, tile = opens(token), f"/api/runs/{run_id}/tiles/decoder/0/0"
    first = guest.get(tile)
    assert first["Cache-Control"] == "private, no-cache"
    assert owner.get(tile)["Cache-Control"] == "private, max-age=31536000, immutable"
    again = {"If-None-Match": first["ETag"]}
    assert guest.client.get(tile, headers=again).status_code == 304
    owner.delete(f"/api/studies/{study}/links/{link}")
    assert guest.client.get(tile, headers=again).status_code == 404


def test_a_revoked_guests_open_stream_closes_within_ten_seconds(
    owner: Person, player: Player, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is sent after it; the owner's own stream goes on."""
    monkeypatch.setattr("webapp.runs.consumers.SESSION_CHECK_S", 0.2)
    run_id = owner.starts()
    study = saves(owner)
    link, token = shares(owner, study)
    guest = opens(token)
    with hears(address, guest, run_id) as theirs, hears(address, owner, run_id) as own:
        assert theirs.recv(timeout=5)
        owner.delete(f"/api/studies/{study}/links/{link}")
        events, code = until_closed(theirs)
        assert code == 4404
        player.plays(run_id)
        assert until_closed(own)[1] == 1000
    assert all(event.type == "queue.position" for event in events)


def test_an_expiring_link_closes_by_itself(owner: Person, player: Player) -> None:
    study, run_id = studies_a_run(owner, player)
    link, token = shares(owner, study, expires_at=(timezone.now() + timedelta(hours=1)).isoformat())
    guest = opens(token)
    assert guest.get(f"/api/runs/{run_id}").status_code == 200
    ShareLink.objects.filter(id=link).update(expires_at=timezone.now())
    assert guest.get(f"/api/runs/{run_id}").status_code == 404


@pytest.mark.parametrize("when", ["2000-01-01T00:00:00Z", "2100-01-01T00:00:00"])
def test_a_link_that_would_never_open_is_refused(when: str, owner: Person) -> None:
    answer = owner.post(f"/api/studies/{saves(owner)}/links", {"expires_at": when})
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid_request", "expires_at")
    assert not ShareLink.objects.exists()


def test_a_guests_copy_is_their_own_and_the_original_never_changes(owner: Person, player: Player) -> None:
    """It lives on, runs included, when the link is revoked."""
    study, run_id = studies_a_run(owner, player)
    link, token = shares(owner, study, may_copy=True)
    before = owner.get(f"/api/studies/{study}").content
    guest = opens(token)
    copy = guest.post(f"/api/studies/{study}/copy").json()
    changed = guest.patch(f"/api/studies/{copy['id']}", {"revision": 1, "title": "Mine", "state": state(SECOND_SPEC)})
    assert changed.json()["title"] == "Mine"
    assert owner.get(f"/api/studies/{study}").content == before
    owner.delete(f"/api/studies/{study}/links/{link}")
    again = guest.post(f"/api/studies/{copy['id']}/revisions/1/restore", {"revision": 2}).json()
    (kept,) = again["runs"]
    assert (again["role"], kept["state"]) == ("owner", "kept")
    assert kept["run"] != str(run_id)
    assert guest.get(f"/api/runs/{kept['run']}/tiles/decoder/0/0").status_code == 200
    assert owner.get(f"/api/runs/{kept['run']}").status_code == 404


def test_a_links_conditions_can_be_changed_without_a_new_link(owner: Person, player: Player) -> None:
    study, _ = studies_a_run(owner, player)
    link, token = shares(owner, study)
    guest = opens(token)
    assert guest.post(f"/api/studies/{study}/copy").json()["code"] == "not_allowed"
    owner.patch(f"/api/studies/{study}/links/{link}", {"may_copy": True})
    assert guest.post(f"/api/studies/{study}/copy").status_code == 201


def test_shared_pages_and_their_data_are_kept_from_search_engines_and_referers(owner: Person, player: Player) -> None:
    """C155: noindex in a header, which a robots.txt that forbids the page would hide: there is none."""
    study, run_id = studies_a_run(owner, player)
    _, token = shares(owner, study)
    guest = opens(token)
    run = f"/api/runs/{run_id}"
    for path in (f"/s/{token}", f"/api/studies/{study}", run, f"{run}/events", f"{run}/tiles/decoder/0/0"):
        answer = guest.get(path)
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "no-referrer"
    assert "X-Robots-Tag" not in guest.get("/")
    assert guest.get("/robots.txt").status_code == guest.get("/sitemap.xml").status_code == 404


def test_no_address_but_the_shared_page_carries_the_token(owner: Person, player: Player) -> None:
    """C155: it goes in a body, once."""
    study, _ = studies_a_run(owner, player)
    _, token = shares(owner, study)
    opened = Person.arrives().post("/api/links/open", {"token": token})
    assert token.encode() not in opened.content
    assert token not in str(opened.headers)
    refused = Client().get(f"/api/links/open?token={token}")
    assert (refused.status_code, token.encode() in refused.content) == (400, False)


def test_secret_parts_of_addresses_are_left_out_of_the_log(settings: Settings) -> None:
    assert "without_secrets" in settings.LOGGING["handlers"]["console"]["filters"]
    token = new_token()
    for said, args in ((f"Not Found: /s/{token}", ()), ("GET %s failed", (f"/s/{token}?x=1",))):
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, said, args, None)
        assert WithoutSecrets().filter(record)
        assert token not in record.getMessage()
        assert "/s/…" in record.getMessage()


def test_nothing_private_is_logged_when_a_shared_study_is_used(
    owner: Person, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    study, _ = studies_a_run(owner, player)
    _, token = shares(owner, study)
    opens(token).get(f"/s/{token}")
    owner.patch(f"/api/studies/{study}", {"revision": 1, "notes": "a private note"})
    for record in caplog.records:
        WithoutSecrets().filter(record)
        if not record.name.startswith("django.db"):
            assert token not in record.getMessage()
            assert "private note" not in record.getMessage()


def test_markup_in_a_study_stays_text_in_every_answer(owner: Person, player: Player) -> None:
    """C157: answers are JSON that no browser takes for a page, whatever a title or a text holds."""
    study = saves(owner, {**SPEC, "text": MARKUP}, notes=MARKUP, tags=[MARKUP])
    owner.patch(f"/api/studies/{study}", {"revision": 1, "title": MARKUP})
    _, token = shares(owner, study, may_copy=True)
    guest = opens(token)
    for path in (f"/api/studies/{study}", f"/api/studies/{study}/file", f"/api/studies/{study}/notebook"):
        answer = guest.get(path)
        assert "html" not in answer["Content-Type"]
        assert answer["X-Content-Type-Options"] == "nosniff"
    assert guest.get(f"/api/studies/{study}").json()["title"] == MARKUP
    assert "<" not in guest.get(f"/api/studies/{study}/file")["Content-Disposition"]
    assert MARKUP.encode() not in guest.get(f"/s/{token}").content


def test_the_gallery_shows_what_was_put_there_and_nothing_else(owner: Person, stranger: Person, player: Player) -> None:
    """Sharing by link and publishing are separate choices."""
    study, run_id = studies_a_run(owner, player)
    shares(owner, study)
    assert stranger.get("/api/gallery").json()["total"] == 0
    owner.post(f"/api/studies/{study}/gallery", {"in_gallery": True})
    (listed,) = stranger.get("/api/gallery?search=trophy").json()["studies"]
    assert listed["id"] == study
    assert stranger.get(f"/api/studies/{study}").json()["role"] == "copier"
    assert stranger.get(f"/api/runs/{run_id}/tiles/decoder/0/0").status_code == 200
    assert stranger.post(f"/api/studies/{study}/copy").status_code == 201
    owner.post(f"/api/studies/{study}/gallery", {"in_gallery": False})
    assert stranger.get(f"/api/studies/{study}").status_code == 404
    assert stranger.get(f"/api/runs/{run_id}").status_code == 404


def test_an_operator_can_have_no_gallery(owner: Person, stranger: Person, player: Player, settings: Settings) -> None:
    study, run_id = studies_a_run(owner, player)
    owner.post(f"/api/studies/{study}/gallery", {"in_gallery": True})
    settings.GALLERY = False
    assert stranger.get("/api/gallery").json()["studies"] == []
    assert stranger.get(f"/api/studies/{study}").status_code == 404
    assert stranger.get(f"/api/runs/{run_id}").status_code == 404
    answer = owner.post(f"/api/studies/{study}/gallery", {"in_gallery": True})
    assert (answer.status_code, answer.json()["code"]) == (403, "gallery_off")


def test_a_study_whose_capture_is_gone_is_run_again_by_whoever_opens_it(owner: Person, player: Player) -> None:
    """The same spec gives the same numbers, and the study says that they were made again."""
    study, run_id = studies_a_run(owner, player)
    tile = owner.get(f"/api/runs/{run_id}/tiles/decoder/1/2").content
    _, token = shares(owner, study)
    player.store.delete(Run.objects.get(id=run_id).digest)
    player.client.flushdb()
    assert owner.get(f"/api/studies/{study}").json()["runs"][0]["state"] == "missing"
    guest = opens(token)
    (again,) = guest.get(f"/api/studies/{study}").json()["runs"]
    assert (again["state"], again["renumbered"], again["problem"]) == ("running", False, None)
    assert again["recomputed_at"] is not None
    assert again["run"] != str(run_id)
    player.plays(UUID(again["run"]))
    assert guest.get(f"/api/studies/{study}").json()["runs"][0]["state"] == "kept"
    assert guest.get(f"/api/runs/{again['run']}/tiles/decoder/1/2").content == tile
    assert Run.objects.get(id=again["run"]).owner == Study.objects.get(id=study).owner


def test_a_study_that_cannot_be_run_again_says_why(owner: Person, player: Player, settings: Settings) -> None:
    study, run_id = studies_a_run(owner, player)
    player.store.delete(Run.objects.get(id=run_id).digest)
    settings.RUNS_PER_OWNER = 0
    (run,) = owner.post(f"/api/studies/{study}/open").json()["runs"]
    assert (run["state"], run["problem"]["code"]) == ("missing", "too_many_runs")
