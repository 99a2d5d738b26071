"""Models that are somebody's own: those that a run may ask for beside the ones that are there for everybody."""

from typing import Protocol

from compute.catalog.models import models
from compute.events import ModelCard


class Source(Protocol):
    """A kind of models that belong to owners."""

    def cards(self, owner: str) -> list[ModelCard]:
        """The owner's own models, newest first."""

    def check(self, owner: str, model: str) -> None:
        """Raises: AtlasError if the model is of this kind and not theirs; whether it is there at all is not told."""


SOURCES: list[Source] = []  # each app adds its own when it is ready


def cards_for(owner: str) -> list[ModelCard]:
    """Every model that this browser may run."""
    return [*models(), *(card for source in SOURCES for card in source.cards(owner))]


def check_owned(owner: str, model: str) -> None:
    """Raises: AtlasError, as the sources do."""
    for source in SOURCES:
        source.check(owner, model)
