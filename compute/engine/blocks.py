"""Norms, feed-forward parts and expert routing of a block, in torch; compute.catalog.blocks defines them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional

from compute.catalog.blocks import feed_forwards
from compute.engine.probe import Place

Hidden = Float[Tensor, "batch token model_dim"]

NORMS: dict[str, Callable[[int, float], nn.Module]] = {
    "layer_norm": lambda width, eps: nn.LayerNorm(width, eps=eps),
    "rms_norm": lambda width, eps: nn.RMSNorm(width, eps=eps),
}

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "gelu_tanh": lambda x: functional.gelu(x, approximate="tanh"),
    "swiglu": functional.silu,
    "geglu": functional.gelu,
}


class FeedForward(nn.Module):
    """Each token by itself: up, through the activation, down. A gated one has twice the columns going up."""

    def __init__(self, model_dim: int, ffn_dim: int, kind: str, bias: bool) -> None:
        super().__init__()
        self.activate = ACTIVATIONS[kind]
        self.parts = 2 if feed_forwards.rows[kind].gated else 1
        self.up = nn.Linear(model_dim, self.parts * ffn_dim, bias=bias)
        self.down = nn.Linear(ffn_dim, model_dim, bias=bias)

    def forward(self, x: Float[Tensor, "*batch model_dim"]) -> Float[Tensor, "*batch model_dim"]:
        first, *gate = self.up(x).chunk(self.parts, -1)
        inner = self.activate(first)
        for factor in gate:
            inner = inner * factor
        out: Tensor = self.down(inner)
        return out


@dataclass(frozen=True, eq=False)
class Routing:
    """Where a layer's tokens went: `expert` and its `share` of the output, best first.

    A row for each token, or for the tokens of all rows of the batch behind one another. Shares sum to 1 where a model
    makes them so, as those of the lab do. `experts`: how many there are to choose from.
    """

    place: Place
    experts: int
    expert: Int[Tensor, "*token choice"]
    share: Float[Tensor, "*token choice"]


_listeners: ContextVar[list[Routing] | None] = ContextVar("routing", default=None)


@contextmanager
def routing() -> Iterator[list[Routing]]:
    """Collects the router's choices of every layer that runs inside."""
    choices: list[Routing] = []
    token = _listeners.set(choices)
    try:
        yield choices
    finally:
        _listeners.reset(token)


def report(routing: Routing) -> None:
    """Told to whoever collects."""
    listeners = _listeners.get()
    if listeners is not None:
        listeners.append(routing)


class Experts(nn.Module):
    """A router sends each token through its top_k feed-forward parts, weighed by a softmax over those.

    Source: Jiang et al. 2024, Mixtral of Experts, section 2.1, arXiv:2401.04088.
    """

    def __init__(self, make: Callable[[], FeedForward], count: int, top_k: int, model_dim: int, place: Place) -> None:
        super().__init__()
        self.router = nn.Linear(model_dim, count, bias=False)
        self.experts = nn.ModuleList(make() for _ in range(count))
        self.top_k = top_k
        self.place = place

    def forward(self, x: Hidden) -> Hidden:
        logit, expert = self.router(x).topk(self.top_k, dim=-1)
        share = torch.softmax(logit, dim=-1)
        report(Routing(self.place, len(self.experts), expert, share))
        out = torch.zeros_like(x)
        for number, part in enumerate(self.experts):
            *token, choice = (expert == number).nonzero(as_tuple=True)
            place = tuple(token)
            out = out.index_put(place, part(x[place]) * share[(*place, choice)][:, None], accumulate=True)
        return out
