"""What token by token generation keeps under a mask: which keys, and where each stands in the cache."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from compute.catalog.masks.rule import Allowed, cached_keys


@dataclass(frozen=True)
class CacheStep:
    """The cache while row `query` is computed. Positions are those of the text, the original ones.

    keys: at hand, ascending, the query's own the last. dropped: of these, what no later row sees.

    The i-th of `keys` has i as its place in the cache. The models here turn keys by their original positions; rolling
    caches of StreamingLLM turn them by their places (Xiao et al. 2023, arXiv:2309.17453, section 3.2).
    """

    query: int
    keys: tuple[int, ...]
    dropped: tuple[int, ...]

    @property
    def places(self) -> dict[int, int]:
        """The place in the cache of each original position."""
        return {position: place for place, position in enumerate(self.keys)}


def cache_steps(mask: Allowed) -> Iterator[CacheStep]:
    """Row by row of a mask [query, key] of one text: nothing is kept longer than a later row sees it."""
    if mask.shape[0] != mask.shape[1]:
        raise ValueError(f"a text looks at itself: {mask.shape[0]} queries and {mask.shape[1]} keys are none")
    past = mask & np.tri(len(mask), dtype=np.bool_)
    held: set[int] = set()
    for query in range(len(past)):
        held.add(query)
        needed = set(cached_keys(past, query + 1)) if query + 1 < len(past) else set()
        keys = tuple(sorted(held))
        held &= needed
        yield CacheStep(query, keys, tuple(key for key in keys if key not in held))
