"""Published models as facts: the numbers of their configs, each with where they were read. No weights, no network."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from compute.catalog.configs.read import read_config
from compute.catalog.configs.shape import Shape
from compute.errors import UnknownModel

FOLDER = Path(__file__).parent / "published"


@dataclass(frozen=True)
class Published:
    """One model. `config` has the fields of its config.json that say something of its shape."""

    name: str
    title: str
    source: str
    config: Mapping[str, object]


@cache
def published() -> Mapping[str, Published]:
    """Every published model by its name, families in alphabetical order."""
    rows = [row for file in sorted(FOLDER.glob("*.json")) for row in json.loads(file.read_text("utf-8"))]
    return {row["name"]: Published(**row) for row in rows}


def published_model(name: str) -> Published:
    """The model of that name. Raises: UnknownModel, with the names that there are."""
    if name not in published():
        raise UnknownModel(name, list(published()))
    return published()[name]


@cache
def shape_of_published(name: str) -> Shape:
    """Its shape. Raises: UnknownModel, with the names that there are."""
    return read_config(published_model(name).config)
