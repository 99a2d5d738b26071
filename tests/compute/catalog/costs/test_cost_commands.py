"""What `python -m compute cost`, `figure`, `formula`, `config` and their lists print."""

import io
import json
import sys
from pathlib import Path

import pytest

from compute.__main__ import main
from compute.catalog.costs import figures, formulas

CONFIG = {
    "model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
    "num_key_value_heads": 2, "vocab_size": 100, "max_position_embeddings": 128, "tie_word_embeddings": False,
}  # fmt: skip


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["compute", *line.split()])
    code = main()
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.json"
    file.write_text(json.dumps(CONFIG), "utf-8")
    return file


def test_a_table_and_the_same_as_json(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"cost {config} --tokens 100 --batch 4 --device h100 --precision bf16 --mask sliding_window:window=10"
    code, table, err = run(monkeypatch, capsys, line)
    assert (code, err) == (0, "")
    _, out, _ = run(monkeypatch, capsys, f"{line} --json")
    said = json.loads(out)
    found = {figure["name"]: figure for figure in said["figures"]}
    assert found["kv_bytes"]["value"] == 4 * 2 * 10 * 2 * 2 * 16 * 2
    assert found["kv_bytes"]["filled"] == "4 × 2 × min(100; 10) × 2 × 2 × 16 × 2"
    assert (said["question"]["tokens"], said["question"]["mask"]["name"]) == (100, "sliding_window")
    for figure in said["figures"]:
        assert figure["name"] in table
        assert {"unit", "formula", "source", "title"} <= figure.keys()


def test_a_config_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(CONFIG).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, _ = run(monkeypatch, capsys, "figure parameters - --json")
    per_layer = 64 * 64 * 2 + 64 * 32 * 2 + 3 * 64 * 64 + 2 * 64
    assert (code, json.loads(out)[0]["value"]) == (0, 2 * 100 * 64 + 2 * per_layer + 64)


def test_one_figure_tells_its_formula_with_the_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, "figure kv_bytes --model llama-2-7b --tokens 4096 --precision fp16")
    assert "2,147,483,648 bytes" in out
    assert "= 32 × 4,096 × 2 × 32 × 128 × 2" in out
    assert "2 GiB" in out


def test_one_formula_of_plain_numbers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = "formula training_flops --parameters 174.6e9 --train-tokens 300e9 --json"
    _, out, _ = run(monkeypatch, capsys, line)
    assert json.loads(out)[0]["value"] == 6 * 174_600_000_000 * 300_000_000_000


def test_the_masks_of_the_layers_are_read_from_a_config(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, "config --model gemma-3-270m")
    assert "itself and 511 before: layers 0–4, 6–10, 12–16" in out
    assert "itself and everything before: layers 5, 11, 17" in out
    _, out, _ = run(monkeypatch, capsys, "config --model qwen2.5-7b --json")
    said = json.loads(out)
    assert (said["limit"], said["window"]) == (131_072, None)
    assert said["notices"][0]["code"] == "window_without_effect"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("cost", "Name a config.json, or a model by --model"),
        ("cost config.json --model gpt2", "one of the two"),
        ("cost --model gpt-17", "There is no model “gpt-17”"),
        ("cost --model gpt2 --tokens many", "tokens = many can't be used. It is at least 1"),
        ("cost --model gpt2 --device h101", "There is no device “h101”. Choose one of: a100"),
        ("cost --model gpt2 --precision fp7", "precision = fp7 can't be used"),
        ("cost --model gpt2 --mask spiral", "There is no mask “spiral”"),
        ("cost --model gpt2 --mask {", "The mask is not JSON"),
        ("cost --model gpt2 --mask sliding_window:window=0", "window = 0 can't be used. It is at least 1"),
        ("figure parallel_plan --model gpt2 --tensor 5", "12 query heads can't be shared evenly by 5 devices"),
        ("figure forward_flops --model gpt2 --tokens 9 --context 8", "A context of 8 can't hold 9 new tokens"),
    ],
)
def test_a_wrong_question_is_refused_with_one_sentence(
    line: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(monkeypatch, capsys, line)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", ["[]", "{", '"gpt2"', '{"model_type": "lama"}'])
def test_a_file_that_is_no_config_is_refused(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.json").write_text(content, "utf-8")
    code, out, err = run(monkeypatch, capsys, f"cost {tmp_path}/config.json")
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("what", "least"), [("models-published", 30), ("devices", 6), ("figures", 40), ("formulas", 30)]
)
def test_what_there_is_to_ask_is_listed(
    what: str, least: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, table, _ = run(monkeypatch, capsys, f"list {what}")
    _, out, _ = run(monkeypatch, capsys, f"list {what} --json")
    rows = json.loads(out)
    assert len(rows) >= least
    for row in rows:
        assert row["name"] in table
        assert row["source"]


def test_every_row_says_what_a_form_needs() -> None:
    for row in (*figures, *formulas):
        assert row.unit
        assert row.source is not None
        assert all(field.description for field in row.params.model_fields.values()), row.name
