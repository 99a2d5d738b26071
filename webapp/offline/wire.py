"""Every body of the HTTP interface of stand-alone files."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, model_validator

from compute.events import Kind
from compute.wire import Wire
from webapp.studies.state import Letter, Title

Index = Annotated[int, Field(ge=0, le=2**31 - 1)]


class OfflineRun(Wire):
    letter: Letter
    run: UUID


class HeadAt(Wire):
    """One head of a run, by what the page has selected."""

    kind: Kind
    layer: Index
    head: Index
    row: Index = 0


class OfflineRequest(Wire):
    """What is on screen, to be kept in one file."""

    title: Title
    address: str = Field("", max_length=70_000, description="what stands behind the hash in the page's address")
    beside: tuple[OfflineRun, ...] = Field((), max_length=7, description="runs that stand beside A's")
    at: HeadAt = Field(description="the head that is selected; where not all fit, it comes first, then its layer")
    costs: tuple[Annotated[str, Field(max_length=60_000)], ...] = Field(
        (), max_length=32, description="bodies of POST /api/costs, whose answers the file is to hold"
    )

    @model_validator(mode="after")
    def _letters_are_apart(self) -> "OfflineRequest":
        letters = ["A", *(one.letter for one in self.beside)]
        if len(set(letters)) != len(letters):
            raise ValueError("Two runs have one letter. Give each its own; A is the run of the address.")
        return self


class OfflinePlan(Wire):
    """What the file will hold."""

    bytes: int = Field(description="of the file, at most")
    heads: int = Field(description="whose every number is in it")
    heads_in_all: int = Field(description="of the others it holds the overview, and of long maps the coarser tiles")
    limit: int = Field(description="bytes of numbers in one file, at most")


class Held(Wire):
    """What stands in the file, as MessagePack in gzip in base64."""

    version: Literal[1] = 1
    title: str
    address: str
    run: UUID = Field(description="A's")
    made_at: str
    heads: int
    heads_in_all: int
    answers: dict[str, bytes] = Field(
        description="by address; a POST by its address, a blank and its body", json_schema_extra={"format": "binary"}
    )
