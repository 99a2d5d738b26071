"""`python -m compute`: events as lines of strict JSON, one sentence and exit code 2 for a mistake."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.cli.example import EXAMPLES
from compute.events import EVENT, RunHeads
from compute.notebook import RecordedRun
from compute.plain import plain
from compute.publish import pack
from compute.spec import RunSpec

ROOT = Path(__file__).parents[2]
STORED = ROOT / "webapp" / "runs" / "examples"
SPEC = RunSpec(model="smollm2-135m-instruct", text="小王 hello").model_dump_json()


def command(*words: str | Path, given: str | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "compute", *words],
        cwd=ROOT,
        env=os.environ | {"TORCH_THREADS": "1"} | environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def refuse_nan(word: str) -> None:
    raise AssertionError(f"{word} is not JSON")


@pytest.mark.models
def test_a_run_prints_its_events_and_keeps_its_capture(models_dir: Path, tmp_path: Path) -> None:
    """C047: every line is strict JSON; a masked cell is null."""
    spec = tmp_path / "spec.json"
    spec.write_text(RunSpec(model="smollm2-135m-instruct", text="小王 hello").model_dump_json(), "utf-8")
    done = command("run", spec, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line, parse_constant=refuse_nan) for line in done.stdout.splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["type"] == "run.started"
    assert lines[-1]["type"] == "run.finished"
    heads = next(line for line in lines if line["type"] == "run.heads")
    assert heads["overview"][0][0][1] is None
    capture = Capture.at(tmp_path / "out")
    assert capture.is_complete()
    whole = slice(0, heads["queries"])
    exact = weights(capture.record("decoder", 0), 0, 3, whole, whole)
    shown = np.array(heads["overview"][3], dtype=float)
    assert np.array_equal(np.isnan(shown), np.isnan(exact))
    assert np.nan_to_num(shown) == pytest.approx(np.nan_to_num(exact), abs=1e-3)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ('{"model": "nothing", "text": "a"}', "There is no model “nothing”. Choose one of:"),
        ('{"text": "a"}', "is not a spec: model: Field required."),
        ('{"model": "smollm2-135m-instruct", "text": "a", "colour": 1}', "is not a spec: colour:"),
        ("not json", "is not a spec:"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(tmp_path: Path, given: str, sentence: str) -> None:
    refused = command("run", "-", "--out", tmp_path / "out", given=given)
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
    assert refused.stdout == ""
    assert not (tmp_path / "out").exists()


def test_a_missing_file_and_a_wrong_setting_are_one_sentence_each(tmp_path: Path) -> None:
    missing = command("run", tmp_path / "nothing.json", "--out", tmp_path / "out")
    assert (missing.returncode, missing.stderr) == (2, f"{tmp_path}/nothing.json: No such file or directory.\n")
    wrong = command("list", "models", TORCH_THREADS="many")
    assert (wrong.returncode, wrong.stderr) == (2, "TORCH_THREADS is “many”, which is not a number.\n")


@pytest.mark.models
def test_the_list_of_models_is_their_cards(models_dir: Path) -> None:
    cards = json.loads(command("list", "models", "--json").stdout)
    assert [card["name"] for card in cards][:2] == ["smollm2-135m-instruct", "all-minilm-l6-v2"]
    assert cards[0]["parameters"] == 134_515_008
    assert "30 layers × 9 heads" in command("list", "models").stdout


@pytest.mark.models
def test_preparing_again_needs_neither_network_nor_torch(models_dir: Path) -> None:
    call = "import sys, compute.__main__ as m; sys.argv = ['compute', 'prepare']; m.main()"
    code = f"{call}; sys.exit('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == "All models are ready.\n"


def test_the_stored_examples_are_those_of_the_command() -> None:
    assert sorted(folder.name for folder in STORED.iterdir()) == sorted(EXAMPLES)
    for name, spec in EXAMPLES.items():
        assert RunSpec.model_validate_json((STORED / name / "spec.json").read_bytes()) == spec
        stored = RecordedRun(STORED / name)
        assert stored.state.status == "finished"
        assert stored.state.tokens is not None
        card = stored.state.tokens.model
        assert len(stored.state.layers) == card.layers
        rows = stored.weights(layer=card.layers - 1, head=card.query_heads - 1)
        assert np.nansum(rows, -1) == pytest.approx(np.ones(len(rows)), abs=1e-5)
    assert sum(file.stat().st_size for file in STORED.rglob("*")) < 3.5e6


def test_plain_events_say_what_the_packed_ones_say() -> None:
    for event in RecordedRun(STORED / "en").capture.events():
        said = plain(event)
        json.dumps(said, allow_nan=False)
        assert len(pack(event)) < 2**20
        if isinstance(event, RunHeads):
            again = np.array(said.pop("overview"), dtype=np.float16)
            assert np.array_equal(again, event.overview.numpy(), equal_nan=True)
        else:
            assert EVENT.validate_python(said, strict=False) == event


@pytest.mark.models
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            b'{"model": "smollm2-135m-instruct", "text": "a\\ud800b"}',
            "Character 1 of the text is an unpaired surrogate",
        ),
        (b'{"model": "\\udfff", "text": "a"}', "Character 0 of the text is an unpaired surrogate (U+DFFF)"),
        (b'{"model": "smollm2-135m-instruct", "text": "a\\u0000b"}', "Character 1 of the text is NUL"),
        (b'{"model": "x\\ny", "text": "a"}', "There is no model “x\\u000ay”. Choose"),
        (b'{"model": "smollm2-135m-instruct", "text": ""}', "The text is empty."),
        (b'{"model": "smollm2-135m-instruct", "text": NaN}', "Standard input is not a spec: NaN is not a JSON number."),
        (b"\xff\xfe{\0", "Standard input is not a spec: it is not text in UTF-8."),
        (b"[" * 100_000, "Standard input is not a spec: it is nested too deeply."),
        (b"", "Standard input is not a spec: Expecting value"),
        (b'{"model": "smollm2-135m-instruct", "text": "' + b"a" * 100_000 + b'"}', "The text has 100,000 characters"),
    ],
)
def test_what_is_no_text_is_named_and_an_earlier_capture_stays(
    models_dir: Path, tmp_path: Path, given: bytes, sentence: str
) -> None:
    kept = tmp_path / "manifest.json"
    kept.write_text("{}", "utf-8")
    refused = subprocess.run(
        [sys.executable, "-m", "compute", "run", "-", "--out", tmp_path],
        cwd=ROOT, input=given, capture_output=True, check=False,
    )  # fmt: skip
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode().startswith(sentence)
    assert len(refused.stderr.splitlines()) == 1
    assert kept.read_text("utf-8") == "{}"


@pytest.mark.models
@pytest.mark.parametrize("out", ["file", "file/below", "/proc/nothing"])
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_computed(
    models_dir: Path, tmp_path: Path, out: str
) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    refused = command("run", "-", "--out", tmp_path / out, given=SPEC)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1
    assert (tmp_path / "file").read_text("utf-8") == "mine"


@pytest.mark.models
def test_a_second_run_into_a_folder_replaces_the_first_and_nothing_else(models_dir: Path, tmp_path: Path) -> None:
    """A run that is stopped leaves nothing that looks whole, also where a whole one was before."""
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    long = RunSpec(model="smollm2-135m-instruct", text="word and " * 500).model_dump_json()
    assert command("run", "-", "--out", tmp_path, given=SPEC).returncode == 0
    (tmp_path / "encoder-099.safetensors").write_bytes(b"of an older run")
    started = subprocess.Popen(
        [sys.executable, "-m", "compute", "run", "-", "--out", tmp_path],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # A shell has what it starts in the background ignore the interrupt, these tests and their children included.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert started.stdin
    assert started.stdout
    started.stdin.write(long)
    started.stdin.close()
    while '"run.layer"' not in started.stdout.readline():
        assert started.poll() is None
    started.send_signal(signal.SIGINT)
    started.stdout.read()
    assert started.wait(timeout=60) == 130
    assert started.stderr
    assert started.stderr.read() == ""
    left = {file.name for file in tmp_path.iterdir()}
    assert not left & {"manifest.json", "events.msgpack", "encoder-099.safetensors"}
    assert "notes.txt" in left
    unfinished = command("weights", tmp_path, "--layer", "0", "--head", "0")
    assert unfinished.returncode == 2
    assert "holds no finished run" in unfinished.stderr


def test_an_interrupt_while_the_program_is_loaded_is_no_traceback() -> None:
    code = "import sys\nclass Interrupt:\n def find_spec(self, name, *a):\n"
    code += "  if name == 'compute.cli': raise KeyboardInterrupt\n"
    code += "sys.meta_path.insert(0, Interrupt())\nimport compute.__main__ as m\nsys.exit(m.main())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.models
def test_a_reader_that_has_gone_and_a_terminal_that_speaks_ascii(models_dir: Path) -> None:
    shell = f"{sys.executable} -m compute list models --json | true; echo ${{PIPESTATUS[0]}}"
    gone = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (gone.stdout, gone.stderr) == ("141\n", "")
    ascii_only = command("list", "models", PYTHONIOENCODING="ascii")
    assert ascii_only.returncode == 0
    assert "30 layers × 9 heads" in ascii_only.stdout
