"""A row is whole, or the import fails and says what is missing."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from compute.registry import Registry, Row, Source


@dataclass(frozen=True)
class Shape(Row):
    unit: str
    function: Callable[[float], float]


WHOLE = {"title": "Area", "formula": "a^2", "source": Source("Euclid, Elements, I.46", "isbn:1888009187"), "unit": "m²"}


def area(side: float) -> float:
    """What a square covers."""
    return side * side


def test_a_whole_row_is_found_by_the_functions_name_and_the_function_stays_as_it_is() -> None:
    shapes: Registry[Shape] = Registry(Shape)
    assert shapes.register(**WHOLE)(area) is area
    row = shapes.rows["area"]
    assert (row.title, row.unit, row.help, row.function(3)) == ("Area", "m²", "What a square covers.", 9)
    assert [row.name for row in shapes] == ["area"]


@pytest.mark.parametrize("field", WHOLE)
def test_a_row_that_leaves_something_out_is_refused(field: str) -> None:
    said = {name: value for name, value in WHOLE.items() if name != field}
    with pytest.raises(ValueError, match=f"area: .*{field}"):
        Registry(Shape).register(**said)(area)


@pytest.mark.parametrize(
    ("field", "blank"), [("title", " "), ("formula", ""), ("unit", "\n"), ("source", Source("", "x"))]
)
def test_a_row_that_says_a_thing_blank_is_refused(field: str, blank: object) -> None:
    with pytest.raises(ValueError, match=f"area: nothing is said of {field}"):
        Registry(Shape).register(**WHOLE | {field: blank})(area)


def test_a_function_without_a_docstring_is_refused() -> None:
    def silent(side: float) -> float:
        return side

    with pytest.raises(ValueError, match="silent: nothing is said of help"):
        Registry(Shape).register(**WHOLE)(silent)


def test_a_name_is_given_once() -> None:
    shapes: Registry[Shape] = Registry(Shape)
    shapes.register(**WHOLE)(area)
    with pytest.raises(ValueError, match="area is registered twice"):
        shapes.register(**WHOLE)(area)


def test_a_field_that_the_table_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"area: .*colour"):
        Registry(Shape).register(**WHOLE, colour="red")(area)
