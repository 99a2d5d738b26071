"""Rules evaluated by block: the same attention as with every cell spelled out, over just the keys that are seen."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention
from torch.utils._python_dispatch import TorchDispatchMode

from compute.catalog.masks import Rule, Text, masks
from compute.catalog.masks.expression import parse
from compute.catalog.masks.rule import seen
from compute.engine import attend as engine
from compute.engine.attend import attend, kernel_name
from compute.engine.mask import Mask
from compute.engine.pooled import pooled
from compute.engine.probe import AttentionCall
from compute.engine.ruled import Line, Ruled
from compute.engine.seen import as_mask, restricted
from compute.engine.top import Top, largest

N = 700  # several blocks of rows, the last of them short
RULES: dict[str, Rule] = {
    **{name: row.rule(row.example) for name, row in masks.rows.items()},
    "far apart": parse("first or distance == 0 or key == tokens - 1"),
    "blind": parse("query % 3 == 0 and key < query"),
    "nobody": parse("key < 0"),
    "dilated by 3": parse("dilated_window(window=9, dilation=3)"),
    "dilated by 400": parse("dilated_window(window=9, dilation=400)"),
    "sinks and a window": parse("sink_window(sinks=4, window=60)"),
}


def operands(n: int = N) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(n)
    q, k, v = (torch.randn(2, heads, n, 16, generator=generator) for heads in (4, 2, 2))
    return q, k, v


def dense(rule: Rule, n: int = N) -> Tensor:
    return torch.from_numpy(np.array(seen(rule, Text(n), range(n))))


@pytest.mark.parametrize("parts", ["", "bias sink", "softcap"])
@pytest.mark.parametrize("name", RULES)
def test_attention_by_a_rule_is_torchs_own_with_every_cell_spelled_out(name: str, parts: str) -> None:
    q, k, v = operands()
    allowed = dense(RULES[name])
    generator = torch.Generator().manual_seed(1)
    bias = torch.randn(1, 4, N, N, generator=generator) if "bias" in parts else None
    sink = torch.randn(4, generator=generator) if "sink" in parts else None
    softcap = 3.0 if "softcap" in parts else None
    mask = as_mask(RULES[name], N, N, None)
    out, lse = attend(q, k, v, scale=0.25, mask=mask, bias=bias, softcap=softcap, sink=sink)

    scores = q @ k.repeat_interleave(2, 1).transpose(-1, -2) * 0.25
    scores = scores if softcap is None else softcap * torch.tanh(scores / softcap)
    scores = (scores if bias is None else scores + bias).masked_fill(~allowed, -torch.inf)
    if sink is not None:
        scores = torch.cat([scores, sink[None, :, None, None].expand(2, -1, N, 1)], -1)
    weights = scores.softmax(-1)[..., :N].nan_to_num()
    expected = weights @ v.repeat_interleave(2, 1)
    blind = ~allowed.any(-1)
    torch.testing.assert_close(out, expected.masked_fill(blind[:, None], 0.0), atol=1e-5, rtol=0)
    torch.testing.assert_close(lse, scores.logsumexp(-1).masked_fill(blind, torch.inf), atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", RULES)
def test_a_fused_kernel_under_a_rule_is_torchs_own_under_the_cells(name: str) -> None:
    q, k, v = operands()
    allowed = dense(RULES[name])
    allowed_or_all = allowed | ~allowed.any(-1, keepdim=True)
    expected = scaled_dot_product_attention(q, k, v, attn_mask=allowed_or_all, enable_gqa=True, scale=0.25)
    out, _ = attend(q, k, v, scale=0.25, mask=as_mask(RULES[name], N, N, None))
    rows = allowed.any(-1)
    torch.testing.assert_close(out[:, :, rows], expected[:, :, rows], atol=2e-6, rtol=0)
    assert out[:, :, ~rows].eq(0).all()


@settings(max_examples=40, deadline=None)
@given(
    n_query=st.integers(1, 60),
    n_key=st.integers(1, 60),
    name=st.sampled_from(list(RULES)),
    rows=st.sampled_from([1, 7, 128]),
    left=st.integers(0, 20),
    period_least=st.sampled_from([1, 4, 32]),
)
def test_the_size_of_blocks_and_padding_change_nothing(
    n_query: int, n_key: int, name: str, rows: int, left: int, period_least: int
) -> None:
    generator = torch.Generator().manual_seed(n_query)
    q, k, v = (torch.randn(1, 2, n, 8, generator=generator) for n in (n_query, n_key, n_key))
    valid = (torch.arange(n_key) >= min(left, n_key - 1))[None]
    mask = as_mask(RULES[name], n_query, n_key, valid)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "NARROW_ROWS", {"cpu": rows})
        patch.setattr(engine, "LEAST_OF_A_PERIOD", period_least)
        out, lse = attend(q, k, v, scale=0.3, mask=mask)
    spelled = Mask(dense=mask.to_dense(n_query, n_key))
    expected, expected_lse = attend(q, k, v, scale=0.3, mask=spelled)
    torch.testing.assert_close(out, expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(lse, expected_lse, atol=1e-5, rtol=0)


def test_two_rules_and_words_intersect() -> None:
    mask = restricted(Mask(causal=True), RULES["far apart"], [Line(Text(N))], N, N)
    mask = restricted(mask, parse("key % 2 == 0"), [Line(Text(N))], N, N)
    expected = dense(parse("causal and (first or distance == 0 or key == tokens - 1) and key % 2 == 0"))
    assert torch.equal(mask.to_dense(N, N)[0, 0], expected)
    words = restricted(Mask(causal=True, window=9), parse("sliding_window(window=5) and full"), [Line(Text(N))], N, N)
    assert (words.causal, words.window, words.ruled) == (True, 5, ())


def test_only_the_keys_that_a_block_sees_are_taken() -> None:
    mask = as_mask(parse("sink_window(sinks=4, window=60)"), N, N, None)
    assert list(mask.keys_of(N, N, range(500, 510))) == [0, 1, 2, 3, *range(441, 510)]
    dilated = as_mask(RULES["dilated by 3"], N, N, None)
    assert list(dilated.keys_of(N, N, range(301, 311, 3))) == list(range(277, 311, 3))
    assert list(as_mask(RULES["nobody"], N, N, None).keys_of(N, N, range(5))) == []
    assert as_mask(RULES["causal"], N, N, None).keys_of(N, N, range(5, 9)) == range(9)


class Cells(TorchDispatchMode):
    """Counts the scores that a fused kernel is given to compute, and the largest tensor that is made."""

    scores = 0
    largest = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
        if "flash_attention" in str(func):
            self.scores += args[0].shape[2] * args[1].shape[2]
        result = func(*args, **(kwargs or {}))
        for tensor in result if isinstance(result, tuple) else (result,):
            if isinstance(tensor, Tensor):
                self.largest = max(self.largest, tensor.numel())
        return result


@contextmanager
def counted() -> Iterator[Cells]:
    with Cells() as cells:
        yield cells


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("sliding_window(window=256)", 0.12),
        ("sink_window(sinks=4, window=256)", 0.12),
        ("dilated_window(window=64, dilation=4)", 0.12),
        ("longformer(radius=128, global_tokens=1)", 0.16),
        ("block_local(block=256)", 0.12),
        ("documents", 0.0),
    ],
)
def test_of_a_long_text_no_more_scores_are_computed_than_the_mask_needs(text: str, share: float) -> None:
    """Of 4,096² cells; and nothing n x n is made."""
    n = 4096
    q, k, v = (torch.randn(1, 1, n, 8) for _ in range(3))
    rule = parse(text) if share else parse("query // 1024 == key // 1024")
    with counted() as cells:
        attend(q, k, v, scale=0.3, mask=as_mask(rule, n, n, None))
    assert 0 < cells.scores <= (share or 0.3) * n * n
    assert cells.largest < n * n / 8


def test_the_kernel_says_that_each_block_has_its_own_keys() -> None:
    q, k, v = operands()
    said = "torch flash attention (CPU), each block of queries with the keys that they see"
    assert kernel_name(q, k, v, as_mask(RULES["sink_window"], N, N, None), None, None) == said
    assert kernel_name(q, k, v, Mask(causal=True, window=50), None, None) == said
    few = (part[:, :, :20] for part in (q, k, v))
    assert kernel_name(*few, Mask(causal=True, window=5), None, None) == "torch flash attention (CPU)"


@pytest.mark.parametrize("name", RULES)
def test_pictures_and_normalisers_are_those_of_the_cells(name: str) -> None:
    """The pooled picture under a rule is the one under the same cells; so are the normalisers."""
    q, k, v = (part[:1] for part in operands())
    results = []
    for mask in (as_mask(RULES[name], N, N, None), Mask(dense=dense(RULES[name])[None, None])):
        _, lse = attend(q, k, v, scale=0.25, mask=mask)
        call = AttentionCall("decoder", 0, q, k, v, lse, 0.25, mask, None, None, None, "", 0.0)
        results.append(pooled(call, 11))
    torch.testing.assert_close(results[0].maxima, results[1].maxima, atol=1e-6, rtol=0, equal_nan=True)
    torch.testing.assert_close(results[0].lse, results[1].lse, atol=1e-5, rtol=0)


def test_a_rule_on_some_heads_hides_nothing_from_the_others() -> None:
    heads = torch.tensor([False, True, False, False])
    ruled = Ruled(RULES["nobody"], (Line(Text(9)),), 9, 9, 0, heads)
    cells = Mask(ruled=(ruled,)).to_dense(9, 9)
    assert cells[0].any(-1).any(-1).tolist() == [True, False, True, True]
    assert ruled.union(range(3), range(9)).all()


def test_the_keys_of_the_largest_scores_are_named_as_cells_of_any_block() -> None:
    scores = torch.randn(1, 2, 9, 9, generator=torch.Generator().manual_seed(0))
    top = Top(largest(scores, 3))
    whole = top.block(9, range(9), range(9))
    assert torch.equal(whole.sum(-1), torch.full((1, 2, 9), 3))
    assert torch.equal(top.block(9, range(2, 8, 2), np.array([0, 3, 8])), whole[:, :, 2:8:2][..., [0, 3, 8]])
