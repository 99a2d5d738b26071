"""FLOPs against torch's own counter on eager runs, and allowed pairs against counting cell by cell."""

from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.utils.flop_counter import FlopCounterMode
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from compute.catalog.configs import Attention, read_config
from compute.catalog.costs import figure_of, formula_of
from compute.catalog.costs.pairs import own_pairs
from compute.errors import InvalidRequest
from tests.compute.catalog.costs.test_parameters import BOTH, ENCODERS, LATENT, LLAMA, TINY, class_of

DENSE = [
    name
    for name in TINY
    if name not in {"mixtral", "qwen2_moe", "qwen3_moe", "gpt_oss", "phimoe", "llama4_text", "internlm2"}
]


def counted(model: torch.nn.Module, **inputs: torch.Tensor) -> int:
    """What the counter adds up in one pass, less the angles of rotary positions, which are no product with weights."""
    counter = FlopCounterMode(display=False)
    with torch.inference_mode(), counter:
        model(**inputs)
    by_module = counter.get_flop_counts()
    angles = sum(
        sum(ops.values()) for name, ops in by_module.items() if name.endswith(("rotary_emb", "rotary_pos_emb"))
    )
    return sum(by_module["Global"].values()) - angles


@pytest.mark.parametrize("model_type", DENSE)
def test_a_dense_pass_is_what_torchs_counter_counts(model_type: str) -> None:
    """C096: tied or not, the head costs the same and the look-up nothing; the counter sees eager attention only."""
    tiny = dict(TINY[model_type][0])
    if model_type.startswith("deepseek"):
        tiny = {**LATENT, "first_k_dense_replace": 3}
    config = CONFIG_MAPPING[model_type](**tiny)
    config._attn_implementation = "eager"
    model = class_of(model_type).from_config(config).eval()
    ids = torch.arange(12)[None] % 90 + 2
    asked: dict[str, Any] = {"tokens": 12, "mask": "dense"}
    inputs = {"input_ids": ids}
    if model_type in BOTH:
        inputs["decoder_input_ids"] = ids[:, :7]
        asked = {"tokens": 7, "encoder_tokens": 12, "mask": "dense"}
    (found,) = figure_of(read_config(config.to_dict()), "forward_flops", **asked)
    assert found.value == counted(model, **inputs)


def test_a_step_with_a_cache_is_what_torchs_counter_counts() -> None:
    config = CONFIG_MAPPING["llama"](**LLAMA)
    config._attn_implementation = "eager"
    model = class_of("llama").from_config(config).eval()
    with torch.inference_mode():
        cache = model(input_ids=torch.arange(9)[None] + 2).past_key_values
    (found,) = figure_of(read_config(config.to_dict()), "decode_flops", context=10)
    assert found.value == counted(model, input_ids=torch.tensor([[5]]), past_key_values=cache)


def test_a_batch_and_a_chunk_multiply_and_add_up() -> None:
    shape = read_config({**LLAMA, "model_type": "llama"})
    (one,) = figure_of(shape, "forward_flops", tokens=20)
    assert figure_of(shape, "forward_flops", tokens=20, batch=7)[0].value == 7 * one.value
    first = figure_of(shape, "forward_flops", tokens=8, context=8)[0].value
    rest = figure_of(shape, "forward_flops", tokens=12, context=20)[0].value
    assert first + rest == one.value


def test_writing_with_a_cache_is_the_prompt_and_one_step_for_each_further_token() -> None:
    shape = read_config({**LLAMA, "model_type": "llama"})
    steps = [figure_of(shape, "decode_flops", context=context)[0].value for context in (6, 7, 8)]
    prompt = figure_of(shape, "forward_flops", tokens=5, logits="last")[0].value
    (found,) = figure_of(shape, "generation_flops", prompt=5, new_tokens=4)
    assert found.value == prompt + sum(steps)
    passes = [figure_of(shape, "forward_flops", tokens=n, logits="last")[0].value for n in (5, 6, 7, 8)]
    assert figure_of(shape, "generation_flops", prompt=5, new_tokens=4, cache=False)[0].value == sum(passes)


def test_latent_attention_costs_the_same_projections_on_latents_and_wider_scores() -> None:
    shape = read_config({**LATENT, "model_type": "deepseek_v3"})
    ask: dict[str, Any] = {"tokens": 1, "context": 100}
    parts = {}
    for absorbed in (True, False):
        found = figure_of(shape, "forward_flops_by_part", **ask, absorbed=absorbed)
        parts[absorbed] = {figure.name.partition(".")[2]: figure.value for figure in found}
    heads, layers = 6, 3
    assert parts[False]["scores"] == 2 * layers * heads * 100 * (6 + 4)
    assert parts[True]["scores"] == 2 * layers * heads * 100 * (12 + 4)
    assert parts[True]["weighted_sum"] == 2 * layers * heads * 100 * 12
    assert all(parts[True][part] == parts[False][part] for part in ("q", "k", "v", "output"))


