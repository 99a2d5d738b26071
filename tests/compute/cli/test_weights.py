"""`python -m compute weights`: exact rows from a stored run, or one sentence that says what is wrong."""

import csv
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from compute.__main__ import main
from compute.capture.store import Capture
from compute.events import ModelCard, RunEvent, RunTokens, Token, TokenRow
from tests.compute.capture.cases import every_kind_of_case

CASE = every_kind_of_case()["causal"]
LABELS = ["The", "␣“trophy”", "你", "，", "did", "not", "fit"]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    card = ModelCard(
        name="tiny", title="Tiny", architecture="decoder", layers=2, query_heads=2, kv_heads=1, head_dim=4,
        model_dim=8, vocab=10, context_tokens=16, parameters=100, position="RoPE", norm="RMSNorm", ffn="SwiGLU",
        source="made here", license="none", accepts_second=False,
    )  # fmt: skip
    row = TokenRow(
        tokens=tuple(
            Token(id=1, label=label, raw=label, start=0, end=0, text=0, word=0, part=0, role="text") for label in LABELS
        )
    )
    said: list[RunEvent] = [RunTokens(seq=0, model=card, rows=(row,))]
    capture = Capture.at(folder)
    capture.put(CASE.record)
    capture.finish(said)
    return folder


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Weights = Callable[..., Done]


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Weights:
    def call(folder: Path, *arguments: str) -> Done:
        command = ["compute", "weights", str(folder), "--layer", "0", "--head", "1", *arguments]
        monkeypatch.setattr(sys, "argv", command)
        code = main()
        said = capsys.readouterr()
        return Done(code, said.out, said.err.strip())

    return call


def test_json_has_the_rows_asked_for_with_null_where_masked(stored: Path, weights: Weights) -> None:
    """C047: the document is strict JSON."""
    done = weights(stored, "--rows", "2:5")
    assert done.code == 0
    document = json.loads(done.out, parse_constant=pytest.fail)
    assert document["tokens"] == LABELS
    assert (document["kind"], document["layer"], document["head"], document["kv_head"]) == ("decoder", 0, 1, 0)
    assert document["queries"] == [2, 3, 4]
    rows = np.array(document["rows"], np.float64)
    np.testing.assert_allclose(rows, CASE.weights[0, 1, 2:5], atol=5e-4)


def test_csv_has_a_column_for_each_key_and_an_empty_cell_where_masked(stored: Path, weights: Weights) -> None:
    done = weights(stored, "--format", "csv")
    head, *rows = csv.reader(done.out.splitlines())
    assert head[:4] == ["query", "token", "0 The", "1 ␣“trophy”"]
    assert [row[:2] for row in rows] == [[str(place), label] for place, label in enumerate(LABELS)]
    assert rows[0][3:] == [""] * 6
    np.testing.assert_allclose(np.array(rows[6][2:], np.float64), CASE.weights[0, 1, 6], atol=5e-4)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--head", "2"], "head 2 was asked for; this run has 0 to 1."),
        (["--layer", "2"], "layer 2 was asked for; this run has 0 to 1."),
        (["--layer", "1"], "Layer 1 is not stored for this run. Wait for it, or run again."),
        (["--row", "1"], "row 1 was asked for; this run has 0 to 0."),
        (["--rows", "4:8"], "rows 7 was asked for; this run has 0 to 6."),
        (["--rows", "4:4"], "“4:4” is no range of rows. Write 5, or 5:9 for rows 5 to 8."),
        (["--rows", "x"], "“x” is no range of rows. Write 5, or 5:9 for rows 5 to 8."),
    ],
)
def test_what_is_not_there_is_refused_with_one_sentence(
    stored: Path, weights: Weights, arguments: list[str], sentence: str
) -> None:
    done = weights(stored, *arguments)
    assert (done.code, done.out, done.err) == (2, "", sentence)


def test_a_folder_without_a_run_is_named(tmp_path: Path, weights: Weights) -> None:
    done = weights(tmp_path)
    assert done.code == 2
    assert done.err.startswith(f"{tmp_path} holds no finished run. Make one: python -m compute run")


@pytest.mark.parametrize("content", [b"garbage!", b"", b"\x93"])
def test_a_damaged_file_is_named(stored: Path, tmp_path: Path, weights: Weights, content: bytes) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(stored, folder)
    layer = folder / "decoder-000.safetensors"
    layer.write_bytes(layer.read_bytes()[:300] if content == b"" else content)
    assert weights(folder).err == f"{layer} is damaged. Make the run again."
    log = folder / "events.msgpack"
    log.write_bytes(log.read_bytes() + content if content == b"\x93" else content or log.read_bytes()[:50])
    done = weights(folder)
    assert (done.code, done.out, done.err) == (2, "", f"{log} is damaged. Make the run again.")


def test_a_kind_that_the_model_lacks_is_said(stored: Path, weights: Weights) -> None:
    done = weights(stored, "--kind", "cross")
    assert (done.code, done.err) == (2, "Tiny has no cross attention. Ask for decoder.")
    assert weights(stored, "--kind", "decoder").code == 0
    assert weights(stored, "--rows", "1\n2").err.startswith("“1\\u000a2” is no range of rows.")
