"""The most memory that an action holds at once: the allocator's count on an accelerator, tensors added up elsewhere."""

import weakref
from collections.abc import Callable
from typing import Protocol

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from compute.measured import Accounting


class Meter(Protocol):
    """Bytes that are there now, and the most since `restart`."""

    @property
    def accounting(self) -> Accounting: ...

    def now(self) -> int: ...
    def most(self) -> int: ...
    def restart(self) -> None: ...
    def __enter__(self) -> "Meter": ...
    def __exit__(self, kind: object, error: object, trace: object, /) -> None: ...


class Tensors(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Adds up the storages that operations inside the block make, for as long as each lives.

    What a kernel holds inside itself is not seen, nor what was there before the block, nor other threads.
    """

    accounting: Accounting = "tensors"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._live = self._most = 0
        self._known: set[int] = set()

    def now(self) -> int:
        return self._live

    def most(self) -> int:
        return self._most

    def restart(self) -> None:
        self._most = self._live

    def __torch_dispatch__(
        self, func: Callable[..., object], types: object, args: tuple[object, ...] = (), kwargs: object = None
    ) -> object:
        options = kwargs if isinstance(kwargs, dict) else {}
        given = {_storage(leaf)._cdata for leaf in tree_leaves((args, options)) if isinstance(leaf, Tensor)}
        out = func(*args, **options)
        for leaf in tree_leaves(out):
            if isinstance(leaf, Tensor) and _storage(leaf)._cdata not in given:
                self._add(_storage(leaf))
        return out

    def _add(self, storage: torch.UntypedStorage) -> None:
        if storage._cdata in self._known:
            return
        size = storage.nbytes()
        self._known.add(storage._cdata)
        self._live += size
        self._most = max(self._most, self._live)
        weakref.finalize(storage, self._gone, storage._cdata, size).atexit = False

    def _gone(self, where: int, size: int) -> None:
        self._known.discard(where)
        self._live -= size


class Allocator:
    """A CUDA device's own count."""

    accounting: Accounting = "allocator"

    def now(self) -> int:
        torch.cuda.synchronize()
        return torch.cuda.memory_allocated()

    def most(self) -> int:
        torch.cuda.synchronize()
        return torch.cuda.max_memory_allocated()

    def restart(self) -> None:
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()

    def __enter__(self) -> "Allocator":
        self.restart()
        return self

    def __exit__(self, kind: object, error: object, trace: object, /) -> None:
        return None


def meter(device: torch.device) -> Meter:
    return Allocator() if device.type == "cuda" else Tensors()


def peak_bytes(device: torch.device, action: Callable[[], object]) -> int:
    """The most that the action holds beside what was there before, its result included."""
    with meter(device) as counted:
        before = counted.now()
        action()
        return counted.most() - before


def storage_bytes(tensors: list[Tensor]) -> int:
    """Of the memory that the tensors really stand in, each piece once."""
    return sum({_storage(one).data_ptr(): _storage(one).nbytes() for one in tensors}.values())


def _storage(tensor: Tensor) -> torch.UntypedStorage:
    return tensor.untyped_storage()
