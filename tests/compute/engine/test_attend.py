"""attend against a loop over cells, against torch's own attention, and under its laws."""

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention
from torch.utils._python_dispatch import TorchDispatchMode

from compute.engine import attend as engine
from compute.engine.attend import attend, kernel_name
from compute.engine.mask import EVERYTHING, Mask

# The kernels accumulate in float32; what is left is the rounding of inputs and outputs.
TOLERANCE = {torch.float32: 2e-6, torch.float16: 2e-3, torch.bfloat16: 2e-2}
DTYPES = list(TOLERANCE)

LAST_THREE_ARE_PADDING = torch.tensor([[True] * 9, [True] * 6 + [False] * 3])
FIRST_THREE_ARE_PADDING = LAST_THREE_ARE_PADDING.flip(-1)
GENERATOR = torch.Generator().manual_seed(7)
SCATTERED = torch.rand(1, 4, 9, 9, generator=GENERATOR) < 0.5

PRESETS = {
    "everything": EVERYTHING,
    "causal": Mask(causal=True),
    "window": Mask(causal=True, window=3),
    "window to both sides": Mask(window=3),
    "right padding": Mask(key_valid=LAST_THREE_ARE_PADDING),
    "left padding": Mask(key_valid=FIRST_THREE_ARE_PADDING),
    "causal, right padding": Mask(causal=True, key_valid=LAST_THREE_ARE_PADDING),
    "causal, left padding": Mask(causal=True, key_valid=FIRST_THREE_ARE_PADDING),
    "window, left padding": Mask(causal=True, window=2, key_valid=FIRST_THREE_ARE_PADDING),
    "scattered, per head": Mask(dense=SCATTERED),
    "scattered, causal, padding": Mask(causal=True, dense=SCATTERED, key_valid=FIRST_THREE_ARE_PADDING),
}


def operands(
    n_query: int = 9,
    n_key: int = 9,
    *,
    heads: int = 4,
    kv_heads: int = 2,
    dtype: torch.dtype = torch.float32,
    head_dim: int = 8,
    batch: int = 2,
) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(n_query * 100 + n_key)
    q = torch.randn(batch, heads, n_query, head_dim, generator=generator)
    k = torch.randn(batch, kv_heads, n_key, head_dim, generator=generator)
    v = torch.randn(batch, kv_heads, n_key, head_dim, generator=generator)
    return q.to(dtype), k.to(dtype), v.to(dtype)


