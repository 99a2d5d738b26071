"""Who may attend to whom, as a function of positions: how masks combine, and what follows from one."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from compute.errors import InvalidRequest, WrongMaskSize

Indices = npt.NDArray[np.int64]
Allowed = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Text:
    """What a mask may know of a text beside positions.

    tokens: real tokens, padding not counted.
    documents: for each real token, the number of the document that it belongs to; empty = one document.
    special: the places of the special tokens among the real ones, such as [CLS] and separators.
    """

    tokens: int
    documents: tuple[int, ...] = ()
    special: frozenset[int] = frozenset()

    def document_of(self, position: Indices) -> Indices:
        """The document of each position; a position outside the text has that of the nearest token."""
        ids = np.asarray(self.documents or (0,) * self.tokens, dtype=np.int64)
        found: Indices = ids[np.clip(position, 0, len(ids) - 1)]
        return found

    def is_special(self, position: Indices) -> Allowed:
        """Whether a special token stands at each position."""
        return np.isin(position, sorted(self.special))


class Padding(NamedTuple):
    """How many tokens before and after the text are padding: seen by nobody under any mask."""

    left: int = 0
    right: int = 0


NO_PADDING = Padding()


class Compact(NamedTuple):
    """A mask that an attention kernel can be told in two words.

    causal: no key after the query. window: only keys with |query - key| < window; None = no limit.
    """

    causal: bool = False
    window: int | None = None

    def both(self, other: "Compact") -> "Compact":
        """What both allow."""
        windows = [window for window in (self.window, other.window) if window is not None]
        return Compact(self.causal or other.causal, min(windows, default=None))


@dataclass(frozen=True)
class Rule:
    """A mask with its parameters filled in: `see(query, key, text)` is True where the query may attend to the key.

    Positions count from the first real token, so that left padding moves nothing. Rules combine with `&` (both
    allow), `|` (either allows) and `~` (the other cells).

    period: queries that many tokens apart see keys that many apart and no others, so that a kernel does best to take
        them together; 1 = none.
    """

    name: str
    see: Callable[[Indices, Indices, Text], Allowed]
    compact: Compact | None = None
    period: int = 1

    def __and__(self, other: "Rule") -> "Rule":
        both = None
        if self.compact is not None and other.compact is not None:
            both = self.compact.both(other.compact)
        return Rule(
            f"({_bracketed(self.name)} & {_bracketed(other.name)})",
            lambda q, k, text: self.see(q, k, text) & other.see(q, k, text),
            both,
            max(self.period, other.period),
        )

    def __or__(self, other: "Rule") -> "Rule":
        return Rule(
            f"({_bracketed(self.name)} | {_bracketed(other.name)})",
            lambda q, k, text: self.see(q, k, text) | other.see(q, k, text),
        )

    def __invert__(self) -> "Rule":
        return Rule(f"~{_bracketed(self.name)}", lambda q, k, text: ~self.see(q, k, text))


def _bracketed(name: str) -> str:
    """The name as one part of another: an expression such as `first or special` is not to be read apart."""
    if re.fullmatch(r"(~|not )*\w*(\([^()]*\))?", name):
        return name
    depth = 0
    for place, sign in enumerate(name.lstrip("~")):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return name if place == len(name.lstrip("~")) - 1 else f"({name})"
    return f"({name})"


def of_cells(cells: Allowed) -> Rule:
    """A mask that is given cell by cell, [query, key] over the real tokens of one text.

    Raises: InvalidRequest if it is not square; its rule raises WrongMaskSize where it meets a text of another length.
    """
    rows, columns = cells.shape
    if rows != columns:
        raise InvalidRequest(
            f"A mask of {rows} × {columns} is not square. Give one row and one column a token.", field="mask"
        )

    def see(query: Indices, key: Indices, text: Text) -> Allowed:
        if text.tokens != rows:
            raise WrongMaskSize(rows, text.tokens)
        found: Allowed = cells[np.clip(query, 0, rows - 1), np.clip(key, 0, rows - 1)]
        return found

    return Rule(f"cells({rows} × {columns})", see)


def allowed(
    rule: Rule,
    tokens: int,
    *,
    queries: int | None = None,
    padding: Padding = NO_PADDING,
    documents: tuple[int, ...] = (),
    special: frozenset[int] = frozenset(),
) -> Allowed:
    """The mask over `tokens` keys, padding included: [query, key], True = may attend.

    Anchored at the bottom right: the last query stands at the last key. `queries` defaults to `tokens`.
    """
    queries = tokens if queries is None else queries
    text = Text(tokens - padding.left - padding.right, documents, special)
    key = np.arange(tokens, dtype=np.int64)[None, :] - padding.left
    query = np.arange(tokens - queries, tokens, dtype=np.int64)[:, None] - padding.left
    real = (key >= 0) & (key < text.tokens)
    return np.array(np.broadcast_to(rule.see(query, key, text) & real, (queries, tokens)))


def seen(rule: Rule, text: Text, queries: range) -> Allowed:
    """The mask for some queries of a text without padding: [query, key], True = may attend."""
    query = np.asarray(queries, dtype=np.int64)[:, None]
    key = np.arange(text.tokens, dtype=np.int64)[None, :]
    return np.broadcast_to(rule.see(query, key, text), (len(queries), text.tokens))


def blind_queries(mask: Allowed) -> list[int]:
    """The rows, counted from 0, that see nothing: attention gives 0 there."""
    return [int(row) for row in np.flatnonzero(~mask.any(axis=1))]


def cached_keys(mask: Allowed, step: int) -> list[int]:
    """The keys that have to be at hand when token by token generation computes row `step`, its own included.

    A key is kept while this row or a later one sees it; keys after the row's own do not exist yet.
    """
    own = step + mask.shape[1] - mask.shape[0]
    return [int(key) for key in np.flatnonzero(mask[step:, : own + 1].any(axis=0))]


def max_cached_keys(mask: Allowed) -> int:
    """The most keys that any step of generation has to have at hand, the new token's own included."""
    n_query, n_key = mask.shape
    row_of_key = np.arange(n_key) - (n_key - n_query)
    last = np.where(mask.any(axis=0), n_query - 1 - mask[::-1].argmax(axis=0), -1)
    born = np.clip(row_of_key, 0, None)
    kept = last >= born
    change = np.zeros(n_query + 1, dtype=np.int64)
    np.add.at(change, born[kept], 1)
    np.add.at(change, last[kept] + 1, -1)
    return int(change.cumsum().max())


def draw(mask: Allowed) -> str:
    """One line a query: ■ = sees the key, · = does not."""
    return "\n".join(" ".join("■" if cell else "·" for cell in row) for row in mask)


def in_words(mask: Allowed, row: int) -> str:
    """One row in words: “token 20 sees 13–20: 8 tokens”."""
    token = row + mask.shape[1] - mask.shape[0]
    keys = np.flatnonzero(mask[row])
    if not len(keys):
        return f"token {token} sees nothing"
    runs = np.split(keys, np.flatnonzero(np.diff(keys) > 1) + 1)
    spans = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
    return f"token {token} sees {spans}: {len(keys)} token{'s' if len(keys) > 1 else ''}"
