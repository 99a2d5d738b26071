"""A figure, its reference and the bound it is held to; printed as a table and kept as JSON."""

import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """`value` in `unit`; `bound` is the most it should be, None where nothing is promised."""

    section: str
    what: str
    value: float
    unit: str
    bound: float | None = None
    beside: str = ""

    def line(self) -> str:
        verdict = (
            "" if self.bound is None else ("  ok  " if self.value <= self.bound else " OVER ") + f"≤ {self.bound:g}"
        )
        return f"{self.section:<9} {self.what:<58} {self.value:>12,.4g} {self.unit:<8}{verdict:<16} {self.beside}"


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def paired(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """Medians of both and of their ratio, taken in turn A B A B …, so that a drift of the machine hits both.

    One uncounted round goes first.
    """
    first(), second()
    times = [(seconds(first), seconds(second)) for _ in range(rounds)]
    return (
        statistics.median(a for a, _ in times),
        statistics.median(b for _, b in times),
        statistics.median(a / b for a, b in times),
    )


def keep(figures: list[Figure], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=2, ensure_ascii=False) + "\n")
