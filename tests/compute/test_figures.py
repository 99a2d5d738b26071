"""Figures of real published models: parameters, FLOPs, caches, memory, rooflines, positions, and configs as read.

Each row states its config, its inputs, the expected value and where that comes from, in
tests/fixtures/costs/figures.json; the product's public functions answer.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.compute.figure_answers import answer

ROWS = json.loads((Path(__file__).parents[1] / "fixtures" / "costs" / "figures.json").read_text("utf-8"))


def near(found: Any, expected: Any, tolerance: Mapping[str, float]) -> bool:
    """Whole numbers and words exactly, unless a relative tolerance is stated; objects by each of their names."""
    if isinstance(expected, dict):
        return all(near(found[name], value, tolerance) for name, value in expected.items())
    if isinstance(expected, bool | str | None) or isinstance(found, str | None):
        return bool(found == expected)
    if tolerance.get("abs") == 0:
        return bool(found == expected)
    digits = len(str(expected).partition(".")[2])  # a ratio that is stated to four digits is no more exact than that
    close = pytest.approx(expected, rel=tolerance.get("rel", 0), abs=tolerance.get("abs", 0))
    return bool(found == close or ("e" not in str(expected) and digits and round(found, digits) == expected))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_the_figure_is_what_was_published_or_derived(row: Mapping[str, Any]) -> None:
    """C073, C075, C078, C081, C083, C085, C087, C090 to C100 and C020 to C022 have members among them."""
    found = answer(row)
    accepted = [row["expected"], *row.get("also_accept", [])]
    assert any(near(found, value, row["tolerance"]) for value in accepted), (found, row["expected"], row["derivation"])
