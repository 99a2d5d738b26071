"""What protects the browser and the server: CSRF, content policy, hosts, secrets, what the web process loads."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from webapp import environment

from .cast import SPEC, Person
from .player import Player

ROOT = Path(__file__).parent.parent.parent
PAGES = ("/", "/api/docs", "/api/models", "/api/nothing", "/healthz", "/admin/login/")


def test_a_request_that_changes_something_needs_the_csrf_token(owner: Person) -> None:
    for path in ("/api/runs", f"/api/runs/{owner.starts()}/cancel"):
        answer = owner.client.post(path, SPEC, content_type="application/json")
        assert answer.status_code == 403
        assert answer.json()["code"] == "csrf_failed"
        assert "X-CSRFToken" in answer.json()["message"]


def test_a_foreign_pages_request_is_refused_even_with_a_token(owner: Person) -> None:
    answer = owner.client.post(
        "/api/runs",
        SPEC,
        content_type="application/json",
        headers={"X-CSRFToken": owner.token, "Origin": "https://evil.example"},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_content_policy(path: str, guest: Client) -> None:
    answer = guest.get(path)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/api/docs", "/admin/login/"])
def test_a_page_drawn_by_the_server_needs_no_inline_script_or_style(path: str, guest: Client) -> None:
    page = guest.get(path).content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert " onload=" not in page


def test_another_hosts_name_is_refused(guest: Client) -> None:
    answer = guest.get("/api/models", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_request"


def test_the_session_cookie_is_out_of_reach_of_scripts_and_foreign_pages(owner: Person) -> None:
    owner.starts()
    cookie = owner.client.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_reading_makes_no_session(guest: Client) -> None:
    for path in ("/api/models", "/api/runs", "/api/examples", "/"):
        guest.get(path)
    assert "sessionid" not in guest.cookies


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "state" / "secret_key"
    key = environment.secret_key(file)
    assert len(key) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert environment.secret_key(file) == key
    assert list(file.parent.iterdir()) == [file]
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(file) == "given"


def test_a_setting_that_is_no_number_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNS_PER_OWNER", "many")
    with pytest.raises(ImproperlyConfigured, match="RUNS_PER_OWNER is “many”"):
        environment.number("RUNS_PER_OWNER", 20)


def settings_with(tmp_path: Path, **variables: str) -> dict[str, object]:
    """Some settings of a process with these variables and no others of ours."""
    names = [
        "DEBUG",
        "ALLOWED_HOSTS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_HSTS_SECONDS",
        "DATABASES",
    ]
    program = (
        f"import json, webapp.settings as s; print(json.dumps({{n: getattr(s, n) for n in {names!r}}}, default=str))"
    )
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**kept, "STATE_DIR": str(tmp_path), **variables},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_without_any_setting_the_web_is_safe_and_local(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["SESSION_COOKIE_SECURE"] is False  # plain HTTP on this machine


def test_behind_tls_cookies_travel_by_tls_alone(tmp_path: Path) -> None:
    found = settings_with(tmp_path, HTTPS="1", ALLOWED_HOSTS="atlas.example", DATABASE_URL="postgres://u:p@db/atlas")
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert int(str(found["SECURE_HSTS_SECONDS"])) > 0
    assert found["ALLOWED_HOSTS"] == ["atlas.example"]
    assert "postgresql" in str(found["DATABASES"])


def test_the_web_process_loads_neither_torch_nor_the_engine() -> None:
    program = (
        "import sys, webapp.asgi, webapp.runs.steward, webapp.runs.stored\n"
        "heavy = [m for m in sys.modules if m.split('.')[0] in ('torch', 'transformers')"
        " or m.startswith(('compute.engine', 'compute.tasks'))]\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_a_text_with_markup_is_escaped_where_the_server_draws_a_page(owner: Person, player: Player) -> None:
    """C157: the operator's pages are the only ones that the server draws with a user's text in them."""
    from django.contrib.auth import get_user_model

    text = '"><img src=x onerror=alert(1)>'
    run_id = owner.starts({**SPEC, "text": text})
    operator = Client()
    operator.force_login(get_user_model().objects.create_superuser("operator"))
    page = operator.get(f"/admin/runs/run/{run_id}/change/").content.decode()
    assert "onerror=alert(1)" in page
    assert "<img src=x" not in page


def test_the_operator_looks_at_runs_and_changes_none(owner: Person) -> None:
    from django.contrib.auth import get_user_model

    run_id = owner.starts()
    operator = Client()
    operator.force_login(get_user_model().objects.create_superuser("operator"))
    assert operator.get("/admin/runs/run/").status_code == 200
    assert operator.post(f"/admin/runs/run/{run_id}/delete/").status_code == 403
    assert operator.post(f"/admin/runs/run/{run_id}/change/", {"status": "finished"}).status_code == 403
    assert operator.get("/admin/runs/run/add/").status_code == 403