def test_experts_that_are_not_chosen_cost_nothing_and_the_router_does() -> None:
    tiny = {**LLAMA, "model_type": "mixtral", "num_local_experts": 4, "num_experts_per_tok": 2}
    parts = {f.name.partition(".")[2]: f.value for f in figure_of(read_config(tiny), "forward_flops_by_part", tokens=1)}
    assert parts["experts"] == 2 * 3 * 2 * 3 * 48 * 40
    assert parts["router"] == 2 * 3 * 48 * 4


@given(data=st.data())
def test_pairs_are_those_of_counting_cell_by_cell(data: st.DataObject) -> None:
    keys = data.draw(st.integers(1, 24))
    queries = data.draw(st.integers(1, keys))
    kind = data.draw(st.sampled_from(["causal", "full", "window", "radius", "chunk"]))
    size = data.draw(st.integers(1, 30))
    sees = {
        "causal": lambda q, k: k <= q,
        "full": lambda q, k: True,
        "window": lambda q, k: k <= q and q - k < size,
        "radius": lambda q, k: abs(q - k) <= size,
        "chunk": lambda q, k: k <= q and k // size == q // size,
    }[kind]
    attention = Attention(
        1, 1, 1, 1, sees="full" if kind in ("full", "radius") else "causal",
        **({kind: size} if kind in ("window", "radius", "chunk") else {}),
    )  # fmt: skip
    slow = sum(sees(q, k) for q in range(keys - queries, keys) for k in range(keys))
    assert own_pairs(attention, queries, keys).value == slow


@pytest.mark.parametrize(
    ("mask", "tokens", "pairs"),
    [
        ("sliding_window:window=2048", 4096, 6_292_480),
        ("sliding_window:window=256", 1024, 229_504),
        ("local:radius=64", 512, 61_888),
        ("sink_window:sinks=4,window=256", 1024, 232_570),
        ("causal", 1024, 524_800),
        ("dense", 100, 10_000),
        ('{"type": "not", "mask": {"type": "row", "name": "causal"}}', 10, 45),
        ('{"type": "and", "masks": [{"type": "row", "name": "causal"}, {"type": "row", "name": "full"}]}', 10, 55),
    ],
)
def test_pairs_of_any_mask_that_can_be_named(mask: str, tokens: int, pairs: int) -> None:
    """C016: row i sees i-w+1..i. C020: 129 keys, not 128."""
    assert formula_of("mask_pairs", mask=mask, tokens=tokens)[0].value == pairs


def test_a_mask_without_a_closed_form_is_counted_up_to_a_length_and_refused_beyond() -> None:
    mask = "bigbird:radius=1,global_tokens=1,random_keys=1"
    assert formula_of("mask_pairs", mask=mask, tokens=64)[0].value > 0
    with pytest.raises(InvalidRequest, match="at most 2,048 tokens, not 2,049"):
        formula_of("mask_pairs", mask=mask, tokens=2_049)


@pytest.mark.parametrize(
    ("kernel", "flops"),
    [
        ({"batch": 1, "heads": 12, "tokens": 64, "head_dim": 64}, 12_582_912),
        ({"batch": 2, "heads": 5, "tokens": 9, "head_dim": 4}, 12_960),
        ({"batch": 2, "heads": 5, "tokens": 9, "head_dim": 4, "mask": "causal"}, 4 * 2 * 5 * 45 * 4),
    ],
)
def test_a_fused_call_is_counted_where_torchs_counter_says_nothing(kernel: dict[str, Any], flops: int) -> None:
    """C090, C092: by the formula, since the counter returns 0 for fused attention on a processor."""
    (found,) = formula_of("kernel_flops", **kernel)
    assert found.value == flops > 0


def test_the_head_costs_the_same_tied_or_not() -> None:
    """C096: 77,194,752 for each token of GPT-2, and 2.916e11 for 1,024 of them with dense attention."""
    for tied in (True, False):
        shape = read_config({"model_type": "gpt2", "tie_word_embeddings": tied})
        parts = {f.name.partition(".")[2]: f.value for f in figure_of(shape, "forward_flops_by_part", tokens=1)}
        assert parts["head"] == 77_194_752
        assert "embedding" not in parts
        assert figure_of(shape, "forward_flops", tokens=1024, mask="dense")[0].value == 291_648_307_200


def test_encoders_have_no_cache_and_a_bidirectional_mask() -> None:
    for model_type in ENCODERS - {"modernbert"}:
        shape = read_config({"model_type": model_type})
        assert figure_of(shape, "kv_bytes", tokens=100)[0].value == 0
        (allowed, dense) = figure_of(shape, "allowed_pairs", tokens=100)
        assert allowed.value == dense.value
