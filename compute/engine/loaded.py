"""Models that stay in memory between runs, the least recently used one leaving when there is no room."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Literal

import torch

from compute.catalog.models import model_card, model_folder
from compute.engine.lab_reader import open_lab
from compute.engine.reader import Reader
from compute.engine.seq2seq_reader import open_pretrained
from compute.errors import AtlasError, ModelUnavailable
from compute.events import Family
from compute.settings import settings

DtypeName = Literal["float32", "bfloat16", "float16"]
DTYPES: dict[DtypeName, torch.dtype] = {
    "float32": torch.float32,
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
}


OPENERS: Mapping[Family, Callable[[Path, torch.dtype, torch.device], Reader]] = {
    "pretrained": open_pretrained,
    "lab": open_lab,
}


@cache
def device() -> torch.device:
    """A CUDA device if there is one. Asked for the first time in the process that computes, never in its parent."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def processor() -> torch.device:
    return torch.device("cpu")


# Models of the lab run on the processor: an accelerator is no faster for their few numbers.
DEVICES: Mapping[Family, Callable[[], torch.device]] = {"pretrained": lambda: device(), "lab": processor}


def device_of(model: str) -> torch.device:
    """Where a model runs. Raises: UnknownModel, ModelUnavailable."""
    return DEVICES[model_card(model).family]()


def device_name(model: str) -> str:
    """Of the device that the model runs on; of a model that is not there, which a run refuses itself, of the first."""
    try:
        place = device_of(model)
    except AtlasError:
        place = device()
    return torch.cuda.get_device_name(place) if place.type == "cuda" else "CPU"


@dataclass
class LoadedModels:
    """Models by name and dtype, together within `limit_bytes`."""

    limit_bytes: int

    def __post_init__(self) -> None:
        self._held: OrderedDict[tuple[str, DtypeName], Reader] = OrderedDict()
        self._lock = Lock()

    def holds(self, name: str, dtype: DtypeName) -> bool:
        return (name, dtype) in self._held

    def get(self, name: str, dtype: DtypeName) -> Reader:
        """The model, loaded now if need be, with dropout off and its attention going through `attend`.

        Raises:
            UnknownModel, ModelUnavailable, UnsupportedModel.
        """
        with self._lock:
            held = self._held.get((name, dtype))
            if held is None:
                self._make_room(name, dtype)
                held = OPENERS[model_card(name).family](model_folder(name), DTYPES[dtype], device_of(name))
                self._held[name, dtype] = held
            self._held.move_to_end((name, dtype))
            return held

    def _make_room(self, name: str, dtype: DtypeName) -> None:
        card = model_card(name)
        needed = card.parameters * DTYPES[dtype].itemsize
        if needed > self.limit_bytes:
            sizes = f"{needed / 2**30:.2f} GiB; MODEL_MEMORY_BYTES allows {self.limit_bytes / 2**30:.2f} GiB."
            raise ModelUnavailable(card.title, f"its weights take {sizes}")
        while self._held and needed + sum(held.bytes for held in self._held.values()) > self.limit_bytes:
            self._held.popitem(last=False)


@cache
def loaded_models() -> LoadedModels:
    """The models of this process."""
    return LoadedModels(settings().model_memory_bytes)
