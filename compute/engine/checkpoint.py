"""The state of a training on disk: one file, replaced at once, and ignored by any other training."""

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import nn

FILE = "training.pt"


def save_state(folder: Path, digest: str, step: int, parts: Mapping[str, nn.Module | torch.optim.Optimizer]) -> None:
    """Stores the parts after `step` steps; a reader sees the old file or the new one, never half of it."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {"digest": digest, "step": step, "parts": {name: part.state_dict() for name, part in parts.items()}}
    new = folder / f"{FILE}.new"
    torch.save(state, new)
    new.replace(folder / FILE)


def load_state(folder: Path, digest: str, parts: Mapping[str, nn.Module | torch.optim.Optimizer]) -> int:
    """Puts the stored parts back and returns after which step they were stored; 0 = nothing of this training is."""
    file = folder / FILE
    if not file.exists():
        return 0
    state = torch.load(file, weights_only=True)
    if state["digest"] != digest:
        return 0
    for name, part in parts.items():
        part.load_state_dict(state["parts"][name])
    return int(state["step"])
