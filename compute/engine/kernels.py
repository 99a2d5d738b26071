"""The ways to compute attention, the first that fits being taken."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from compute.engine.mask import Mask
from compute.engine.ruled import Keys

Outcome = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class Scores:
    """The operands of one kernel call: all queries, or a block of them with the keys that they reach."""

    q: Tensor
    k: Tensor
    v: Tensor
    scale: float
    softcap: float | None

    def block(self, queries: range, keys: Keys) -> "Scores":
        rows = slice(queries.start, queries.stop, queries.step)
        return replace(self, q=self.q[:, :, rows], k=_gathered(self.k, keys), v=_gathered(self.v, keys))


@dataclass(frozen=True)
class Need:
    """What decides which kernel can take a call."""

    device: str
    dtype: torch.dtype
    head_dim: int
    value_dim: int
    added: bool  # something beside a square causal mask is added to the scores
    softcap: bool
    trains_bias: bool  # fused kernels give no gradient for what is added to the scores


@dataclass(frozen=True)
class Kernel:
    """One way to compute attention. `run(scores, added, causal)`: `added` is float32, -inf where hidden."""

    name: str
    fits: Callable[[Need], bool]
    run: Callable[[Scores, Tensor | None, bool], Outcome]
    keeps_scores: bool = False


def _cpu_flash(s: Scores, added: Tensor | None, causal: bool) -> Outcome:
    out, lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
        s.q, s.k, s.v, is_causal=causal, attn_mask=added, scale=s.scale
    )
    return out, lse.float()


def _cuda_flash(s: Scores, added: Tensor | None, causal: bool) -> Outcome:
    out, lse = torch.ops.aten._scaled_dot_product_flash_attention(s.q, s.k, s.v, is_causal=causal, scale=s.scale)[:2]
    return out, lse[:, :, : s.q.shape[2]].float()


def _cuda_efficient(s: Scores, added: Tensor | None, causal: bool) -> Outcome:
    n_query, n_key = s.q.shape[2], s.k.shape[2]
    group = s.q.shape[1] // s.k.shape[1]
    k, v = s.k.repeat_interleave(group, 1), s.v.repeat_interleave(group, 1)
    if added is not None:
        # The kernel wants the dtype of the query, every axis spelled out and rows that start on 16 elements.
        added = torch.nn.functional.pad(added.to(s.q.dtype), (0, -n_key % 16))[..., :n_key]
        added = added.expand(s.q.shape[0], s.q.shape[1], n_query, n_key)
    out, lse = torch.ops.aten._scaled_dot_product_efficient_attention(
        s.q, k, v, added, True, is_causal=causal, scale=s.scale
    )[:2]
    return out, lse[:, :, :n_query].float()


def _exact(s: Scores, added: Tensor | None, causal: bool) -> Outcome:
    """Any device, dtype and softcap, in float32; always called by blocks, so that causality is in `added`."""
    batch, heads, n_query, head_dim = s.q.shape
    kv_heads, n_key = s.k.shape[1], s.k.shape[2]
    grouped = s.q.float().reshape(batch, kv_heads, -1, head_dim)  # the queries of a group lie under each other
    scores = (grouped @ s.k.float().transpose(-1, -2)).view(batch, heads, n_query, n_key) * s.scale
    if s.softcap is not None:
        scores = s.softcap * torch.tanh(scores / s.softcap)
    if added is not None:
        scores = scores + added
    lse = scores.logsumexp(-1)
    # A row of -inf alone would give NaN; its weights are 0.
    weights = torch.exp(scores - lse.masked_fill(lse == -torch.inf, 0.0)[..., None])
    out = weights.view(batch, kv_heads, -1, n_key) @ s.v.float()
    return out.view(batch, heads, n_query, -1).to(s.q.dtype), lse


def _gathered(x: Tensor, keys: Keys) -> Tensor:
    """Those of [batch, kv_head, key, …]: a part of the same memory, or where they lie apart a copy."""
    if isinstance(keys, range):
        return x[:, :, keys.start : keys.stop]
    return x.index_select(2, torch.from_numpy(keys).to(x.device))


HALVES = (torch.float16, torch.bfloat16)

# The first that fits is taken.
KERNELS = (
    Kernel(
        "torch flash attention (CPU)",
        lambda need: (
            need.device == "cpu" and need.head_dim == need.value_dim and not need.softcap and not need.trains_bias
        ),
        _cpu_flash,
    ),
    Kernel(
        "torch flash attention (CUDA)",
        lambda need: (
            need.device == "cuda"
            and need.dtype in HALVES
            and need.head_dim == need.value_dim
            and need.head_dim % 8 == 0
            and need.head_dim <= 256
            and not (need.added or need.softcap)
        ),
        _cuda_flash,
    ),
    Kernel(
        "torch memory-efficient attention (CUDA)",
        lambda need: (
            need.device == "cuda"
            and need.dtype in (*HALVES, torch.float32)
            and need.head_dim % 8 == 0
            and need.value_dim % 8 == 0
            and not need.softcap
            and not need.trains_bias
        ),
        _cuda_efficient,
    ),
    Kernel("exact, by blocks of rows", lambda need: True, _exact, keeps_scores=True),
)


def first_fitting(q: Tensor, v: Tensor, mask: Mask, bias: Tensor | None, softcap: float | None) -> Kernel:
    """The kernel for these inputs and this mask, from which `Mask.simplified` has taken what hides nothing."""
    square = q.shape[2] == v.shape[2]
    added = (
        bias is not None
        or mask.key_valid is not None
        or not mask.is_by_position()
        or mask.window is not None
        or (mask.causal and not square)
    )
    trains_bias = bias is not None and bias.requires_grad and torch.is_grad_enabled()
    need = Need(q.device.type, q.dtype, q.shape[-1], v.shape[-1], added, softcap is not None, trains_bias)
    return next(kernel for kernel in KERNELS if kernel.fits(need))
