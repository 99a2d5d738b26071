"""All that one owner keeps, in every app: moved into an account, deleted with it, handed out."""

from typing import Protocol


class Belongings(Protocol):
    def move(self, before: str, after: str) -> None:
        """What `before` kept belongs to `after`."""

    def delete(self, owner: str) -> None:
        """For good."""

    def files(self, owner: str) -> dict[str, object]:
        """Name of a JSON file -> its value."""


KINDS: list[Belongings] = []  # each app adds its own when it is ready, after those that it refers to


def move(before: str, after: str) -> None:
    for kind in KINDS:
        kind.move(before, after)


def delete(owner: str) -> None:
    """What refers to something else goes before it."""
    for kind in reversed(KINDS):
        kind.delete(owner)


def files(owner: str) -> dict[str, object]:
    return {name: value for kind in KINDS for name, value in kind.files(owner).items()}
