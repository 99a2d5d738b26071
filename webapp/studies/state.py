"""What a study holds of the screen."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compute.spec import RunSpec
from compute.wire import Wire
from webapp.studies.errors import StudyTextRefused

VERSION = 1

Letter = Annotated[str, Field(pattern="^[A-H]$", description="A to H")]
Title = Annotated[str, Field(min_length=1, max_length=200, description="one line")]
Notes = Annotated[str, Field(max_length=20_000, description="Markdown")]
Tags = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\n\r,]+$")], ...],
    Field(max_length=20, description="words to find it by"),
]


class Variant(Wire):
    letter: Letter
    name: str = Field("", max_length=100)
    spec: RunSpec


class StudyState(Wire):
    """The settings of every variant, and the address of the page, which holds view and selection."""

    version: Literal[1] = 1
    address: str = Field("", max_length=60_000, description="what stands behind the hash in the page's address")
    variants: tuple[Variant, ...] = Field(min_length=1, max_length=8)
    base: Letter | None = Field(None, description="the variant that the others are compared with")

    @model_validator(mode="after")
    def _letters_are_known(self) -> "StudyState":
        letters = [variant.letter for variant in self.variants]
        if len(set(letters)) != len(letters):
            raise ValueError("Two variants have one letter. Give each its own.")
        if self.base is not None and self.base not in letters:
            raise ValueError(f"The base {self.base} is none of the variants. Name one of them.")
        return self


def digests(state: StudyState) -> dict[str, str]:
    """Letter -> digest of its spec."""
    return {variant.letter: variant.spec.digest() for variant in state.variants}


def check_words(name: str, value: object) -> None:
    """Raises StudyTextRefused at the first NUL in any text of it; surrogates are refused where text is read."""
    match value:
        case str() if "\0" in value:
            raise StudyTextRefused(name, value)
        case dict():
            for key, one in value.items():
                check_words(f"{name}.{key}" if name else str(key), one)
        case list() | tuple():
            for number, one in enumerate(value):
                check_words(f"{name}.{number}", one)
