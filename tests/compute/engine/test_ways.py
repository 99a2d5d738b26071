"""Attention in several ways gives the same numbers, and memory is what the sizes say."""

from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from compute.catalog.masks.expression import parse
from compute.engine.attend import attend
from compute.engine.loaded import LoadedModels
from compute.engine.mask import Mask
from compute.engine.measuring import measure
from compute.engine.probe import AttentionCall
from compute.engine.seen import as_mask
from compute.engine.ways import in_ways, naive
from compute.errors import InvalidRequest, OutOfRange
from compute.measured import KernelCall, RunKernels
from compute.spec import RunSpec
from tests.compute import tiny
from tests.compute.conftest import Listing
from tests.compute.forced import named
from tests.compute.lab_models import random_model


def call_of(n: int, mask: Mask, **other: object) -> AttentionCall:
    """Random queries of 4 heads of 8 numbers over 2 key-value heads."""
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(1, heads, n, 8, generator=generator) for heads in (4, 2, 2))
    said = {"bias": None, "softcap": None, "sink": None, **other}
    return AttentionCall("decoder", 0, q, k, v, torch.zeros(1, 4, n), 8**-0.5, mask, **said, kernel="", elapsed_s=0.0)  # type: ignore[arg-type]


def ways_of(call: KernelCall) -> dict[str, tuple[int, float]]:
    return {way.way: (way.peak_bytes, way.difference) for way in call.ways}


@pytest.mark.parametrize("mask", ["causal", "sliding_window(window=5)", "dilated_window(window=3, dilation=2)", "full"])
def test_naive_is_what_torch_computes_under_the_same_cells(mask: str) -> None:
    call = call_of(40, as_mask(parse(mask), 40, 40, None))
    cells = call.mask.to_dense(40, 40)
    k, v = (part.repeat_interleave(2, 1) for part in (call.k, call.v))
    expected = scaled_dot_product_attention(call.q, k, v, attn_mask=cells, scale=8**-0.5)
    assert torch.allclose(naive(call), expected, atol=1e-5)
    told = in_ways(call, 1)
    assert set(ways_of(told)) == {"naive", "fused", "block_sparse"}
    assert all(difference < 1e-5 for _, difference in ways_of(told).values())
    assert (told.allowed_cells, told.cells) == (4 * int(cells.sum()), 4 * 40 * 40)


def test_a_query_that_sees_nothing_gives_nothing_in_every_way() -> None:
    cells = torch.ones(1, 1, 6, 6, dtype=torch.bool).tril()
    cells[..., 3, :] = False
    call = call_of(6, Mask(dense=cells))
    assert (naive(call)[:, :, 3] == 0).all()
    assert all(difference < 1e-6 for _, difference in ways_of(in_ways(call, 1)).values())


def test_a_sink_takes_its_share_and_a_soft_cap_has_no_fused_kernel() -> None:
    sink = torch.tensor([0.0, 1.0, 2.0, 3.0])
    told = ways_of(in_ways(call_of(12, Mask(causal=True), sink=sink), 1))
    assert all(difference < 1e-5 for _, difference in told.values())
    bent = ways_of(in_ways(call_of(12, Mask(causal=True), softcap=2.0), 1))
    assert set(bent) == {"naive", "block_sparse"}
    assert bent["block_sparse"][1] < 1e-5


def test_scores_that_are_laid_out_take_their_square_and_blocks_do_not() -> None:
    """1,024 tokens, 4 heads: one matrix of scores in float32 is 16 MiB, and softmax makes another of it."""
    told = ways_of(in_ways(call_of(1024, as_mask(parse("sliding_window(window=16)"), 1024, 1024, None)), 1))
    matrix = 4 * 1024 * 1024 * 4
    assert 2 * matrix <= told["naive"][0] < 4 * matrix
    assert matrix / 4 < told["fused"][0] < told["naive"][0]  # no scores, but a mask of 1,024 × 1,024 numbers
    assert told["block_sparse"][0] < matrix / 8


