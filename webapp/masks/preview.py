"""How a mask looks on a text before anything runs: by numpy alone, from the text's tokens and the model's card."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.catalog.masks.choice import ForcedMask
from compute.catalog.masks.forced import blind_in, text_of
from compute.catalog.masks.in_use import in_use
from compute.catalog.masks.rule import Allowed, Rule, Text, seen
from compute.catalog.models import model_card, model_folder
from compute.errors import within
from compute.events import KINDS, Kind, ModelCard, TokenRow
from compute.spec import RunSpec
from compute.text import check_text, tokens_of
from webapp.masks import wire

# A map of more tokens a side is not drawn; its sums are counted all the same.
MOST_DRAWN = 2_048
ROWS = 256  # counted together, so that no n x n is held

Counts = npt.NDArray[np.int64]


def preview(asked: wire.MaskPreviewRequest) -> wire.MaskPreview:
    """The mask of the spec on one row of its text, for one kind of attention.

    Raises: AtlasError, as a new run of the spec would.
    """
    spec = asked.spec
    check_text(spec.text, "text")
    if spec.second is not None:
        check_text(spec.second, "second")
    card = model_card(spec.model)
    given = tokens_of(spec, card, model_folder(spec.model))
    kind = asked.kind or _kind(spec, card)
    queries, keys = given.queries(kind), given.keys(kind)
    within("row", asked.row, len(keys))
    return _on(spec.mask, card, kind, queries[asked.row], keys[asked.row], with_own=asked.own)


def _kind(spec: RunSpec, card: ModelCard) -> Kind:
    """The kind of attention that the mask is put on; of several, the one that writes."""
    kinds = KINDS[card.architecture]
    if spec.mask is not None and spec.mask.kind in kinds:
        return spec.mask.kind
    return "decoder" if "decoder" in kinds else kinds[0]


def _on(
    forced: ForcedMask | None, card: ModelCard, kind: Kind, queries: TokenRow, keys: TokenRow, *, with_own: bool
) -> wire.MaskPreview:
    first, *others = in_use(forced, card, kind)
    rule, own = first.rule, first.own
    asking, text = text_of(queries).tokens, text_of(keys)
    drawn = max(asking, text.tokens) <= MOST_DRAWN
    counted, trained = _count(rule, asking, text), _count(own, asking, text)
    most = None if forced is None else forced.top_k
    sums = counted.sums if most is None else np.minimum(counted.sums, most)
    grows = kind == "decoder"
    return wire.MaskPreview(
        kind=kind,
        queries=_real(queries),
        keys=None if keys is queries else _real(keys),
        offset=next((place for place, token in enumerate(queries.tokens) if token.role != "padding"), 0),
        cells=wire.PackedCells.of(_whole(rule, asking, text)) if drawn else None,
        own=wire.PackedCells.of(_whole(own, asking, text)) if drawn and with_own else None,
        row_sums=tuple(sums.tolist()),
        pairs=int(sums.sum()),
        own_pairs=int(trained.sums.sum()),
        own_layers=first.layers if others else None,
        dense_pairs=asking * text.tokens,
        blind=tuple(blind_in([rule, *(one.rule for one in others)], asking, text)),
        last_needed=tuple(counted.last_needed.tolist()) if grows else None,
        kept=tuple(counted.kept.tolist()) if grows else None,
        most_kept=int(counted.kept.max(initial=0)) if grows else None,
    )


def _real(row: TokenRow) -> TokenRow:
    return row.model_copy(update={"tokens": tuple(token for token in row.tokens if token.role != "padding")})


@dataclass(frozen=True)
class _Counted:
    """sums: keys that each query sees. last_needed: for each key the last query, not before it, that sees it; -1: none.

    kept: keys to be at hand when each row is generated, its own included.
    """

    sums: Counts
    last_needed: Counts
    kept: Counts


def _count(rule: Rule, queries: int, text: Text) -> _Counted:
    sums = np.zeros(queries, dtype=np.int64)
    last = np.full(text.tokens, -1, dtype=np.int64)
    born = np.arange(text.tokens)  # a key is there from its own row on
    for rows, cells in _blocks(rule, queries, text):
        sums[rows.start : rows.stop] = cells.sum(axis=1)
        latest = rows.stop - 1 - cells[::-1].argmax(axis=0)
        seen_late = cells.any(axis=0) & (latest >= born)
        last[seen_late] = latest[seen_late]
    needed = last >= 0
    change = np.zeros(queries + 1, dtype=np.int64)
    np.add.at(change, born[needed], 1)
    np.add.at(change, last[needed] + 1, -1)
    return _Counted(sums, last, change.cumsum()[:queries])


def _whole(rule: Rule, queries: int, text: Text) -> Allowed:
    return np.concatenate([cells for _, cells in _blocks(rule, queries, text)])


def _blocks(rule: Rule, queries: int, text: Text) -> Iterator[tuple[range, Allowed]]:
    for start in range(0, queries, ROWS):
        rows = range(start, min(start + ROWS, queries))
        yield rows, seen(rule, text, rows)
