"""Parameters against the library's own models, built without memory on the meta device: tiny, default and published."""

from collections.abc import Mapping
from typing import Any

import pytest
import torch
from transformers import AutoModel, AutoModelForCausalLM, AutoModelForMaskedLM, AutoModelForSeq2SeqLM, PretrainedConfig
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from compute.catalog.configs.published import published_model, shape_of_published
from compute.catalog.configs.read import READERS, read_config
from compute.catalog.costs import figure_of
from compute.errors import InvalidConfig

ENCODERS = {"bert", "roberta", "xlm-roberta", "distilbert", "modernbert"}
BOTH = {"t5", "mt5", "bart", "marian"}
NOT_IN_THE_LIBRARY = {"internlm2"}  # its code comes with the model, and is not run

LLAMA = {
    "vocab_size": 101, "hidden_size": 48, "intermediate_size": 40, "num_hidden_layers": 3, "num_attention_heads": 6,
    "num_key_value_heads": 2,
}  # fmt: skip
GPT = {"vocab_size": 101, "n_embd": 48, "n_layer": 3, "n_head": 6, "n_positions": 30}
BERT = {"vocab_size": 101, "hidden_size": 48, "intermediate_size": 40, "num_hidden_layers": 3, "num_attention_heads": 6}
T5 = {
    "vocab_size": 101,
    "d_model": 48,
    "d_kv": 10,
    "d_ff": 40,
    "num_layers": 3,
    "num_decoder_layers": 2,
    "num_heads": 6,
}
BART = {
    "vocab_size": 101, "d_model": 48, "encoder_layers": 3, "decoder_layers": 2, "encoder_attention_heads": 6,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 40, "decoder_ffn_dim": 56, "max_position_embeddings": 30,
    "pad_token_id": 1,
}  # fmt: skip
LATENT = {
    **LLAMA, "num_key_value_heads": 6, "kv_lora_rank": 12, "q_lora_rank": 20, "qk_rope_head_dim": 4,
    "qk_nope_head_dim": 6, "v_head_dim": 10, "moe_intermediate_size": 14, "n_routed_experts": 4,
    "n_shared_experts": 2, "num_experts_per_tok": 2, "first_k_dense_replace": 1, "n_group": 1, "topk_group": 1,
}  # fmt: skip
TINY: Mapping[str, list[dict[str, Any]]] = {
    **{name: [LLAMA, {**LLAMA, "tie_word_embeddings": True}] for name in READERS if name not in ENCODERS | BOTH},
    "llama": [LLAMA, {**LLAMA, "attention_bias": True, "mlp_bias": True}, {**LLAMA, "head_dim": 10}],
    "qwen2_moe": [
        {**LLAMA, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 14,
         "shared_expert_intermediate_size": 18},
        {**LLAMA, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 14, "decoder_sparse_step": 2},
    ],
    "qwen3_moe": [{**LLAMA, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 14,
                   "mlp_only_layers": [1], "head_dim": 10}],
    "gpt_oss": [{**LLAMA, "head_dim": 10, "num_local_experts": 4, "num_experts_per_tok": 2}],
    **{name: [{**LLAMA, "pad_token_id": 0}] for name in ("glm", "glm4", "olmo")},
    "phimoe": [{**LLAMA, "num_local_experts": 4}, {**LLAMA, "num_local_experts": 4, "lm_head_bias": True}],
    "llama4_text": [
        {**LLAMA, "num_local_experts": 4, "intermediate_size_mlp": 56, "interleave_moe_layer_step": step, "head_dim": 8}
        for step in (1, 2)
    ],
    "mpt": [{"vocab_size": 101, "d_model": 48, "n_layers": 3, "n_heads": 6}],
    "mixtral": [{**LLAMA, "num_local_experts": 4}],
    "phi3": [{**LLAMA, "pad_token_id": 0}],
    "cohere": [LLAMA, {**LLAMA, "use_qk_norm": True}],
    "gpt_neox": [{**LLAMA, "tie_word_embeddings": True}],
    "gpt2": [GPT, {**GPT, "n_inner": 50}],
    "gpt_bigcode": [GPT, {**GPT, "multi_query": False}],
    "gptj": [{**GPT, "rotary_dim": 4}],
    "gpt_neo": [{"vocab_size": 101, "hidden_size": 48, "num_layers": 2, "num_heads": 6, "max_position_embeddings": 30,
                 "attention_types": [[["global", "local"], 1]]}],
    "opt": [
        {**BERT, "ffn_dim": 40, "word_embed_proj_dim": 48},
        {**BERT, "ffn_dim": 40, "word_embed_proj_dim": 32, "do_layer_norm_before": False},
    ],
    "bloom": [{"vocab_size": 101, "hidden_size": 48, "n_layer": 3, "n_head": 6}],
    "falcon": [
        {"vocab_size": 101, "hidden_size": 48, "num_hidden_layers": 3, "num_attention_heads": 6, "num_kv_heads": 3,
         "new_decoder_architecture": new, "multi_query": one, "parallel_attn": parallel, "bias": bias, "alibi": alibi}
        for new, one, parallel, bias, alibi in [
            (False, True, True, False, False), (False, False, False, True, True), (True, True, True, False, False)
        ]
    ],
    **{name: [{**BERT, "max_position_embeddings": 30, "pad_token_id": 1}] for name in ENCODERS - {"distilbert"}},
    "smollm3": [{**LLAMA, "pad_token_id": 0}],
    "distilbert": [{"vocab_size": 101, "dim": 48, "hidden_dim": 40, "n_layers": 3, "n_heads": 6}],
    "modernbert": [{**BERT, "pad_token_id": 0}, {**BERT, "pad_token_id": 0, "attention_bias": True, "mlp_bias": True}],
    "t5": [T5, {**T5, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}],
    "mt5": [T5],
    "bart": [BART],
    "marian": [{**BART, "decoder_vocab_size": 101}],
    "deepseek_v2": [LATENT, {**LATENT, "q_lora_rank": None}],
    "deepseek_v3": [LATENT, {**LATENT, "q_lora_rank": None, "attention_bias": True}],
}  # fmt: skip


