"""Caches, memory and rooflines: hand numbers of the reported faults, and every formula's numbers worked out again."""

import json
import math
import re
from typing import Any

import pytest

from compute.catalog.configs.published import published_model, shape_of_published
from compute.catalog.configs.read import read_config
from compute.catalog.costs import figure_of, figures, formula_of, formulas
from compute.catalog.costs.report import Question, report
from compute.catalog.devices import device
from compute.errors import InvalidRequest

GIB = 2**30


def kv(name: str, **asked: object) -> float:
    (found,) = figure_of(shape_of_published(name), "kv_bytes", **asked)
    assert isinstance(found.value, int)
    return found.value


def test_the_cache_of_full_and_grouped_heads() -> None:
    """C073, C083: no factor of heads too many; per layer and in all; 70B with 8 key-value heads, not 64."""
    assert kv("llama-2-7b", tokens=1) == 524_288
    assert kv("llama-2-7b", tokens=4096) == 2 * GIB
    assert kv("llama-2-7b", tokens=1, layers=1) == 16_384
    assert kv("llama-2-7b", tokens=32_768) == 16 * GIB
    assert kv("llama-3-70b", tokens=32_768) == 10 * GIB
    full = read_config({**published_model("llama-3-70b").config, "num_key_value_heads": 64})
    assert figure_of(full, "kv_bytes", tokens=32_768)[0].value == 80 * GIB


def test_the_formula_of_the_cache_stands_with_its_numbers() -> None:
    """C083."""
    (found,) = figure_of(shape_of_published("llama-2-7b"), "kv_bytes", tokens=4096)
    assert found.filled == "32 × 4,096 × 2 × 32 × 128 × 2"


def test_the_configs_own_head_dim_is_used() -> None:
    """C075: 128, not 2560 / 32."""
    assert kv("qwen3-4b", tokens=1) == 147_456
    assert kv("qwen3-4b", tokens=32_768) == 4.5 * GIB


def test_a_latent_is_kept_once_for_keys_and_values() -> None:
    """C078."""
    assert kv("deepseek-v3", tokens=1) == 70_272
    assert round(kv("deepseek-v3", tokens=131_072) / GIB, 3) == 8.578


def test_a_window_bounds_its_layers_and_the_cache_stops_growing() -> None:
    """C081: all layers of Mistral, half of Gemma 2's."""
    assert kv("mistral-7b-v0.1", tokens=32_768) == 0.5 * GIB
    assert kv("mistral-7b-v0.1", tokens=32_768, keeps="all") == 4 * GIB
    assert kv("gemma-2-9b", tokens=8192) == 1.96875 * GIB
    assert kv("gemma-2-9b", tokens=8192, mask="causal") == 2.625 * GIB
    flat = [kv("mistral-7b-v0.1", tokens=n) for n in (4096, 8192, 16_384)]
    assert flat[0] == flat[1] == flat[2]
    slopes = [kv("gemma-2-9b", tokens=n + 1) - kv("gemma-2-9b", tokens=n) for n in (4000, 5000)]
    assert slopes[0] == 2 * slopes[1]


def test_the_weights_in_bytes_are_told_in_one_unit() -> None:
    """C085: 16.06 GB = 14.96 GiB, from the same bytes."""
    (found,) = figure_of(shape_of_published("llama-3-8b"), "weight_bytes")
    assert found.value == 16_060_522_496
    assert (round(found.value / 1e9, 2), round(found.value / GIB, 2)) == (16.06, 14.96)


def test_a_fused_kernel_has_no_quadratic_term() -> None:
    """C087: 5 a s² b for each layer, and nothing of it where scores are never stored."""
    asked = {"tokens": 1024, "batch": 1, "heads": 12, "hidden": 768}
    assert formula_of("score_activation_bytes", **asked)[0].value == 62_914_560
    assert formula_of("score_activation_bytes", **asked, kernel="fused")[0].value == 0
    shape = shape_of_published("gpt2")
    work = {
        kernel: [figure_of(shape, "workspace_bytes", tokens=n, kernel=kernel)[0].value for n in (1024, 2048, 4096)]
        for kernel in ("eager", "fused")
    }
    first, second, third = (float(value or 0) for value in work["fused"])
    assert third - second == 2 * (second - first)  # a straight line
    first, second, third = (float(value or 0) for value in work["eager"])
    assert third - second > 2.5 * (second - first)


def test_what_keeping_all_maps_takes_is_known_before_it_is_done() -> None:
    """C088."""
    mib = 2**20
    sizes = {("bert-base-uncased", 512): 144 * mib, ("gpt2", 1024): 576 * mib, ("llama-2-7b", 2048): 16 * GIB}
    for (name, tokens), size in sizes.items():
        assert figure_of(shape_of_published(name), "attention_weights_bytes", tokens=tokens)[0].value == size


