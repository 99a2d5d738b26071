"""Attention of a run's own queries, keys and values in several ways: the same numbers, other time and memory."""

from collections.abc import Callable, Mapping
from statistics import median
from typing import Literal

import torch
from torch import Tensor

from compute.engine.allocated import meter, peak_bytes
from compute.engine.attend import attend, kernel_name, whole
from compute.engine.forced import Forcing
from compute.engine.kernels import Kernel, first_fitting
from compute.engine.parts import now
from compute.engine.probe import AttentionCall, Probe
from compute.engine.reader import Between, Reader
from compute.events import RunTokens
from compute.measured import KernelAsk, KernelCall, MeasuredKernel, RunKernels

Way = Literal["naive", "fused", "block_sparse"]
MATERIALISED = "materialised: scores, softmax and weighted sum one after the other, in float32"


def compared(
    reader: Reader, tokens: RunTokens, forcing: Forcing | None, ask: KernelAsk, between: Between
) -> RunKernels:
    """Every attention call of the layer, or of all, while a pass over the tokens goes on; seq 0.

    `between` is called before each round and may stop the pass by raising.
    """
    calls: list[KernelCall] = []

    def on_call(call: AttentionCall) -> None:
        if ask.layer is None or call.layer == ask.layer:
            calls.append(in_ways(call, ask.rounds, between))

    with Probe(on_call, forcing):
        reader.read(tokens)
    accounting = meter(next(reader.model.parameters()).device).accounting
    return RunKernels(seq=0, calls=tuple(calls), rounds=ask.rounds, accounting=accounting)


def in_ways(call: AttentionCall, rounds: int, between: Between = lambda: None) -> KernelCall:
    """One call in each way that can take it; the ways in turn, so that a drift of the machine hits all."""
    batch, heads, n_query, _ = call.q.shape
    n_key = call.k.shape[2]
    ways = _ways(call)
    expected = ways["naive"]().float()
    difference: dict[Way, float] = {}
    for way, run in ways.items():
        difference[way] = float((run().float() - expected).abs().max())  # warms up, too
    times: dict[Way, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        between()
        for way, run in ways.items():
            began = now(call.q.device)
            run()
            times[way].append(now(call.q.device) - began)
    names = _names(call)
    visible = call.mask.visible_count(n_query, n_key, call.q.device).expand(batch, heads, n_query)
    return KernelCall(
        kind=call.kind,
        layer=call.layer,
        queries=n_query,
        keys=n_key,
        heads=heads,
        allowed_cells=int(visible.sum()),
        cells=batch * heads * n_query * n_key,
        ways=tuple(
            MeasuredKernel(
                way=way,
                kernel=names[way],
                ms=median(times[way]) * 1e3,
                peak_bytes=peak_bytes(call.q.device, run),
                difference=difference[way],
            )
            for way, run in ways.items()
        ),
    )


def naive(call: AttentionCall) -> Tensor:
    """[batch, query_head, query, value_dim] with every score and weight laid out; 0 where a query sees nothing."""
    n_query, n_key = call.q.shape[2], call.k.shape[2]
    scores = call.as_asked().scores(range(n_query))
    scores = scores.masked_fill(~call.mask.to_dense(n_query, n_key, scores.device), -torch.inf)
    if call.sink is not None:
        beside = call.sink.float()[None, :, None, None].expand(*scores.shape[:3], 1)
        scores = torch.cat([scores, beside], -1)
    weights = scores.softmax(-1).nan_to_num(0.0)[..., :n_key]
    values = call.v.float().repeat_interleave(call.q.shape[1] // call.v.shape[1], 1)
    return (weights @ values).to(call.q.dtype)


def _ways(call: AttentionCall) -> Mapping[Way, Callable[[], Tensor]]:
    def by(kernel: Callable[..., tuple[Tensor, Tensor]]) -> Tensor:
        return kernel(
            call.q, call.k, call.v,
            scale=call.scale, mask=call.mask, bias=call.bias, softcap=call.softcap, sink=call.sink,
        )[0]  # fmt: skip

    fused: dict[Way, Callable[[], Tensor]] = {}
    if not _kernel(call).keeps_scores:
        fused["fused"] = lambda: by(whole)
    return {
        "naive": lambda: naive(call),
        **fused,
        "block_sparse": lambda: by(attend),
    }


def _kernel(call: AttentionCall) -> Kernel:
    mask = call.mask.simplified(call.q.shape[2], call.k.shape[2])
    return first_fitting(call.q, call.v, mask, call.bias, call.softcap)


def _names(call: AttentionCall) -> Mapping[Way, str]:
    by_blocks = kernel_name(call.q, call.k, call.v, call.mask, call.bias, call.softcap)
    return {"naive": MATERIALISED, "fused": _kernel(call).name, "block_sparse": by_blocks}
