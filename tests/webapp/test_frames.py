"""Shared studies in frames of other pages: where the operator allows it, without cookies, and only to be read."""

from uuid import UUID

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from webapp import environment
from webapp.endpoints import ENDPOINTS

from .cast import SPEC, Person
from .player import Player
from .studying import shares, studies_a_run
from .test_studies_permissions import NAMES, PARAMETER, PLACES

BLOG = "https://blog.example.org"


def policy(answer: HttpResponse) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))


def through(token: str, method: str, path: str, body: object = None) -> HttpResponse:
    """A request of a frame: the token in its header, no cookie, no CSRF token."""
    client = Client(enforce_csrf_checks=True)
    if method == "get":
        return client.get(path, headers={"X-Share-Token": token})
    return client.generic(
        method.upper(), path, "{}" if body is None else body, "application/json", headers={"X-Share-Token": token}
    )


@pytest.fixture
def shared(owner: Person, player: Player) -> tuple[str, UUID, str]:
    """A study, its run and a token that may copy: even that only reads in a frame."""
    study, run_id = studies_a_run(owner, player)
    return study, run_id, shares(owner, study, may_copy=True, comments=True)[1]


def test_no_page_may_show_a_frame_until_the_operator_names_it(settings: Settings, guest: Client) -> None:
    """C139: every token has one answer, known or not."""
    answer = guest.get("/embed/anything")
    assert (policy(answer)["frame-ancestors"], answer["X-Frame-Options"]) == ("'none'", "DENY")
    settings.EMBED_ORIGINS = [BLOG]
    answer = guest.get("/embed/anything")
    assert policy(answer)["frame-ancestors"] == f"'self' {BLOG}"
    assert "X-Frame-Options" not in answer
    assert policy(answer)["script-src"] == "'self'"
    # Nothing else is let into frames.
    for path in ("/", "/s/anything", "/studies", "/admin/login/"):
        assert policy(guest.get(path))["frame-ancestors"] == "'none'"


def test_a_frame_is_private_and_sets_no_cookie(guest: Client, shared: tuple[str, UUID, str]) -> None:
    _, run_id, token = shared
    page = guest.get(f"/embed/{token}")
    assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    for path in ("/api/links/study", f"/api/runs/{run_id}", f"/api/runs/{run_id}/events"):
        answer = through(token, "get", path)
        assert answer.status_code == 200
        assert not answer.cookies
    assert not page.cookies


def test_a_frame_reads_what_its_link_lends_and_changes_nothing(shared: tuple[str, UUID, str]) -> None:
    """Every address of the site: reading the study and its runs goes, whatever changes something is refused."""
    study, run_id, token = shared
    told = through(token, "get", "/api/links/study").json()
    assert (told["id"], told["role"], told["runs"][0]["run"]) == (study, "copier", str(run_id))
    names = {"study": study, "run": run_id, "comment": 1, "link": 1}
    for action in PLACES:
        for method, address, _ in PLACES[action]:
            answer = through(token, method, address.format(**names))
            if method != "get":
                assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed"), address
    for method, address, _ in PLACES[next(action for action in PLACES if action.value == "runs")]:
        assert through(token, method, address.format(**names)).status_code not in (403, 404), address
    changing = [
        (
            operation.method,
            "/api/" + PARAMETER.sub(lambda part: NAMES.get(part[1], "0"), endpoint.route).format(**names),
        )
        for endpoint in ENDPOINTS
        for operation in endpoint.operations
        if operation.method != "get" and endpoint.route != "costs"
    ]
    assert len(changing) > 20
    for method, address in changing:
        answer = through(token, method, PARAMETER.sub("0", address))
        assert answer.status_code in (403, 404), address
        assert "sessionid" not in answer.cookies


def test_costs_are_counted_in_a_frame_too(shared: tuple[str, UUID, str]) -> None:
    """Counting changes nothing, so that it needs no proof of where it comes from."""
    answer = through(shared[2], "post", "/api/costs", '{"model": "nothing", "question": {}, "figures": []}')
    assert answer.json()["code"] not in ("csrf_failed", "not_found")


def test_a_frame_has_nothing_of_the_browser_that_shows_it(
    owner: Person, player: Player, shared: tuple[str, UUID, str]
) -> None:
    """The owner's own cookies lend nothing to a frame on a page that they visit."""
    other = owner.starts({**SPEC, "text": "d c b"})
    player.plays(other)
    assert owner.get(f"/api/runs/{other}").status_code == 200
    through_own = owner.client.get(f"/api/runs/{other}", headers={"X-Share-Token": shared[2]})
    unknown = owner.client.get(f"/api/runs/{UUID(int=1)}", headers={"X-Share-Token": shared[2]})
    assert (through_own.status_code, through_own.content) == (404, unknown.content)
    assert owner.client.get("/api/runs", headers={"X-Share-Token": shared[2]}).json()["runs"] == []


def test_a_revoked_an_expired_and_an_unknown_token_are_one(owner: Person, shared: tuple[str, UUID, str]) -> None:
    """C139: at once, also for what the frame has looked at."""
    study, run_id, token = shared
    tile = f"/api/runs/{run_id}/tiles/decoder/0/0"
    assert through(token, "get", tile)["Cache-Control"] == "private, no-cache"
    (link,) = owner.get(f"/api/studies/{study}/links").json()["links"]
    owner.delete(f"/api/studies/{study}/links/{link['id']}")
    for path in ("/api/links/study", f"/api/runs/{run_id}", tile):
        gone, unknown = through(token, "get", path), through("x" * 32, "get", path)
        assert (gone.status_code, gone.content) == (unknown.status_code, unknown.content) == (404, unknown.content)


def test_the_dialog_is_told_whose_pages_may_show_it(
    owner: Person, shared: tuple[str, UUID, str], settings: Settings
) -> None:
    def frames() -> list[list[str]]:
        return [link["frames"] for link in owner.get(f"/api/studies/{shared[0]}/links").json()["links"]]

    assert frames() == [[]]
    settings.EMBED_ORIGINS = [BLOG]
    assert frames() == [[BLOG]]


@pytest.mark.parametrize("given", ["blog.example.org", "https://a.example; script-src *", "'self'", "javascript:1"])
def test_what_is_no_origin_stops_the_start(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBED_ORIGINS", given)
    with pytest.raises(ImproperlyConfigured):
        environment.origins("EMBED_ORIGINS")


def test_origins_are_read_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBED_ORIGINS", f"{BLOG}, http://localhost:9000, https://*.example.com,*")
    assert environment.origins("EMBED_ORIGINS") == [BLOG, "http://localhost:9000", "https://*.example.com", "*"]
