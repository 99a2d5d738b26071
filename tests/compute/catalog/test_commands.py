"""What `python -m compute mask`, `position` and `list` print."""

import json
from pathlib import Path

import pytest

from compute.__main__ import main


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["compute", *line.split()])
    code = main()
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_mask_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(monkeypatch, capsys, "mask sliding_window --window 4 --tokens 12 --json")
    facts = json.loads(out)
    assert code == 0
    assert facts["row_sums"] == [1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]
    assert (facts["pairs"], facts["max_cached_keys"], facts["blind_queries"]) == (42, 4, [])
    assert facts["allowed"][5] == [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_padding_is_counted_among_the_tokens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, "mask causal --tokens 5 --pad-left 2 --json")
    facts = json.loads(out)
    assert facts["row_sums"] == [0, 0, 1, 2, 3]
    assert facts["blind_queries"] == [0, 1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("mask sliding_window --window 0", "window = 0 can't be used. It is at least 1"),
        ("mask causal --tokens 3 --queries 4", "4 queries were asked for; the text has 3 tokens"),
        ("mask causal --tokens 3 --pad-left 4", "4 + 0 of 3 tokens can't be padding"),
        ("position rope --head-dim 7", "head_dim = 7 can't be used. It is even."),
        ("position alibi --heads 0", "heads = 0 can't be used. It is 1 to 256."),
    ],
)
def test_a_wrong_number_is_refused_with_one_sentence(
    line: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(monkeypatch, capsys, line)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_alibi_by_head(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """C054: head 0 of 8 has slope 0.5, head 7 has 0.00390625."""
    _, out, _ = run(monkeypatch, capsys, "position alibi --heads 8 --tokens 6 --json")
    values = json.loads(out)["bias"]["values"]
    assert [values[head][1][0] for head in (0, 7)] == [-0.5, -0.00390625]


@pytest.mark.parametrize(("what", "count"), [("masks", 13), ("positions", 10), ("tasks", 7)])
def test_the_tables_are_listed_with_what_a_form_needs(
    what: str, count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, f"list {what} --json")
    rows = json.loads(out)
    assert len(rows) == count
    for row in rows:
        assert all(row[key] for key in ("name", "title", "formula", "help"))
        assert row["source"] or what == "tasks"
        assert all(field["description"] for field in row["params"]["properties"].values())


def test_a_training_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = {
        "model": {"architecture": "decoder", "layers": 1, "model_dim": 16, "heads": 2, "ffn_dim": 16},
        "task": {"name": "reverse"}, "steps": 4, "batch": 4, "report_every": 2, "evaluate_every": 4,
    }  # fmt: skip
    (tmp_path / "spec.json").write_text(json.dumps(spec))
    line = f"train {tmp_path}/spec.json --out {tmp_path}/model"
    code, out, _ = run(monkeypatch, capsys, f"{line} --json")
    told = [json.loads(event)["type"].removeprefix("training.") for event in out.splitlines()]
    assert (code, told) == (0, ["started", "progress", "progress", "checkpoint", "ended"])
    code, out, _ = run(monkeypatch, capsys, line)
    assert (code, out.startswith("done after step 4")) == (0, True)


def test_the_zoo_has_every_architecture_with_every_position_and_five_masks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, "zoo --list")
    names = [line.split()[0] for line in out.splitlines()]
    assert len(names) == len(set(names)) == 3 * 6 + 5
    code, _, err = run(monkeypatch, capsys, "zoo decoder-rotary --corpus x.tsv")
    assert (code, "There is no shipped model “decoder-rotary”" in err) == (2, True)
    code, _, err = run(monkeypatch, capsys, "zoo decoder-rope")
    assert (code, "Name their file by --corpus" in err) == (2, True)
