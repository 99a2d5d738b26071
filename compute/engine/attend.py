"""The one door for attention: every call of every model is computed here.

    out, lse = attend(q, k, v, scale=..., mask=..., bias=..., softcap=..., sink=...)

A weight is exact from what goes in and the row normaliser that comes out:

    w[i, j] = exp(softcap(scale * q_i . k_j) + bias[i, j] - lse_i)   where the mask allows, else 0
"""

from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor

from compute.engine.kernels import Kernel, Outcome, Scores, first_fitting
from compute.engine.mask import EVERYTHING, Mask, columns
from compute.engine.ruled import Keys

# Cells of a score or mask block that are held at once (16 MiB of float32): long texts go by blocks of rows.
BLOCK_CELLS = 2**22
# Rows of a block under a mask by which neighbouring queries see few keys: the fewer rows, the fewer keys that only
# some of them see, until a call takes longer than its cells.
NARROW_ROWS = {"cpu": 128, "cuda": 512}
# Queries of one period are taken together where there are at least so many of them.
LEAST_OF_A_PERIOD = 32


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
    kernel = first_fitting(q, v, mask, bias, softcap)
    scores = Scores(q, k, v, scale, softcap)
    if _needs_no_blocks(kernel, q, k, mask, bias):
        out, lse = _whole(kernel, scores, mask, bias)
        blind = mask.visible_count(n_query, n_key, q.device) == 0 if mask.may_be_blind(n_query, n_key) else None
    else:
        out, lse, blind = _by_rows(kernel, scores, mask, bias)
    if sink is not None:
        out, lse = _with_sink(out, lse, sink)
    if blind is not None:
        out, lse = out.masked_fill(blind[..., None], 0.0), lse.masked_fill(blind, torch.inf)
    return out, lse


