"""What of an attention call is kept: its record, in numpy, from which any weight comes back."""

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from compute.capture.record import AttentionRecord, BiasRecord, Bool, Coded, MaskRecord, Single
from compute.engine.attend import attend
from compute.engine.probe import AttentionCall


def record_of(call: AttentionCall) -> AttentionRecord:
    """The record, with the row normalisers that its own codes give.

    The kernel's normalisers belong to the unrounded queries and keys. Against the rounded ones they would put a row's
    sum off by up to 1.4e-3 at 2,048 tokens, and its weights with it; their own bring both within the tolerance.
    """
    query, key = Coded.of(_single(call.q)), Coded.of(_single(call.k))
    _, lse = attend(
        torch.from_numpy(query.values()).to(call.q.device),
        torch.from_numpy(key.values()).to(call.q.device),
        call.v.float(),
        scale=call.scale,
        mask=call.mask,
        bias=call.bias,
        softcap=call.softcap,
        sink=call.sink,
    )
    return AttentionRecord(
        kind=call.kind,
        layer=call.layer,
        query=query,
        key=key,
        lse=_single(lse),
        scale=call.scale,
        softcap=call.softcap,
        mask=MaskRecord(
            causal=call.mask.causal,
            window=call.mask.window,
            key_valid=_boolean(call.mask.key_valid),
            query_valid=_boolean(query_valid(call)),
            dense=_boolean(call.mask.dense),
        ),
        bias=None if call.bias is None else compact_bias(call.bias.expand(-1, -1, call.q.shape[2], call.k.shape[2])),
        sink=None if call.sink is None else _single(call.sink),
    )


def query_valid(call: AttentionCall) -> Tensor | None:
    """[batch, query]: False = padding. None: no query is, or it is cross-attention, whose mask tells of keys only."""
    return None if call.kind == "cross" else call.mask.query_valid(call.q.shape[2])


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
