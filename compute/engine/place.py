"""Lifts the numpy rows of masks and positions to torch, so that a model has no branch on their kind."""

from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from compute.catalog.positions import Encoding, LearnedTable, Pairing
from compute.engine.standing import standing_now
from compute.events import Kind

Heads = Float[Tensor, "batch head token head_dim"]
Turn = Callable[[Heads], Heads]


def places(n_token: int, valid: Bool[Tensor, "batch {n_token}"] | None) -> Int[Tensor, "_batch {n_token}"]:
    """The position of each token: the real ones are counted from 0, so that left padding moves nothing."""
    if valid is None:
        return torch.arange(n_token)[None]
    return (valid.long().cumsum(-1) - 1).clamp(min=0)


class Positions(nn.Module):
    """The parts of an encoding; one that is missing gives the identity: nothing added, nothing turned, no bias."""

    def __init__(self, encoding: Encoding, model_dim: int, heads: int, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self.limit = encoding.limit
        self.embedding = _lookup(encoding.embed, model_dim)
        self.turning = encoding.rotate
        self.biases = _lookup(encoding.bias, heads)
        self.bias_is_by_head = encoding.bias is not None and not isinstance(encoding.bias, LearnedTable)

    def places(self, n_token: int, valid: Bool[Tensor, "batch {n_token}"] | None) -> Int[Tensor, "_batch {n_token}"]:
        """The position of each token, or the one that a run forces it to."""
        counted, standing = places(n_token, valid), standing_now()
        return counted if standing is None else standing.places(self.kind, counted)

    def embed(self, x: Float[Tensor, "batch token model_dim"], place: Int[Tensor, "_batch token"]) -> Tensor:
        if self.embedding is None:
            return x
        first = int(place.min())
        table: Tensor = self.embedding(np.arange(first, int(place.max()) + 1)).to(x)
        return x + table[place.to(x.device) - first]

    def bias(
        self, n_query: int, place: Int[Tensor, "_batch key"], like: Tensor
    ) -> Float[Tensor, "_batch head {n_query} key"] | None:
        """By distance alone, so that padding makes no difference; the last query stands at the last key."""
        if self.biases is None:
            return None
        standing, n_key = standing_now(), place.shape[-1]
        forced = standing is not None and standing.moves_distances
        rows = place.cpu().numpy() if forced else np.arange(n_key)[None]
        found = torch.stack([self.biases(row[n_key - n_query :], row) for row in rows]).to(like)
        return found if self.bias_is_by_head else found.movedim(-1, 1)

    def turn(self, place: Int[Tensor, "_batch token"], tokens: int, like: Tensor) -> Turn:
        """Turns queries or keys that stand at these positions of a text that is `tokens` long so far."""
        standing, turning = standing_now(), self.turning
        if turning is None:
            return _as_it_is
        if standing is not None and standing.rotation is not None:
            turning = standing.rotation
        first = int(place.min())
        table = turning.turn(np.arange(first, int(place.max()) + 1), tokens)
        cos, sin = (torch.from_numpy(part).to(like)[place.to(like.device) - first][:, None] for part in table)
        pair, unpair = PAIRINGS[turning.pairing]

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
