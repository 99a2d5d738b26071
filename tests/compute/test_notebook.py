"""The library's own example, and what it refuses."""

import doctest
from pathlib import Path

import numpy as np
import pytest

from compute import notebook
from compute.errors import NotFound, OutOfRange, UnknownModel

pytestmark = pytest.mark.models


def test_the_example_in_the_docstring_is_true(models_dir: Path) -> None:
    assert doctest.testmod(notebook).failed == 0
    assert doctest.testmod(notebook).attempted > 5


def test_a_run_opens_again_from_its_folder(models_dir: Path, tmp_path: Path) -> None:
    first = notebook.run(model="all-minilm-l6-v2", text="Dogs bark.", folder=tmp_path / "dogs")
    again = notebook.RecordedRun(tmp_path / "dogs")
    assert again.tokens() == first.tokens()
    rows = again.weights(layer=5, head=11)
    assert np.array_equal(rows, first.weights(layer=5, head=11))
    assert rows.sum(-1) == pytest.approx(np.ones(5), abs=1e-5)


def test_what_is_not_there_is_refused(models_dir: Path, tmp_path: Path) -> None:
    dogs = notebook.run(model="all-minilm-l6-v2", text="Dogs bark.")
    with pytest.raises(OutOfRange):
        dogs.weights(layer=0, head=12)
    with pytest.raises(OutOfRange):
        dogs.tokens(row=1)
    with pytest.raises(NotFound):
        notebook.RecordedRun(tmp_path)
    with pytest.raises(UnknownModel):
        notebook.run(model="nothing", text="Dogs bark.")
