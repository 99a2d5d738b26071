"""A lab model on the command line: the run, then its cross-attention."""

import csv
import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from compute.__main__ import main
from compute.notebook import RecordedRun
from tests.compute.lab_models import random_model


@pytest.fixture
def stored(zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    random_model(zoo / "both", "encoder-decoder")
    spec = tmp_path / "spec.json"
    spec.write_text('{"model": "both", "text": "The cat saw the dog.", "second": "狗看见猫。"}', "utf-8")
    monkeypatch.setattr(sys, "argv", ["compute", "run", str(spec), "--out", str(tmp_path / "out")])
    assert main() == 0
    lines = [json.loads(line, parse_constant=pytest.fail) for line in capsys.readouterr().out.splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["type"] for line in lines][-2:] == ["run.written", "run.finished"]
    return tmp_path / "out"


def weights(folder: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> int:
    monkeypatch.setattr(sys, "argv", ["compute", "weights", str(folder), "--layer", "1", "--head", "3", *more])
    return main()


def test_weights_across_name_the_tokens_of_both_sides(
    stored: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert weights(stored, monkeypatch, "--kind", "cross") == 0
    document = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert document["tokens"] == ["The", "␣cat", "␣saw", "␣the", "␣dog", ".", "<end>"]
    assert document["query_tokens"] == ["<start>", "狗", "看", "见", "猫", "。"]
    rows = np.array(document["rows"])
    assert rows.shape == (6, 7)
    assert rows.sum(-1) == pytest.approx(np.ones(6), abs=1e-4)
    again = RecordedRun(stored)
    assert again.weights(layer=1, head=3, kind="cross") == pytest.approx(rows, abs=1e-6)
    assert [token.label for token in again.tokens(side="target")] == document["query_tokens"]


def test_the_table_and_the_other_kinds(
    stored: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert weights(stored, monkeypatch, "--kind", "cross", "--format", "csv", "--rows", "5") == 0
    heading, row = csv.reader(io.StringIO(capsys.readouterr().out))
    assert (heading[2], heading[-1], row[:2]) == ("0 The", "6 <end>", ["5", "。"])
    assert weights(stored, monkeypatch, "--kind", "decoder") == 0
    own = json.loads(capsys.readouterr().out)
    assert own["tokens"] == ["<start>", "狗", "看", "见", "猫", "。"]
    assert own["rows"][0][1:] == [None] * 5
    assert weights(stored, monkeypatch) == 2
    assert "three kinds of attention" in capsys.readouterr().err
