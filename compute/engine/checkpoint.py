"""The state of a training on disk: one file, replaced at once, and ignored by any other training."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

FILE = "training.pt"


Parts = Mapping[str, nn.Module | torch.optim.Optimizer]


@dataclass(frozen=True)
class Reached:
    """How far a training came: steps done, and the time that they took."""

    step: int = 0
    elapsed_s: float = 0.0


def save_state(folder: Path, digest: str, reached: Reached, parts: Parts) -> None:
    """Stores the parts; a reader sees the old file or the new one, never half of it."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {
        "digest": digest,
        "step": reached.step,
        "elapsed_s": reached.elapsed_s,
        "parts": {name: part.state_dict() for name, part in parts.items()},
    }
    new = folder / f"{FILE}.new"
    torch.save(state, new)
    new.replace(folder / FILE)


def load_state(folder: Path, digest: str, parts: Parts) -> Reached:
    """Puts the stored parts back and says how far they are; nothing of this training is stored: the beginning."""
    file = folder / FILE
    if not file.exists():
        return Reached()
    state = torch.load(file, weights_only=True)
    if state["digest"] != digest:
        return Reached()
    for name, part in parts.items():
        part.load_state_dict(state["parts"][name])
    return Reached(int(state["step"]), float(state["elapsed_s"]))


def forget_state(folder: Path) -> None:
    """A finished training is not gone on with."""
    (folder / FILE).unlink(missing_ok=True)
