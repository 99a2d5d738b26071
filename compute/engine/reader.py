"""A model of any family as a run uses it: it may write some tokens, reads all of them once, and says what it makes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from jaxtyping import Float
from torch import Tensor, nn

from compute.engine.generate import Written
from compute.engine.steps import Steps
from compute.events import RunEvent, RunTokens
from compute.lab.tokenizer import END_ID
from compute.spec import RunSpec

States = Float[Tensor, "batch token model_dim"]
Between = Callable[[], None]  # called between two pieces of work; it may stop the run by raising


@dataclass(frozen=True)
class Writing:
    """What was written, or given to write: `ids` with the end token if it came.

    The token of step i follows from position `first` + i of the writing side. found: best first; none if it was given.
    """

    how: Literal["greedy", "beam", "given"]
    ids: tuple[int, ...]
    first: int
    found: tuple[Written, ...]
    end: int = END_ID

    @property
    def ended(self) -> bool:
        return self.ids[-1:] == (self.end,)


@dataclass(frozen=True)
class Draft:
    """What the one pass reads whose attention is shown, and what of it the model wrote."""

    spec: RunSpec
    tokens: RunTokens
    writing: Writing | None = None


class Reader(Protocol):
    @property
    def model(self) -> nn.Module: ...

    @property
    def bytes(self) -> int:
        """Of memory, for its weights."""

    def layers(self) -> Sequence[nn.Module]:
        """The modules that hold the attention of a layer each, in the order in which they run."""

    def standing(self, spec: RunSpec, given: RunTokens) -> AbstractContextManager[None]:
        """Around all of a run: its tokens stand where the spec forces them to, and afterwards as before."""

    def steps(self) -> Steps:
        """A decoder's way to read a text in pieces, from its beginning. Raises: ValueError for another model."""

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        """The tokens given, with those that the model writes where it is asked to."""

    def read(self, tokens: RunTokens) -> States:
        """One pass over all tokens; the states that the output is made of."""

    def logits(self, states: Float[Tensor, "token model_dim"]) -> Float[Tensor, "token vocab"]:
        """The output head, for states of any precision and place. Raises: ValueError if it has none."""

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        """What the model makes of it, with seq 0."""
