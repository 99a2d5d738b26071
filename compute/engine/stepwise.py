"""One token at a time under a mask, with a cache that drops what no later token sees."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float, Int
from torch import Tensor

from compute.catalog.masks import Allowed, allowed
from compute.catalog.masks.generation import CacheStep, cache_steps
from compute.engine.mask import Mask
from compute.engine.probe import Asked, Probe
from compute.engine.transformer import Memory, Transformer


@dataclass(frozen=True, eq=False)
class Stepped:
    """One step: the logits of its token, and the cache while they were computed."""

    logits: Float[Tensor, "batch vocab"]
    cache: CacheStep
    held_bytes: int


@torch.no_grad()
def stepwise(
    model: Transformer, tokens: Int[Tensor, "batch token"], mask: Allowed, memory: Memory | None = None
) -> Iterator[Stepped]:
    """The steps of a lab decoder over a text that is given, restricted by `mask` [query, key] in every layer and head.

    The cache holds the keys of `cache_steps` and no other; what comes out equals one pass over the whole text.
    """
    cache = model.new_cache()
    for step in cache_steps(mask & allowed(model.spec.mask_rule(), len(mask))):
        seen = torch.from_numpy(mask[step.query, list(step.keys)])[None, None, None]

        def before(asked: Asked, seen: Tensor = seen) -> Mask:
            if asked.place.kind == "cross":
                return asked.mask
            dense = seen if asked.mask.dense is None else asked.mask.dense & seen
            return replace(asked.mask, dense=dense)

        with Probe(before=before):
            logits = model(tokens[:, [step.query]], memory=memory, cache=cache)
        held = sum(part.nbytes for layer in cache.layers for part in (layer.key, layer.value) if part is not None)
        kept = [key for key in step.keys if key not in step.dropped]
        cache.keep(kept)
        yield Stepped(logits[:, 0], step, held)
