"""A decoder that reads its text in pieces: what it has read stands in a cache, from which keys can be dropped."""

from collections.abc import Sequence
from inspect import signature
from typing import Protocol, cast

import torch
from jaxtyping import Float
from torch import Tensor
from transformers import DynamicCache, PreTrainedModel

from compute.engine.allocated import storage_bytes
from compute.engine.inputs import first_position
from compute.engine.standing import standing_now
from compute.engine.transformer import Transformer
from compute.errors import InvalidRequest
from compute.lab.tokenizer import END_ID

States = Float[Tensor, "1 token model_dim"]


class Steps(Protocol):
    """One text, read piece by piece."""

    ends: frozenset[int]  # tokens that end what is written
    together: bool  # all layers hold the same tokens: those that any of them needs

    def feed(self, ids: Sequence[int]) -> States:
        """The states of the next tokens, that the output is made of."""

    def keep(self, tokens: Sequence[Sequence[int]]) -> None:
        """Drops, in each layer, every key but those of these tokens, ascending. What is dropped can't be kept again."""

    def allocated_bytes(self) -> list[int]:
        """[layer]: of the cache's tensors, as they stand in memory."""


class _Layer(Protocol):
    keys: Tensor
    values: Tensor


class PretrainedSteps:
    """transformers' own cache. Keys in it are turned already, by the places that tokens have in the text."""

    together = False

    def __init__(self, model: PreTrainedModel) -> None:
        self.ends = _end_tokens(model)
        self.model, self.cache, self.tokens = model, DynamicCache(), 0
        self.held: list[list[int]] | None = None  # by layer; None = all
        read = signature(model.base_model.forward).parameters
        self.placed = "position_ids" in read
        self.name = "cache" if "cache" in read else "past_key_values"  # older models call it so

    def feed(self, ids: Sequence[int]) -> States:
        place = self.model.device
        options: dict[str, object] = {self.name: self.cache}
        if self.placed:
            counted = torch.arange(self.tokens, self.tokens + len(ids), device=place)[None]
            standing = standing_now()
            there = counted if standing is None else standing.places("decoder", counted)
            options["position_ids"] = there + first_position(self.model)
        new = range(self.tokens, self.tokens + len(ids))
        self.tokens += len(ids)
        states: Tensor = self.model.base_model(
            input_ids=torch.tensor([list(ids)], device=place), use_cache=True, **options
        ).last_hidden_state
        if self.held is not None:
            self.held = [[*kept, *new] for kept in self.held]
        return states

    def keep(self, tokens: Sequence[Sequence[int]]) -> None:
        if not self.placed:
            raise InvalidRequest(
                f"{type(self.model).__name__} counts its positions by what is in its cache, so nothing can be dropped "
                "from it. Use a mask that keeps every key, or leave measure_cache out.",
                field="measure_cache",
            )
        held = self.held or [list(range(self.tokens)) for _ in tokens]
        for layer, before, after in zip(self._layers(), held, tokens, strict=True):
            if len(after) < len(before):
                places = torch.isin(torch.tensor(before), torch.tensor(after, dtype=torch.long)).nonzero()[:, 0]
                layer.keys, layer.values = (
                    part.index_select(2, places.to(part.device)) for part in (layer.keys, layer.values)
                )
        self.held = [list(after) for after in tokens]

    def allocated_bytes(self) -> list[int]:
        return [storage_bytes([layer.keys, layer.values]) for layer in self._layers()]

    def _layers(self) -> list[_Layer]:
        return cast("list[_Layer]", self.cache.layers)


class LabSteps:
    """The lab's own cache."""

    ends = frozenset({END_ID})
    together = True

    def __init__(self, model: Transformer) -> None:
        self.model, self.cache = model, model.new_cache()

    def feed(self, ids: Sequence[int]) -> States:
        return self.model.hidden(torch.tensor([list(ids)]), cache=self.cache)

    def keep(self, tokens: Sequence[Sequence[int]]) -> None:
        self.cache.keep(sorted(set().union(*tokens)))

    def allocated_bytes(self) -> list[int]:
        return [
            storage_bytes([part for part in (layer.key, layer.value) if part is not None])
            for layer in self.cache.layers
        ]


def _end_tokens(model: PreTrainedModel) -> frozenset[int]:
    """By what the model was published with for writing; it may be several, or none."""
    written = getattr(model, "generation_config", None)
    said = getattr(written, "eos_token_id", None) if written is not None else None
    said = model.config.eos_token_id if said is None else said
    return frozenset(said if isinstance(said, list) else [] if said is None else [said])
