"""What the compute tests share: one thread, and a place with models of an operator's list."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
import torch

from compute.catalog import models
from compute.engine import sources
from compute.publish import ACTIVE, WAITING, spec_key
from compute.queue import app, enqueue
from compute.settings import settings
from compute.spec import RunSpec
from tests.compute.workers import Queue

torch.set_num_threads(1)

Listing = Callable[..., Path]


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the lab models that ship."""
    folder = tmp_path / "zoo"
    monkeypatch.setattr(models, "ZOO", folder)
    return folder


@pytest.fixture
def list_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zoo: Path) -> Iterator[Listing]:
    """list_model(name, folder) puts a folder on an operator's list of its own, prepares it, and gives the result."""
    listing = tmp_path / "models.toml"
    listing.write_text("", "utf-8")
    monkeypatch.setenv("MODELS_FILE", str(listing))
    monkeypatch.setenv("MODELS_DIR", str(tmp_path / "prepared"))
    settings.cache_clear()

    def put(name: str, folder: Path) -> Path:
        with listing.open("a", encoding="utf-8") as file:
            file.write(f'[[model]]\nname = "{name}"\ntitle = "{name.title()}"\npath = "{folder}"\n')
        ready = tmp_path / "prepared" / name
        sources.prepare_one(models.model_row(name), ready, lambda line: None)
        return ready

    yield put
    settings.cache_clear()


@pytest.fixture
def queue(valkey: "redis.Redis", valkey_url: str) -> Iterator[Queue]:
    """queue(run_id, text) hands a run to the workers as the web does."""

    def put(run_id: str, text: str) -> None:
        valkey.set(spec_key(run_id), RunSpec(model="any", text=text).model_dump_json())
        valkey.zadd(WAITING, {run_id: time.time()})
        valkey.sadd(ACTIVE, run_id)
        enqueue(run_id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.conf, "broker_url", valkey_url)
        app._after_fork()  # connections to another server are forgotten
        yield put
    app._after_fork()
