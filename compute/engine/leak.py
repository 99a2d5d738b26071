"""Which outputs change when a token is changed, against what the mask promises, and through which cells."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from compute.catalog.masks import Allowed, Rule, masks
from compute.catalog.masks.choice import ForcedMask, rule_of
from compute.catalog.masks.forced import text_of
from compute.catalog.masks.reach import influence
from compute.catalog.masks.rule import seen
from compute.catalog.models import model_card, model_folder
from compute.engine.forced import Forcing
from compute.engine.loaded import LoadedModels
from compute.engine.probe import AttentionCall, Probe
from compute.engine.reader import Between, Reader
from compute.events import Kind, LeakingCell, LeakingPair, RunLeaks, RunTokens, TokenRow
from compute.spec import RunSpec
from compute.text import tokens_of
from compute.wire import PackedArray

MOST_CHANGED = 64  # tokens that are changed, one at a time; of a longer text evenly spaced ones
MOST_NAMED = 64  # pairs and cells that are named; the rest is counted
TOGETHER = 16  # rows of a batch
# Of the largest state: far above what a batch of another size rounds to, far below what a token does.
TOLERANCE = {torch.float32: 1e-4, torch.float16: 1e-2, torch.bfloat16: 5e-2}


def leaks(spec: RunSpec, models: LoadedModels, promise: Rule | None = None) -> RunLeaks:
    """The leaks of a model over a text, without a run: no capture is made.

    promise: what the cells are held against; None as in `check`.

    Raises: AtlasError, as a run of the spec would.
    """
    spec = spec.model_copy(update={"check_leaks": True})
    given = tokens_of(spec, model_card(spec.model), model_folder(spec.model))
    reader = models.get(spec.model, spec.dtype)
    with torch.inference_mode(), reader.standing(spec, given):
        with Probe(before=None if spec.mask is None else Forcing(spec.mask, given)):
            draft = reader.draft(spec, given, lambda: None)
        return check(reader, spec.mask, given, draft.tokens, lambda: None, promise)


def check(
    reader: Reader,
    forced: ForcedMask | None,
    given: RunTokens,
    tokens: RunTokens,
    between: Between,
    promise: Rule | None = None,
) -> RunLeaks:
    """Changes tokens of the first row, one at a time, and looks which last states move; seq 0.

    given: what was read before the model wrote anything; tokens: all of it.
    promise: who may hear of whom; None = of a decoder nobody of a later token, of an encoder whom its mask lets see.
        What it allows from layer to layer is followed through all layers.
    """
    kind: Kind = "encoder" if given.model.architecture == "encoder" else "decoder"
    given, tokens = _alone(given, kind), _alone(tokens, kind)
    (row,) = tokens.queries(kind)
    rule = promise or _promised(forced, kind)
    promised = seen(rule, text_of(row), range(len(row.tokens)))
    calls: list[AttentionCall] = []
    forcing = None if forced is None else Forcing(forced, given)
    with Probe(calls.append, forcing):
        before = reader.read(tokens)[0].float()
    changed = _changed(row)
    moved = np.zeros((len(row.tokens), len(changed)), np.float32)
    tolerance = TOLERANCE[calls[0].q.dtype]
    for start in range(0, len(changed), TOGETHER):
        between()
        some = changed[start : start + TOGETHER]
        with Probe(before=forcing):
            after = reader.read(_with(tokens, kind, [_altered(row, place) for place in some])).float()
        difference = (after - before).abs().amax(-1) / before.abs().max()
        moved[:, start : start + len(some)] = difference.T.cpu().numpy()
    pairs = list(_pairs(moved, changed, influence(promised, given.model.layers), tolerance))
    cells = sorted(_cells(calls, kind, promised), key=lambda cell: -cell.weight)
    return RunLeaks(
        seq=0,
        kind=kind,
        promise=rule.name,
        changed=tuple(changed),
        moved=PackedArray.of(moved, "float32"),
        tolerance=tolerance,
        pairs=tuple(sorted(pairs, key=lambda pair: -pair.moved)[:MOST_NAMED]),
        pairs_in_all=len(pairs),
        cells=tuple(cells[:MOST_NAMED]),
        cells_in_all=len(cells),
    )


def reader_dtype(calls: list[AttentionCall]) -> torch.dtype:
    return calls[0].q.dtype


def _promised(forced: ForcedMask | None, kind: Kind) -> Rule:
    if kind == "decoder":
        row = masks.rows["causal"]
        return row.rule(row.example)
    if forced is None or forced.mask is None or forced.layers is not None or forced.heads is not None:
        row = masks.rows["full"]
        return row.rule(row.example)
    return rule_of(forced.mask)


def _alone(tokens: RunTokens, kind: Kind) -> RunTokens:
    """The first row of the side that is looked at, without padding."""
    (row, *_) = tokens.queries(kind)
    real = tuple(token for token in row.tokens if token.role != "padding")
    return _with(tokens, kind, [row.model_copy(update={"tokens": real})])


def _with(tokens: RunTokens, kind: Kind, rows: list[TokenRow]) -> RunTokens:
    """These rows on the side that is looked at; the source of a translation once for each."""
    if not tokens.target:
        return tokens.model_copy(update={"rows": tuple(rows)})
    return tokens.model_copy(update={"rows": tokens.rows[:1] * len(rows), "target": tuple(rows)})


def _changed(row: TokenRow) -> list[int]:
    """The places that are changed: of the text's own tokens, evenly spaced, the last one among them."""
    places = [place for place, token in enumerate(row.tokens) if token.role == "text"]
    step = -(-len(places) // MOST_CHANGED)
    return places[::-1][::step][::-1]


def _altered(row: TokenRow, place: int) -> TokenRow:
    """Another token in this place: the next one of the text that differs, or of the vocabulary."""
    tokens = list(row.tokens)
    own = tokens[place].id
    others = [token.id for token in (*tokens[place + 1 :], *tokens[:place]) if token.role == "text" and token.id != own]
    tokens[place] = tokens[place].model_copy(update={"id": others[0] if others else max(own - 1, 0) or own + 1})
    return row.model_copy(update={"tokens": tuple(tokens)})


def _pairs(
    moved: npt.NDArray[np.float32], changed: list[int], heard: Allowed, tolerance: float
) -> Iterator[LeakingPair]:
    """Outputs that moved though the promise lets them hear nothing of the token."""
    for output, column in np.argwhere(moved > tolerance):
        token = changed[int(column)]
        if not heard[output, token]:
            yield LeakingPair(output=int(output), token=token, moved=float(moved[output, column]))


@dataclass
class _Broken:
    layers: list[int]
    weight: float = 0.0


def _cells(calls: list[AttentionCall], kind: Kind, promised: Allowed) -> Iterator[LeakingCell]:
    """Cells of the masks in use that the promise does not allow, with the layers, and the largest weight there."""
    found: dict[tuple[int, int], _Broken] = {}
    for call in calls:
        if call.kind != kind:
            continue
        n_query, n_key = call.q.shape[2], call.k.shape[2]
        allowed = call.mask.to_dense(n_query, n_key, call.q.device)[0].any(0).cpu().numpy()
        broken = np.argwhere(allowed & ~promised)
        if not len(broken):
            continue
        largest = _weights(call).amax(0).cpu().numpy()
        for query, key in broken.tolist():
            cell = found.setdefault((query, key), _Broken([]))
            cell.layers.append(call.layer)
            cell.weight = max(cell.weight, float(largest[query, key]))
    for (query, key), cell in found.items():
        yield LeakingCell(query=query, key=key, layers=tuple(cell.layers), weight=cell.weight)


def _weights(call: AttentionCall) -> Tensor:
    """[query_head, query, key] of the first row; 0 where masked."""
    n_query, n_key = call.q.shape[2], call.k.shape[2]
    log = call.as_asked().scores(range(n_query)) - call.lse[..., None]
    return log.exp().masked_fill(~call.mask.to_dense(n_query, n_key, log.device), 0.0)[0]
