"""Batch and concurrency apart, pairs by layer, bytes of attention in its two halves, and plans for several devices."""

import pytest

from compute.catalog.configs.published import published_model, shape_of_published
from compute.catalog.configs.read import read_config
from compute.catalog.configs.shape import Shape
from compute.catalog.costs import figure_of
from compute.catalog.costs.report import Question, report
from compute.errors import InvalidRequest

LLAMA = shape_of_published("llama-3-8b")
PARAMETERS = 8_030_261_248
A_TOKEN = 2 * 32 * 8 * 128 * 2  # keys and values of 32 layers, 8 heads of 128, 16 bits


def asked(shape: Shape, name: str, **given: object) -> dict[str, object]:
    return {one.name.partition(".")[2] or "": one.value for one in figure_of(shape, name, **given)}


def test_the_cache_grows_with_the_concurrency_and_the_activations_with_the_batch() -> None:
    """Two texts in a pass, 32 in the cache: two states and the gated part inside in 16 bits, normalisers, outputs."""
    parts = asked(LLAMA, "memory_by_part", tokens=1_000, batch=2, concurrency=32)
    assert parts["kv_cache"] == 32 * 1_000 * A_TOKEN
    assert parts["activations"] == 2 * (1_000 * 2 * (2 * 4_096 + 2 * 14_336) + 32 * 1_000 * 4 + 128_256 * 4)
    assert parts["weights"] == 2 * PARAMETERS
    alone = asked(LLAMA, "memory_by_part", tokens=1_000, batch=2)
    assert alone["kv_cache"] == 2 * 1_000 * A_TOKEN
    assert alone["activations"] == parts["activations"]


def test_a_concurrency_below_the_batch_is_refused_with_both_numbers() -> None:
    with pytest.raises(InvalidRequest, match="A pass over 8 texts keeps 8 caches; a concurrency of 4 is less"):
        figure_of(LLAMA, "kv_bytes", batch=8, concurrency=4)
    with pytest.raises(InvalidRequest, match="concurrency of 4 is less"):
        report(LLAMA, Question(batch=8, concurrency=4))


def test_the_largest_concurrency_leaves_room_for_one_pass_over_the_batch() -> None:
    """80 GB, less weights, half a GiB and the activations of 4 texts of 8,192 tokens, by the cache of a text."""
    activations = 4 * (8_192 * 2 * (2 * 4_096 + 2 * 14_336) + 32 * 8_192 * 4 + 128_256 * 4)
    left = 80_000_000_000 - 2 * PARAMETERS - 2**29 - activations
    assert asked(LLAMA, "largest_concurrency", tokens=8_192, batch=4)[""] == left // (8_192 * A_TOKEN)
    assert asked(LLAMA, "largest_concurrency", tokens=8_192, batch=4, concurrency=9)[""] == left // (8_192 * A_TOKEN)
    assert asked(shape_of_published("bert-base-uncased"), "largest_concurrency")[""] == -1


def test_many_texts_take_as_many_passes_as_the_batch_needs() -> None:
    """30 texts in passes of 4 are 8 passes; a step reads every weight and the cache of its 4 texts, at 3.35 TB/s."""
    times = asked(LLAMA, "serving_time", tokens=8_192, batch=4, concurrency=30)
    assert times["passes"] == 8
    step = (2 * PARAMETERS + 4 * 8_192 * A_TOKEN) / 3.35e12
    assert times["step"] == pytest.approx(8 * step)
    assert times["tokens_per_s"] == pytest.approx(30 / (8 * step))
    assert set(asked(shape_of_published("bert-base-uncased"), "serving_time", tokens=512)) == {"passes", "prefill"}


def test_pairs_are_those_of_one_head_for_each_kind_of_layer() -> None:
    """Gemma 3 27B: 52 layers of window 1,024, and every sixth sees everything."""
    found = asked(shape_of_published("gemma-3-27b"), "pairs_by_layer", tokens=2_000)
    assert found == {
        "decoder_52_layers_from_0": 1_024 * 1_025 // 2 + (2_000 - 1_024) * 1_024,
        "decoder_10_layers_from_5": 2_000 * 2_001 // 2,
        "decoder_dense": 2_000 * 2_000,
    }
    assert asked(shape_of_published("smollm2-135m"), "pairs_by_layer", tokens=15) == {
        "decoder_30_layers_from_0": 120,
        "decoder_dense": 225,
    }


def test_an_encoder_decoder_has_pairs_of_three_kinds() -> None:
    """T5-small: 7 tokens of the source, 9 of the output, in 6 layers each."""
    asking = {"tokens": 9, "encoder_tokens": 7}
    found = asked(shape_of_published("t5-small"), "pairs_by_layer", **asking)
    assert found == {
        "encoder_6_layers_from_0": 49, "encoder_dense": 49, "decoder_6_layers_from_0": 45, "decoder_dense": 81,
        "cross_6_layers_from_0": 63, "cross_dense": 63,
    }  # fmt: skip
    total = asked(shape_of_published("t5-small"), "allowed_pairs", **asking)
    assert total == {"allowed": 6 * (49 + 45 + 63), "dense": 6 * (49 + 81 + 63)}
    flops = asked(shape_of_published("t5-small"), "forward_flops_by_part", **asking)
    assert flops["scores"] == flops["weighted_sum"] == 2 * 8 * 64 * 6 * (49 + 45 + 63)


