"""Tables of small pure functions: a row carries everything that is said of its function, or is refused at import."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Generic, TypeVar


@dataclass(frozen=True)
class Source:
    """Where a definition comes from: the work with its section, and an address that will last."""

    work: str
    address: str


@dataclass(frozen=True)
class Row:
    """One function and what is said of it. A table's own row adds fields; None is the only way to leave one out."""

    name: str  # the function's own
    title: str
    formula: str  # LaTeX
    source: Source | None  # None: defined by its own docstring
    help: str  # the docstring


R = TypeVar("R", bound=Row)
F = TypeVar("F", bound=Callable[..., object])


class Registry(Generic[R]):
    """Rows by name, in the order in which they were registered.

    measures: Registry[Measure] = Registry(Measure)

    @measures.register(title="Entropy", unit="nats", formula=..., source=...)
    def entropy(...): ...
    """

    def __init__(self, row: Callable[..., R]) -> None:
        self._make = row
        self._rows: dict[str, R] = {}

    def register(self, **said: object) -> Callable[[F], F]:
        """Adds the decorated function, which stays as it is.

        Raises: ValueError, naming what is wrong, if something is not said, said blank or said of two functions.
        """

        def add(function: F) -> F:
            name = getattr(function, "__name__", "")
            try:
                row = self._make(name=name, help=(function.__doc__ or "").strip(), function=function, **said)
            except TypeError as error:
                raise ValueError(f"{name}: {error}") from error
            blank = [field.name for field in fields(row) if _is_blank(getattr(row, field.name))]
            if blank:
                raise ValueError(f"{name}: nothing is said of {', '.join(blank)}")
            if name in self._rows:
                raise ValueError(f"{name} is registered twice")
            self._rows[name] = row
            return function

        return add

    @property
    def rows(self) -> Mapping[str, R]:
        return self._rows

    def __iter__(self) -> Iterator[R]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)


def _is_blank(said: object) -> bool:
    if isinstance(said, Source):
        return _is_blank(said.work) or _is_blank(said.address)
    return isinstance(said, str) and not said.strip()