def test_quantised_weights_and_their_scales() -> None:
    shape = read_config({"model_type": "gpt2"})
    values = 124_439_808
    assert figure_of(shape, "weight_bytes", precision="int4")[0].value == values / 2
    assert figure_of(shape, "scale_bytes", precision="int4")[0].value == values / 128 * 20 / 8
    # 1,050,899 groups of 128, the last of them half full, and 20 bits for each.
    odd = figure_of(shape_of_published("smollm2-135m"), "scale_bytes", precision="int4")[0].value
    assert odd == 2_627_248
    assert isinstance(odd, int)
    assert figure_of(shape, "scale_bytes", precision="mxfp4")[0].value == values / 32
    assert figure_of(shape, "scale_bytes", precision="bf16")[0].value == 0
    (part,) = figure_of(
        shape_of_published("gpt-oss-20b"), "weight_bytes", precision="mxfp4", quantised="experts", scales=True
    )
    assert round(float(part.value or 0) / GIB, 1) == 12.8  # the published size of the checkpoint


def test_the_parts_of_the_memory_add_up() -> None:
    shape = shape_of_published("llama-3-8b")
    parts = figure_of(shape, "memory_by_part", tokens=8192, batch=4, precision="int8")
    (total,) = figure_of(shape, "total_memory", tokens=8192, batch=4, precision="int8")
    assert sum(part.value for part in parts) == total.value


def test_the_largest_batch_fits_and_one_more_does_not() -> None:
    shape = shape_of_published("llama-3-8b")
    room = device("h100").memory_bytes
    (batch,) = figure_of(shape, "largest_batch", tokens=4096)
    needs = [figure_of(shape, "total_memory", tokens=4096, batch=n)[0].value for n in (batch.value, batch.value + 1)]
    assert needs[0] <= room < needs[1]
    assert figure_of(shape_of_published("llama-3-70b"), "largest_batch")[0].value == 0


def test_the_longest_context_fits_and_one_token_more_does_not() -> None:
    shape = shape_of_published("llama-3-8b")
    found = {figure.name.partition(".")[2]: figure.value for figure in figure_of(shape, "longest_context", batch=4)}
    longest = found["tokens"]
    needs = [figure_of(shape, "total_memory", tokens=n, batch=4)[0].value for n in (longest, longest + 1)]
    assert needs[0] <= device("h100").memory_bytes < needs[1]
    assert (found["limit"], found["binds"]) == (8192, "the model's limit")


def test_decoding_is_bound_by_memory_and_a_prefill_by_compute() -> None:
    shape = shape_of_published("llama-3-8b")
    step = {f.name.partition(".")[2]: f.value for f in figure_of(shape, "step_time", tokens=1, context=2048)}
    prefill = {f.name.partition(".")[2]: f.value for f in figure_of(shape, "step_time", tokens=2048)}
    assert (step["bound"], prefill["bound"]) == ("memory", "compute")
    assert step["bytes"] == 16_060_522_496 + 131_072 * 2048
    assert step["seconds"] == pytest.approx(step["bytes"] / 3.35e12)


def test_a_mixture_reads_the_experts_that_its_batch_meets() -> None:
    shape = shape_of_published("mixtral-8x7b")
    bytes_read = {
        batch: next(
            f.value for f in figure_of(shape, "step_time", batch=batch, cache=False) if f.name.endswith("bytes")
        )
        for batch in (1, 4, 1000)
    }
    assert bytes_read[1] == 2 * 12_879_925_248
    assert bytes_read[1] < bytes_read[4] < bytes_read[1000] <= 2 * 46_702_792_704


def test_tensor_parallelism_cuts_weights_and_cache_and_sends_two_sums_a_layer() -> None:
    shape = shape_of_published("llama-3-70b")
    plan = {
        f.name.partition(".")[2]: f.value for f in figure_of(shape, "parallel_plan", tensor=8, tokens=1000, batch=2)
    }
    whole = 2 * 70_553_706_496
    assert whole / 8 < plan["weights"] < whole / 8 * 1.001  # norms stay whole
    assert plan["kv_cache"] == kv("llama-3-70b", tokens=1000, batch=2) / 8
    assert plan["all_reduce"] == 2 * 80 * 2 * 1000 * 8192 * 2 * 2 * 7 / 8
    assert (plan["devices"], plan["stage_to_stage"], plan["all_to_all"]) == (8, 0, 0)


def test_key_value_heads_that_are_fewer_than_devices_are_copied() -> None:
    plan = {
        f.name.partition(".")[2]: f.value
        for f in figure_of(shape_of_published("falcon-7b"), "parallel_plan", tensor=71)
    }
    assert plan["kv_cache"] == kv("falcon-7b", tokens=1024)
    with pytest.raises(InvalidRequest, match="71 query heads can't be shared evenly by 8 devices"):
        figure_of(shape_of_published("falcon-7b"), "parallel_plan", tensor=8)