def test_an_encoder_decoders_cache_grows_with_the_output_and_keeps_the_source() -> None:
    """T5-small: 8 heads of 64 in 6 layers, keys and values, 16 bits."""
    t5 = shape_of_published("t5-small")
    a_token = 2 * 6 * 8 * 64 * 2
    for part, tokens in (("self", 9), ("cross", 7), ("all", 16)):
        assert asked(t5, "kv_bytes", tokens=9, encoder_tokens=7, part=part)[""] == tokens * a_token
    assert asked(shape_of_published("bert-base-uncased"), "kv_bytes")[""] == 0


def test_the_bytes_of_an_encoder_decoders_attention_are_of_all_three_kinds() -> None:
    """Queries and outputs of 8 heads, keys and values of 8 heads: 7 + 7 in the encoder, 9 + 9, and 9 + 7 across."""
    moved = asked(shape_of_published("t5-small"), "moved_by_part", tokens=9, encoder_tokens=7)
    assert moved["scores"] == moved["weighted_sum"] == 6 * 8 * 64 * 2 * (7 + 7 + 9 + 9 + 9 + 7)


def test_stored_scores_are_every_cell_or_the_allowed_ones_alone() -> None:
    small = shape_of_published("smollm2-135m")
    stored = {mask: asked(small, "score_bytes", tokens=15, layers="all", mask=mask)[""] for mask in ("dense", "own")}
    assert stored == {"dense": 30 * 9 * 225 * 2, "own": 30 * 9 * 120 * 2}


def test_attention_overtakes_all_other_products_where_the_curves_cross() -> None:
    """SmolLM2-135M under its causal mask: 2 · 134,479,872 products a token against 4 · 30 · 9 · 64 FLOPs a pair."""
    found = asked(shape_of_published("smollm2-135m"), "attention_overtakes", against="all", mask="own")[""]
    products = 134_515_008 - 61 * 576
    assert found == next(n for n in range(1, 10_000) if 4 * 30 * 9 * 64 * n * (n + 1) // 2 >= 2 * products * n)


def test_the_fullest_device_of_a_pipeline_has_one_end_of_the_model() -> None:
    """Llama 3 8B in 4 stages: 8 of 32 layers, beside the head with its norm, or the table, never both."""
    layer = 4_096 * (4_096 * 2 + 1_024 * 2 + 3 * 14_336 + 2)
    found = asked(LLAMA, "parallel_plan", pipeline=4, tokens=4_096, batch=8, microbatches=8)
    assert found["weights"] == 2 * (8 * layer + 128_256 * 4_096 + 4_096)
    assert found["kv_cache"] == 8 * 4_096 * A_TOKEN // 4
    assert found["stage_to_stage"] == 8 * 4_096 * 4_096 * 2
    assert found["bubble"] == pytest.approx(3 / 11)


@pytest.mark.parametrize(("name", "branches"), [("llama-3-8b", 2), ("falcon-7b", 1), ("gptj", 1)])
def test_branches_side_by_side_share_one_all_reduce(name: str, branches: int) -> None:
    shape = read_config({"model_type": "gptj"}) if name == "gptj" else shape_of_published(name)
    heads, layers, width = {"llama-3-8b": (8, 32, 4_096), "falcon-7b": (71, 32, 4_544), "gptj": (8, 28, 4_096)}[name]
    found = asked(shape, "parallel_plan", tensor=heads, tokens=1_000, batch=3)
    state = 3 * 1_000 * width * 2
    assert found["all_reduce"] == pytest.approx(branches * layers * state * 2 * (heads - 1) / heads)


def test_attention_across_is_one_more_branch_and_the_encoder_passes_the_source() -> None:
    """T5-base over 4 devices: 12 encoder layers of 2 branches on 50 tokens, 12 of 3 branches on 100."""
    found = asked(shape_of_published("t5-base"), "parallel_plan", tensor=4, tokens=100, encoder_tokens=50)
    states = (12 * 2 * 50 + 12 * 3 * 100) * 768 * 2
    assert found["all_reduce"] == states * 2 * 3 // 4
    assert found["kv_cache"] == 12 * 2 * 12 * 64 * (100 + 50) * 2 // 4


def test_a_plan_keeps_the_cache_of_all_that_are_served_and_passes_the_batch() -> None:
    mixtral = read_config(published_model("mixtral-8x7b").config)
    plan = {"tensor": 8, "data": 4, "expert": 4, "tokens": 4_096}
    found = asked(mixtral, "parallel_plan", **plan, batch=8, concurrency=64)
    assert found["kv_cache"] == 64 // 4 * 4_096 * 2 * 32 * 8 * 128 * 2 // 8
    assert found["all_to_all"] == 2 * 32 * 2 * (8 // 4) * 4_096 * 4_096 * 2 * 3 // 4
    with pytest.raises(InvalidRequest, match="66 texts can't be shared evenly by 4 copies"):
        figure_of(mixtral, "parallel_plan", **plan, batch=8, concurrency=66)
