"""The list of masks, and how a mask looks on a text."""

import base64

import numpy as np
import numpy.typing as npt
import pytest

from .cast import Person

Cells = npt.NDArray[np.bool_]


def unpacked(said: dict[str, object]) -> Cells:
    """[query, key], read bit by bit."""
    raw = base64.b64decode(str(said["bits"]))
    bits = [byte >> (7 - place) & 1 for byte in raw for place in range(8)]
    queries, keys = int(str(said["queries"])), int(str(said["keys"]))
    return np.array(bits[: queries * keys], dtype=bool).reshape(queries, keys)


def by_hand(see: "object") -> Cells:
    assert callable(see)
    return np.array([[bool(see(q, k)) for k in range(8)] for q in range(8)])


PICTURES = {
    "full": lambda q, k: True,
    "causal": lambda q, k: k <= q,
    "sliding_window": lambda q, k: 0 <= q - k < 3,
    "sink_window": lambda q, k: k <= q and (k < 1 or q - k < 2),
    "document": lambda q, k: "aaabbbcc"[q] == "aaabbbcc"[k],
    "prefix_lm": lambda q, k: k < 3 or k <= q,
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_mask_is_listed_with_its_picture(name: str, owner: Person) -> None:
    rows = {row["name"]: row for row in owner.get("/api/masks").json()["masks"]}
    assert (unpacked(rows[name]["picture"]) == by_hand(PICTURES[name])).all()


def test_every_mask_says_what_a_form_needs(owner: Person) -> None:
    said = owner.get("/api/masks").json()
    assert [row["name"] for row in said["masks"]][:3] == ["full", "causal", "padding"]
    for row in said["masks"]:
        assert row["source"]["work"]
        assert row["source"]["address"]
        assert row["formula"]
        assert row["params"]["properties"].keys() == row["example"].keys()
        for param in row["params"]["properties"].values():
            assert param["minimum"] <= param["default"] <= param["maximum"]
            assert param["description"]
    window = next(row for row in said["masks"] if row["name"] == "sliding_window")["params"]["properties"]["window"]
    assert window["description"] == "keys a query sees, its own included"


def test_the_picture_of_the_largest_scores_keeps_three_of_the_past(owner: Person) -> None:
    cells = unpacked(owner.get("/api/masks").json()["top_k"])
    assert cells.sum(axis=1).tolist() == [1, 2, 3, 3, 3, 3, 3, 3]
    assert not np.triu(cells, 1).any()
