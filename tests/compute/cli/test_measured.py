"""What `python -m compute kernels`, `prefill` and `parts` print of a text, and refuse."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from compute.__main__ import main
from compute.events import EVENT, RunEvent
from compute.measured import RunKernels, RunParts, RunPrefill
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.lab_models import random_model

TEXT = "The cat sat on the mat."  # 23 tokens of single bytes
WINDOW = {"mask": {"mask": {"type": "row", "name": "sliding_window", "params": {"window": 4}}}}

Said = tuple[int, str, str]
Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """run("kernels --layer 1", mask=...) gives the exit code and what was printed."""

    def call(line: str, **spec: object) -> Said:
        command, *options = line.split()
        file = tmp_path / "spec.json"
        file.write_text(json.dumps({"model": "tiny", "text": TEXT, **spec}), "utf-8")
        monkeypatch.setattr("sys.argv", ["compute", command, str(file), *options])
        code = main()
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def llama(list_model: Listing, tmp_path: Path) -> None:
    """3 layers, 4 query heads over 2 key-value heads of 8 numbers."""
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))


def event(out: str) -> RunEvent:
    (line,) = out.splitlines()
    return EVENT.validate_python(json.loads(line, parse_constant=pytest.fail))


@pytest.mark.usefixtures("llama")
def test_kernels_of_one_layer_count_the_pairs_that_the_mask_allows(run: Run) -> None:
    """Window 4 over 23 tokens: 1 + 2 + 3 + 20 × 4 = 86 pairs a head, of 4 heads."""
    code, out, err = run("kernels --layer 1 --rounds 1 --json", **WINDOW)
    assert (code, err) == (0, "")
    said = event(out)
    assert isinstance(said, RunKernels)
    (call,) = said.calls
    assert (call.layer, call.queries, call.keys, call.heads) == (1, 23, 23, 4)
    assert (call.allowed_cells, call.cells) == (4 * 86, 4 * 23 * 23)
    assert [way.way for way in call.ways] == ["naive", "fused", "block_sparse"]
    assert all(way.difference < 1e-6 for way in call.ways)
    assert said.rounds == 1


@pytest.mark.usefixtures("llama")
def test_kernels_of_every_layer_stand_in_a_table(run: Run) -> None:
    """Causal over 23 tokens: 23 × 24 / 2 of 529 pairs are 52.2 %."""
    _, out, _ = run("kernels --rounds 1")
    assert re.findall(r"^decoder layer (\d): 23 × 23, 4 heads, ([\d.]+)% seen$", out, re.M) == [
        ("0", "52.2"),
        ("1", "52.2"),
        ("2", "52.2"),
    ]
    assert len(re.findall(r"^  (?:naive|fused|block_sparse) .* ms .* MiB at most, off by ", out, re.M)) == 9


@pytest.mark.usefixtures("llama")
def test_prefill_tells_the_schedule_of_each_size_and_that_it_equals_one_pass(run: Run) -> None:
    """A token's cache is 3 layers × 2 × 2 heads × 8 numbers × 4 bytes = 384 bytes."""
    code, out, err = run("prefill --chunk 8 --chunk 23 --json")
    assert (code, err) == (0, "")
    said = event(out)
    assert isinstance(said, RunPrefill)
    eight, whole = said.chunkings
    assert [(piece.first, piece.tokens, piece.keys) for piece in eight.pieces] == [(0, 8, 8), (8, 8, 16), (16, 7, 23)]
    assert [piece.cache_bytes for piece in eight.pieces] == [8 * 384, 16 * 384, 23 * 384]
    assert [piece.keys for piece in whole.pieces] == [23]
    assert (eight.equal, whole.equal) == (True, True)
    _, table, _ = run("prefill --chunk 8")
    assert re.search(r"^all at once: [\d.]+ ms, [\d.]+ MiB at most$", table, re.M)
    assert re.search(r"^pieces of 8: 3, [\d.]+ ms, [\d.]+ MiB at most; equal, off by ", table, re.M)


@pytest.mark.usefixtures("llama")
def test_parts_add_up_to_the_pass_and_their_shares_to_all_of_it(run: Run) -> None:
    code, out, err = run("parts --json")
    assert (code, err) == (0, "")
    said = event(out)
    assert isinstance(said, RunParts)
    assert sum(part.ms for part in said.parts) == pytest.approx(said.elapsed_ms)
    assert {part.part: part.calls for part in said.parts}["attention"] == 3
    _, table, _ = run("parts")
    shares = [float(share) for share in re.findall(r" ms +([\d.]+)% ", table)]
    assert sum(shares) == pytest.approx(100, abs=0.05 * len(shares))
    assert re.search(r"^the pass +[\d.]+ ms; [\d.]+ ms without timers$", table, re.M)


@pytest.mark.usefixtures("llama")
def test_a_command_measures_what_it_is_named_after_and_nothing_else_of_the_spec(run: Run) -> None:
    _, out, _ = run("parts --json", measure_kernels={"rounds": 1}, measure_prefill={"chunks": [4]}, measure_again=3)
    assert isinstance(event(out), RunParts)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("kernels --layer 3", "layer"),
        ("kernels --rounds 0", "measure_kernels.rounds: Input should be greater than or equal to 1"),
        ("prefill --chunk 0", "Input should be greater than or equal to 1"),
    ],
)
@pytest.mark.usefixtures("llama")
def test_what_can_not_be_measured_is_refused_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_an_encoder_is_not_read_in_pieces_and_its_kernels_are_compared(run: Run, zoo: Path) -> None:
    random_model(zoo / "filler", "encoder")
    code, out, err = run("prefill --chunk 4", model="filler")
    assert (code, out) == (2, "")
    assert "measure_prefill needs a decoder" in err
    code, out, _ = run("kernels --layer 0 --rounds 1 --json", model="filler")
    said = event(out)
    assert isinstance(said, RunKernels)
    (call,) = said.calls
    assert (code, call.kind, call.allowed_cells) == (0, "encoder", call.cells)