def cell_by_cell(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    scale: float,
    mask: Mask,
    bias: Tensor | None = None,
    softcap: float | None = None,
    sink: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """The definition, one cell at a time, in Python's floats. A blind row gives 0 and +inf."""
    batch, heads, n_query, _ = q.shape
    n_key, group = k.shape[2], heads // k.shape[1]
    allowed = mask.to_dense(n_query, n_key).expand(batch, heads, -1, -1)
    out = torch.zeros(*q.shape[:3], v.shape[-1])
    lse = torch.full(q.shape[:3], math.inf)
    for b, h, i in itertools.product(range(batch), range(heads), range(n_query)):
        scores = {}
        for j in range(n_key):
            if not allowed[b, h, i, j]:
                continue
            score = scale * sum(x * y for x, y in zip(q[b, h, i].tolist(), k[b, h // group, j].tolist(), strict=True))
            if softcap is not None:
                score = softcap * math.tanh(score / softcap)
            scores[j] = score + (0.0 if bias is None else float(bias.expand(batch, heads, n_query, n_key)[b, h, i, j]))
        if scores:
            total = sum(math.exp(s) for s in scores.values()) + (0.0 if sink is None else math.exp(float(sink[h])))
            lse[b, h, i] = math.log(total)
            out[b, h, i] = sum(math.exp(s) / total * v[b, h // group, j].float() for j, s in scores.items())
    return out, lse


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("preset", PRESETS)
def test_attention_is_its_definition_cell_by_cell(preset: str, dtype: torch.dtype) -> None:
    """C044, C045: every preset runs in float32, bfloat16 and float16, doubly hidden cells like singly hidden ones."""
    q, k, v = operands(dtype=dtype)
    out, lse = attend(q, k, v, scale=0.3, mask=PRESETS[preset])
    expected_out, expected_lse = cell_by_cell(q, k, v, 0.3, PRESETS[preset])
    assert out.dtype == dtype
    assert lse.dtype == torch.float32
    torch.testing.assert_close(out.float(), expected_out, atol=TOLERANCE[dtype], rtol=0)
    torch.testing.assert_close(lse, expected_lse, atol=1e-5, rtol=0)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("parts", ["bias", "softcap", "sink", "bias softcap sink"])
def test_bias_softcap_and_sink_follow_their_definition_under_every_mask(preset: str, parts: str) -> None:
    q, k, v = operands()
    bias = torch.randn(1, 4, 9, 9, generator=torch.Generator().manual_seed(3)) if "bias" in parts else None
    softcap = 0.8 if "softcap" in parts else None
    sink = torch.tensor([-1.0, 0.0, 0.5, 2.0]) if "sink" in parts else None
    mask = PRESETS[preset]
    out, lse = attend(q, k, v, scale=0.3, mask=mask, bias=bias, softcap=softcap, sink=sink)
    expected_out, expected_lse = cell_by_cell(q, k, v, 0.3, mask, bias, softcap, sink)
    torch.testing.assert_close(out, expected_out, atol=2e-6, rtol=0)
    torch.testing.assert_close(lse, expected_lse, atol=2e-6, rtol=0)


@settings(max_examples=60)
@given(
    n_query=st.integers(1, 40),
    n_key=st.integers(1, 40),
    causal=st.booleans(),
    window=st.none() | st.integers(1, 50),
    pads=st.integers(0, 39),
    bias=st.booleans(),
    softcap=st.sampled_from([None, 2.0]),
    cells=st.sampled_from([1, 64, 1000, 2**22]),
)
def test_rows_sum_to_one_and_the_size_of_blocks_changes_nothing(
    n_query: int,
    n_key: int,
    causal: bool,
    window: int | None,
    pads: int,
    bias: bool,
    softcap: float | None,
    cells: int,
) -> None:
    """Values of 1 make the output the sum of a row's weights: 1, or 0 where the row is blind."""
    q, k, v = operands(n_query, n_key)
    mask = Mask(causal=causal, window=window, key_valid=(torch.arange(n_key) >= pads).expand(2, -1))
    added = torch.randn(1, 4, n_query, n_key, generator=torch.Generator().manual_seed(1)) if bias else None
    with blocks_of(cells):
        out, lse = attend(q, k, v.fill_(1.0), scale=0.5, mask=mask, bias=added, softcap=softcap)
    sees = mask.to_dense(n_query, n_key).any(-1).expand(2, 4, -1)
    torch.testing.assert_close(out, sees[..., None].float().expand_as(out), atol=1e-5, rtol=0)
    assert torch.equal(torch.isinf(lse), ~sees)
    assert not out.isnan().any()
    assert not lse.isnan().any()


@contextmanager
def blocks_of(cells: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "BLOCK_CELLS", cells)
        yield


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("causal", [True, False])
def test_attention_is_torchs_own_at_the_size_of_a_real_layer(dtype: torch.dtype, causal: bool) -> None:
    q, k, v = operands(300, 300, heads=9, kv_heads=3, dtype=dtype, head_dim=64)
    expected = scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=True)
    out, _ = attend(q, k, v, scale=64**-0.5, mask=Mask(causal=causal))
    torch.testing.assert_close(out, expected, atol=TOLERANCE[dtype], rtol=0)


def test_padding_longer_than_a_kernel_block_leaves_no_nan() -> None:
    """C041: with 700 left pads whole kernel blocks are hidden; rows after them are those of the text alone."""
    q, k, v = operands(1100, 1100, head_dim=16)
    valid = (torch.arange(1100) >= 700).expand(2, -1)
    out, lse = attend(q, k, v, scale=0.25, mask=Mask(causal=True, key_valid=valid))
    alone, alone_lse = attend(q[:, :, 700:], k[:, :, 700:], v[:, :, 700:], scale=0.25, mask=Mask(causal=True))
    torch.testing.assert_close(out[:, :, 700:], alone, atol=1e-5, rtol=0)
    torch.testing.assert_close(lse[:, :, 700:], alone_lse, atol=1e-5, rtol=0)
    assert out[:, :, :700].eq(0).all()
    assert lse[:, :, :700].eq(math.inf).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_row_that_sees_nothing_is_empty_and_touches_no_other(dtype: torch.dtype) -> None:
    """C041: a 6x10 mask whose last row is all False."""
    q, k, v = operands(6, 10, dtype=dtype)
    allowed = torch.ones(1, 1, 6, 10, dtype=torch.bool)
    allowed[..., 5, :] = False
    out, lse = attend(q, k, v, scale=0.3, mask=Mask(dense=allowed))
    unmasked, unmasked_lse = attend(q, k, v, scale=0.3)
    assert out[:, :, 5].eq(0).all()
    assert lse[:, :, 5].eq(math.inf).all()
    torch.testing.assert_close(out[:, :, :5], unmasked[:, :, :5], atol=TOLERANCE[dtype], rtol=0)
    torch.testing.assert_close(lse[:, :, :5], unmasked_lse[:, :, :5], atol=1e-5, rtol=0)


def test_new_queries_attend_to_every_cached_key() -> None:
    """C029: 1 query against 8 keys sees all 8; 2 against 5 see 4 and 5. Identity values show the weights."""
    for n_query, n_key, seen in [(1, 8, [8]), (2, 5, [4, 5])]:
        q, k, _ = operands(n_query, n_key, kv_heads=4)
        v = torch.eye(n_key, 8).expand(2, 4, n_key, 8)
        weights = attend(q, k, v, scale=0.3, mask=Mask(causal=True))[0]
        assert (weights[..., :n_key] > 0).sum(-1).unique(dim=0).tolist() == [[seen] * 4]


def test_query_heads_share_their_groups_key_and_value_head() -> None:
    """C007: 32 query heads on 8 KV heads: head 13 reads KV head 3, head 31 reads KV head 7."""
    q, k, v = operands(heads=32, kv_heads=8)
    out, _ = attend(q, k, v, scale=0.3)
    assert out.shape[1] == 32
    for head, kv_head in [(0, 0), (13, 3), (31, 7)]:
        one = slice(head, head + 1), slice(kv_head, kv_head + 1)
        alone = scaled_dot_product_attention(q[:, one[0]], k[:, one[1]], v[:, one[1]], scale=0.3)
        torch.testing.assert_close(out[:, one[0]], alone, atol=2e-6, rtol=0)


def test_a_sink_is_a_key_of_every_row_that_carries_no_value() -> None:
    q, k, v = operands(kv_heads=4)
    sink = torch.tensor([0.3, -2.0, 5.0, 40.0])
    scores = torch.cat([q @ k.transpose(-1, -2) * 0.3, sink[None, :, None, None].expand(2, -1, 9, 1)], -1)
    weights = scores.softmax(-1)
    out, lse = attend(q, k, v, scale=0.3, sink=sink)
    torch.testing.assert_close(out, weights[..., :-1] @ v, atol=2e-6, rtol=0)
    torch.testing.assert_close(torch.exp(sink[None, :, None] - lse), weights[..., -1], atol=1e-5, rtol=0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_the_lowest_number_added_twice_hides_like_once(dtype: torch.dtype) -> None:
    """C044: a causal and a padding part that hide the same cell give what one of them gives, and no NaN."""
    q, k, v = operands(dtype=dtype)
    both = Mask(causal=True, key_valid=LAST_THREE_ARE_PADDING, dense=torch.ones(9, 9).tril().bool()[None, None])
    out, lse = attend(q, k, v, scale=0.3, mask=both)
    once, once_lse = attend(q, k, v, scale=0.3, mask=Mask(dense=both.to_dense(9, 9)))
    torch.testing.assert_close(out, once, atol=TOLERANCE[dtype], rtol=0)
    torch.testing.assert_close(lse, once_lse, atol=1e-6, rtol=0)


def test_values_wider_or_narrower_than_keys_are_allowed() -> None:
    q, k, _ = operands(kv_heads=4)
    v = torch.randn(2, 4, 9, 12, generator=torch.Generator().manual_seed(5))
    out, _ = attend(q, k, v, scale=0.3, mask=Mask(causal=True))
    expected = scaled_dot_product_attention(q, k, v, scale=0.3, is_causal=True)
    torch.testing.assert_close(out, expected, atol=2e-6, rtol=0)


class LargestTensor(TorchDispatchMode):
    """Hears of every tensor that is made inside it."""

    cells = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
        result = func(*args, **(kwargs or {}))
        for tensor in result if isinstance(result, tuple) else (result,):
            if isinstance(tensor, Tensor):
                self.cells = max(self.cells, tensor.untyped_storage().nbytes() // tensor.element_size())
        return result


@pytest.mark.parametrize(
    ("mask", "softcap", "limit"),
    [
        (Mask(causal=True), None, 3000 * 4 * 8 * 2),
        (Mask(causal=True, key_valid=(torch.arange(3000) >= 9).expand(2, -1)), None, 3000 * 4 * 8 * 2),
        (Mask(causal=True, window=50), None, engine.BLOCK_CELLS),
        (Mask(causal=True), 5.0, engine.BLOCK_CELLS),
    ],
    ids=["causal", "causal, padded", "window", "softcap"],
)
def test_no_scores_or_masks_of_a_long_text_are_held(mask: Mask, softcap: float | None, limit: int) -> None:
    """Of 3,000 tokens nothing larger is made than the operands, or one block; n x n would be 9,000,000 cells a head."""
    q, k, v = operands(3000, 3000)
    with LargestTensor() as largest:
        attend(q, k, v, scale=0.3, mask=mask, softcap=softcap)
    assert 0 < largest.cells <= limit


def test_the_kernel_is_named_for_the_user() -> None:
    q, k, v = operands()
    assert kernel_name(q, k, v, Mask(causal=True), None, None) == "torch flash attention (CPU)"
    assert kernel_name(q, k, v, Mask(causal=True), None, 30.0) == "exact, by blocks of rows"


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("softcap", [None, 0.8])
def test_a_cuda_device_gives_what_the_cpu_gives(preset: str, dtype: torch.dtype, softcap: float | None) -> None:
    mask, (q, k, v) = PRESETS[preset], operands(dtype=dtype)
    there = Mask(
        mask.causal,
        mask.window,
        None if mask.key_valid is None else mask.key_valid.cuda(),
        None if mask.dense is None else mask.dense.cuda(),
    )
    out, lse = attend(q.cuda(), k.cuda(), v.cuda(), scale=0.3, mask=there, softcap=softcap)
    expected_out, expected_lse = attend(q, k, v, scale=0.3, mask=mask, softcap=softcap)
    torch.testing.assert_close(out.cpu(), expected_out, atol=TOLERANCE[dtype], rtol=0)
    torch.testing.assert_close(lse.cpu(), expected_lse, atol=1e-4, rtol=0)
