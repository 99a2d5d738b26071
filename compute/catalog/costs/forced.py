"""A mask as a run is given one, put on a model's layers: the costs then count what is left to see."""

import json
from dataclasses import replace

from compute.catalog.configs.facts import mask_of
from compute.catalog.configs.shape import Layer, Shape, Stack
from compute.catalog.masks.choice import AndMask, ForcedMask, MaskChoice, RowMask
from compute.errors import InvalidRequest
from compute.events import Kind

# Rows that allow nothing but the past: restricting a causal mask by one of them gives the row itself.
PAST_ONLY = {"causal", "sliding_window", "sink_window", "dilated_window", "block_local", "strided"}
# What a layer's own mask calls its size, as a parameter of the row of that name.
SIZES = {"sliding_window": "window", "block_local": "block"}


def forced(shape: Shape, wish: ForcedMask) -> Shape:
    """The model with the mask on the layers that it reaches: instead of their own, or where both allow.

    Raises: InvalidRequest for what is no whole layer's: chosen heads, the largest scores alone, cross-attention.
    """
    if wish.mask is None or wish.heads is not None or wish.kind == "cross":
        what = "top_k alone" if wish.mask is None else "heads" if wish.heads is not None else "cross-attention"
        raise InvalidRequest(
            f"Costs count whole layers of self-attention; a mask by {what} can't be counted. Leave it out.",
            field="forced",
        )
    stacks = {name: _stack(stack, name, wish) for name, stack in shape.stacks()}
    return replace(shape, encoder=stacks.get("encoder"), decoder=stacks.get("decoder"))


def _stack(stack: Stack, kind: Kind, wish: ForcedMask) -> Stack:
    layers = tuple(
        _layer(layer, wish) if wish.reaches(kind, number) else layer for number, layer in enumerate(stack.layers)
    )
    return replace(stack, layers=layers)


def _layer(layer: Layer, wish: ForcedMask) -> Layer:
    assert wish.mask is not None
    seen = wish.mask if wish.how == "replace" else restricted(layer, wish.mask)
    return replace(layer, attention=replace(layer.attention, forced=json.dumps(seen.model_dump(mode="json"))))


def restricted(layer: Layer, mask: MaskChoice) -> MaskChoice:
    """What both the layer's own mask and the other allow."""
    own = own_choice(layer)
    if own.name == "full" or (own.name == "causal" and isinstance(mask, RowMask) and mask.name in PAST_ONLY):
        return mask
    return AndMask(type="and", masks=(own, mask))


def own_choice(layer: Layer) -> RowMask:
    """The layer's own mask as a row with its parameters."""
    said = mask_of(layer)
    size: dict[str, int] = {}
    if said.name in SIZES and said.window:
        size = {SIZES[said.name]: said.window}
    if said.name == "local" and said.window:
        size = {"radius": said.window // 2}
    return RowMask(type="row", name=said.name, params=size)
