"""When each layer of a model begins and ends, heard from the modules themselves."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

import torch
from torch import nn

from compute.engine.bridge import itineraries


@contextmanager
def timed_layers(layers: Sequence[nn.Module], at_end: Callable[[float], None]) -> Iterator[None]:
    """Calls at_end(milliseconds) after each layer, for as long as the block lasts. It may stop the run by raising."""
    began = 0.0

    def begin(module: nn.Module, arguments: object) -> None:
        nonlocal began
        began = _now(module)

    def end(module: nn.Module, arguments: object, output: object) -> None:
        at_end((_now(module) - began) * 1e3)

    hooks = [
        hook for layer in layers for hook in (layer.register_forward_pre_hook(begin), layer.register_forward_hook(end))
    ]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def layers_of(model: nn.Module) -> list[nn.Module]:
    """The modules that hold an attention each: the members of a numbered list above it, the nearest one."""
    modules = dict(model.named_modules())
    found: dict[str, nn.Module] = {}
    for name, module in modules.items():
        if module in itineraries:
            path = name.split(".")
            while path and not path[-1].isdigit():
                path.pop()
            found[".".join(path)] = modules[".".join(path)]
    return list(found.values())


def _now(layer: nn.Module) -> float:
    if next(layer.parameters()).is_cuda:
        torch.cuda.synchronize()  # kernels run behind Python's back there
    return perf_counter()
