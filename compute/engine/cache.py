"""What token by token generation keeps of the tokens so far, and how what no one will see again is dropped."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor


@dataclass
class KeyValue:
    """Keys (not yet turned) and values of one attention of one layer, for the tokens that are kept."""

    key: Float[Tensor, "batch kv_head token head_dim"] | None = None
    value: Float[Tensor, "batch kv_head token head_dim"] | None = None

    def grow(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Adds new tokens and returns all."""
        if self.key is not None and self.value is not None:
            key, value = torch.cat([self.key, key], 2), torch.cat([self.value, value], 2)
        self.key, self.value = key, value
        return key, value

    def select(self, chosen: Tensor, axis: int) -> "KeyValue":
        """Some rows of the batch (axis 0) or some tokens (axis 2)."""
        key, value = (None if part is None else part.index_select(axis, chosen) for part in (self.key, self.value))
        return KeyValue(key, value)


@dataclass
class Cache:
    """Keys and values of every layer; a pass with a cache reads new tokens only.

    Keys are kept as they were before turning and are turned by their original positions in every pass, so that
    dropping some moves nothing, and a rotary base that follows the length is right for all of them.

    tokens: how many were read so far. kept: their indices of which keys are still there; None = all.
    """

    layers: list[KeyValue]
    tokens: int = 0
    kept: Int[Tensor, " key"] | None = None

    def columns(self, n_new: int) -> Int[Tensor, " key"] | None:
        """The keys of a pass over `n_new` more tokens, by their index in the text; None = all so far."""
        if self.kept is None:
            return None
        return torch.cat([self.kept, torch.arange(self.tokens, self.tokens + n_new)])

    def read(self, n_new: int) -> None:
        """Counts tokens that a pass has added."""
        self.kept, self.tokens = self.columns(n_new), self.tokens + n_new

    def keep(self, tokens: Sequence[int]) -> None:
        """Drops every key but those of these tokens, ascending. What was dropped before can't be kept."""
        now = torch.arange(self.tokens) if self.kept is None else self.kept
        place = torch.isin(now, torch.tensor(tokens, dtype=torch.long)).nonzero()[:, 0]
        self.layers = [layer.select(place, 2) for layer in self.layers]
        self.kept = now[place]

    def branch(self, rows: Int[Tensor, " row"]) -> None:
        """Continuations that go on take over the keys and values of the row that each goes on from."""
        self.layers = [layer.select(rows, 0) for layer in self.layers]
