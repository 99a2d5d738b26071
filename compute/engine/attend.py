"""The one door for attention: every call of every model is computed here.

    out, lse = attend(q, k, v, scale=..., mask=..., bias=..., softcap=..., sink=...)

A weight is exact from what goes in and the row normaliser that comes out:

    w[i, j] = exp(softcap(scale * q_i . k_j) + bias[i, j] - lse_i)   where the mask allows, else 0
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from compute.engine.mask import EVERYTHING, Mask

Outcome = tuple[Tensor, Tensor]

# Cells of a score or mask block that are held at once (16 MiB of float32): long texts go by blocks of rows.
BLOCK_CELLS = 2**22


def attend(
    q: Float[Tensor, "batch query_head query head_dim"],
    k: Float[Tensor, "batch kv_head key head_dim"],
    v: Float[Tensor, "batch kv_head key value_dim"],
    *,
    scale: float,
    mask: Mask = EVERYTHING,
    bias: Float[Tensor, "#batch #query_head #query key"] | None = None,
    softcap: float | None = None,
    sink: Float[Tensor, " query_head"] | None = None,
) -> tuple[Float[Tensor, "batch query_head query value_dim"], Float[Tensor, "batch query_head query"]]:
    """Softmax attention and the log-sum-exp of each row, in float32.

    Query head h reads KV head h // (query heads / KV heads). `softcap` c bends a scaled score s to c * tanh(s / c)
    before the bias (Gemma 2, arXiv:2408.00118, section 2). `sink` is a logit per head that takes its share of every
    row and carries no value (gpt-oss): it is part of lse, so the weights of a row sum to less than 1.

    A query that sees nothing gives 0 and lse = +inf, which makes each of its weights exp(-inf) = 0.
    """
    n_query, n_key = q.shape[2], k.shape[2]
    mask = mask.simplified(n_query, n_key)
    kernel = _first_fitting(q, v, mask, bias, softcap)
    out, lse = (_whole if _needs_no_blocks(kernel, q, k, mask, bias) else _by_rows)(
        kernel, Scores(q, k, v, scale, softcap), mask, bias
    )
    if sink is not None:
        out, lse = _with_sink(out, lse, sink)
    if mask.may_be_blind(n_query, n_key):
        blind = mask.visible_count(n_query, n_key, q.device) == 0
        out, lse = out.masked_fill(blind[..., None], 0.0), lse.masked_fill(blind, torch.inf)
    return out, lse


def kernel_name(q: Tensor, k: Tensor, v: Tensor, mask: Mask, bias: Tensor | None, softcap: float | None) -> str:
    """The kernel that `attend` takes for these inputs, in words for the user."""
    return _first_fitting(q, v, mask.simplified(q.shape[2], k.shape[2]), bias, softcap).name


@dataclass(frozen=True)
class Scores:
    """The operands of one kernel call: all queries, or a block of them with the keys that they reach."""

    q: Tensor
    k: Tensor
    v: Tensor
    scale: float
    softcap: float | None

    def block(self, queries: range, keys: range) -> "Scores":
        seen = slice(keys.start, keys.stop)
        return Scores(
            self.q[:, :, queries.start : queries.stop],
            self.k[:, :, seen],
            self.v[:, :, seen],
            self.scale,
            self.softcap,
        )


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


def _first_fitting(q: Tensor, v: Tensor, mask: Mask, bias: Tensor | None, softcap: float | None) -> Kernel:
    square = q.shape[2] == v.shape[2]
    added = (
        bias is not None
        or mask.key_valid is not None
        or mask.dense is not None
        or mask.window is not None
        or (mask.causal and not square)
    )
    trains_bias = bias is not None and bias.requires_grad and torch.is_grad_enabled()
    need = Need(q.device.type, q.dtype, q.shape[-1], v.shape[-1], added, softcap is not None, trains_bias)
    return next(kernel for kernel in KERNELS if kernel.fits(need))


def _needs_no_blocks(kernel: Kernel, q: Tensor, k: Tensor, mask: Mask, bias: Tensor | None) -> bool:
    """Whether the kernel can be handed the mask and the bias as they are, with nothing n x n made of them."""
    positions_alone = mask.window is None and not (mask.causal and q.shape[2] != k.shape[2])
    one_part = bias is None or mask.key_valid is None
    return not kernel.keeps_scores and positions_alone and mask.dense is None and one_part


def _whole(kernel: Kernel, s: Scores, mask: Mask, bias: Tensor | None) -> Outcome:
    if mask.key_valid is not None:
        hidden = ~mask.key_valid[:, None, None, :]
        added = torch.zeros(hidden.shape, device=hidden.device).masked_fill_(hidden, -torch.inf)
        return kernel.run(s, added, mask.causal)
    return kernel.run(s, None if bias is None else bias.float(), mask.causal)


def _by_rows(kernel: Kernel, s: Scores, mask: Mask, bias: Tensor | None) -> Outcome:
    batch, heads, n_query, _ = s.q.shape
    n_key = s.k.shape[2]
    planes = batch * heads if kernel.keeps_scores or bias is not None or mask.dense is not None else batch
    rows = max(1, BLOCK_CELLS // (planes * n_key))
    blocks = []
    for start in range(0, n_query, rows):
        queries = range(start, min(start + rows, n_query))
        keys = mask.reach(n_query, n_key, queries)
        added = _as_added(mask, bias, n_query, n_key, queries, keys, s.q.device)
        blocks.append(kernel.run(s.block(queries, keys), added, False))
    return torch.cat([out for out, _ in blocks], 2), torch.cat([lse for _, lse in blocks], 2)


def _as_added(
    mask: Mask, bias: Tensor | None, n_query: int, n_key: int, queries: range, keys: range, device: torch.device
) -> Tensor:
    """Mask and bias of a block as the float32 that kernels add to the scores; lives no longer than the call."""
    hidden = ~mask.block(n_query, n_key, queries, keys, device)
    if bias is None:
        return torch.zeros(hidden.shape, device=device).masked_fill_(hidden, -torch.inf)
    rows = bias.expand(-1, -1, n_query, -1)[:, :, queries.start : queries.stop, keys.start : keys.stop]
    return torch.where(hidden, -torch.inf, rows.float())


def _with_sink(out: Tensor, lse: Tensor, sink: Tensor) -> Outcome:
    """The sink joins the denominator after the kernel: it takes from every weight the same factor."""
    with_sink = torch.logaddexp(lse, sink.float()[None, :, None])
    return (out * torch.exp(lse - with_sink)[..., None]).to(out.dtype), with_sink
