"""JSON by the letter."""

import json
from typing import NoReturn, TypeVar

from pydantic import BaseModel

from compute.errors import InvalidRequest, quoted

Form = TypeVar("Form", bound=BaseModel)


def read_json(content: bytes) -> object:
    """The value of a text in UTF-8, with a byte order mark or without; NaN and Infinity are not JSON.

    An unpaired surrogate, written as \\ud800, passes: whoever reads the text refuses it by its place.

    Raises:
        ValueError: with what is wrong, for a sentence of the caller's.
    """
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(str(error)[:200]) from None


def as_form(form: type[Form], given: object) -> Form:
    """A value of JSON as `form`, which takes nothing for a number that is none: neither true nor "3".

    Raises:
        pydantic.ValidationError, InvalidRequest.
    """
    made = form.model_validate(given)
    _check_kinds(given, made.model_dump(mode="json"), "")
    return made


def _check_kinds(given: object, read: object, path: str) -> None:
    """Raises: InvalidRequest, at the first place where a text or a truth value was read as another kind of value."""
    match given, read:
        case dict(), dict():
            for name in given.keys() & read.keys():
                _check_kinds(given[name], read[name], f"{path}.{name}" if path else str(name))
        case list(), list() if len(given) == len(read):
            for number, (one, other) in enumerate(zip(given, read, strict=True)):
                _check_kinds(one, other, f"{path}.{number}")
        case ((bool() | str() | int() | float()), (bool() | int() | float())) if _kind(given) is not _kind(read):
            raise InvalidRequest(
                f"{quoted(path)} is {json.dumps(given)[:80]}, which is no {WORDS[_kind(read)]}. Send one.",
                field=path,
                given=json.dumps(given)[:80],
            )


WORDS: dict[type, str] = {bool: "true or false", float: "number"}


def _kind(value: object) -> type:
    return float if type(value) is int else type(value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