def test_pipeline_and_expert_plans() -> None:
    shape = shape_of_published("mixtral-8x7b")
    plan = {
        f.name.partition(".")[2]: f.value
        for f in figure_of(shape, "parallel_plan", pipeline=4, expert=8, data=8, batch=8, microbatches=4)
    }
    assert (plan["layers"], plan["devices"]) == (8, 32)
    assert plan["bubble"] == pytest.approx(3 / 7)
    assert plan["stage_to_stage"] == 1024 * 4096 * 2
    assert plan["all_to_all"] == 2 * 8 * 2 * 1024 * 4096 * 2 * 7 / 8


def test_a_prefill_in_chunks_sees_the_same_pairs_and_costs_the_same() -> None:
    found = {
        f.name.partition(".")[2]: f.value
        for f in figure_of(shape_of_published("gemma-2-2b"), "chunked_prefill", tokens=1000, chunk=300)
    }
    assert found["chunks"] == 4
    assert found["pairs"] == found["pairs_in_one_shot"] == 1000 * 1001 // 2
    assert (found["flops_difference"], found["cache_difference"]) == (0, 0)
    assert found["largest_scores"] == 8 * 300 * 900 * 2  # the last chunk has only 100 queries


@pytest.mark.parametrize("name", ["gpt2", "bert-base-uncased", "t5-small", "mixtral-8x7b", "gemma-3-1b", "deepseek-v3"])
def test_every_filled_formula_works_out_to_its_value(name: str) -> None:
    shape = shape_of_published(name)
    for row in figures:
        if row.name == "parallel_plan" and shape.decoder is None:
            continue
        for figure in figure_of(shape, row.name):
            if figure.filled:
                assert worked_out(figure.filled) == pytest.approx(figure.value, rel=1e-9), (figure.name, figure.filled)
        assert row.source is not None


def test_every_formula_of_plain_numbers_works_out_to_its_value() -> None:
    for row in formulas:
        for figure in formula_of(row.name):
            if figure.filled:
                assert worked_out(figure.filled) == pytest.approx(figure.value, rel=1e-9), (figure.name, figure.filled)


def worked_out(filled: str) -> float:
    """A filled formula by Python's own arithmetic."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", filled).replace(";", ",").replace("^", "**").replace("×", "*")
    text = text.replace("−", "-").replace("π", "pi")
    text = re.sub(r"ln ([\d.]+)", r"log(\1)", text)
    for left, right, name in (("⌈", "⌉", "ceil"), ("⌊", "⌋", "floor")):
        text = text.replace(left, f"{name}(").replace(right, ")")
    assert re.fullmatch(r"[\d\s.,()+\-*/e]*|.*(ceil|floor|min|max|log|pi).*", text), text
    known: dict[str, Any] = {
        "ceil": math.ceil,
        "floor": math.floor,
        "min": min,
        "max": max,
        "log": math.log,
        "pi": math.pi,
    }
    return float(eval(text, {"__builtins__": {}}, known))


def test_a_report_has_every_group_and_travels_as_strict_json() -> None:
    found = report(shape_of_published("mistral-7b-v0.1"), Question(tokens=8192, batch=2, device="l4", precision="int4"))
    assert {figure.group for figure in found.figures} == {"parameters", "compute", "cache", "memory", "serving", "time"}
    assert all(figure.formula and figure.source for figure in found.figures)
    names = [figure.name for figure in found.figures]
    assert len(names) == len(set(names))
    json.dumps(found.model_dump(mode="json"), allow_nan=False)


def test_a_device_states_its_dense_peak_and_widens_what_it_cannot_multiply() -> None:
    assert device("h100").peak("bf16") == 989.4e12
    assert device("a100").peak("fp8") == device("a100").peak("bf16")
    with pytest.raises(InvalidRequest, match="There is no device “h101”"):
        device("h101")


def test_this_machine_has_to_be_measured_first(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from compute.catalog import devices
    from compute.registry import Source

    own = replace(devices.settings(), device_file=tmp_path / "deep" / "device.json")
    monkeypatch.setattr(devices, "settings", lambda: own)
    with pytest.raises(InvalidRequest, match="python -m compute measure-device"):
        device(devices.THIS)
    found = devices.Device(devices.THIS, "Mine", 8 * GIB, 1e10, {"fp32": 1e11}, "none", 1.0, Source("Measured", "here"))
    devices.keep_measured(found)
    assert device(devices.THIS).peak("bf16") == 1e11
    assert device(devices.THIS).measured
