"""What the viewer takes out of sight: the other values stay as they are."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from compute.capture.record import Bool
from compute.errors import InvalidRequest
from compute.events import Token

HIDE_WORDS = ("special", "first")


@dataclass(frozen=True)
class Hide:
    """True = out of sight: queries [query] lose their row, keys [key] their column."""

    queries: Bool
    keys: Bool

    @classmethod
    def by_words(cls, words: Collection[str], queries: Collection[Token], keys: Collection[Token]) -> "Hide | None":
        """special: special tokens, as queries and as keys. first: the first real token as a key, where heads that
        have nothing to say leave their weight. None if no word is given.

        Raises: InvalidRequest for another word.
        """
        unknown = sorted(set(words) - set(HIDE_WORDS))
        if unknown:
            raise InvalidRequest(
                f"“{unknown[0][:40]}” cannot be hidden; choose from: {', '.join(HIDE_WORDS)}.", field="hide"
            )
        if not words:
            return None
        special = "special" in words
        hidden_queries = np.array([special and token.role == "special" for token in queries], np.bool_)
        hidden_keys = np.array([special and token.role == "special" for token in keys], np.bool_)
        if "first" in words:
            hidden_keys[first_real([token.role == "padding" for token in keys])] = True
        return cls(hidden_queries, hidden_keys)


def first_real(padding: Collection[bool]) -> int:
    """The place of the first token that is not padding; 0 if all are."""
    return int(np.argmin(np.fromiter(padding, np.bool_)))
