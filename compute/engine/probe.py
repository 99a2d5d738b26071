"""What is asked of a run while it computes: a Probe around it is told of every attention call."""

from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from time import perf_counter
from types import TracebackType
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from compute.engine.attend import attend, kernel_name
from compute.engine.mask import EVERYTHING, Mask
from compute.events import Kind


class Place(NamedTuple):
    """Where in the model a call stands: its kind of map, and its layer, counted from 0 in its own stack."""

    kind: Kind
    layer: int


@dataclass(frozen=True, eq=False)
class AttentionCall:
    """One call of attention, as the kernel saw it (after rotation), with what it gave back.

    Any weight is exp(softcap(scale * q_i . k_j) + bias[i, j] - lse_i) where the mask allows, else 0.
    `elapsed_s` is the time inside the kernel. Tensors are the run's own: read them, don't write to them.
    """

    kind: Kind
    layer: int
    q: Float[Tensor, "batch query_head query head_dim"]
    k: Float[Tensor, "batch kv_head key head_dim"]
    v: Float[Tensor, "batch kv_head key value_dim"]
    lse: Float[Tensor, "batch query_head query"]
    scale: float
    mask: Mask
    bias: Float[Tensor, "#batch #query_head #query key"] | None
    softcap: float | None
    sink: Float[Tensor, " query_head"] | None
    kernel: str
    elapsed_s: float

    def as_asked(self) -> "Asked":
        """The call as it was before it was computed."""
        place = Place(self.kind, self.layer)
        return Asked(place, self.q, self.k, self.scale, self.mask, self.bias, self.softcap)


@dataclass(frozen=True, eq=False)
class Asked:
    """A call that is about to be computed, as the model asks for it."""

    place: Place
    q: Float[Tensor, "batch query_head query head_dim"]
    k: Float[Tensor, "batch kv_head key head_dim"]
    scale: float
    mask: Mask
    bias: Float[Tensor, "#batch #query_head #query key"] | None
    softcap: float | None

    def scores(self, queries: range) -> Float[Tensor, "batch query_head _queries key"]:
        """softcap(scale * q . k) + bias of some queries in float32, whether the mask allows a cell or not."""
        batch, heads, n_query, head_dim = self.q.shape
        kv_heads, n_key = self.k.shape[1:3]
        q = self.q[:, :, queries.start : queries.stop].float().reshape(batch, kv_heads, -1, head_dim)
        cells = (q @ self.k.float().transpose(-1, -2)).view(batch, heads, len(queries), n_key) * self.scale
        if self.softcap is not None:
            cells = self.softcap * torch.tanh(cells / self.softcap)
        if self.bias is not None:
            cells = cells + self.bias.expand(-1, -1, n_query, -1)[:, :, queries.start : queries.stop].float()
        return cells


@dataclass
class Probe:
    """Around a run, it hears of each attention call; an exception that `on_call` raises stops the run there.

        with Probe(on_call=calls.append):
            model(**inputs)

    `before` is asked what a call may see, in place of the model's own mask; None = the model's own.

    Probes don't nest: the innermost one is asked. A run without a probe computes the same numbers.
    """

    on_call: Callable[[AttentionCall], None] = lambda call: None
    before: Callable[[Asked], Mask] | None = None
    _entered: list[Token["Probe | None"]] = field(default_factory=list, init=False, repr=False)

    def __enter__(self) -> "Probe":
        self._entered.append(_current.set(self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _current.reset(self._entered.pop())


_current: ContextVar[Probe | None] = ContextVar("probe", default=None)


def attention(
    place: Place,
    q: Float[Tensor, "batch query_head query head_dim"],
    k: Float[Tensor, "batch kv_head key head_dim"],
    v: Float[Tensor, "batch kv_head key value_dim"],
    *,
    scale: float,
    mask: Mask = EVERYTHING,
    bias: Float[Tensor, "#batch #query_head #query key"] | None = None,
    softcap: float | None = None,
    sink: Float[Tensor, " query_head"] | None = None,
) -> Float[Tensor, "batch query_head query value_dim"]:
    """The attention of a model's layer: `attend`, under the mask that the probe says, and reported to it."""
    probe = _current.get()
    if probe is None:
        return attend(q, k, v, scale=scale, mask=mask, bias=bias, softcap=softcap, sink=sink)[0]
    if probe.before is not None:
        mask = probe.before(Asked(place, q, k, scale, mask, bias, softcap))
    start = _now(q)
    out, lse = attend(q, k, v, scale=scale, mask=mask, bias=bias, softcap=softcap, sink=sink)
    elapsed_s = _now(q) - start
    kernel = kernel_name(q, k, v, mask, bias, softcap)
    probe.on_call(
        AttentionCall(place.kind, place.layer, q, k, v, lse, scale, mask, bias, softcap, sink, kernel, elapsed_s)
    )
    return out


def _now(q: Tensor) -> float:
    if q.is_cuda:
        torch.cuda.synchronize(q.device)  # kernels run behind Python's back there
    return perf_counter()
