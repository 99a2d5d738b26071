"""What the Output view shows of one row, as files: CSV and JSON line by line, NPZ for numpy."""

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields

import numpy as np

from compute.events import Candidate, RunFilled, RunLeaks, RunNextToken, RunSentences, RunShuffled, RunWritten, Token
from compute.fold import RunState
from webapp.runs.numbers import plain_text


@dataclass(frozen=True)
class Figure:
    """One number of the view.

    part: which one it is, such as `loss`. place, token: the token that it is of, or the sentence; None: of the row.
    rank: 1 is the likeliest candidate. label: the candidate, or the text. value: None where it is not defined.
    """

    part: str
    place: int | None
    token: str
    rank: int | None
    label: str
    value: float | None
    unit: str


def figures(state: RunState, row: int) -> list[Figure]:
    """Every number that the view shows of this row, in its order."""
    tokens = state.tokens.rows[row].tokens if state.tokens and row < len(state.tokens.rows) else ()
    target = state.tokens.target[row].tokens if state.tokens and row < len(state.tokens.target) else tokens
    found: list[Figure] = []
    if row in state.written:
        found += _written(state.written[row])
    if row in state.filled:
        found += _filled(state.filled[row], tokens)
    if row in state.next_token:
        found += _next_token(state.next_token[row], tokens)
    if state.leaks is not None and row == 0:
        found += _leaks(state.leaks, target)
    if row in state.shuffled:
        found += _shuffled(state.shuffled[row], target if state.shuffled[row].side == "target" else tokens)
    if state.sentences is not None:
        found += _sentences(state.sentences, row, tokens)
    return found


def _written(said: RunWritten) -> Iterator[Figure]:
    for step, one in enumerate(said.steps):
        yield Figure("written", step, one.label, None, "", one.probability, "probability")
        yield from _candidates("written.candidate", step, one.label, one.top)
    for rank, found in enumerate(said.hypotheses, 1):
        yield Figure("hypothesis", None, "", rank, found.text, found.score, "nats per token")


def _filled(said: RunFilled, tokens: Sequence[Token]) -> Iterator[Figure]:
    for one in said.places:
        token = one.masked.label if one.masked else tokens[one.place].label
        if one.masked:
            yield Figure("masked", one.place, token, None, token, one.masked.probability, "probability")
        yield from _candidates("filled.candidate", one.place, token, one.top)


def _next_token(said: RunNextToken, tokens: Sequence[Token]) -> Iterator[Figure]:
    last = max((place for place, token in enumerate(tokens) if token.role != "padding"), default=None)
    yield from _candidates("next_token", last, "" if last is None else tokens[last].label, said.top)
    if said.mean_loss is not None:
        yield Figure("mean_loss", None, "", None, "", said.mean_loss, "nats")
        yield Figure("perplexity", None, "", None, "", math.exp(said.mean_loss), "tokens")
    yield from _each("loss", tokens, said.losses, "nats")
    yield from _each("probability", tokens, [None if x is None else math.exp(-x) for x in said.losses], "probability")


def _leaks(said: RunLeaks, tokens: Sequence[Token]) -> Iterator[Figure]:
    # Places in a leak do not count the padding before the text.
    before = next((place for place, token in enumerate(tokens) if token.role != "padding"), 0)
    for rank, pair in enumerate(said.pairs, 1):
        output, token = pair.output + before, pair.token + before
        label = f"{token} {tokens[token].label}"
        yield Figure("leak", output, tokens[output].label, rank, label, pair.moved, "of the largest state")
    for rank, cell in enumerate(said.cells, 1):
        query, key = cell.query + before, cell.key + before
        label = f"{key} {tokens[key].label}"
        yield Figure("leak.cell", query, tokens[query].label, rank, label, cell.weight, "weight")


def _shuffled(said: RunShuffled, tokens: Sequence[Token]) -> Iterator[Figure]:
    yield from _each("shuffle.change", tokens, said.changes, "root mean squares")
    if said.divergences is not None:
        yield from _each("shuffle.divergence", tokens, said.divergences, "nats")


def _sentences(said: RunSentences, row: int, tokens: Sequence[Token]) -> Iterator[Figure]:
    for one, line in enumerate(said.similarity, 1):
        for other, value in enumerate(line, 1):
            yield Figure("similarity", one, "", None, f"{other}", value, "cosine")
    if row < len(said.token_similarity):
        yield from _each("token_similarity", tokens, said.token_similarity[row], "cosine")


def _candidates(part: str, place: int | None, token: str, top: Iterable[Candidate]) -> Iterator[Figure]:
    for rank, one in enumerate(top, 1):
        yield Figure(part, place, token, rank, one.label, one.probability, "probability")


def _each(part: str, tokens: Sequence[Token], values: Sequence[float | None], unit: str) -> Iterator[Figure]:
    for place, token in enumerate(tokens):
        yield Figure(part, place, token.label, None, "", values[place] if place < len(values) else None, unit)


def as_csv(found: Sequence[Figure], about: dict[str, object]) -> bytes:
    """A line of names, then a line for each number in UTF-8; an empty cell is none.

    Numbers have as many digits as it takes to read them back exactly.
    """
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow([field.name for field in fields(Figure)])
    for one in found:
        lines.writerow([plain_text(cell) if isinstance(cell, str) else cell for cell in astuple(one)])
    return text.getvalue().encode()


def as_json(found: Sequence[Figure], about: dict[str, object]) -> bytes:
    """`about`, `axes` (the names of what stands in a figure) and `figures`."""
    axes = [field.name for field in fields(Figure)]
    said = {"about": about, "axes": axes, "figures": [asdict(one) for one in found]}
    return json.dumps(said, ensure_ascii=False, indent=1).encode()


def as_npz(found: Sequence[Figure], about: dict[str, object]) -> bytes:
    """For each part an array under its name, float64, NaN where not defined; beside it `{part}.place`, `.token`,
    `.rank` and `.label` of the same length (-1: none); `parts`, `units`; `about`, a text in JSON. Nothing needs pickle.
    """
    parts = list(dict.fromkeys(one.part for one in found))
    arrays = {"about": np.array(json.dumps(about, ensure_ascii=False)), "parts": np.array(parts, np.str_)}
    arrays["units"] = np.array([next(one.unit for one in found if one.part == part) for part in parts], np.str_)
    for part in parts:
        lines = [one for one in found if one.part == part]
        arrays[part] = np.array([math.nan if one.value is None else one.value for one in lines], np.float64)
        arrays[f"{part}.place"] = np.array([-1 if one.place is None else one.place for one in lines], np.int32)
        arrays[f"{part}.rank"] = np.array([-1 if one.rank is None else one.rank for one in lines], np.int32)
        arrays[f"{part}.token"] = np.array([one.token for one in lines], np.str_)
        arrays[f"{part}.label"] = np.array([one.label for one in lines], np.str_)
    file = io.BytesIO()
    save: Callable[..., None] = np.savez_compressed
    save(file, **arrays)
    return file.getvalue()


@dataclass(frozen=True)
class Form:
    media: str
    write: Callable[[Sequence[Figure], dict[str, object]], bytes]


FORMS = {
    "csv": Form("text/csv; charset=utf-8", as_csv),
    "npz": Form("application/x-npz", as_npz),
    "json": Form("application/json", as_json),
}
