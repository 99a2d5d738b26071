"""A model of any family as a run uses it: it may write some tokens, reads all of them once, and says what it makes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from jaxtyping import Float
from torch import Tensor, nn

from compute.events import RunEvent, RunTokens
from compute.spec import RunSpec

States = Float[Tensor, "batch token model_dim"]
Between = Callable[[], None]  # called between two pieces of work; it may stop the run by raising


@dataclass(frozen=True)
class Draft:
    """What the one pass reads whose attention is shown."""

    tokens: RunTokens


class Reader(Protocol):
    @property
    def bytes(self) -> int:
        """Of memory, for its weights."""

    def layers(self) -> Sequence[nn.Module]:
        """The modules that hold the attention of a layer each, in the order in which they run."""

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        """The tokens given, with those that the model writes where it is asked to."""

    def read(self, tokens: RunTokens) -> States:
        """One pass over all tokens; the states that the output is made of."""

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        """What the model makes of it, with seq 0."""
