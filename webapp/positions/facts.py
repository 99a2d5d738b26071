"""What the position encoding gives a head of a run: from the run's spec, its capture and the model's own files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from compute.capture.record import AttentionRecord, Single
from compute.catalog.models import model_card, model_folder
from compute.catalog.positions import Encoding, Stack
from compute.catalog.positions.forced import ForcedPosition, places_of, rotary_params
from compute.catalog.positions.picture import turning
from compute.catalog.positions.relative import alibi_slopes
from compute.catalog.positions.stated import stated_position
from compute.catalog.positions.weights import added_to_embeddings, encoding_of
from compute.errors import AtlasError
from compute.events import Kind, ModelCard, RunTokens, Token
from compute.spec import RunSpec
from compute.standing import own_rotary
from compute.text import tokens_of
from compute.wire import PackedArray, Scalar
from webapp.positions import wire
from webapp.runs.heads import Head

NOWHERE = Path("/nonexistent")


def head_position(spec: RunSpec, found: Head, kind: Kind) -> wire.HeadPosition:
    """Of a head of a run with this spec."""
    head = found.head
    card, folder = _model(spec, found.model)
    name, params = _row(card, spec.position)
    if kind == "cross" or name is None:
        return _nothing(card, found, kind, name)
    places = _places(spec, card, folder, found.queries)
    stack = Stack(
        model_dim=card.model_dim,
        heads=card.query_heads,
        head_dim=card.head_dim,
        max_tokens=card.trained_tokens or card.context_tokens,
        two_way=kind == "encoder",
    )
    encoding = encoding_of(name, params, stack)
    first, last = int(places.min()), int(places.max())
    added = added_to_embeddings(encoding, folder, kind, card.context_tokens, first, last - first + 1)
    return wire.HeadPosition(
        row=name,
        params=params,
        words=card.position,
        query_places=tuple(places.tolist()),
        key_places=tuple(places.tolist()),
        slope=alibi_slopes(card.query_heads)[head] if name == "alibi" else None,
        bias=_packed(_by_distance(found.record, found.row, head)),
        turning=_turning(encoding, last + 1, params),
        added=None if added is None else PackedArray.of(added),
        added_first=first,
    )


def _model(spec: RunSpec, said: ModelCard) -> tuple[ModelCard, Path]:
    """The model as it is listed; what a stored run said of it where it is not here."""
    try:
        return model_card(spec.model), model_folder(spec.model)
    except AtlasError:
        row, params = stated_position(NOWHERE, said.position)
        return said.model_copy(update={"position_row": row, "position_params": params}), NOWHERE


def _row(card: ModelCard, forced: ForcedPosition | None) -> tuple[str | None, Mapping[str, Scalar]]:
    if forced is None or forced.rotary is None:
        return card.position_row, card.position_params
    params: Mapping[str, Scalar] = rotary_params(forced.rotary, own_rotary(card)).model_dump(mode="json")
    return forced.rotary.row, params


def _nothing(card: ModelCard, found: Head, kind: Kind, name: str | None) -> wire.HeadPosition:
    """Cross-attention knows no positions; of some models they are made inside."""
    return wire.HeadPosition(
        row=None if kind == "cross" else name,
        params={},
        words=card.position,
        query_places=tuple(range(len(found.queries))),
        key_places=tuple(range(len(found.keys))),
        slope=None,
        bias=_packed(_by_distance(found.record, found.row, found.head)),
    )


def _places(spec: RunSpec, card: ModelCard, folder: Path, tokens: Sequence[Token]) -> np.ndarray:
    real = np.array([token.role != "padding" for token in tokens])
    counted = np.maximum(real.cumsum() - 1, 0)[None]
    if spec.position is None:
        plain: np.ndarray = counted[0]
        return plain
    given = _given(tokens_of(spec, card, folder), tokens)
    place: np.ndarray = places_of(spec.position, counted, given)[0]
    return place


def _given(given: RunTokens, now: Sequence[Token]) -> int:
    """How many of these tokens were there before the model wrote any."""
    rows = [*given.rows, *given.target]
    ids = [token.id for token in now]
    fitting = [len(row.tokens) for row in rows if [token.id for token in row.tokens] == ids[: len(row.tokens)]]
    return max(fitting, default=len(now))


def _by_distance(record: AttentionRecord, row: int, head: int) -> Single | None:
    bias = None if record.bias is None else record.bias.by_distance
    return None if bias is None else bias[min(row, len(bias) - 1), min(head, bias.shape[1] - 1)]


def _packed(values: Single | None) -> PackedArray | None:
    return None if values is None else PackedArray.of(values, "float32")


def _turning(encoding: Encoding, tokens: int, params: Mapping[str, Scalar]) -> wire.Turning | None:
    if encoding.rotate is None:
        return None
    found = turning(encoding.rotate, tokens)
    pairing = params.get("pairing")
    return wire.Turning(
        speeds=PackedArray.of(found.speeds, "float32"),
        factor=found.factor,
        pairing=pairing if isinstance(pairing, str) else None,
    )
