"""How a model knows where a token stands: one function for each encoding. No torch here."""

from compute.catalog.positions import absolute, relative, rope  # the rows register themselves
from compute.catalog.positions.encoding import Encoding, LearnedTable, Pairing, Rotation, Stack
from compute.catalog.positions.row import PositionRow, positions

__all__ = [
    "Encoding",
    "LearnedTable",
    "Pairing",
    "PositionRow",
    "Rotation",
    "Stack",
    "absolute",
    "positions",
    "relative",
    "rope",
]
