"""A mask forced on a run: what each attention call may see instead, for every model alike."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from compute.catalog.masks.choice import ForcedMask, rule_of
from compute.catalog.masks.forced import text_of
from compute.engine.mask import Mask
from compute.engine.probe import Asked
from compute.engine.ruled import Line, Ruled
from compute.engine.seen import restricted
from compute.engine.top import Top, largest
from compute.events import Kind, RunTokens, TokenRow

# Cells of scores held at once while the largest are looked for.
BLOCK_CELLS = 2**22
# Masks kept for the layers that follow: each step of writing has its own.
MADE = 8


class Forcing:
    """Asked before each call of a run; a call that it does not reach keeps the model's own mask.

    What the model writes itself belongs to the last document of the text, and none of it is special.
    """

    def __init__(self, forced: ForcedMask, given: RunTokens) -> None:
        self.forced, self.given = forced, given
        self.rule = None if forced.mask is None else rule_of(forced.mask)
        self.decoder_keys = 0
        self._made: dict[tuple[Kind, int, int, int, int], Ruled] = {}

    def __call__(self, asked: Asked) -> Mask:
        """What the call may see."""
        kind, layer = asked.place
        n_query, n_key = asked.q.shape[2], asked.k.shape[2]
        if kind == "decoder":
            self.decoder_keys = n_key
        if not self.forced.reaches(kind, layer):
            return asked.mask
        # A decoder's query stands in cross-attention where it stands among the decoder's own keys.
        first = n_key - n_query if kind != "cross" else self.decoder_keys - n_query
        return by_content(self.forced, asked, self._by_position(asked, first))

    def _by_position(self, asked: Asked, first: int) -> Mask:
        heads = _heads(self.forced, asked.q)
        if self.forced.how == "restrict":
            return asked.mask if self.rule is None else self._restricted(asked.mask, asked, first, heads)
        bare = Mask(key_valid=_valid(self._rows(asked), asked.k.shape[2], asked.q.device))
        replaced = bare if self.rule is None else self._restricted(bare, asked, first, None)
        if heads is None:
            return replaced
        sizes = asked.q.shape[2], asked.k.shape[2], asked.q.device
        per_head = torch.where(heads[:, None, None], replaced.to_dense(*sizes), asked.mask.to_dense(*sizes))
        return Mask(key_valid=bare.key_valid, dense=per_head)

    def _restricted(self, own: Mask, asked: Asked, first: int, heads: Tensor | None) -> Mask:
        """Every layer of a pass has the same rule over the same keys: it is evaluated once."""
        assert self.rule is not None
        kind, batch, n_query, n_key = asked.place.kind, asked.q.shape[0], asked.q.shape[2], asked.k.shape[2]
        lines = [_line(row, n_key) for row in self._rows(asked)]
        mask = restricted(own, self.rule, lines, n_query, n_key, first=first, heads=heads)
        if len(mask.ruled) == len(own.ruled):
            return mask
        key = (kind, batch, n_query, n_key, first)
        if len(self._made) > MADE:
            self._made.clear()
        return replace(mask, ruled=(*own.ruled, self._made.setdefault(key, mask.ruled[-1])))

    def _rows(self, asked: Asked) -> Sequence[TokenRow]:
        """The rows that are looked at; while several texts are written from one, it stands for all."""
        rows = self.given.keys(asked.place.kind)
        return rows if len(rows) == asked.q.shape[0] else rows[:1]


def by_content(forced: ForcedMask, asked: Asked, mask: Mask) -> Mask:
    """The mask with what a forced one says of scores: of what is allowed by position, the largest stay."""
    if forced.top_k is None or forced.top_k >= asked.k.shape[2]:
        return mask
    return replace(mask, top=Top(_largest(asked, mask, forced.top_k), _heads(forced, asked.q)))


def _heads(forced: ForcedMask, q: Tensor) -> Tensor | None:
    if forced.heads is None:
        return None
    return torch.isin(torch.arange(q.shape[1], device=q.device), torch.tensor(forced.heads, device=q.device))


def _line(row: TokenRow, n_key: int) -> Line:
    left = next((place for place, token in enumerate(row.tokens) if token.role != "padding"), 0)
    return Line(text_of(row, n_key - len(row.tokens)), left)


def _valid(rows: Sequence[TokenRow], n_key: int, device: torch.device) -> Tensor | None:
    """[batch, key]: False = padding; None = there is none."""
    real = [[token.role != "padding" for token in row.tokens] for row in rows]
    if all(map(all, real)):
        return None
    return torch.tensor([[*row, *[True] * (n_key - len(row))] for row in real], device=device)


def _largest(asked: Asked, mask: Mask, count: int) -> Tensor:
    """By blocks of rows: the keys of the `count` largest scores that each query may see, for every head."""
    batch, heads, n_query, _ = asked.q.shape
    n_key = asked.k.shape[2]
    rows = max(1, BLOCK_CELLS // (batch * heads * n_key))
    parts = []
    for start in range(0, n_query, rows):
        block = range(start, min(start + rows, n_query))
        cells = asked.scores(block)
        hidden = ~mask.block(n_query, n_key, block, range(n_key), asked.q.device)
        parts.append(largest(cells.masked_fill(hidden, -torch.inf), count))
    return torch.cat(parts, 2)
