"""What an attention call may see, said as compactly as it can be."""

from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from compute.engine.ruled import Keys, Ruled
from compute.engine.top import Top

# Rows of which cells are looked at together.
ROWS = 256
# Keys of which this share is seen are not gathered: a kernel passes over the rest in less time.
MOSTLY = 0.75


@dataclass(frozen=True, eq=False)
class Mask:
    """Who may attend to whom: True = may attend, and what each part allows is intersected.

    Anchored at the bottom right: the last query stands at the last key, so a new query sees every cached key.

    causal: a key after the query is not seen.
    window: only keys nearer than this are seen, so with `causal` it is the number of keys seen, the query's own
        included, and without it there are as many again on the other side. None = no limit.
    key_valid: False = padding, seen by nobody.
    dense: anything else, cell by cell.
    ruled: rules of positions, evaluated where they are needed.
    top: the keys with the largest scores of each query, by their content.
    """

    causal: bool = False
    window: int | None = None
    key_valid: Bool[Tensor, "batch key"] | None = None
    dense: Bool[Tensor, "#batch #head query key"] | None = None
    ruled: tuple[Ruled, ...] = ()
    top: Top | None = None

    def to_dense(
        self, n_query: int, n_key: int, device: torch.device | str = "cpu"
    ) -> Bool[Tensor, "_batch _head {n_query} {n_key}"]:
        """The whole mask, one cell per query and key; batch and head are 1 where they make no difference."""
        blocks = [
            self.block(n_query, n_key, range(start, min(start + ROWS, n_query)), range(n_key), device)
            for start in range(0, n_query, ROWS)
        ]
        return torch.cat(blocks, 2) if len(blocks) > 1 else blocks[0]

    def block(
        self, n_query: int, n_key: int, queries: range, keys: Keys, device: torch.device | str
    ) -> Bool[Tensor, "_batch _head _queries _keys"]:
        """The same for some rows and columns only, so that a long text needs no n x n mask. Ranges may have steps."""
        query = torch.arange(queries.start, queries.stop, queries.step, device=device)[:, None] + (n_key - n_query)
        key = _indices(keys, device)[None, :]
        allowed = torch.ones(len(queries), len(keys), dtype=torch.bool, device=device)
        if self.causal:
            allowed &= key <= query
        if self.window is not None:
            allowed &= (query - key).abs() < self.window
        allowed = allowed[None, None]
        if self.key_valid is not None:
            allowed = allowed & columns(self.key_valid[:, None, None, :], keys)
        if self.dense is not None:
            allowed = allowed & columns(self.dense[:, :, queries.start : queries.stop : queries.step], keys)
        for rule in self.ruled:
            allowed = allowed & rule.block(queries, keys, device)
        if self.top is not None:
            allowed = allowed & self.top.block(n_key, queries, keys)
        return allowed

    def by_cell(
        self, n_query: int, n_key: int, device: torch.device | str
    ) -> Bool[Tensor, "#batch #head {n_query} {n_key}"] | None:
        """What rules and cells say, without what is said in words or by content; None = nothing."""
        if self.dense is None and not self.ruled:
            return None
        return Mask(dense=self.dense, ruled=self.ruled).to_dense(n_query, n_key, device)

    def reach(self, n_query: int, n_key: int, queries: range) -> range:
        """The keys outside which none of these queries sees anything, by position alone. Never empty."""
        offset = n_key - n_query
        after = queries.stop + offset
        if not self.causal:
            after = n_key if self.window is None else after + self.window - 1
        before = 0 if self.window is None else queries.start + offset - self.window + 1
        start = min(max(before, 0), n_key - 1)
        return range(start, max(min(after, n_key), start + 1))

    def keys_of(self, n_query: int, n_key: int, queries: range) -> Keys:
        """The keys that these queries may see: neighbours, or where they lie apart, their indices. It may be empty."""
        reach = self.reach(n_query, n_key, queries)
        if not self.ruled:
            return reach
        seen = np.logical_and.reduce([rule.union(queries, reach) for rule in self.ruled])
        found = np.flatnonzero(seen) + reach.start
        if not len(found):
            return range(0)
        span = range(int(found[0]), int(found[-1]) + 1)
        return span if len(found) > MOSTLY * len(span) else found

    @property
    def period(self) -> int:
        """Queries that many tokens apart see keys that many apart, so that they are best taken together."""
        return max((rule.rule.period for rule in self.ruled), default=1)

    def is_narrow(self) -> bool:
        """Whether a few neighbouring queries may see far fewer keys than all."""
        return self.window is not None or bool(self.ruled)

    def simplified(self, n_query: int, n_key: int) -> "Mask":
        """The same mask for these lengths without the parts that hide nothing."""
        return replace(
            self,
            causal=self.causal and n_query > 1,
            window=None if self.window is not None and self.window >= max(n_query, n_key) else self.window,
        )

    def may_be_blind(self, n_query: int, n_key: int) -> bool:
        """Whether some query could see nothing; False is certain, True has to be looked at."""
        out_of_reach = (self.causal or self.window is not None) and n_query > n_key
        return self.key_valid is not None or not self.is_by_position() or out_of_reach

    def is_by_position(self) -> bool:
        """Whether nothing but `causal`, `window` and padding says who sees whom."""
        return self.dense is None and not self.ruled and self.top is None

    def visible_count(
        self, n_query: int, n_key: int, device: torch.device | str = "cpu"
    ) -> Int[Tensor, "_batch _head {n_query}"]:
        """How many keys each query sees: 0 marks a blind row, its logarithm the largest entropy of the row."""
        if not self.is_by_position():
            return self.to_dense(n_query, n_key, device).sum(-1)
        position = torch.arange(n_query, device=device) + (n_key - n_query)
        side = n_key + n_query if self.window is None else self.window - 1
        ahead, behind = (0 if self.causal else side), side
        first = (position - behind).clamp(0, n_key)
        after_last = (position + ahead + 1).clamp(0, n_key)
        if self.key_valid is None:
            return (after_last - first).clamp(min=0)[None, None]
        valid_before = torch.nn.functional.pad(self.key_valid.cumsum(-1), (1, 0))
        return (valid_before[:, after_last] - valid_before[:, first]).clamp(min=0)[:, None]

    def query_valid(self, n_query: int) -> Bool[Tensor, "batch {n_query}"] | None:
        """For self-attention: False = the query is padding, to be drawn as such and left out of statistics.

        None = no query is padding. A cross mask tells of the source's padding only.
        """
        return None if self.key_valid is None else self.key_valid[:, -n_query:]


def columns(cells: Tensor, keys: Keys) -> Tensor:
    """Those columns of [..., key]."""
    if isinstance(keys, range):
        return cells[..., keys.start : keys.stop : keys.step]
    return cells[..., torch.from_numpy(keys).to(cells.device)]


def _indices(keys: Keys, device: torch.device | str) -> Tensor:
    if isinstance(keys, range):
        return torch.arange(keys.start, keys.stop, keys.step, device=device)
    return torch.from_numpy(keys).to(device)


EVERYTHING = Mask()
