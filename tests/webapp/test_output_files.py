"""The numbers of the Output view as files, read back by other readers and held against the events themselves."""

import csv
import io
import json
import math
from pathlib import Path
from typing import TypeVar

import msgpack
import numpy as np
import pytest

from compute.capture.store import Capture
from compute.events import (
    EVENT,
    RunEvent,
    RunFilled,
    RunLeaks,
    RunNextToken,
    RunSentences,
    RunShuffled,
    RunTokens,
    RunWritten,
)
from compute.fold import fold
from webapp.runs import output

from .cast import Person
from .player import Player

STREAMS = Path(__file__).parent.parent / "fixtures" / "streams"
EXAMPLES = Path(output.__file__).parent / "examples"
Event = TypeVar("Event")
Line = dict[str, str]


def events_of(stream: str) -> list[RunEvent]:
    if (EXAMPLES / stream).is_dir():
        return list(Capture.at(EXAMPLES / stream).events())
    return [
        EVENT.validate_python(one) for one in msgpack.Unpacker(io.BytesIO((STREAMS / f"{stream}.msgpack").read_bytes()))
    ]


def last(stream: str, kind: type[Event]) -> Event:
    return [event for event in events_of(stream) if isinstance(event, kind)][-1]


def labels(stream: str) -> list[str]:
    return [token.label for token in last(stream, RunTokens).rows[0].tokens]


def lines(stream: str, row: int = 0) -> list[Line]:
    """The file as a reader of CSV has it; an apostrophe keeps a spreadsheet from running a token."""
    text = output.as_csv(output.figures(fold(events_of(stream)), row), {}).decode()
    return [{name: cell.removeprefix("'") for name, cell in line.items()} for line in csv.DictReader(io.StringIO(text))]


def of(part: str, found: list[Line]) -> list[Line]:
    return [line for line in found if line["part"] == part]


def values(found: list[Line]) -> list[float | None]:
    return [float(line["value"]) if line["value"] else None for line in found]


def test_losses_and_next_tokens_are_those_of_the_event_to_the_last_digit() -> None:
    """C137."""
    found, said = lines("finished"), last("finished", RunNextToken)
    assert [line["token"] for line in of("loss", found)] == labels("finished")
    assert values(of("loss", found)) == list(said.losses)
    top = of("next_token", found)
    assert [line["rank"] for line in top] == [str(rank) for rank in range(1, len(said.top) + 1)]
    assert [line["label"] for line in top] == [one.label for one in said.top]
    assert values(top) == [one.probability for one in said.top]
    for line, loss in zip(of("probability", found), said.losses, strict=True):
        assert line["value"] == "" if loss is None else math.isclose(-math.log(float(line["value"])), loss)
    (perplexity,) = of("perplexity", found)
    assert said.mean_loss is not None
    assert math.isclose(math.log(float(perplexity["value"])), said.mean_loss)


def test_a_text_that_was_written_has_each_step_and_what_else_could_have_stood_there() -> None:
    found, said = lines("written"), last("written", RunWritten)
    assert [line["token"] for line in of("written", found)] == [step.label for step in said.steps]
    assert values(of("written", found)) == [step.probability for step in said.steps]
    assert values(of("written.candidate", found)) == [one.probability for step in said.steps for one in step.top]
    assert [line["label"] for line in of("hypothesis", found)] == [one.text for one in said.hypotheses]
    assert values(of("hypothesis", found)) == [one.score for one in said.hypotheses]


def test_a_masked_token_has_its_candidates_and_its_own_probability() -> None:
    found, said = lines("filled"), last("filled", RunFilled)
    assert [int(line["place"]) for line in of("masked", found)] == [one.place for one in said.places if one.masked]
    assert values(of("masked", found)) == [one.masked.probability for one in said.places if one.masked]
    assert values(of("filled.candidate", found)) == [one.probability for place in said.places for one in place.top]


def test_shuffled_words_and_leaks_are_told_cell_by_cell() -> None:
    said = last("shuffled", RunShuffled)
    assert values(of("shuffle.change", lines("shuffled"))) == list(said.changes)
    assert values(of("shuffle.divergence", lines("shuffled"))) == list(said.divergences or ())
    leaks = last("leaks", RunLeaks)
    assert values(of("leak", lines("leaks"))) == [pair.moved for pair in leaks.pairs]
    assert values(of("leak.cell", lines("leaks"))) == [cell.weight for cell in leaks.cells]


def test_sentences_have_their_cosines() -> None:
    found, said = lines("minilm"), last("minilm", RunSentences)
    assert values(of("similarity", found)) == [value for line in said.similarity for value in line]
    assert values(of("token_similarity", found)) == list(said.token_similarity[0])
    assert [line["token"] for line in of("token_similarity", found)] == labels("minilm")


@pytest.mark.parametrize("stream", ["finished", "written", "filled", "shuffled", "leaks", "minilm"])
def test_numpy_and_json_read_what_csv_says(stream: str) -> None:
    """Nothing needs pickle; NaN in NPZ and null in JSON is what CSV leaves empty."""
    found = output.figures(fold(events_of(stream)), 0)
    told = json.loads(output.as_json(found, {"row": 0}))
    assert told["axes"] == ["part", "place", "token", "rank", "label", "value", "unit"]
    assert [one["value"] for one in told["figures"]] == values(lines(stream))
    with np.load(io.BytesIO(output.as_npz(found, {"row": 0})), allow_pickle=False) as file:
        assert json.loads(str(file["about"])) == {"row": 0}
        for part in file["parts"]:
            expected = [math.nan if one is None else one for one in values(of(str(part), lines(stream)))]
            np.testing.assert_array_equal(file[part], expected)
            assert len(file[f"{part}.token"]) == len(file[f"{part}.place"]) == len(expected)


def test_a_run_gives_them_by_http_and_refuses_what_is_not_there(owner: Person, player: Player) -> None:
    run_id = owner.starts()
    refused = owner.get(f"/api/runs/{run_id}/output")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    player.plays(run_id)
    answer = owner.get(f"/api/runs/{run_id}/output?format=csv")
    assert answer["Content-Disposition"] == 'attachment; filename="output-row-0.csv"'
    (top,) = [line for line in csv.reader(io.StringIO(answer.content.decode())) if line[0] == "next_token"]
    assert top == ["next_token", "3", "d", "1", "a", "1.0", "probability"]
    assert owner.get(f"/api/runs/{run_id}/output?row=1").json()["code"] == "out_of_range"
    assert owner.get(f"/api/runs/{run_id}/output?format=xml").json()["code"] == "invalid_request"
