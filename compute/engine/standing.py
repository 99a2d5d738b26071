"""A forced change of position while a run lasts: whoever asks where tokens stand is told otherwise."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from compute.catalog.positions import Rotation
from compute.catalog.positions.forced import ForcedPosition, places_of
from compute.events import Kind, RunTokens


@dataclass(frozen=True)
class Standing:
    """given: tokens of each side before the model writes any. rotation: in place of a lab model's own."""

    forced: ForcedPosition
    given: Mapping[Kind, int]
    rotation: Rotation | None = None

    @property
    def moves_distances(self) -> bool:
        return self.forced.ids != "counted"

    def places(self, kind: Kind, counted: Int[Tensor, "row token"]) -> Int[Tensor, "row token"]:
        """Where the tokens of this side stand that are counted so."""
        moved = places_of(self.forced, counted.cpu().numpy(), self.given[kind])
        return torch.from_numpy(moved).to(counted.device)


_current: ContextVar[Standing | None] = ContextVar("standing", default=None)


def standing_now() -> Standing | None:
    """None: tokens stand where the model counts them."""
    return _current.get()


@contextmanager
def stands(standing: Standing) -> Iterator[None]:
    token = _current.set(standing)
    try:
        yield
    finally:
        _current.reset(token)


def given_tokens(tokens: RunTokens) -> Mapping[Kind, int]:
    longest = [max((len(row.tokens) for row in rows), default=0) for rows in (tokens.rows, tokens.target)]
    return {"encoder": longest[0], "decoder": longest[1] or longest[0]}
