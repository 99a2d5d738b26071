"""Another base or scaling for a transformers model with RoPE, for as long as a run lasts.

The model's own rotary module is made anew from a changed copy of its config, as if the config had said so, and stands
in for the old one, which is put back at the end.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from torch import nn
from transformers import PretrainedConfig, PreTrainedModel

from compute.catalog.params import Params
from compute.catalog.positions.forced import RotaryName
from compute.catalog.positions.stated import NAMES, ROWS
from compute.errors import InvalidRequest

TYPES: Mapping[RotaryName, str] = {row: name for name, row in ROWS.items()}


@contextmanager
def turned(model: PreTrainedModel, row: RotaryName, params: Params) -> Iterator[None]:
    """Raises: InvalidRequest for a model without a rotary module of the usual form."""
    found = list(_rotary_modules(model))
    if not found:
        raise InvalidRequest(
            f"The rotation of {type(model).__name__} can't be changed: it is made inside its layers. "
            "Choose another model, or leave position.rotary out.",
            field="position.rotary",
        )
    new = [(parent, name, old, _made_anew(old, row, params)) for parent, name, old in found]
    try:
        for parent, name, _, module in new:
            setattr(parent, name, module)
        yield
    finally:
        for parent, name, old, _ in new:
            setattr(parent, name, old)


def _rotary_modules(model: nn.Module) -> Iterator[tuple[nn.Module, str, nn.Module]]:
    """Each with the module that holds it and its name there."""
    for parent in model.modules():
        for name, child in parent.named_children():
            turns = "inv_freq" in dict(child.named_buffers(recurse=False))
            if turns and isinstance(getattr(child, "config", None), PretrainedConfig):
                yield parent, name, child


def _made_anew(old: nn.Module, row: RotaryName, params: Params) -> nn.Module:
    config: Any = deepcopy(old.config)
    chosen = params.model_dump()
    stated = {name: chosen[ours] for name, ours in NAMES.items() if chosen.get(ours) is not None}
    length = stated.pop("original_max_position_embeddings", None)
    if row == "rope_dynamic":
        config.max_position_embeddings = length
    elif row in ("rope_yarn", "rope_llama3"):
        stated["original_max_position_embeddings"] = length
        config.max_position_embeddings = length  # else it is held against the factor
        config.__dict__.pop("original_max_position_embeddings", None)
    config.rope_parameters = {"rope_type": TYPES[row], **stated}
    made: Any = type(old)
    device = next(old.buffers()).device
    module: nn.Module = made(config=config)
    module.train(False)
    return nn.Module.to(module, device)
