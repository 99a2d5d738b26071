"""The parameters of a row: a frozen model with bounds and units, from which forms and command lines follow."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from compute.errors import InvalidRequest
from compute.registry import Registry, Row
from compute.wire import Wire


class Params(Wire):
    """A row's parameters. Each field has a default, a description with its unit, and bounds where it has any."""

    @classmethod
    def __pydantic_init_subclass__(cls, **unused: object) -> None:
        unsaid = [name for name, field in cls.model_fields.items() if not field.description or field.is_required()]
        if unsaid:
            raise ValueError(f"{cls.__name__}: no default or description is given for {', '.join(unsaid)}")


class NoParams(Params):
    """A row that has nothing to choose."""


P = TypeVar("P", bound=Params)
R = TypeVar("R", bound=Row)


def fill(model: type[P], given: Mapping[str, object]) -> P:
    """The parameters, the rest by default.

    Raises: InvalidRequest, naming the first parameter at fault, what was given and what is allowed.
    """
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else model.__name__
        field = model.model_fields.get(name)
        allowed = f"Known are: {', '.join(model.model_fields) or 'none'}." if field is None else _allowed(name, field)
        raise InvalidRequest(f"{name} = {str(first['input'])[:40]} can't be used. {allowed}", field=name) from error


def chosen(registry: Registry[R], what: str, name: str) -> R:
    """The row of that name. Raises: InvalidRequest, with the names that there are."""
    if name not in registry.rows:
        raise InvalidRequest(
            f"There is no {what} “{name[:80]}”. Choose one of: {', '.join(registry.rows)}.", field=what
        )
    return registry.rows[name]


def describe(row: Row, params: type[Params], example: Params) -> dict[str, object]:
    """Everything that a form, a page or a list shows of a row; `params` is the JSON schema with bounds and units."""
    return {
        "name": row.name,
        "title": row.title,
        "formula": row.formula,
        "source": None if row.source is None else {"work": row.source.work, "address": row.source.address},
        "help": row.help,
        "params": params.model_json_schema(),
        "example": example.model_dump(mode="json"),
    }


def _allowed(name: str, field: FieldInfo) -> str:
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than", "multiple_of": "a multiple of"}
    bounds = [
        f"{words[key]} {getattr(bound, key):,}"
        for bound in field.metadata
        for key in words
        if getattr(bound, key, None) is not None
    ]
    return f"It is {' and '.join(bounds)}: {field.description}." if bounds else f"It is: {field.description}."
