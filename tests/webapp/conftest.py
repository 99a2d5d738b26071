"""A web over real parts: an embedded Valkey (or TEST_REDIS_URL), a file for SQLite, a folder of captures.

The model is a tokenizer of words without weights, and the worker is played by player.py.
"""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import redis
import uvicorn
from celery import Celery
from django.conf import settings as django_settings
from django.core.cache import caches
from django.test import Client

import compute.queue
import compute.settings
import webapp.runs.parts
from compute.publish import WORKER_ALIVE
from compute.settings import Settings

from .cast import Person
from .player import Player, write_model


@pytest.fixture(scope="session")
def parts_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the models and the captures of these tests lie."""
    folder = tmp_path_factory.mktemp("parts")
    write_model(folder / "models.toml", folder / "models")
    return folder


@pytest.fixture(autouse=True)
def parts(valkey_url: str, parts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """The settings of both sides, pointed at parts that belong to these tests, for one test."""
    made_once = (compute.settings.settings, webapp.runs.parts.client, webapp.runs.parts.captures)
    for name, value in {
        "REDIS_URL": valkey_url,
        "CAPTURE_URL": str(parts_folder / "captures"),
        "MODELS_DIR": str(parts_folder / "models"),
        "TRAINED_DIR": str(parts_folder / "trained"),
        "MODELS_FILE": str(parts_folder / "models.toml"),
        "RUN_LIMIT_S": "5",
    }.items():
        monkeypatch.setenv(name, value)
    for maker in made_once:
        maker.cache_clear()
    # What an earlier test has opened keeps its address.
    monkeypatch.setattr(compute.queue, "app", Celery("tests", broker=valkey_url))
    monkeypatch.setitem(django_settings.CACHES["default"], "LOCATION", valkey_url)
    with suppress(AttributeError):
        del caches["default"]
    yield compute.settings.settings()
    for maker in made_once:
        maker.cache_clear()


@pytest.fixture
def client(valkey_url: str, parts: Settings) -> Iterator["redis.Redis"]:
    """Redis, emptied of what earlier tests left there and among the captures."""
    client = redis.Redis.from_url(valkey_url)
    shutil.rmtree(parts.capture_url, ignore_errors=True)
    client.flushdb()
    client.set(WORKER_ALIVE, 1)
    yield client
    client.close()


@pytest.fixture
def player(client: "redis.Redis", parts: Settings) -> Player:
    return Player(client, parts.capture_url)


@pytest.fixture
def owner(client: "redis.Redis", transactional_db: None) -> Person:
    return Person.arrives()


@pytest.fixture
def stranger(client: "redis.Redis", transactional_db: None) -> Person:
    return Person.arrives()


@pytest.fixture
def guest(client: "redis.Redis", transactional_db: None) -> Client:
    """Somebody without any cookie."""
    return Client()


@pytest.fixture
def address(client: "redis.Redis", transactional_db: None) -> Iterator[str]:
    """The app behind a real server on a free port."""
    from webapp.asgi import application

    server = uvicorn.Server(
        uvicorn.Config(
            application,
            port=0,
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=1,
            timeout_keep_alive=75,
            ws_per_message_deflate=False,
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"127.0.0.1:{port}"
    server.should_exit = True
    thread.join(timeout=5)
