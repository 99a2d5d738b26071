"""Weights of a call while it is at hand: the largest of each block of every head, and whole rows of some queries."""

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from compute.engine.probe import AttentionCall

# Cells of scores held at once: 4 MiB, which stays in the cache.
BLOCK_CELLS = 2**20
# Bands of rows at least, so that the upper half of a causal map is mostly left out …
BANDS = 8
# … but none so small that its calls take longer than its cells.
LEAST_ROWS = 64


class Pooled(NamedTuple):
    """maxima: the largest weight of each block; NaN where every cell is masked or the query is padding.

    lse: the row normalisers that these queries and keys give, +inf where a row sees nothing.
    """

    maxima: Float[Tensor, "batch query_head _rows _columns"]
    lse: Float[Tensor, "batch query_head query"]


def pooled(call: AttentionCall, size: int) -> Pooled:
    """One pass over the scores in bands of rows; blocks are size x size cells, smaller at the far edges.

    The call's own normalisers need only be near: they keep the sums of exponentials near 1. Keys that no query of a
    band can reach are not computed.
    """
    batch, heads, queries, _ = call.q.shape
    keys = call.k.shape[2]
    rows = min(BLOCK_CELLS // (batch * heads * keys), max(LEAST_ROWS, -(-queries // BANDS)))
    rows = max(1, -(-rows // size)) * size
    shape = (batch, heads, -(-queries // size), -(-keys // size))
    logs = torch.full(shape, -torch.inf, device=call.q.device)
    lse = torch.empty(batch, heads, queries, device=call.q.device)
    for start in range(0, queries, rows):
        band = range(start, min(start + rows, queries))
        reach = call.mask.reach(queries, keys, band)
        reach = range(reach.start - reach.start % size, reach.stop)
        maxima, normaliser = _band(call, band, reach, size)
        top, left = start // size, reach.start // size
        logs[:, :, top : top + maxima.shape[2], left : left + maxima.shape[3]] = maxima
        lse[:, :, band.start : band.stop] = normaliser
    return Pooled(logs.exp().masked_fill_(logs == -torch.inf, torch.nan), lse)


def query_valid(call: AttentionCall) -> Tensor | None:
    """[batch, query]: False = padding. None: no query is, or it is cross-attention, whose mask tells of keys only."""
    return None if call.kind == "cross" else call.mask.query_valid(call.q.shape[2])


def _band(call: AttentionCall, band: range, reach: range, size: int) -> tuple[Tensor, Tensor]:
    """For some rows and columns: logarithms of the largest weights [batch, query_head, row, column], and lse."""
    batch, heads, queries, head_dim = call.q.shape
    kv_heads, keys = call.k.shape[1:3]
    group, width = heads // kv_heads, len(band)
    # Keys first and queries last: what is done over keys then runs along whole lines of memory.
    q = call.q[:, :, band.start : band.stop].float() * call.scale
    q = q.reshape(batch, kv_heads, group * width, head_dim).transpose(-1, -2)
    scores = call.k[:, :, reach.start : reach.stop].float() @ q  # batch kv_head key (group query)
    cells = scores.view(batch, kv_heads, len(reach), group, width)
    if call.softcap is not None:
        cells.div_(call.softcap).tanh_().mul_(call.softcap)
    if call.bias is not None:
        bias = call.bias.expand(-1, -1, queries, keys)[:, :, band.start : band.stop, reach.start : reach.stop]
        cells += _keys_first(bias.float(), heads, kv_heads)
    seen_by_all = _seen_by_all(call, band, reach)
    if seen_by_all < len(reach):
        partly = range(reach.start + seen_by_all, reach.stop)
        hidden = ~call.mask.block(queries, keys, band, partly, call.q.device)
        cells[:, :, seen_by_all:].masked_fill_(_keys_first(hidden, heads, kv_heads), -torch.inf)
    near = call.lse[:, :, band.start : band.stop].reshape(batch, kv_heads, 1, group, width)
    cells -= near
    maxima = _maximum(cells, 2, size)
    if size == 1:
        maxima = maxima.clone()  # the cells themselves, which the exponential below overwrites
    total = cells.exp_().sum(2, keepdim=True)
    if call.sink is not None:
        total += torch.exp(call.sink.float().view(1, kv_heads, 1, group, 1) - near)
    correction = total.log().masked_fill(near == torch.inf, 0.0)  # a row that sees nothing keeps +inf
    out_of_sight = correction
    valid = query_valid(call)
    if valid is not None:
        out_of_sight = correction.masked_fill(~valid[:, None, None, None, band.start : band.stop], torch.inf)
    logs = _maximum(maxima - out_of_sight, 4, size)  # batch kv_head column group row
    logs = logs.permute(0, 1, 3, 4, 2).reshape(batch, heads, logs.shape[4], logs.shape[2])
    return logs, (near + correction).view(batch, heads, width)


def _seen_by_all(call: AttentionCall, band: range, reach: range) -> int:
    """How many of the first keys are known to be seen by every query of the band, without looking at each cell."""
    mask = call.mask
    if mask.window is not None or mask.key_valid is not None or not mask.is_by_position():
        return 0
    own = band.start + call.k.shape[2] - call.q.shape[2]
    return min(max(own + 1 - reach.start, 0), len(reach)) if mask.causal else len(reach)


def _keys_first(cells: Tensor, heads: int, kv_heads: int) -> Tensor:
    """[batch or 1, head or 1, query, key] as [batch or 1, kv_head or 1, key, group or 1, query]."""
    grouped = cells[:, :, None] if cells.shape[1] == 1 else _split(cells, 1, heads // kv_heads)
    return grouped.permute(0, 1, 4, 2, 3)


def _maximum(cells: Tensor, dim: int, size: int) -> Tensor:
    """The maximum of each `size` neighbours along `dim`; the last may be fewer."""
    if size == 1:
        return cells
    length = cells.shape[dim]
    even = length - length % size
    parts = []
    if even:
        parts.append(_split(cells.narrow(dim, 0, even), dim, size).amax(dim + 1))
    if even < length:
        parts.append(cells.narrow(dim, even, length - even).amax(dim, keepdim=True))
    return torch.cat(parts, dim) if len(parts) > 1 else parts[0]


def _split(cells: Tensor, dim: int, size: int) -> Tensor:
    """The axis `dim` as two: runs of `size` neighbours, and the place in the run."""
    shape = cells.shape
    return cells.reshape(*shape[:dim], shape[dim] // size, size, *shape[dim + 1 :])


def log_weights(call: AttentionCall, row: int, heads: slice, measured: range) -> Float[Tensor, "_head _measured key"]:
    """Logarithms of the weights of some queries of one batch row; -inf where masked."""
    batch, all_heads, queries, _ = call.q.shape
    keys = call.k.shape[2]
    some = slice(measured.start, measured.stop, measured.step)
    kv_heads = torch.arange(all_heads, device=call.q.device)[heads] // (all_heads // call.k.shape[1])
    q = call.q[row, heads, some].float() * call.scale
    cells = q @ call.k[row].float()[kv_heads].transpose(-1, -2)
    if call.softcap is not None:
        cells = call.softcap * torch.tanh(cells / call.softcap)
    if call.bias is not None:
        cells = cells + call.bias.expand(batch, all_heads, queries, keys)[row, heads, some].float()
    hidden = ~call.mask.block(queries, keys, measured, range(keys), call.q.device)
    hidden = hidden.expand(batch, all_heads, -1, -1)[row, heads]
    return (cells - call.lse[row, heads, some, None]).masked_fill_(hidden, -torch.inf)
