"""What is said of one address of the HTTP interface."""

from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter
from rest_framework.views import APIView

from compute.errors import AtlasError
from compute.events import RunEvent
from compute.lab.told import ToldEvent
from compute.wire import Wire

Method = Literal["get", "post", "patch", "delete"]


@dataclass(frozen=True)
class File:
    """An answer that is a file to keep."""

    media: str


Answer = type[Wire] | TypeAdapter[RunEvent] | TypeAdapter[ToldEvent] | File


@dataclass(frozen=True)
class Operation:
    """One method at one address.

    answer: the wire model of the body; events come as many maps one behind the other.
    refuses: what it may refuse beside what every endpoint may (Internal, TooManyRequests, ...).
    """

    method: Method
    summary: str
    answer: Answer
    packed: bool = False  # MessagePack in place of JSON
    status: int = 200
    body: type[Wire] | None = None
    query: type[Wire] | None = None
    refuses: tuple[type[AtlasError], ...] = ()


@dataclass(frozen=True)
class Endpoint:
    """One address; `route` is Django's, below /api/."""

    route: str
    view: type[APIView]
    operations: tuple[Operation, ...]
