"""A mask by a rule of positions, evaluated for the cells that are asked for: nothing n x n is stored."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from jaxtyping import Bool
from torch import Tensor

from compute.catalog.masks import Allowed, Rule, Text

Keys = range | npt.NDArray[np.int64]  # keys by their index: neighbours, or gathered from anywhere

# A mask of so few cells is evaluated once and kept: every layer asks for it.
KEPT_CELLS = 2**20


class Line(NamedTuple):
    """One row of a batch: its real tokens, and how many tokens of padding stand before them."""

    text: Text
    left: int = 0


@dataclass(frozen=True, eq=False)
class Ruled:
    """The rule over `n_query` queries and `n_key` keys, padding included.

    lines: one for each row of the batch, or one for all.
    first: the index among the keys at which the first query stands.
    heads: the query heads that it is put on; the others see everything. None = all.
    """

    rule: Rule
    lines: tuple[Line, ...]
    n_query: int
    n_key: int
    first: int
    heads: Bool[Tensor, " query_head"] | None = None
    _unions: dict[tuple[range, range], Allowed] = field(default_factory=dict, init=False, repr=False)
    _kept: dict[Line, Allowed] = field(default_factory=dict, init=False, repr=False)

    def block(self, queries: range, keys: Keys, device: torch.device | str) -> Bool[Tensor, "_batch _head _q _k"]:
        """Some rows and columns; batch and head are 1 where they make no difference."""
        made = {line: self._cells(line, queries, keys) for line in set(self.lines)}
        cells = torch.from_numpy(np.stack([made[line] for line in self.lines]))[:, None].to(device)
        return cells if self.heads is None else cells | ~self.heads.to(device)[:, None, None]

    def union(self, queries: range, keys: range) -> Allowed:
        """[key]: whether any of the queries sees it, in any row of the batch."""
        if self.heads is not None:
            return np.ones(len(keys), np.bool_)
        if (queries, keys) not in self._unions:
            seen = [self._cells(line, queries, keys).any(0) for line in set(self.lines)]
            self._unions[queries, keys] = np.logical_or.reduce(seen)
        return self._unions[queries, keys]

    def _cells(self, line: Line, queries: range, keys: Keys) -> Allowed:
        if self.n_query * self.n_key > KEPT_CELLS:
            return self._evaluated(line, np.asarray(queries), np.asarray(keys))
        if line not in self._kept:
            self._kept[line] = self._evaluated(line, np.arange(self.n_query), np.arange(self.n_key))
        rows = self._kept[line][queries.start : queries.stop : queries.step]
        return np.ascontiguousarray(rows[:, np.asarray(keys)])

    def _evaluated(self, line: Line, queries: npt.NDArray[np.int64], keys: npt.NDArray[np.int64]) -> Allowed:
        query = (queries + self.first - line.left)[:, None]
        key = (keys - line.left)[None, :]
        seen = self.rule.see(query, key, line.text)
        return np.array(np.broadcast_to(seen, (len(queries), len(keys))))
