"""What of an attention call is kept: its record, in numpy, from which any weight comes back, and its pictures."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from compute.capture.record import AttentionRecord, BiasRecord, Bool, Coded, MaskRecord, Single
from compute.engine.pooled import pooled, query_valid
from compute.engine.probe import AttentionCall

SIDE = 64  # cells of a picture at most


@dataclass(frozen=True, eq=False)
class Kept:
    """A call as it will be read back: queries, keys and row normalisers are those of its codes.

    The kernel's normalisers belong to the unrounded queries and keys. Against the rounded ones they would put a row's
    sum off by up to 1.4e-3 at 2,048 tokens, and its weights with it; their own bring both within the tolerance.

    picture [batch, query_head, row, column]: the largest weight of each block x block cells, at most SIDE of them on a
        side; NaN where masked or padding.
    """

    query: Coded
    key: Coded
    call: AttentionCall
    block: int
    picture: Tensor


def keep(call: AttentionCall) -> Kept:
    query, key = Coded.of(_single(call.q)), Coded.of(_single(call.k))
    q, k = (torch.from_numpy(coded.values()).to(call.q.device) for coded in (query, key))
    read_back = replace(call, q=q, k=k)
    block = -(-max(q.shape[2], k.shape[2]) // SIDE)
    picture, lse = pooled(read_back, block)
    return Kept(query, key, replace(read_back, lse=lse), block, picture)


def record_of(kept: Kept) -> AttentionRecord:
    call = kept.call
    return AttentionRecord(
        kind=call.kind,
        layer=call.layer,
        query=kept.query,
        key=kept.key,
        lse=_single(call.lse),
        scale=call.scale,
        softcap=call.softcap,
        mask=MaskRecord(
            causal=call.mask.causal,
            window=call.mask.window,
            key_valid=_boolean(call.mask.key_valid),
            query_valid=_boolean(query_valid(call)),
            dense=_boolean(call.mask.by_cell(call.q.shape[2], call.k.shape[2], call.q.device)),
            top=None if call.mask.top is None else call.mask.top.keys.cpu().contiguous().numpy(),
            top_heads=None if call.mask.top is None else _boolean(call.mask.top.heads),
        ),
        bias=None if call.bias is None else compact_bias(call.bias.expand(-1, -1, call.q.shape[2], call.k.shape[2])),
        sink=None if call.sink is None else _single(call.sink),
    )


def compact_bias(bias: Tensor) -> BiasRecord:
    """The bias [batch or 1, head or 1, query, key], by distance alone if it is the same along every diagonal."""
    if torch.equal(bias[..., 1:, 1:], bias[..., :-1, :-1]):
        before, after = bias[..., :, 0].flip(-1), bias[..., 0, 1:]
        return BiasRecord(by_distance=_single(torch.cat([before, after], -1)))
    return BiasRecord(dense=_single(bias))


def _single(values: Tensor) -> Single:
    array: npt.NDArray[np.float32] = values.detach().float().cpu().contiguous().numpy()
    return array


def _boolean(values: Tensor | None) -> Bool | None:
    return None if values is None else values.detach().cpu().contiguous().numpy()
