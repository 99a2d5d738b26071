"""A forced mask against the model and the text that it is for, before anything is computed."""

from collections.abc import Sequence

from compute.catalog.masks.choice import ForcedMask, cells_in, rule_of
from compute.catalog.masks.own import rule_of_layer
from compute.catalog.masks.row import masks
from compute.catalog.masks.rule import Rule, Text, blind_queries, seen
from compute.catalog.params import chosen, fill
from compute.errors import InvalidRequest, OutOfRange, WrongMaskSize
from compute.events import KINDS, Kind, ModelCard, Notice, RunTokens, TokenRow

SHOWN = 12  # blind tokens that a notice names
ROWS = 256  # looked at together, so that no n x n is held


def check_forced(forced: ForcedMask, given: RunTokens, grows: bool) -> RunTokens:
    """The same tokens, with a notice in each row of which some tokens see nothing.

    grows: the model writes more tokens than these, so that cells can't fit it.

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
    rule = rule_of(forced.mask)
    for kind in kinds:
        for row in given.keys(kind):
            _check_sizes(sizes, kind, text_of(row), grows)
    return _noticed(given, forced, rule, kinds)


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


def own_rule(card: ModelCard, kind: Kind, layer: int = 0) -> Rule:
    """The model's own mask in a layer, which a forced one restricts."""
    writes = "encoder" if card.architecture == "encoder" else "decoder"
    own = rule_of_layer(card, layer) if kind == writes else None
    if own is not None:
        return own
    if kind == "decoder" and card.mask_row is not None:
        row = chosen(masks, "mask", card.mask_row)
        return row.rule(fill(row.params, card.mask_params))
    row = masks.rows["causal" if kind == "decoder" else "full"]
    return row.rule(row.example)


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


def _noticed(given: RunTokens, forced: ForcedMask, rule: Rule, kinds: Sequence[Kind]) -> RunTokens:
    for kind in kinds:
        rows = []
        for queries, keys in zip(given.queries(kind), given.keys(kind), strict=True):
            blind = _blind(_in_use(forced, rule, given.model, kind), text_of(queries).tokens, text_of(keys))
            notices = (*queries.notices, _notice(blind)) if blind else queries.notices
            rows.append(queries.model_copy(update={"notices": notices}))
        side = "rows" if given.queries(kind) is given.rows else "target"
        given = given.model_copy(update={side: tuple(rows)})
    return given


def _in_use(forced: ForcedMask, rule: Rule, card: ModelCard, kind: Kind) -> list[Rule]:
    """The masks of the layers that are reached, each once."""
    if forced.how == "replace":
        return [rule]
    layers = range(card.layers) if forced.layers is None else forced.layers
    own = {one.name: one for one in (own_rule(card, kind, layer) for layer in layers)}
    return [rule & one for one in own.values()]


def _blind(rules: Sequence[Rule], queries: int, text: Text) -> list[int]:
    """The real tokens that see nothing in some layer, by their place among the real ones."""
    found: set[int] = set()
    for rule in rules:
        for start in range(0, queries, ROWS):
            block = seen(rule, text, range(start, min(start + ROWS, queries)))
            found.update(start + row for row in blind_queries(block))
    return sorted(found)


def _notice(blind: list[int]) -> Notice:
    named = ", ".join(map(str, blind[:SHOWN])) + (", …" if len(blind) > SHOWN else "")
    what = "1 token sees" if len(blind) == 1 else f"{len(blind):,} tokens see"
    return Notice(
        code="blind_queries",
        message=f"{what} nothing under the forced mask, so attention gives 0 there: {named}.",
        data={"count": len(blind), "tokens": named},
    )
