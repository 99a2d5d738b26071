"""The tables of costs: figures of a model, and formulas of plain numbers. A row says its unit, formula and source."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, cast

from compute.catalog.configs.shape import Shape
from compute.catalog.costs.number import Number
from compute.catalog.params import Params, chosen, fill
from compute.registry import Registry, Row, Source
from compute.wire import Wire

P = TypeVar("P", bound=Params)
A = TypeVar("A", bound="Answer")

# One figure, or several that belong together, each by its name; a word stands among them where it says which.
Answer = Number | Mapping[str, Number | str]


@dataclass(frozen=True)
class FigureRow(Row):
    """A figure of a model: function(shape, params). unit: of the value, or of each by its name.

    by_part: formulas of single values, by their names, where the row's own says them all at once.
    """

    function: Callable[[Shape, Params], Answer]
    params: type[Params]
    unit: str | Mapping[str, str]
    group: str
    by_part: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FormulaRow(Row):
    """A formula of plain numbers, as a paper states it: function(params)."""

    function: Callable[[Params], Answer]
    params: type[Params]
    unit: str | Mapping[str, str]
    group: str
    by_part: Mapping[str, str] = field(default_factory=dict)


figures: Registry[FigureRow] = Registry(FigureRow)
formulas: Registry[FormulaRow] = Registry(FormulaRow)


class Figure(Wire):
    """One value with how it came about: `filled` is the formula with the numbers filled in."""

    name: str
    title: str
    value: int | float | str | None
    unit: str
    formula: str
    filled: str
    source: str
    group: str


def figure(
    *,
    title: str,
    unit: str | Mapping[str, str],
    formula: str,
    source: Source,
    params: type[P],
    group: str,
    by_part: Mapping[str, str] | None = None,
) -> Callable[[Callable[[Shape, P], A]], Callable[[Shape, P], A]]:
    """Makes the decorated function a row of `figures`."""
    register = figures.register(
        title=title, unit=unit, formula=formula, source=source, params=params, group=group, by_part=by_part or {}
    )
    return cast("Callable[[Callable[[Shape, P], A]], Callable[[Shape, P], A]]", register)


def formula(
    *, title: str, unit: str | Mapping[str, str], formula: str, source: Source, params: type[P], group: str
) -> Callable[[Callable[[P], A]], Callable[[P], A]]:
    """Makes the decorated function a row of `formulas`."""
    register = formulas.register(title=title, unit=unit, formula=formula, source=source, params=params, group=group)
    return cast("Callable[[Callable[[P], A]], Callable[[P], A]]", register)


def figure_of(shape: Shape, name: str, **given: object) -> tuple[Figure, ...]:
    """The figures of one row for a model; parameters that are not given have their defaults.

    Raises: InvalidRequest for a name or a parameter that there is not.
    """
    row = chosen(figures, "figure", name)
    return told(row, row.function(shape, fill(row.params, given)))


def formula_of(name: str, **given: object) -> tuple[Figure, ...]:
    """The figures of one formula. Raises: InvalidRequest for a name or a parameter that there is not."""
    row = chosen(formulas, "formula", name)
    return told(row, row.function(fill(row.params, given)))


def _unit(row: FigureRow | FormulaRow, part: str, value: Number | str) -> str:
    if isinstance(value, str):
        return ""
    return row.unit if isinstance(row.unit, str) else row.unit.get(part, "")


def told(row: FigureRow | FormulaRow, answer: Answer) -> tuple[Figure, ...]:
    """An answer as it is shown and sent."""
    several = answer if isinstance(answer, Mapping) else {"": answer}
    return tuple(
        Figure(
            name=f"{row.name}.{part}" if part else row.name,
            title=f"{row.title}: {part.replace('_', ' ')}" if part else row.title,
            value=value.value if isinstance(value, Number) else value,
            unit=_unit(row, part, value),
            formula=row.by_part.get(part, row.formula),
            filled=value.shown if isinstance(value, Number) else "",
            source=f"{row.source.work}, {row.source.address}" if row.source else "",
            group=row.group,
        )
        for part, value in several.items()
    )
