"""A mask by content: of the keys that a query may see, those with the largest scores."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from compute.engine.ruled import Keys


@dataclass(frozen=True, eq=False)
class Top:
    """keys: indices of the keys that stay, in no order; -1 where there are fewer.

    heads: the query heads that it is put on; the others see everything. None = all.
    """

    keys: Int[Tensor, "batch query_head query kept"]
    heads: Bool[Tensor, " query_head"] | None = None

    def block(self, n_key: int, queries: range, keys: Keys) -> Bool[Tensor, "batch query_head _queries _keys"]:
        """Some rows and columns, as cells."""
        chosen = self.keys[:, :, queries.start : queries.stop : queries.step].long()
        column = torch.full((n_key + 1,), len(keys), device=chosen.device)  # -1 and what is elsewhere: past the end
        column[torch.from_numpy(np.asarray(keys)).to(chosen.device)] = torch.arange(len(keys), device=chosen.device)
        cells = torch.zeros(*chosen.shape[:3], len(keys) + 1, dtype=torch.bool, device=chosen.device)
        cells.scatter_(-1, column[chosen], True)
        cells = cells[..., :-1]
        return cells if self.heads is None else cells | ~self.heads.to(cells.device)[:, None, None]


def largest(scores: Tensor, count: int) -> Int[Tensor, "batch head query kept"]:
    """The keys of the `count` largest scores [batch, head, query, key] of each row, none of them -inf.

    Of equal scores the earlier key is taken, as `topk` alone does not promise.
    """
    count = min(count, scores.shape[-1])
    least = scores.topk(count, sorted=True).values[..., -1:]
    above, equal = scores > least, scores == least
    left = count - above.sum(-1, keepdim=True)
    taken = (above | (equal & (equal.cumsum(-1) <= left))) & (scores > -torch.inf)
    # The places of the taken ones first: they are negative, the others 1.
    place = torch.where(taken, torch.arange(scores.shape[-1], device=scores.device) - scores.shape[-1], 1)
    first = place.topk(count, largest=False, sorted=False).values
    return torch.where(first < 0, first + scores.shape[-1], -1).int()
