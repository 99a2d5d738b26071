"""Whether the process is up, and which part is not."""

import pytest
import redis
from django.test import Client
from redis.backoff import NoBackoff
from redis.retry import Retry

from compute.publish import WORKER_ALIVE
from webapp.runs import parts


def test_a_process_that_answers_is_up(guest: Client) -> None:
    assert guest.get("/healthz").status_code == 200


def test_all_parts_up_is_ready(guest: Client) -> None:
    answer = guest.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "database": True, "redis": True, "worker": True}


def test_no_worker_is_not_ready_and_says_so(guest: Client, client: "redis.Redis") -> None:
    client.delete(WORKER_ALIVE)
    answer = guest.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "database": True, "redis": True, "worker": False}


def test_no_redis_is_not_ready_and_says_so(guest: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = redis.Redis(port=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(parts, "client", lambda: nowhere)
    answer = guest.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "database": True, "redis": False, "worker": False}
    assert guest.get("/healthz").status_code == 200
