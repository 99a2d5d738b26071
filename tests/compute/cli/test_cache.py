"""What `python -m compute cache` prints of a growing cache, and refuses."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from compute.__main__ import main
from compute.events import EVENT
from compute.measured import RunCache
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.lab_models import random_model

TEXT = "The cat sat on the mat."  # 23 tokens of single bytes
TOKEN = 2 * 2 * 8 * 4  # bytes of a layer: keys and values, key-value heads, numbers of a head, float32
LAYERS = 3

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """run("--tokens 4", mask=...) gives the exit code and what was printed."""

    def call(options: str = "", **spec: object) -> tuple[int, str, str]:
        file = tmp_path / "spec.json"
        file.write_text(json.dumps({"model": "tiny", "text": TEXT, **spec}), "utf-8")
        monkeypatch.setattr("sys.argv", ["compute", "cache", str(file), *options.split()])
        code = main()
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def llama(list_model: Listing, tmp_path: Path) -> None:
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))


def steps(out: str) -> list[RunCache]:
    found = [EVENT.validate_python(json.loads(line, parse_constant=pytest.fail)) for line in out.splitlines()]
    assert all(isinstance(step, RunCache) for step in found)
    return [step for step in found if isinstance(step, RunCache)]


@pytest.mark.usefixtures("llama")
def test_each_step_is_a_line_with_its_keys_its_bytes_and_both_times(run: Run) -> None:
    code, out, err = run("--tokens 3 --block-size 8")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert 1 <= len(lines) <= 3
    for number, line in enumerate(lines):
        tokens = 23 + number
        held, paged = tokens * TOKEN * LAYERS, -(-tokens // 8) * 8 * TOKEN * LAYERS
        told = f"{tokens} keys in 3 layers; {held:,} bytes there, {paged:,} in pages; "
        assert re.match(rf"^ *{number} .*{re.escape(told)}[\d.]+ ms, [\d.]+ ms without$", line)


@pytest.mark.usefixtures("llama")
def test_json_is_the_events_of_a_run_and_cached_alone_tells_no_other_time(run: Run) -> None:
    _, out, _ = run("--tokens 4 --json")
    beside = steps(out)
    _, out, _ = run("--tokens 4 --json --only-cached")
    alone = steps(out)
    assert [step.written for step in alone] == [step.written for step in beside]
    assert all(step.agrees and step.uncached_ms is not None for step in beside)
    assert all((step.agrees, step.uncached_ms, step.difference) == (None, None, None) for step in alone)


@pytest.mark.usefixtures("llama")
def test_the_mask_of_the_spec_is_heeded(run: Run) -> None:
    window = {"mask": {"type": "row", "name": "sliding_window", "params": {"window": 4}}}
    _, out, _ = run("--tokens 3 --block-size 4", mask=window)
    assert all(f"4 keys in 3 layers; {4 * TOKEN * LAYERS:,} bytes there" in line for line in out.splitlines()[1:])


@pytest.mark.usefixtures("llama")
@pytest.mark.parametrize(
    ("options", "spec", "says"),
    [
        ("--tokens 0", {}, "measure_cache.tokens: Input should be greater than or equal to 1"),
        ("--block-size 2000", {}, "measure_cache.block_size: Input should be less than or equal to 1024"),
        ("", {"position": {"offset": 3}}, "not in forced positions"),
        ("", {"text": "a" * 256}, "nothing can be written after it"),
    ],
)
def test_what_cannot_be_watched_is_one_sentence(run: Run, options: str, spec: dict[str, object], says: str) -> None:
    code, out, err = run(options, **spec)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1


def test_an_encoder_is_refused_with_what_to_do(run: Run, zoo: Path) -> None:
    random_model(zoo / "tiny", "encoder")
    code, out, err = run()
    assert (code, out) == (2, "")
    assert re.search(r"measure_cache needs a decoder, which .* is not\. Change that, or leave measure_cache out\.", err)