def test_the_calls_of_a_run_are_compared_under_its_mask(zoo: Path) -> None:
    random_model(zoo / "one", "encoder-decoder")
    spec = {"model": "one", "text": "The cat sat on the mat.", "measure_kernels": {"rounds": 1}}
    (told,) = measure(RunSpec.model_validate(spec), LoadedModels(2**30))
    assert isinstance(told, RunKernels)
    assert {(call.kind, call.layer) for call in told.calls} == {
        (kind, layer) for kind in ("encoder", "decoder", "cross") for layer in (0, 1)
    }
    window = {"mask": named("local", radius=1), "kind": "encoder"}
    one = spec | {"mask": window, "measure_kernels": {"layer": 1, "rounds": 1}}
    (told,) = measure(RunSpec.model_validate(one), LoadedModels(2**30))
    assert isinstance(told, RunKernels)
    assert {call.layer for call in told.calls} == {1}
    (encoder,) = (call for call in told.calls if call.kind == "encoder")
    assert encoder.allowed_cells == 4 * (3 * encoder.queries - 2)
    assert all(way.difference < 1e-5 for call in told.calls for way in call.ways)


def test_a_layer_that_is_not_there_and_a_text_too_long_to_lay_out_are_refused(
    list_model: Listing, tmp_path: Path
) -> None:
    list_model("tiny", tiny.saved(tiny.llama(), tmp_path / "made"))
    spec = {"model": "tiny", "text": "abc", "measure_kernels": {"layer": 3}}
    with pytest.raises(OutOfRange):
        next(measure(RunSpec.model_validate(spec), LoadedModels(2**30)))


def test_what_is_too_large_to_lay_out_is_told_in_cells(list_model: Listing, tmp_path: Path) -> None:
    """7,000 tokens × 7,000 × 4 heads are 196,000,000 cells."""
    model = tiny.LlamaForCausalLM(tiny.LlamaConfig(**tiny.SMALL, intermediate_size=48, max_position_embeddings=8192))
    list_model("tiny", tiny.saved(model, tmp_path / "made"))
    spec = {"model": "tiny", "text": "a" * 7000, "measure_kernels": {}}
    with pytest.raises(InvalidRequest, match=r"196,000,000 cells; at most 134,217,728"):
        next(measure(RunSpec.model_validate(spec), LoadedModels(2**30)))


def exactly(call: AttentionCall) -> np.ndarray:
    """The same attention in float64, cell by cell of what the mask allows."""
    heads, n = call.q.shape[1], call.q.shape[2]
    cells = call.mask.to_dense(n, n).expand(1, heads, n, n)[0].numpy()
    q, k, v = (part[0].double().numpy() for part in (call.q, call.k, call.v))
    out = np.zeros((heads, n, v.shape[-1]))
    for head in range(heads):
        group = head // (heads // k.shape[0])
        for query in range(n):
            keys = np.flatnonzero(cells[head, query])
            scores = np.exp(call.scale * (k[group, keys] @ q[head, query]))
            out[head, query] = scores @ v[group, keys] / scores.sum()
    return out


@pytest.mark.parametrize("mask", ["causal", "sliding_window(window=5)", "block_local(block=7)"])
def test_every_way_is_the_attention_of_float64_and_the_difference_told_is_that_from_naive(mask: str) -> None:
    call = call_of(40, as_mask(parse(mask), 40, 40, None))
    expected = exactly(call)
    found = naive(call)[0].double().numpy()
    assert np.abs(found - expected).max() < 1e-6
    by_blocks = attend(call.q, call.k, call.v, scale=call.scale, mask=call.mask)[0][0].double().numpy()
    assert np.abs(by_blocks - expected).max() < 1e-6
    told = {way.way: way.difference for way in in_ways(call, 1).ways}
    assert told["naive"] == 0
    assert told["block_sparse"] == pytest.approx(np.abs(by_blocks - found).max(), rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(
    ("mask", "pairs"),
    [
        ("causal", 10 * 11 // 2),
        ("full", 100),
        ("sliding_window(window=3)", 1 + 2 + 8 * 3),
        ("block_local(block=4)", 10 + 10 + 3),  # blocks of 4, 4 and 2, each causal
        ("sink_window(sinks=1, window=2)", 1 + 2 + 8 * 3),
    ],
)
def test_allowed_pairs_are_those_counted_by_hand(mask: str, pairs: int) -> None:
    told = in_ways(call_of(10, as_mask(parse(mask), 10, 10, None)), 1)
    assert (told.allowed_cells, told.cells) == (4 * pairs, 4 * 100)


def test_fused_attention_holds_its_result_and_a_number_a_row_and_no_more() -> None:
    """Causal, 256 tokens, 4 heads of 8: the output and each row's normaliser, in float32."""
    told = ways_of(in_ways(call_of(256, Mask(causal=True)), 1))
    assert told["fused"][0] == told["block_sparse"][0] == 4 * 256 * (8 + 1) * 4
