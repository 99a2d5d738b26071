"""Shapes of models that are known by name: published ones as facts, and those that can be run here."""

import json
from functools import lru_cache
from pathlib import Path

from compute.catalog.configs.published import published, shape_of_published
from compute.catalog.configs.read import read_config
from compute.catalog.configs.readers.lab import shape_of_lab
from compute.catalog.configs.shape import Shape
from compute.catalog.models import model_folder, models
from compute.errors import UnknownModel
from compute.lab import stored
from compute.lab.training import TrainSpec

CONFIG = "config.json"


def shape_of_model(name: str) -> Shape:
    """A published model's shape, or that of a model of the lab or a prepared one.

    Raises: UnknownModel, with all names; ModelUnavailable for one that is listed but not prepared.
    """
    if name in published():
        return shape_of_published(name)
    try:
        folder = model_folder(name)
    except UnknownModel:
        raise UnknownModel(name, [*published(), *(card.name for card in models())]) from None
    file = folder / (stored.SPEC if (folder / stored.SPEC).exists() else CONFIG)
    return _read(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(file: Path, changed_ns: int) -> Shape:
    if file.name == stored.SPEC:
        spec = TrainSpec.model_validate_json(file.read_bytes()).model
        return shape_of_lab(spec, stored.read_card(file.parent).vocabulary)
    return read_config(json.loads(file.read_text("utf-8")))
