"""What the compute tests share: one thread, and a place with models of an operator's list."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from compute.catalog import models
from compute.engine import sources
from compute.settings import settings

torch.set_num_threads(1)

Listing = Callable[..., Path]


@pytest.fixture
def list_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listing]:
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
