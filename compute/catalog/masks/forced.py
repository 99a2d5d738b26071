"""A forced mask against the model and the text that it is for, before anything is computed."""

from collections.abc import Sequence

import numpy as np

from compute.catalog.masks.choice import ForcedMask, cells_in
from compute.catalog.masks.in_use import in_use
from compute.catalog.masks.rule import Rule, Text, blind_queries, seen
from compute.errors import InvalidRequest, OutOfRange, WrongMaskSize
from compute.events import KINDS, Kind, Notice, RunTokens, TokenRow

AHEAD = Notice(
    code="sees_ahead",
    message="The mask lets tokens see later ones. These were not there yet while the model wrote, so the pass that is "
    "shown, over the whole text, is not the one that wrote it.",
    data={},
)
SHOWN = 12  # blind tokens that a notice names
ROWS = 256  # looked at together, so that no n x n is held


def check_forced(forced: ForcedMask, given: RunTokens, written: int) -> RunTokens:
    """The same tokens, with a notice in each row of which some tokens see nothing, or see what is still to be written.

    written: how many tokens more the decoder writes at most; if any, cells can't fit it.

    Raises:
        InvalidRequest: a kind of attention that the model has not; cells for a text that grows.
        OutOfRange: a layer or a head that it has not. WrongMaskSize: cells for a text of another length.
    """
    card = given.model
    kinds = tuple(kind for kind in KINDS[card.architecture] if forced.reaches(kind, _a_layer(forced)))
    if not kinds:
        has = ", ".join(KINDS[card.architecture])
        raise InvalidRequest(f"{card.title} has no {forced.kind} attention. Choose one of: {has}.", field="mask")
    for name, asked, limit in (("layer", forced.layers, card.layers), ("head", forced.heads, card.query_heads)):
        if asked is not None and asked[-1] >= limit:
            raise OutOfRange(name, asked[-1], limit)
    if forced.mask is None:
        return given
    sizes = set(cells_in(forced.mask))
    for kind in kinds:
        for row in given.keys(kind):
            _check_sizes(sizes, kind, text_of(row), written > 0)
    return _noticed(given, forced, kinds, written)


def _a_layer(forced: ForcedMask) -> int:
    return 0 if forced.layers is None else forced.layers[0]


def text_of(row: TokenRow, more: int = 0) -> Text:
    """What masks know of a row: its real tokens, its documents and its special tokens.

    A document ends with a special token after the first one, or with a line break.

    more: tokens that follow the row and are plain, as those that a model writes are taken to be.
    """
    real = [token for token in row.tokens if token.role != "padding"]
    ends = ["⏎" in token.label or (token.role == "special" and place > 0) for place, token in enumerate(real)]
    documents, number, ended = [], 0, False
    for separates in (*ends, *[False] * more):
        if ended and not separates:
            number, ended = number + 1, False
        documents.append(number)
        ended = ended or separates
    special = frozenset(place for place, token in enumerate(real) if token.role == "special")
    return Text(len(documents), tuple(documents), special)


def _check_sizes(sizes: set[int], kind: Kind, text: Text, grows: bool) -> None:
    if sizes and kind == "cross":
        raise InvalidRequest(
            "Cells are for a text that looks at itself; cross-attention looks at another. Use an expression.",
            field="mask",
        )
    if sizes and kind == "decoder" and grows:
        raise InvalidRequest(
            "A mask given cell by cell fits one length, and this text grows while the model writes. "
            "Let it write nothing, or use a mask that fits every length.",
            field="mask",
        )
    for size in sizes:
        if size != text.tokens:
            raise WrongMaskSize(size, text.tokens)


def _noticed(given: RunTokens, forced: ForcedMask, kinds: Sequence[Kind], written: int) -> RunTokens:
    for kind in kinds:
        rows = []
        rules = [one.rule for one in in_use(forced, given.model, kind)]
        for queries, keys in zip(given.queries(kind), given.keys(kind), strict=True):
            blind = blind_in(rules, text_of(queries).tokens, text_of(keys))
            ahead = kind == "decoder" and written > 0 and _sees_ahead(rules, text_of(keys), text_of(keys, written))
            said = [*([_notice(blind)] if blind else []), *([AHEAD] if ahead else [])]
            rows.append(queries.model_copy(update={"notices": (*queries.notices, *said)}))
        side = "rows" if given.queries(kind) is given.rows else "target"
        given = given.model_copy(update={side: tuple(rows)})
    return given


def blind_in(rules: Sequence[Rule], queries: int, text: Text) -> list[int]:
    """The real tokens that see nothing in some layer, by their place among the real ones."""
    found: set[int] = set()
    for rule in rules:
        for start in range(0, queries, ROWS):
            block = seen(rule, text, range(start, min(start + ROWS, queries)))
            found.update(start + row for row in blind_queries(block))
    return sorted(found)


def _sees_ahead(rules: Sequence[Rule], given: Text, grown: Text) -> bool:
    """Whether a token of the text that is written sees a later one that its own step could not know."""
    fresh = range(given.tokens, grown.tokens)
    query, key = np.ogrid[: grown.tokens, fresh.start : fresh.stop]
    return any(bool((rule.see(query, key, grown) & (key > query)).any()) for rule in rules)


def _notice(blind: list[int]) -> Notice:
    named = ", ".join(map(str, blind[:SHOWN])) + (", …" if len(blind) > SHOWN else "")
    what = "1 token sees" if len(blind) == 1 else f"{len(blind):,} tokens see"
    return Notice(
        code="blind_queries",
        message=f"{what} nothing under the forced mask, so attention gives 0 there: {named}.",
        data={"count": len(blind), "tokens": named},
    )
