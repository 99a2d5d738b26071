"""One cell in full, and the margins of a map, against loops."""

import json
import math
from dataclasses import asdict

import numpy as np
import pytest

from compute.capture.cell import cell
from compute.capture.hide import Hide
from compute.capture.margins import margins
from tests.compute.capture.cases import every_kind_of_case

CASES = every_kind_of_case()


@pytest.mark.parametrize("name", CASES)
def test_a_cells_numbers_make_up_its_weight(name: str) -> None:
    """C047: what is undefined is None, so that the cell is JSON without NaN or Infinity."""
    case, record = CASES[name], CASES[name].record
    for i, j in np.ndindex(record.queries, record.keys):
        found = cell(record, 0, 1, i, j)
        json.dumps(asdict(found), allow_nan=False)
        row = case.weights[0, 1, i]
        visible = row[~np.isnan(row)]
        assert found.allowed == case.sees(0, 1, i, j)
        assert found.visible_keys == len(visible)
        if not found.allowed:
            assert (found.weight, found.score, found.rank) == (None, None, None)
            continue
        assert found.weight == pytest.approx(row[j], abs=5e-4)
        assert found.score == pytest.approx(case.score(0, 1, i, j), abs=2e-3)
        bent = found.scale * found.dot
        if found.softcap is not None:
            bent = found.softcap * math.tanh(bent / found.softcap)
        assert found.lse is not None
        assert math.exp(bent + found.bias - found.lse) == pytest.approx(found.weight, abs=1e-5)
        assert found.rank == 1 + sum(other > row[j] for other in visible)
        assert found.row_entropy == pytest.approx(-sum(w * math.log(w) for w in visible), abs=2e-3)
        share = None if case.sink is None else pytest.approx(1 - visible.sum(), abs=1e-3)
        assert found.sink_share == share


def test_a_row_that_sees_nothing_has_no_normaliser_and_no_entropy() -> None:
    """C041: the blind row is empty, with no number made of it."""
    found = cell(CASES["dense mask with a blind row"].record, 0, 0, 3, 2)
    assert (found.lse, found.row_entropy, found.sink_share, found.visible_keys) == (None, None, None, 0)


@pytest.mark.parametrize("renormalise", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_margins_are_the_sums_of_the_cells(name: str, renormalise: bool) -> None:
    record, exact = CASES[name].record, CASES[name].weights[-1, 1]
    queries, keys = exact.shape
    hide = Hide(np.arange(queries) == 1, np.arange(keys) == 2)
    found = margins(record, record.rows - 1, 1, hide, renormalise)
    shown = exact.copy()
    shown[1], shown[:, 2] = np.nan, np.nan
    for i in range(queries):
        blind = np.isnan(exact[i]).all() or i == 1
        hidden = exact[i, 2]
        assert found.hidden[i] == pytest.approx(np.nan if blind else np.nan_to_num(hidden), abs=5e-4, nan_ok=True)
        row = exact[i][~np.isnan(exact[i])]
        if renormalise:
            row = shown[i][~np.isnan(shown[i])]
            row = row / row.sum() if len(row) else row
            shown[i] /= np.nansum(shown[i]) or 1
        entropy = np.nan if blind or not len(row) else -(row * np.log(row)).sum()
        assert found.entropy[i] == pytest.approx(entropy, abs=2e-3, nan_ok=True)
    for j in range(keys):
        column = shown[:, j][~np.isnan(shown[:, j])]
        received = column.mean() if len(column) else np.nan
        assert found.received[j] == pytest.approx(received, abs=5e-4, nan_ok=True)
