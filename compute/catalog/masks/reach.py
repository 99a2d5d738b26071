"""Who can hear of whom through several layers of a mask."""

import numpy as np

from compute.catalog.masks.rule import Allowed
from compute.errors import InvalidRequest
from compute.events import RunTokens

MOST_TOKENS = 512


def check_length(given: RunTokens) -> None:
    """Raises: InvalidRequest for a text in which leaks are not looked for, since every pair of tokens is."""
    longest = max(len(row.tokens) for row in (*given.rows, *given.target))
    if longest > MOST_TOKENS:
        raise InvalidRequest(
            f"The text is {longest:,} tokens; leaks are looked for in {MOST_TOKENS:,} at most. "
            "Shorten it, or leave check_leaks out.",
            field="check_leaks",
        )


def influence(mask: Allowed, layers: int) -> Allowed:
    """[output, token]: whether an output after so many layers of the mask may depend on the token.

    A token hears of itself in every layer, by the residual stream, also where the mask hides it from itself.
    """
    one = mask | np.eye(len(mask), dtype=np.bool_)
    heard = np.eye(len(mask), dtype=np.bool_)
    for _ in range(layers):
        further: Allowed = (one.astype(np.float32) @ heard.astype(np.float32)) > 0
        if np.array_equal(further, heard):
            break
        heard = further
    return heard
