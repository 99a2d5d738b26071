"""One head of one run, found and checked: what every number is read from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from uuid import UUID

from compute.capture.hide import Hide
from compute.capture.record import AttentionRecord
from compute.errors import InvalidRequest, NotCapturedYet, OutOfRange
from compute.events import KINDS, Kind, ModelCard, RunEvent, RunHeads, RunTokens, Token
from webapp.browser import Visitor
from webapp.runs import frames, services
from webapp.runs.models import Run
from webapp.runs.parts import captures


@dataclass(frozen=True)
class Head:
    """`row` is the row of the batch, `head` the query head; the tokens of that row, on both sides of the map.

    is_own: the asker's, or an example; not lent by a link.
    """

    digest: str
    model: ModelCard
    record: AttentionRecord
    row: int
    head: int
    queries: Sequence[Token]
    keys: Sequence[Token]
    is_own: bool

    def sibling(self, head: int) -> "Head":
        """Another query head of the same layer and row."""
        return replace(self, head=head)

    def hide(self, words: Sequence[str]) -> Hide | None:
        return Hide.by_words(words, self.queries, self.keys)


def open_head(visitor: Visitor, run_id: UUID, kind: Kind, layer: int, head: int, row: int) -> Head:
    """The head, if the asker may read the run.

    Raises:
        NotFound, OutOfRange, InvalidRequest: a kind that the model lacks; NotCapturedYet.
    """
    run = services.read_run(visitor, run_id)
    said = tokens_of_run(run)
    if said is None:
        raise NotCapturedYet(layer)
    model = said.model
    if kind not in KINDS[model.architecture]:
        raise InvalidRequest(
            f"{model.title} has no {kind} attention. Ask for {KINDS[model.architecture][0]}.", field="kind"
        )
    within("layer", layer, model.layers)
    within("head", head, model.query_heads)
    within("row", row, len(said.rows))
    record = captures().record(run.digest, kind, layer)
    is_own = run.is_example or run.owner == visitor.owner
    queries, keys = said.queries(kind)[row].tokens, said.keys(kind)[row].tokens
    return Head(run.digest, model, record, row, head, queries, keys, is_own)


def within(field: str, given: int, limit: int) -> None:
    """Raises OutOfRange unless given < limit."""
    if given >= limit:
        raise OutOfRange(field, given, limit)


def tokens_of_run(run: Run) -> RunTokens | None:
    """What the run said of its model and its tokens; None if it has not come to that."""
    if captures().is_complete(run.digest):
        return _kept_tokens(run.digest)
    return _said_last(frames.live_events(run))


@lru_cache(maxsize=64)
def _kept_tokens(digest: str) -> RunTokens | None:
    return _said_last(captures().events(digest))


def _said_last(events: Iterable[RunEvent]) -> RunTokens | None:
    """The tokens that the maps are of: maps come after them."""
    said = None
    for event in events:
        if isinstance(event, RunHeads):
            break
        if isinstance(event, RunTokens):
            said = event
    return said
