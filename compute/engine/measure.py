"""What this machine really does: the rate of a large matrix product by precision, and of copying memory."""

import os
import platform
import time
from collections.abc import Callable

import torch

from compute.catalog.costs.precision import Precision
from compute.catalog.devices import THIS, Device
from compute.registry import Source
from compute.settings import settings

SIZE = {"cpu": 2_048, "cuda": 8_192}
COPIED_BYTES = {"cpu": 2**28, "cuda": 2**31}
ROUNDS = 5


def measure() -> Device:
    """The best of some rounds each, with the worker's own number of threads; a few seconds.

    A copy reads and writes, so that its rate counts every byte twice. There is no link to measure.
    """
    kind = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(settings().torch_threads)
    dtypes: dict[Precision, torch.dtype] = {"fp32": torch.float32, "bf16": torch.bfloat16}
    if kind == "cuda":  # processors multiply half precision a hundred times slower than single
        dtypes["fp16"] = torch.float16
    with torch.inference_mode():
        peaks: dict[str, float] = {name: product_rate(kind, dtype) for name, dtype in dtypes.items()}
        copied = _copy(kind)
    memory = torch.cuda.get_device_properties(0).total_memory if kind == "cuda" else _memory()
    title = (
        torch.cuda.get_device_name(0) if kind == "cuda" else f"{platform.machine()}, {settings().torch_threads} threads"
    )
    return Device(
        THIS, f"This machine, measured: {title}", memory, copied, peaks, "none", 1.0,
        Source(f"Measured with torch {torch.__version__}: products of {SIZE[kind]:,} rows, a copy", "this machine"),
        measured=True,
    )  # fmt: skip


def product_rate(kind: str, dtype: torch.dtype) -> float:
    """FLOP/s of a square matrix product."""
    n = SIZE[kind] if dtype == torch.float32 or kind == "cuda" else SIZE[kind] // 2
    a, b = (torch.ones(n, n, dtype=dtype, device=kind) for _ in range(2))
    return 2 * n**3 / _seconds(kind, lambda: a @ b)


def _copy(kind: str) -> float:
    """Bytes a second, read and written."""
    source = torch.ones(COPIED_BYTES[kind], dtype=torch.uint8, device=kind)
    target = torch.empty_like(source)
    return 2 * source.numel() / _seconds(kind, lambda: target.copy_(source))


def _seconds(kind: str, action: Callable[[], object]) -> float:
    """The shortest of the rounds; the first one warms up."""
    best = float("inf")
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        action()
        if kind == "cuda":
            torch.cuda.synchronize()
        best = min(best, time.perf_counter() - start)
    return best


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