def built(config: PretrainedConfig, kind: Any) -> int:
    with torch.device("meta"):
        model = kind.from_config(config)
    return sum(p.numel() for p in model.parameters())


def class_of(model_type: str) -> Any:
    return (
        AutoModel if model_type in ENCODERS else AutoModelForSeq2SeqLM if model_type in BOTH else AutoModelForCausalLM
    )


CASES = [(name, number) for name in READERS if name not in NOT_IN_THE_LIBRARY for number in range(len(TINY[name]))]


@pytest.mark.parametrize(("model_type", "number"), CASES)
def test_a_tiny_model_has_the_librarys_parameters(model_type: str, number: int) -> None:
    config = CONFIG_MAPPING[model_type](**TINY[model_type][number])
    shape = read_config(config.to_dict())
    (found,) = figure_of(shape, "parameters")
    assert found.value == built(config, class_of(model_type))
    assert sum(part.value for part in figure_of(shape, "parameters_by_part")) == found.value


def test_every_type_that_is_read_is_compared() -> None:
    """InternLM2's own code is never run; its tensors are Llama's, with queries, keys and values in one."""
    assert set(TINY) == set(READERS)
    assert {name for name, _ in CASES} == set(READERS) - NOT_IN_THE_LIBRARY
    (found,) = figure_of(read_config({**LLAMA, "model_type": "internlm2"}), "parameters")
    assert found.value == built(CONFIG_MAPPING["llama"](**LLAMA), AutoModelForCausalLM)


@pytest.mark.parametrize("model_type", sorted(ENCODERS - {"xlm-roberta"}))
def test_an_encoder_with_its_masked_head_has_the_librarys_parameters(model_type: str) -> None:
    config = CONFIG_MAPPING[model_type](**TINY[model_type][0])
    (found,) = figure_of(read_config(config.to_dict()), "parameters", head="masked_lm")
    assert found.value == built(config, AutoModelForMaskedLM)


@pytest.mark.parametrize(
    "name",
    [
        "gpt2-xl", "bert-large-uncased", "roberta-base", "t5-base", "llama-2-7b", "llama-3-8b", "llama-3.2-1b",
        "mistral-7b-v0.1", "mixtral-8x7b", "qwen2.5-7b", "qwen3-4b", "qwen3-30b-a3b", "gemma-2-9b", "gemma-3-27b",
        "phi-2", "phi-3-mini-4k", "deepseek-v2-lite", "deepseek-v3", "gpt-oss-20b", "falcon-7b", "falcon-40b",
        "bloom-176b", "opt-13b", "smollm2-360m", "pythia-1.4b",
    ],
)  # fmt: skip
def test_a_published_model_has_the_librarys_parameters(name: str) -> None:
    """C098, C100: in its real size."""
    said = dict(published_model(name).config)
    model_type = str(said.pop("model_type"))
    said.pop("rope_scaling", None)  # of no weight, and stricter in the library than in the published files
    config = CONFIG_MAPPING[model_type](**said)
    (found,) = figure_of(shape_of_published(name), "parameters")
    assert found.value == built(config, class_of(model_type))


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("bert-base-uncased", 109_482_240), ("t5-small", 60_506_624), ("llama-2-7b", 6_738_415_616),
        ("llama-3-8b", 8_030_261_248), ("mistral-7b-v0.1", 7_241_732_096), ("mixtral-8x7b", 46_702_792_704),
        ("qwen3-4b", 4_022_468_096),
    ],
)  # fmt: skip
def test_the_parts_of_the_references_add_up(name: str, total: int) -> None:
    """C098, C100: what is counted is listed, and adds up to the total."""
    parts = figure_of(shape_of_published(name), "parameters_by_part")
    assert sum(part.value for part in parts) == total
    assert {"parameters_by_part.embedding", "parameters_by_part.q", "parameters_by_part.norms"} <= {
        p.name for p in parts
    }


def test_experts_that_are_not_chosen_are_not_active() -> None:
    """C098: Mixtral, 2 of 8; and Qwen3-4B with a head of its own."""
    assert figure_of(shape_of_published("mixtral-8x7b"), "active_parameters")[0].value == 12_879_925_248
    untied = read_config({**published_model("qwen3-4b").config, "tie_word_embeddings": False})
    assert figure_of(untied, "parameters")[0].value == 4_411_424_256
    assert figure_of(shape_of_published("bert-base-uncased"), "parameters", head="none")[0].value == 108_891_648


def test_a_projection_between_two_widths_is_counted_with_its_bias() -> None:
    """C071."""
    from compute.catalog.costs import formula_of

    assert formula_of("projection", rows=768, columns=1_024)[0].value == 787_456


def test_key_value_heads_that_do_not_divide_are_refused() -> None:
    """C077: the number is of key-value heads, not of groups: 32 and 8 means 4 queries for each."""
    with pytest.raises(InvalidConfig, match=r"32 query heads can't share 5 key-value heads evenly \(32 % 5 = 2\)"):
        read_config({"model_type": "llama", "num_attention_heads": 32, "num_key_value_heads": 5})
