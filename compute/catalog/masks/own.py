"""A pretrained model's own masks, layer by layer, from its config."""

from collections.abc import Mapping

from compute.catalog.configs import facts, read_config
from compute.catalog.masks.row import masks
from compute.catalog.masks.rule import Rule
from compute.catalog.params import chosen, fill
from compute.events import ModelCard, Notice, OwnMask
from compute.wire import Scalar

# How a row calls what a layer's width says.
PARAMS = {
    "sliding_window": lambda width: {"window": width},
    "local": lambda width: {"radius": (width - 1) // 2},
    "block_local": lambda width: {"block": width},
}
ABOUT_MASKS = ("window", "layer_types", "mask", "chunk")


def own_masks(config: Mapping[str, object]) -> tuple[tuple[OwnMask, ...], tuple[Notice, ...]]:
    """Each mask with the layers that have it, in the order of their first layers; and what has no effect, in words.

    Raises: InvalidConfig, for a config that cannot be read.
    """
    told = facts(read_config(config))
    layers: dict[tuple[str, int | None], list[int]] = {}
    words: dict[tuple[str, int | None], str] = {}
    for number, mask in enumerate(told.masks):
        layers.setdefault((mask.name, mask.window), []).append(number)
        words[mask.name, mask.window] = mask.words
    found = tuple(
        OwnMask(row=name, params=_params(name, width), layers=tuple(numbers), words=words[name, width])
        for (name, width), numbers in layers.items()
    )
    notices = tuple(notice for notice in told.notices if any(word in notice.code for word in ABOUT_MASKS))
    return found, notices


def rule_of_layer(card: ModelCard, layer: int) -> Rule | None:
    """The own mask of a layer; None = the card says nothing of it."""
    for mask in card.own_masks:
        if layer in mask.layers:
            row = chosen(masks, "mask", mask.row)
            return row.rule(fill(row.params, mask.params))
    return None


def _params(name: str, width: int | None) -> Mapping[str, Scalar]:
    return PARAMS[name](width) if width is not None and name in PARAMS else {}
