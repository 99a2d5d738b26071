"""What `python -m compute mask`, `position` and `list` print."""

import json
from pathlib import Path

import numpy as np
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


def test_the_steps_of_generation_name_original_positions_and_places_in_the_cache(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """C036: token 9 is decoded beside 0-3 and 6-8, which lie at 0 to 6; its own place is 7."""
    line = "mask sink_window --sinks 4 --window 4 --tokens 10 --steps"
    _, out, _ = run(monkeypatch, capsys, line)
    assert (
        "step 9: position at place in the cache: 0 at 0, 1 at 1, 2 at 2, 3 at 3, 6 at 4, 7 at 5, 8 at 6, 9 at 7" in out
    )
    _, out, _ = run(monkeypatch, capsys, f"{line} --json")
    assert json.loads(out)["steps"][8] == {"query": 8, "keys": [0, 1, 2, 3, 5, 6, 7, 8], "dropped": [5]}


def test_masks_are_joined_in_the_order_of_the_flags(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """(window 2 or the first token) and not special: token 0 is special, so that row 0 sees nothing."""
    line = ["mask", "sliding_window", "--window", "2", "--tokens", "4", "--or", "first", "--and", "not special"]
    monkeypatch.setattr("sys.argv", ["compute", *line, "--special", "0", "--json"])
    assert main() == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["allowed"] == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    assert facts["blind_queries"] == [0]
    assert facts["mask"] == "((sliding_window(window=2) | first) & not special)"


def test_a_mask_in_words_and_its_opposite(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """C024: a span and a window by intersection: row 5 sees 2 to 8."""
    for flags, row in (((), [0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0]), (("--not",), [1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])):
        text = "query <= 9 and key <= 9 and abs(distance) < 4"
        monkeypatch.setattr("sys.argv", ["compute", "mask", "expression", text, "--json", *flags])
        assert main() == 0
        assert json.loads(capsys.readouterr().out)["allowed"][5] == row


def test_a_file_of_zeros_and_ones_hides_and_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """C031: an 8 x 8 lower-triangular matrix of floats says who may attend to whom. C040: for one size only."""
    np.save(tmp_path / "mask.npy", np.tri(8, dtype=np.float32))
    code, out, _ = run(monkeypatch, capsys, f"mask cells {tmp_path}/mask.npy --json")
    assert (code, json.loads(out)["row_sums"]) == (0, [1, 2, 3, 4, 5, 6, 7, 8])
    code, out, _ = run(monkeypatch, capsys, f"mask cells {tmp_path}/mask.npy --pad-left 2 --json")
    assert json.loads(out)["row_sums"][2:] == [1, 2, 3, 4, 5, 6, 7, 8]
    code, out, err = run(monkeypatch, capsys, f"mask cells {tmp_path}/mask.npy --tokens 12")
    assert (code, out) == (2, "")
    assert err.startswith("The mask is 8 × 8; the text has 12 tokens.")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("mask expression query<", "Character 6 of the expression: “the end” can't stand there"),
        ("mask causal --and first)", "Character 5 of the expression: “)” can't stand there"),
        ("mask causal --special 12", "special names tokens 12 to 12; the text has 0 to 11"),
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


@pytest.mark.parametrize(("what", "count"), [("masks", 13 + 3), ("positions", 10), ("tasks", 7)])
def test_the_tables_are_listed_with_what_a_form_needs(
    what: str, count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, f"list {what} --json")
    rows = json.loads(out)
    assert len(rows) == count
    for row in rows:
        assert all(row[key] for key in ("name", "title", "formula", "help"))
        assert row["source"] or what == "tasks" or row["name"] in ("expression", "cells")
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
