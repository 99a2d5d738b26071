"""What a model's config.json says of its shape, position and masks. No torch here."""

from compute.catalog.configs.facts import Facts, facts
from compute.catalog.configs.read import READERS, read_config
from compute.catalog.configs.shape import Attention, FeedForward, Latent, Layer, Position, Shape, Stack

__all__ = [
    "READERS",
    "Attention",
    "Facts",
    "FeedForward",
    "Latent",
    "Layer",
    "Position",
    "Shape",
    "Stack",
    "facts",
    "read_config",
]
