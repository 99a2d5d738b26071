"""Makes the attention layers of transformers models call the one door.

transformers asks two registries under one name: how to attend, and how to describe who may attend. Both are filled
here, since a function registered without its mask runs with no mask at all. Use `connect.connect(model)`.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import (
    bidirectional_mask_function,
    causal_mask_function,
    prepare_padding_mask,
    sdpa_mask,
)

from compute.engine.mask import Mask
from compute.engine.probe import Place, attention

NAME = "attention_atlas"

# In a float mask of a model's own, what is added at or below this hides a key; no bias comes near it.
HIDDEN = -1e8


class DescribedMask(torch.Tensor):
    """A boolean mask that remembers how it was described. Whatever a model makes of it is a plain tensor again."""

    description: Mask
    __torch_function__ = torch._C._disabled_torch_function_impl  # type: ignore[assignment]  # as nn.Parameter does


@dataclass
class Itinerary:
    """The places at which one module attends in one forward pass: more than one where layers share their weights."""

    places: list[Place] = field(default_factory=list)
    passed: int = 0

    def next(self) -> Place:
        place = self.places[self.passed % len(self.places)]
        self.passed += 1
        return place


@dataclass(frozen=True, eq=False)
class Visit:
    """One call of attention while a model is being surveyed, before its modules have an itinerary."""

    module: nn.Module
    n_query: int
    n_key: int
    causal: bool


itineraries: WeakKeyDictionary[nn.Module, Itinerary] = WeakKeyDictionary()
survey: ContextVar[list[Visit] | None] = ContextVar("survey", default=None)


def attention_forward(
    module: nn.Module,
    query: Float[Tensor, "batch query_head query head_dim"],
    key: Float[Tensor, "batch kv_head key head_dim"],
    value: Float[Tensor, "batch kv_head key value_dim"],
    attention_mask: Tensor | None,
    scaling: float | None = None,
    is_causal: bool | None = None,
    position_bias: Float[Tensor, "#batch #query_head #query key"] | None = None,
    softcap: float | None = None,
    s_aux: Float[Tensor, " query_head"] | None = None,
    **unused: object,
) -> tuple[Float[Tensor, "batch query query_head value_dim"], None]:
    """What transformers calls in every attention layer. Dropout, among `unused`, is off whatever the model's mode."""
    causal = bool(getattr(module, "is_causal", True) if is_causal is None else is_causal)
    mask, bias = read_mask(attention_mask, causal, query.shape[2])
    if position_bias is not None and position_bias.any():  # T5 hands zeros to layers that have no bias
        bias = position_bias if bias is None else bias + position_bias
    out = attention(
        _place(module, query.shape[2], key.shape[2], mask),
        query,
        key,
        value,
        scale=query.shape[-1] ** -0.5 if scaling is None else float(scaling),
        mask=mask,
        bias=bias,
        softcap=softcap or None,
        sink=s_aux,
    )
    return out.transpose(1, 2).contiguous(), None


def _place(module: nn.Module, n_query: int, n_key: int, mask: Mask) -> Place:
    visits = survey.get()
    if visits is None:
        return itineraries[module].next()
    visits.append(Visit(module, n_query, n_key, mask.causal))
    return Place("encoder", 0)  # nobody listens during a survey


def describe_mask(
    batch_size: int,
    q_length: int,
    kv_length: int,
    q_offset: int | Tensor = 0,
    kv_offset: int = 0,
    mask_function: Callable[..., object] = causal_mask_function,
    attention_mask: Bool[Tensor, "batch _key"] | None = None,
    local_size: int | None = None,
    allow_is_causal_skip: bool = True,
    allow_is_bidirectional_skip: bool = False,
    use_vmap: bool = False,
    device: torch.device | str = "cpu",
    **unused: object,
) -> Bool[Tensor, "#batch 1 query key"] | None:
    """What transformers calls for each kind of mask. None = nothing but what the module's own `is_causal` says."""
    q_offset = int(q_offset)  # a pre-allocated cache counts in a tensor
    causal = mask_function is causal_mask_function
    plain = causal or mask_function is bidirectional_mask_function
    at_the_end = q_offset + q_length == kv_offset + kv_length or not causal
    padding = prepare_padding_mask(attention_mask, kv_length, kv_offset)
    key_valid = None if padding is None else padding[:, kv_offset : kv_offset + kv_length]
    if key_valid is not None and key_valid.all():
        key_valid = None
    if plain and at_the_end and key_valid is None and (allow_is_causal_skip if causal else allow_is_bidirectional_skip):
        return None
    dense = sdpa_mask(
        batch_size,
        q_length,
        kv_length,
        q_offset,
        kv_offset,
        mask_function,
        attention_mask,
        allow_is_causal_skip=False,
        use_vmap=use_vmap,
        device=device,
    )
    if dense is None:
        return None
    described = dense.as_subclass(DescribedMask)
    described.description = _compact(dense, key_valid, local_size)
    return described


def read_mask(attention_mask: Tensor | None, causal: bool, n_query: int) -> tuple[Mask, Tensor | None]:
    """The mask, and the bias where a model has added one to it, of what reaches an attention layer."""
    if attention_mask is None:
        return Mask(causal=causal), None
    if isinstance(attention_mask, DescribedMask):
        return attention_mask.description, None
    attention_mask = attention_mask.expand(-1, -1, n_query, -1)
    if attention_mask.dtype == torch.bool:
        return Mask(dense=attention_mask), None
    allowed = attention_mask > max(HIDDEN, torch.finfo(attention_mask.dtype).min / 2)
    bias = attention_mask.masked_fill(~allowed, 0.0)
    return Mask(dense=allowed), bias if bias.any() else None


def _compact(dense: Tensor, key_valid: Tensor | None, local_size: int | None) -> Mask:
    """The shortest description that says the same as `dense`, found by comparing."""
    n_query, n_key = dense.shape[-2:]
    windows = [None] if local_size is None else [None, local_size, local_size + 1]
    for window in windows:
        for causal in (True, False):
            mask = Mask(causal=causal, window=window, key_valid=key_valid)
            if bool((mask.to_dense(n_query, n_key, dense.device) == dense).all()):
                return mask
    return Mask(dense=dense)


def position_ids(
    attention_mask: Int[Tensor, "batch token"] | Bool[Tensor, "batch token"],
) -> Int[Tensor, "batch token"]:
    """Positions that count the real tokens only, from 0, so that left padding moves nothing.

    For decoder-only models: without them a model with learned positions counts its padding.
    """
    return (attention_mask.long().cumsum(-1) - 1).clamp(min=0)


AttentionInterface.register(NAME, attention_forward)
AttentionMaskInterface.register(NAME, describe_mask)
