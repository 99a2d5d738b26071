"""The masks that a model's layers look through: their own, or a forced one put on them."""

from dataclasses import dataclass

from compute.catalog.masks.choice import ForcedMask, rule_of
from compute.catalog.masks.own import rule_of_layer
from compute.catalog.masks.row import masks
from compute.catalog.masks.rule import Rule
from compute.catalog.params import chosen, fill
from compute.events import Kind, ModelCard


def own_rule(card: ModelCard, kind: Kind, layer: int = 0) -> Rule:
    """The model's own mask in a layer, which a forced one restricts."""
    writes = "encoder" if card.architecture == "encoder" else "decoder"
    own = rule_of_layer(card, layer) if kind == writes else None
    if own is not None:
        return own
    if kind == "decoder" and card.mask_row is not None:
        row = chosen(masks, "mask", card.mask_row)
        return row.rule(fill(row.params, card.mask_params))
    row = masks.rows["causal" if kind == "decoder" else "full"]
    return row.rule(row.example)


@dataclass(frozen=True)
class InUse:
    """What some layers see, all of which have the same mask of their own. layers: counted from 0, ascending."""

    rule: Rule
    own: Rule
    layers: tuple[int, ...]


def in_use(forced: ForcedMask | None, card: ModelCard, kind: Kind) -> tuple[InUse, ...]:
    """The masks of the layers that the forced one is put on, each once, the first layer's first; if on none, of all."""
    layers = range(card.layers)
    reached = [layer for layer in layers if forced is not None and forced.reaches(kind, layer)]
    rule = rule_of(forced.mask) if forced is not None and forced.mask is not None and reached else None
    alike: dict[str, list[int]] = {}
    for layer in reached or layers:
        alike.setdefault(own_rule(card, kind, layer).name, []).append(layer)
    found = []
    for same in alike.values():
        own = own_rule(card, kind, same[0])
        shown = own if rule is None else rule if forced is not None and forced.how == "replace" else own & rule
        found.append(InUse(shown, own, tuple(same)))
    return tuple(found)
