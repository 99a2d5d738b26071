"""A small curve for each encoding, from its own function: what a picker shows."""

import numpy as np

from compute.catalog.positions.encoding import Encoding, LearnedTable, Numbers, Stack
from compute.catalog.positions.row import PositionRow

POINTS = 55  # positions or distances 0 to 54, one for each pixel of a picture
STACK = Stack(model_dim=16, heads=8, head_dim=16, max_tokens=POINTS, two_way=False)
PAIRS = (1, 3)  # of eight: about three turns and a quarter of one
HEADS = (3, 4, 5)


def curves_of(row: PositionRow) -> Numbers:
    """[curve, point] between -1 and 1.

    Cosines of two pairs for a rotation, two waves of what is added to the embeddings, the penalties of three heads by
    distance, or the bucket by distance. Numbers that are trained differ from model to model: a wavering line stands
    for a table of them. A flat line is nothing at all.
    """
    encoding = row.function(row.example, STACK)
    place = np.arange(POINTS)
    if encoding.rotate is not None:
        cos, _ = encoding.rotate.turn(place, POINTS)
        turned: Numbers = cos[:, PAIRS].T / cos[0, 0]
        return turned
    if encoding.bias is not None:
        return _falling(_by_distance(encoding))
    if isinstance(encoding.embed, LearnedTable):
        return _wavering()
    if encoding.embed is not None:
        return encoding.embed(place)[:, [2 * pair for pair in PAIRS]].T
    return np.zeros((1, POINTS))


def _by_distance(encoding: Encoding) -> Numbers:
    """[curve, distance] of what the last query adds, or of the buckets' numbers counted down."""
    place = np.arange(POINTS)
    if isinstance(encoding.bias, LearnedTable):
        return -encoding.bias.index(place[-1:], place)[:, ::-1].astype(float)
    assert encoding.bias is not None
    return encoding.bias(place[-1:], place)[list(HEADS), 0, ::-1]


def _falling(bias: Numbers) -> Numbers:
    falling: Numbers = 1.0 + 2.0 * bias / np.abs(bias).max()
    return falling


def _wavering() -> Numbers:
    x = np.linspace(0.0, 1.0, POINTS)
    line: Numbers = 0.5 * np.sin(13 * x) + 0.3 * np.sin(29 * x + 1) + 0.2 * np.sin(53 * x)
    return line[None]
