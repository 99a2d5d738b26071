"""Writing one token at a time with a cache that drops what no later token sees, beside the same without a cache."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from compute.catalog.costs.growth import key_value_bytes, pages, spans
from compute.catalog.masks import Allowed, Rule, Text
from compute.catalog.masks.choice import ForcedMask, rule_of
from compute.catalog.masks.forced import text_of
from compute.catalog.masks.generation import CacheStep, cache_steps
from compute.catalog.masks.in_use import own_rule
from compute.catalog.masks.rule import seen
from compute.engine.forced import by_content
from compute.engine.mask import Mask
from compute.engine.parts import now
from compute.engine.probe import Asked, Probe
from compute.engine.reader import Between, Reader
from compute.events import RunTokens
from compute.labels import label_alone
from compute.measurable import most_written
from compute.measured import CacheAsk, KeptKeys, RunCache
from compute.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class Sight:
    """What layers that are alike see of a text, and what their cache holds at each step.

    own, forced: [query, key]; heads: those that the forced one is put on, None = all. held: tokens in the cache now.
    """

    layers: tuple[int, ...]
    own: Allowed
    forced: Allowed | None
    heads: tuple[int, ...] | None
    steps: Sequence[CacheStep]
    held: list[int] = field(default_factory=list)

    def cells(self, queries: range, keys: Sequence[int], heads: int) -> Tensor:
        """[1, head or 1, query, key], True = may attend."""
        where = np.ix_(queries, keys)
        own = torch.from_numpy(self.own[where])
        if self.forced is None:
            return own[None, None]
        forced = torch.from_numpy(self.forced[where])
        if self.heads is None:
            return forced[None, None]
        reached = torch.isin(torch.arange(heads), torch.tensor(self.heads))
        return torch.where(reached[:, None, None], forced, own)[None]


def sights(forced: ForcedMask | None, given: RunTokens, tokens: int) -> tuple[Sight, ...]:
    """Of a text of so many tokens in the end; of the future nothing is ever there."""
    (row,) = given.rows
    text = text_of(row, tokens - len(row.tokens))
    alike: dict[tuple[str, bool], list[int]] = {}
    for layer in range(given.model.layers):
        reached = forced is not None and forced.reaches("decoder", layer)
        alike.setdefault((own_rule(given.model, "decoder", layer).name, reached), []).append(layer)
    return tuple(
        _sight(tuple(layers), own_rule(given.model, "decoder", layers[0]), text, forced if reached else None)
        for (_, reached), layers in alike.items()
    )


def _sight(layers: tuple[int, ...], own: Rule, text: Text, forced: ForcedMask | None) -> Sight:
    past = np.tri(text.tokens, dtype=np.bool_)

    def cells(rule: Rule) -> Allowed:
        return seen(rule, text, range(text.tokens)) & past

    if forced is None:
        return Sight(layers, cells(own), None, None, list(cache_steps(cells(own))))
    base = past if forced.how == "replace" else cells(own)
    under = base if forced.mask is None else base & cells(rule_of(forced.mask))
    needed = under if forced.heads is None else under | cells(own)
    return Sight(layers, cells(own), under, forced.heads, list(cache_steps(needed)))


def written(
    reader: Reader,
    vocabulary: Vocabulary,
    forced: ForcedMask | None,
    given: RunTokens,
    ask: CacheAsk,
    between: Between,
) -> Iterator[RunCache]:
    """The steps, one event each with seq 0; `between` is called before each and may stop them by raising."""
    yield from _Growth(reader, vocabulary, forced, given, ask).steps(between)


class _Growth:
    def __init__(
        self, reader: Reader, vocabulary: Vocabulary, forced: ForcedMask | None, given: RunTokens, ask: CacheAsk
    ) -> None:
        self.reader, self.vocabulary, self.forced, self.ask = reader, vocabulary, forced, ask
        self.given, self.card = given, given.model
        self.limit = most_written(ask, given)
        self.ids = [token.id for token in given.rows[0].tokens]
        self.prompt = len(self.ids)
        self.sights = sights(forced, given, self.prompt + self.limit)
        self.cache = reader.steps()
        weights = next(reader.model.parameters())
        self.device, self.value_bytes = weights.device, weights.element_size()

    def steps(self, between: Between) -> Iterator[RunCache]:
        for step in range(self.limit):
            between()
            first = 0 if step == 0 else len(self.ids) - 1
            new = range(first, len(self.ids))
            began = now(self.device)
            logits = self._cached(new)
            cached_ms = (now(self.device) - began) * 1e3
            token = int(logits.argmax())
            beside = self._beside(logits, token)
            ended = token in self.cache.ends or step == self.limit - 1
            read = len(self.ids)
            kept = self._kept(new)
            self.ids.append(token)
            so_far = self.ids[self.prompt :]
            yield RunCache(
                seq=0,
                step=step,
                tokens=read,
                written=token,
                label=label_alone(self.vocabulary, token),
                text=self.vocabulary.tokenizer.decode(so_far),
                ended=ended,
                kept=kept,
                block_size=self.ask.block_size,
                cached_ms=cached_ms,
                uncached_ms=beside[0],
                agrees=beside[1],
                difference=beside[2],
            )
            if ended:
                return

    def _cached(self, new: range) -> Tensor:
        """Logits after the new tokens, which the cache then holds too."""
        before = self._look(new, [[*sight.held, *new] for sight in self.sights])
        with Probe(before=before):
            states = self.cache.feed([self.ids[place] for place in new])
        for sight in self.sights:
            sight.held.extend(new)
        return self.reader.logits(states[0, -1:])[0].float()

    def _beside(self, logits: Tensor, token: int) -> tuple[float | None, bool | None, float | None]:
        """The same from the whole text: time, whether it tells the same token, and how far its logits are."""
        if not self.ask.uncached:
            return None, None, None
        whole = range(len(self.ids))
        began = now(self.device)
        with Probe(before=self._look(whole, [list(whole) for _ in self.sights])):
            states = self.reader.steps().feed(self.ids)
        anew = self.reader.logits(states[0, -1:])[0].float()
        elapsed = (now(self.device) - began) * 1e3
        return elapsed, int(anew.argmax()) == token, float((anew - logits).abs().max() / anew.abs().max())

    def _kept(self, new: range) -> tuple[KeptKeys, ...]:
        """What the cache holds, and drops now."""
        allocated = self.cache.allocated_bytes()
        later = [self._needed(sight, new.stop) for sight in self.sights]
        if self.cache.together:
            later = [sorted(set().union(*later))] * len(later)
        told = tuple(
            self._told(sight, len(sight.held) - len(left), [allocated[layer] for layer in sight.layers])
            for sight, left in zip(self.sights, later, strict=True)
        )
        if any(one.dropped for one in told):
            by_layer = {layer: left for sight, left in zip(self.sights, later, strict=True) for layer in sight.layers}
            self.cache.keep([by_layer[layer] for layer in sorted(by_layer)])
            for sight, left in zip(self.sights, later, strict=True):
                sight.held[:] = left
        return told

    def _needed(self, sight: Sight, after: int) -> list[int]:
        """Of the tokens held, those that are there when the next one is computed."""
        return [key for key in sight.steps[after].keys if key < after]

    def _told(self, sight: Sight, dropped: int, allocated: Sequence[int]) -> KeptKeys:
        paged = pages(sight.held, self.ask.block_size)
        keys = len(sight.held)
        return KeptKeys(
            layers=sight.layers,
            keys=keys,
            spans=spans(sight.held),
            dropped=dropped,
            blocks=paged.blocks,
            unused_slots=paged.unused_slots,
            computed_bytes=key_value_bytes(self.card, keys, self.value_bytes),
            paged_bytes=key_value_bytes(self.card, paged.blocks * self.ask.block_size, self.value_bytes),
            allocated_bytes=tuple(allocated),
        )

    def _look(self, queries: range, keys: Sequence[Sequence[int]]) -> Callable[[Asked], Mask] | None:
        """What calls may see of these keys, by sight; None where the model's own mask says it already."""
        if self.forced is None and all(len(some) == queries.stop for some in keys):
            return None
        by_layer = {
            layer: sight.cells(queries, some, self.card.query_heads)
            for sight, some in zip(self.sights, keys, strict=True)
            for layer in sight.layers
        }

        def before(asked: Asked) -> Mask:
            mask = Mask(dense=by_layer[asked.place.layer].to(asked.q.device))
            reached = self.forced is not None and self.forced.reaches("decoder", asked.place.layer)
            return by_content(self.forced, asked, mask) if self.forced is not None and reached else mask

        return before
