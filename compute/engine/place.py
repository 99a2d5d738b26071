"""Lifts the numpy rows of masks and positions to torch, so that a model has no branch on their kind."""

from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from compute.catalog.masks import Padding, Rule, allowed
from compute.catalog.positions import Encoding, LearnedTable, Pairing
from compute.engine.mask import Mask

Heads = Float[Tensor, "batch head token head_dim"]
Turn = Callable[[Heads], Heads]


def as_mask(rule: Rule, n_query: int, n_key: int, valid: Bool[Tensor, "batch {n_key}"] | None) -> Mask:
    """The rule for an attention call: in two words where it can be said so, else cell by cell."""
    if rule.compact is not None:
        return Mask(causal=rule.compact.causal, window=rule.compact.window, key_valid=valid)
    if valid is None:
        return Mask(dense=torch.from_numpy(allowed(rule, n_key, queries=n_query))[None, None])
    left = valid.int().argmax(-1).tolist()
    right = valid.flip(-1).int().argmax(-1).tolist()
    made = {
        padding: torch.from_numpy(allowed(rule, n_key, queries=n_query, padding=Padding(*padding)))
        for padding in set(zip(left, right, strict=True))
    }
    dense = torch.stack([made[padding] for padding in zip(left, right, strict=True)])[:, None]
    return Mask(key_valid=valid, dense=dense.to(valid.device))


def places(n_token: int, valid: Bool[Tensor, "batch {n_token}"] | None) -> Int[Tensor, "_batch {n_token}"]:
    """The position of each token: the real ones are counted from 0, so that left padding moves nothing."""
    if valid is None:
        return torch.arange(n_token)[None]
    return (valid.long().cumsum(-1) - 1).clamp(min=0)


class Positions(nn.Module):
    """The parts of an encoding; one that is missing gives the identity: nothing added, nothing turned, no bias."""

    def __init__(self, encoding: Encoding, model_dim: int, heads: int) -> None:
        super().__init__()
        self.limit = encoding.limit
        self.embedding = _lookup(encoding.embed, model_dim)
        self.turning = encoding.rotate
        self.biases = _lookup(encoding.bias, heads)
        self.bias_is_by_head = encoding.bias is not None and not isinstance(encoding.bias, LearnedTable)

    def embed(self, x: Float[Tensor, "batch token model_dim"], place: Int[Tensor, "_batch token"]) -> Tensor:
        if self.embedding is None:
            return x
        table: Tensor = self.embedding(np.arange(int(place.max()) + 1)).to(x)
        return x + table[place.to(x.device)]

    def bias(self, n_query: int, n_key: int, like: Tensor) -> Float[Tensor, "1 head {n_query} {n_key}"] | None:
        """By distance alone, so that padding makes no difference; the last query stands at the last key."""
        if self.biases is None:
            return None
        key = np.arange(n_key)
        found: Tensor = self.biases(key[n_key - n_query :], key).to(like)
        return (found if self.bias_is_by_head else found.movedim(-1, 0))[None]

    def turn(self, place: Int[Tensor, "_batch token"], tokens: int, like: Tensor) -> Turn:
        """Turns queries or keys that stand at these positions of a text that is `tokens` long so far."""
        if self.turning is None:
            return _as_it_is
        table = self.turning.turn(np.arange(max(tokens, int(place.max()) + 1)), tokens)
        cos, sin = (torch.from_numpy(part).to(like)[place.to(like.device)][:, None] for part in table)
        pair, unpair = PAIRINGS[self.turning.pairing]

        def turned(x: Heads) -> Heads:
            first, second = pair(x)
            return unpair(first * cos - second * sin, second * cos + first * sin)

        return turned


def _lookup(part: Callable[..., np.ndarray] | LearnedTable | None, width: int) -> "Learned | Fixed | None":
    if part is None:
        return None
    return Learned(part, width) if isinstance(part, LearnedTable) else Fixed(part)


class Learned(nn.Module):
    """Trained numbers, looked up by the row's own index."""

    def __init__(self, table: LearnedTable, width: int) -> None:
        super().__init__()
        self.index = table.index
        self.table = nn.Parameter(torch.randn(table.rows, width) * 0.02)

    def forward(self, *place: np.ndarray) -> Tensor:
        return self.table[torch.from_numpy(self.index(*place)).to(self.table.device)]


class Fixed(nn.Module):
    """Numbers that follow from the positions."""

    def __init__(self, values: Callable[..., np.ndarray]) -> None:
        super().__init__()
        self.values = values

    def forward(self, *place: np.ndarray) -> Tensor:
        return torch.from_numpy(self.values(*place))


def _as_it_is(x: Heads) -> Heads:
    return x


# How a head is taken apart into first and second numbers of its pairs, and put together again.
PAIRINGS: dict[Pairing, tuple[Callable[[Tensor], tuple[Tensor, Tensor]], Callable[[Tensor, Tensor], Tensor]]] = {
    "half": (
        lambda x: (x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]),
        lambda first, second: torch.cat([first, second], -1),
    ),
    "interleaved": (
        lambda x: (x[..., 0::2], x[..., 1::2]),
        lambda first, second: torch.stack([first, second], -1).flatten(-2),
    ),
}