def whole(
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
    """The same in one call of the kernel, to which the mask is handed cell by cell where it can't be told in words."""
    n_query, n_key = q.shape[2], k.shape[2]
    mask = mask.simplified(n_query, n_key)
    kernel = first_fitting(q, v, mask, bias, softcap)
    if _needs_no_blocks(kernel, q, k, mask, bias):
        return attend(q, k, v, scale=scale, mask=mask, bias=bias, softcap=softcap, sink=sink)
    hidden, added = _hidden_and_added(mask, bias, n_query, n_key, range(n_query), range(n_key), q.device)
    out, lse = kernel.run(Scores(q, k, v, scale, softcap), added, False)
    if sink is not None:
        out, lse = _with_sink(out, lse, sink)
    blind = hidden.all(-1)
    return out.masked_fill(blind[..., None], 0.0), lse.masked_fill(blind, torch.inf)


def kernel_name(q: Tensor, k: Tensor, v: Tensor, mask: Mask, bias: Tensor | None, softcap: float | None) -> str:
    """The kernel that `attend` takes for these inputs, in words for the user."""
    mask = mask.simplified(q.shape[2], k.shape[2])
    kernel = first_fitting(q, v, mask, bias, softcap)
    narrow = mask.is_narrow() and q.shape[2] > _rows(kernel, q, k, mask, bias)
    return kernel.name + (", each block of queries with the keys that they see" if narrow else "")


def _needs_no_blocks(kernel: Kernel, q: Tensor, k: Tensor, mask: Mask, bias: Tensor | None) -> bool:
    """Whether the kernel can be handed the mask and the bias as they are, with nothing n x n made of them."""
    positions_alone = mask.window is None and not (mask.causal and q.shape[2] != k.shape[2])
    one_part = bias is None or mask.key_valid is None
    return not kernel.keeps_scores and positions_alone and mask.is_by_position() and one_part


def _whole(kernel: Kernel, s: Scores, mask: Mask, bias: Tensor | None) -> Outcome:
    if mask.key_valid is not None:
        hidden = ~mask.key_valid[:, None, None, :]
        added = torch.zeros(hidden.shape, device=hidden.device).masked_fill_(hidden, -torch.inf)
        return kernel.run(s, added, mask.causal)
    return kernel.run(s, None if bias is None else bias.float(), mask.causal)


def _by_rows(kernel: Kernel, s: Scores, mask: Mask, bias: Tensor | None) -> tuple[Tensor, Tensor, Tensor | None]:
    """Also which rows are blind [batch or 1, head or 1, query], if any could be."""
    n_query, n_key = s.q.shape[2], s.k.shape[2]
    may_be_blind = mask.may_be_blind(n_query, n_key)
    # Under a mask of distance alone, blocks of one size at one distance from their keys are alike.
    alike: dict[tuple[int, int, int], tuple[Tensor, Tensor]] = {}
    by_distance = mask.is_by_position() and mask.key_valid is None and bias is None
    parts: list[Outcome] = []
    blind: list[Tensor] = []
    order: list[int] = []
    for queries in _blocks(n_query, _rows(kernel, s.q, s.k, mask, bias), mask.period):
        keys = mask.keys_of(n_query, n_key, queries)
        if not len(keys):  # nobody sees anything: any key will do to give rows their place
            keys = range(1)
        where = (len(queries), len(keys), queries.start - int(keys[0]))
        hidden, added = alike.get(where) or _hidden_and_added(mask, bias, n_query, n_key, queries, keys, s.q.device)
        if by_distance:
            alike = {where: (hidden, added)}
        parts.append(kernel.run(s.block(queries, keys), added, False))
        if may_be_blind:
            blind.append(hidden.all(-1))
        order += queries
    outcome = [[out for out, _ in parts], [lse for _, lse in parts], blind]
    back = None if order == sorted(order) else torch.tensor(order, device=s.q.device).argsort()
    out, lse, unseeing = (_joined(part, back) if part else None for part in outcome)
    assert out is not None
    assert lse is not None
    return out, lse, unseeing


def _rows(kernel: Kernel, q: Tensor, k: Tensor, mask: Mask, bias: Tensor | None) -> int:
    """How many queries a block has."""
    batch, heads = q.shape[:2]
    by_head = kernel.keeps_scores or bias is not None or not (mask.dense is None and mask.top is None)
    by_head = by_head or any(rule.heads is not None for rule in mask.ruled)
    rows = max(1, BLOCK_CELLS // (batch * (heads if by_head else 1) * k.shape[2]))
    return min(rows, NARROW_ROWS.get(q.device.type, rows)) if mask.is_narrow() else rows


def _blocks(n_query: int, rows: int, period: int) -> Iterator[range]:
    """All queries in blocks; those that stand a multiple of `period` apart together if there are enough of them."""
    step = period if n_query >= LEAST_OF_A_PERIOD * period else 1
    for phase in range(step):
        for start in range(phase, n_query, rows * step):
            yield range(start, min(start + rows * step, n_query), step)


def _joined(parts: list[Tensor], back: Tensor | None) -> Tensor:
    """[batch, head, query, …] from its blocks, the queries in order again."""
    whole = torch.cat(parts, 2)
    return whole if back is None else whole.index_select(2, back)


def _hidden_and_added(
    mask: Mask, bias: Tensor | None, n_query: int, n_key: int, queries: range, keys: Keys, device: torch.device
) -> tuple[Tensor, Tensor]:
    """What a block hides, and with the bias as the float32 that kernels add to the scores."""
    hidden = ~mask.block(n_query, n_key, queries, keys, device)
    if bias is None:
        return hidden, torch.zeros(hidden.shape, device=device).masked_fill_(hidden, -torch.inf)
    rows = bias.expand(-1, -1, n_query, -1)[:, :, queries.start : queries.stop : queries.step]
    return hidden, torch.where(hidden, -torch.inf, columns(rows, keys).float())


def _with_sink(out: Tensor, lse: Tensor, sink: Tensor) -> Outcome:
    """The sink joins the denominator after the kernel: it takes from every weight the same factor."""
    with_sink = torch.logaddexp(lse, sink.float()[None, :, None])
    return (out * torch.exp(lse - with_sink)[..., None]).to(out.dtype), with_sink
