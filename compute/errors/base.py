"""What every refusal has: a code, one sentence and the figures behind it."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from compute.wire import Scalar, Wire


class ErrorBody(Wire):
    """An error as it travels: `field` names the input at fault, `data` carries the figures."""

    code: str
    message: str
    field: str | None = None
    data: Mapping[str, Scalar] = Field(default_factory=dict)


def quoted(given: str, limit: int = 80) -> str:
    """What was given, in quotation marks: on one line, its invisible characters readable, not too long."""
    shown = "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in given[:limit])
    return f"“{shown}”"


class AtlasError(Exception):
    """A mistake that the user can mend. A subclass is one code."""

    code: ClassVar[str]
    status: ClassVar[int] = 400

    def __init__(self, message: str, *, field: str | None = None, **data: Scalar) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.data = data

    def body(self) -> ErrorBody:
        return ErrorBody(code=self.code, message=self.message, field=self.field, data=self.data)


class InvalidRequest(AtlasError):
    """A body that is not of the form that the endpoint reads."""

    code = "invalid_request"


class NotFound(AtlasError):
    """One answer for “not there” and “not yours”."""

    code = "not_found"
    status = 404

    def __init__(self) -> None:
        super().__init__("Nothing is here, or it belongs to somebody else. Check the address.")


class OutOfRange(AtlasError):
    """An index outside what the run holds."""

    code = "out_of_range"

    def __init__(self, field: str, given: int, limit: int) -> None:
        super().__init__(
            f"{field} {given:,} was asked for; this run has 0 to {limit - 1:,}.", field=field, given=given, limit=limit
        )


def within(field: str, given: int, limit: int) -> None:
    """Raises: OutOfRange unless 0 <= given < limit."""
    if not 0 <= given < limit:
        raise OutOfRange(field, given, limit)
