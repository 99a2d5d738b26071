"""Weights as files, read back by other programs' readers, against a slow loop over queries and keys."""

import csv
import io
import json
from uuid import UUID

import numpy as np
import pytest

from compute.capture.record import AttentionRecord, Single
from webapp.runs import numbers

from .cast import SPEC, Person
from .player import CARD, Player, record

SCALE = CARD.head_dim**-0.5
TOKENS = ("a", "b", "c", "d")


@pytest.fixture
def run_id(owner: Person, player: Player) -> UUID:
    run_id = owner.starts()
    player.plays(run_id)
    return run_id


def slow_softmax(kept: AttentionRecord, head: int) -> Single:
    """Causal softmax by hand from the stored queries and keys; NaN where a later key is masked."""
    query, key = kept.query.values()[0, head], kept.key.values()[0, head // 2]
    cells = np.full((len(query), len(key)), np.nan)
    for i in range(len(query)):
        raised = [np.exp(SCALE * float(query[i] @ key[j])) for j in range(i + 1)]
        for j in range(i + 1):
            cells[i, j] = raised[j] / sum(raised)
    return cells


def npz(person: Person, run_id: UUID, query: str = "") -> dict[str, np.ndarray]:
    answer = person.get(f"/api/runs/{run_id}/numbers/decoder/1?{query}")
    assert answer.status_code == 200, answer.content
    with np.load(io.BytesIO(answer.content), allow_pickle=False) as file:
        return dict(file)


def sheet(person: Person, run_id: UUID, query: str = "") -> list[list[str]]:
    answer = person.get(f"/api/runs/{run_id}/numbers/decoder/1?format=csv&{query}")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode())))


def test_a_layer_as_npz_has_its_weights_tokens_and_axes(owner: Person, run_id: UUID) -> None:
    """NPZ read by numpy without pickle; masked cells are NaN."""
    file = npz(owner, run_id)
    assert (file["weights"].dtype, file["weights"].shape) == (np.float32, (4, 4, 4))
    assert list(file["axes"]) == ["head", "query", "key"]
    assert list(file["heads"]) == [0, 1, 2, 3]
    assert tuple(file["query_tokens"]) == tuple(file["key_tokens"]) == TOKENS
    assert json.loads(str(file["about"]))["run"] == str(run_id)
    kept = record(1, 4)
    for head in range(4):
        np.testing.assert_allclose(file["weights"][head], slow_softmax(kept, head), atol=1e-4)


def test_one_head_as_csv_names_queries_and_keys_and_leaves_masked_cells_empty(owner: Person, run_id: UUID) -> None:
    lines = sheet(owner, run_id, "head=2")
    assert lines[0] == ["head", "query", "token", "0", "1", "2", "3"]
    assert lines[1] == ["", "", "", *TOKENS]
    assert [line[:3] for line in lines[2:]] == [["2", str(i), token] for i, token in enumerate(TOKENS)]
    assert lines[2][4:] == ["", "", ""]
    cells = np.array([[float(cell) if cell else np.nan for cell in line[3:]] for line in lines[2:]], np.float32)
    np.testing.assert_array_equal(cells, npz(owner, run_id, "head=2")["weights"][0])


def test_a_layer_as_csv_has_a_line_for_each_query_of_each_head(owner: Person, run_id: UUID) -> None:
    lines = sheet(owner, run_id)
    assert len(lines) == 2 + 4 * 4
    assert [line[0] for line in lines[2::4]] == ["0", "1", "2", "3"]


def test_a_file_holds_exactly_what_is_shown_hidden_cells_and_renormalising_included(
    owner: Person, run_id: UUID
) -> None:
    """The first token hidden as a key and the rest of each row divided by what is left of it, by hand."""
    shown = npz(owner, run_id, "head=0&hide=first&renormalise=true")["weights"][0]
    by_hand = slow_softmax(record(1, 4), 0)
    by_hand[:, 0] = np.nan
    by_hand /= np.nansum(by_hand, axis=1, keepdims=True)
    np.testing.assert_allclose(shown[1:], by_hand[1:], atol=1e-4)
    assert np.isnan(shown[:, 0]).all()
    plain = npz(owner, run_id, "head=0&hide=first")["weights"][0]
    np.testing.assert_allclose(plain[3, 1:], slow_softmax(record(1, 4), 0)[3, 1:], atol=1e-4)


def test_a_token_that_a_spreadsheet_would_run_stays_text(owner: Person, player: Player) -> None:
    """C157: no cell of the table begins like a formula, and quotes, commas and tags stay inside theirs."""
    run_id = owner.starts({**SPEC, "text": '=1 +2 @x "><b>, c'})
    player.plays(run_id)
    lines = sheet(owner, run_id, "head=0")
    assert {len(line) for line in lines} == {len(lines[0])}
    assert not any(cell.startswith(("=", "+", "@", "\t")) for line in lines for cell in line)
    assert "'=" in lines[1]


@pytest.mark.parametrize(
    ("query", "field"),
    [("head=4", "head"), ("row=1", "row"), ("format=xls", "format"), ("head=-1", "head"), ("x=1", "x")],
)
def test_what_a_run_does_not_have_is_refused(query: str, field: str, owner: Person, run_id: UUID) -> None:
    answer = owner.get(f"/api/runs/{run_id}/numbers/decoder/1?{query}")
    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_a_file_that_would_be_too_large_is_refused_before_anything_is_computed(
    owner: Person, run_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = numbers.FORMS["csv"]
    monkeypatch.setitem(numbers.FORMS, "csv", numbers.Form(form.media, 63, form.write))
    answer = owner.get(f"/api/runs/{run_id}/numbers/decoder/1?format=csv")
    assert (answer.status_code, answer.json()["code"]) == (400, "export_too_large")
    assert answer.json()["data"] == {"given": 64, "limit": 63}
    assert len(sheet(owner, run_id, "head=0")) == 6
