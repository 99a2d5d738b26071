"""Who may attend to whom: one function of positions for each mask, True = may attend. No torch here."""

from compute.catalog.masks import local, sparse, structured  # the rows register themselves
from compute.catalog.masks.row import MaskRow, masks
from compute.catalog.masks.rule import (
    Allowed,
    Compact,
    Padding,
    Rule,
    Text,
    allowed,
    blind_queries,
    cached_keys,
    draw,
    in_words,
    max_cached_keys,
    of_cells,
)

__all__ = [
    "Allowed",
    "Compact",
    "MaskRow",
    "Padding",
    "Rule",
    "Text",
    "allowed",
    "blind_queries",
    "cached_keys",
    "draw",
    "in_words",
    "local",
    "masks",
    "max_cached_keys",
    "of_cells",
    "sparse",
    "structured",
]
