"""Every mistake that one can make with a run: one clear sentence with a code, at once, and nothing is queued."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection

import pytest
import redis
from django.test import Client
from pytest_django import Settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from webapp.runs.models import Run

from .cast import SPEC, Person

A_TEXT = json.dumps({"model": "tiny", "text": "TEXT"})

# What is sent, and the status, code and field that come back.
MISTAKES = {
    "empty text": (json.dumps({**SPEC, "text": ""}), 400, "empty_text", "text"),
    "100,000 x a": (json.dumps({**SPEC, "text": "a" * 100_000}), 400, "text_too_long", "text"),
    "more tokens than the model reads": (json.dumps({**SPEC, "text": "a " * 513}), 400, "too_many_tokens", "text"),
    "a NUL": (json.dumps({**SPEC, "text": "a\0b"}), 400, "bad_character", "text"),
    "an unpaired surrogate": (A_TEXT.replace("TEXT", "a\\ud800b"), 400, "bad_character", "text"),
    "an unpaired surrogate in the second text": (
        A_TEXT.replace('"TEXT"', '"a", "second": "\\udc00"'),
        400,
        "bad_character",
        "second",
    ),
    "a surrogate in the model": ('{"model": "\\udfff", "text": "a"}', 400, "bad_character", "model"),
    "a surrogate in a name": ('{"\\ud800": 1, "model": "tiny", "text": "a"}', 400, "invalid_request", None),
    "an unknown model": (json.dumps({**SPEC, "model": "gpt-9"}), 400, "unknown_model", "model"),
    "a second text for a decoder": (json.dumps({**SPEC, "second": "a"}), 400, "second_text_refused", "second"),
    "no text": (json.dumps({"model": "tiny"}), 400, "invalid_request", "text"),
    "a number as text": (json.dumps({**SPEC, "text": 5}), 400, "invalid_request", "text"),
    "an unknown field": (json.dumps({**SPEC, "tempo": 1}), 400, "invalid_request", "tempo"),
    "an unknown precision": (json.dumps({**SPEC, "dtype": "int4"}), 400, "invalid_request", "dtype"),
    "a list": ("[]", 400, "invalid_request", None),
    "no JSON": ("{text: a}", 400, "invalid_request", None),
    "true for a number": (json.dumps({**SPEC, "most_tokens": True}), 400, "invalid_request", "most_tokens"),
    "a text for a number": (json.dumps({**SPEC, "most_tokens": "8"}), 400, "invalid_request", "most_tokens"),
    "a number for true": (json.dumps({**SPEC, "measure_parts": 1}), 400, "invalid_request", "measure_parts"),
    "true among numbers": (json.dumps({**SPEC, "masked": [0, True]}), 400, "invalid_request", "masked.1"),
    "true for a number of a mask": (
        json.dumps({**SPEC, "mask": {"mask": {"type": "row", "name": "sliding_window", "params": {"window": True}}}}),
        400,
        "invalid_request",
        "mask.mask.params.window",
    ),
    "an infinite number": (
        '{"model": "tiny", "text": "a", "most_tokens": 1e999}',
        400,
        "invalid_request",
        "most_tokens",
    ),
    "NaN": ('{"model": "tiny", "text": NaN}', 400, "invalid_request", None),
    "nothing": (" ", 400, "invalid_request", None),
    "no UTF-8": (b'{"model": "tiny", "text": "\xff"}', 400, "invalid_request", None),
    "deep nesting": ("[" * 100_000, 400, "invalid_request", None),
    "a huge body": (json.dumps({**SPEC, "text": "a" * 2**21}), 413, "body_too_large", None),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_answered_by_one_sentence_and_nothing_is_queued(
    mistake: str, owner: Person, client: "redis.Redis"
) -> None:
    """C113: also the text that would keep a tokenizer busy for minutes takes less than a second of work."""
    body, status, code, field = MISTAKES[mistake]
    started = time.thread_time()
    answer = owner.client.post("/api/runs", body, content_type="application/json", headers={"X-CSRFToken": owner.token})
    assert time.thread_time() - started < 1.0
    said = answer.json()
    assert (answer.status_code, said["code"], said["field"]) == (status, code, field)
    assert said.keys() == {"code", "message", "field", "data"}
    assert said["message"].endswith(".")
    assert len(said["message"]) < 400
    assert not Run.objects.exists()
    assert not client.exists("runs:active", "runs:waiting", "runs")


@pytest.mark.parametrize(
    "content_type", ["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]
)
def test_another_content_type_is_refused_by_its_name(content_type: str, owner: Person) -> None:
    answer = owner.client.post(
        "/api/runs", json.dumps(SPEC), content_type=content_type, headers={"X-CSRFToken": owner.token}
    )
    assert answer.status_code == 415
    assert answer.json()["code"] == "wrong_content_type"
    assert content_type in answer.json()["message"]


def test_hypertext_and_every_script_are_text_like_any_other(owner: Person) -> None:
    for text in ("<script>alert(1)</script>", "小王把书放在桌上", "مرحبا", "👩‍👩‍👧 \u202e x", "e\u0301"):
        assert owner.post("/api/runs", {**SPEC, "text": text}).json()["spec"]["text"] == text


def test_a_huge_body_is_refused_before_it_is_read(address: str) -> None:
    """The answer comes although not a byte of the announced body was sent."""
    connection = HTTPConnection(address, timeout=5)
    connection.putrequest("POST", "/api/runs")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(2**40))
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "body_too_large")


def test_a_body_that_hides_its_size_is_read_no_further_than_the_limit(address: str) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 2**26:
            sent += 2**16
            yield b"a" * 2**16

    connection = HTTPConnection(address, timeout=5)
    with suppress(OSError):  # the server hangs up in the middle
        connection.request("POST", "/api/runs", endless(), {"Content-Type": "application/json"}, encode_chunked=True)
    assert sent < 2**25
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "body_too_large")


def test_a_browser_may_have_so_many_runs_at_once_and_no_more(owner: Person, settings: Settings) -> None:
    settings.RUNS_PER_OWNER = 2
    first = owner.starts({**SPEC, "text": "x a"})
    owner.starts({**SPEC, "text": "x b"})
    answer = owner.post("/api/runs", {**SPEC, "text": "x c"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_runs")
    owner.post(f"/api/runs/{first}/cancel")
    owner.starts({**SPEC, "text": "x c"})


def test_too_many_new_runs_in_a_minute_are_told_when_to_come_again(
    owner: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webapp.throttles import OwnerThrottle

    monkeypatch.setattr(OwnerThrottle, "THROTTLE_RATES", {"owner": "2/minute"})
    owner.starts()
    owner.starts()
    owner.starts()  # the first of them made the browser's name, so it was counted for the address alone
    answer = owner.post("/api/runs", SPEC)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert 0 < int(answer["Retry-After"]) <= 60
    stranger.starts()


@pytest.mark.parametrize("path", ["/api/nothing", "/api/runs/not-an-id", "/api/runs/1/events", "/nothing"])
def test_an_address_that_is_not_there_is_answered_like_a_run_that_is_not_there(path: str, guest: Client) -> None:
    answer = guest.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_method_that_is_not_answered_is_named(owner: Person) -> None:
    answer = owner.client.delete("/api/runs", headers={"X-CSRFToken": owner.token})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert "DELETE" in answer.json()["message"]


def test_our_own_fault_says_nothing_of_its_cause(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(owner: str) -> list[Run]:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr("webapp.runs.services.list_runs", breaks)
    answer = owner.get("/api/runs")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "swordfish" not in answer.content.decode()


def test_redis_out_of_reach_is_said_in_one_sentence(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from webapp.runs import parts

    owner.starts()
    nowhere = redis.Redis(port=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(parts, "client", lambda: nowhere)
    answer = owner.get("/api/runs")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


@pytest.mark.parametrize("path", ["/", "/api/docs", "/api/openapi.json", "/healthz", "/readyz"])
def test_what_is_only_read_refuses_every_other_method(path: str, guest: Client) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        answer = guest.generic(method, path)
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
        assert answer.json()["code"] == "method_not_allowed"
        assert answer.json()["message"].startswith(method)


@pytest.mark.parametrize(
    "path", ["/api/models", "/api/runs", "/api/examples", "/api/runs/{run}", "/api/runs/{run}/cancel"]
)
def test_a_parameter_that_nothing_reads_is_named(path: str, owner: Person) -> None:
    address = path.format(run=owner.starts()) + "?page=2"
    answer = owner.post(address) if path.endswith("cancel") else owner.get(address)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid_request", "page")


@pytest.mark.parametrize("after", ["-1", "x", "1e3", "", str(2**53), "9" * 30, "9" * 5000])
def test_an_after_that_no_event_has_is_refused(after: str, owner: Person) -> None:
    answer = owner.get(f"/api/runs/{owner.starts()}/events?after={after}")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid_request", "after")
    assert owner.get(f"/api/runs/{owner.starts()}/events?after={2**53 - 1}").content == b""


def test_the_name_of_an_unknown_field_is_told_short_and_on_one_line(owner: Person) -> None:
    answer = owner.post("/api/runs", {**SPEC, "k\n" * 5000: 1})
    assert answer.status_code == 400
    assert "\n" not in answer.json()["message"]
    assert len(answer.json()["message"]) < 400
