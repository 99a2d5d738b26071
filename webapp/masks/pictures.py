"""The 8 x 8 picture of each mask, by the row's own function."""

import numpy as np

from compute.catalog.masks import Allowed, MaskRow, allowed, masks

SIDE = 8
DOCUMENTS = (0, 0, 0, 1, 1, 1, 2, 2)
KEPT = 3


def picture_of(row: MaskRow) -> Allowed:
    """[query, key]: the row with the parameters of its own drawing, on eight tokens of three documents."""
    return allowed(row.rule(row.example), SIDE, documents=DOCUMENTS)


def picture_of_top_k() -> Allowed:
    """[query, key]: the `KEPT` largest scores of each row under a causal mask, for scores that stand for any."""
    past = picture_of(masks.rows["causal"])
    place = np.arange(SIDE)
    scores = np.where(past, np.cos(2.4 * place[:, None] * place + place), -np.inf)
    rank = (-scores).argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")
    kept: Allowed = past & (rank < KEPT)
    return kept
