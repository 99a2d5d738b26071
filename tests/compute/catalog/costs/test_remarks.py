"""What is remarked of a config, and why one is refused, has a code with its numbers and words in both languages."""

import re
from pathlib import Path
from typing import Any

import pytest

from compute.catalog.configs import facts, read_config
from compute.errors import InvalidConfig

I18N = Path(__file__).parents[4] / "frontend" / "src" / "i18n"
LINE = re.compile(r'^  "((?:notice|error)\.[^"]+)": "(.*)",$', re.M)
WORDS = {name: dict(LINE.findall((I18N / name / "remarks.ts").read_text("utf-8"))) for name in ("en", "zh")}

LLAMA: dict[str, Any] = {
    "model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
    "vocab_size": 100, "max_position_embeddings": 4_096,
}  # fmt: skip
QWEN = {**LLAMA, "model_type": "qwen2", "sliding_window": 16}
GPT2 = {"model_type": "gpt2", "n_embd": 48, "n_head": 4, "n_layer": 2}

REMARKED: list[tuple[dict[str, Any], str]] = [
    ({"model_type": "llama"}, "default_used"),
    ({**LLAMA, "head_dim": 20}, "head_dim"),
    ({"hidden_size": 64, "num_attention_heads": 4}, "no_model_type"),
    ({"architectures": ["LlamaForCausalLM"], "hidden_size": 64, "num_attention_heads": 4}, "type_by_class"),
    ({"model_type": "llava", "text_config": LLAMA}, "text_model_only"),
    ({**LLAMA, "wings": 2}, "unknown_field"),
    ({"model_type": "mpt", "attn_config": {"alibi": False}}, "unknown_field.alibi"),
    ({**LLAMA, "n_layer": 3}, "contradiction.names"),
    ({**QWEN, "use_sliding_window": True, "layer_types": ["full_attention"] * 3}, "contradiction.layer_types"),
    ({**LLAMA, "model_type": "gemma2", "layer_types": ["full_attention"]}, "contradiction.layer_types_short"),
    ({**LLAMA, "model_type": "gemma2", "layer_types": "1 sliding + 1 full"}, "layer_types_in_words"),
    ({**QWEN, "use_sliding_window": False}, "window_without_effect.switched_off"),
    ({"model_type": "mistral", "sliding_window": 9, "use_sliding_window": False}, "window_without_effect.switched_off"),
    (QWEN, "window_without_effect.not_switched_on"),
    ({**QWEN, "use_sliding_window": True, "max_window_layers": 2}, "window_without_effect.starts_late"),
    ({**LLAMA, "sliding_window": 16}, "window_without_effect.no_windows"),
    ({**LLAMA, "model_type": "mistral", "num_key_value_heads": 4, "sliding_window": 5_000}, "window_never_binds"),
    ({**GPT2, "num_key_value_heads": 2}, "kv_heads_unused.full"),
    ({"model_type": "falcon", "num_kv_heads": 71}, "kv_heads_unused.multi_query"),
    ({"model_type": "deepseek_v3", "num_key_value_heads": 128}, "kv_heads_unused.latent"),
    ({**LLAMA, "rope_scaling": {"type": "yarn", "factor": 4.0}}, "assumed_length"),
    ({**LLAMA, "rope_scaling": {"type": "linear", "factor": 4.0}}, "scaled_limit"),
    ({**LLAMA, "rope_scaling": {"type": "spiral", "factor": 4.0}}, "unknown_scaling"),
    ({"model_type": "bert", "is_decoder": True}, "read_as_encoder"),
    ({"model_type": "t5", "is_encoder_decoder": False}, "read_with_both"),
    ({"model_type": "bert", "position_embedding_type": "relative_key"}, "position_type"),
]  # fmt: skip

LIMITS: list[tuple[dict[str, Any], str]] = [
    (LLAMA, "stated"),
    ({"model_type": "llama"}, "absent"),
    ({"model_type": "falcon"}, "absent_older"),
    ({**LLAMA, "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1_024}}, "yarn"),
    ({**LLAMA, "rope_scaling": {"type": "linear", "factor": 4.0}}, "scaled"),
    ({**LLAMA, "rope_scaling": {"rope_type": "llama3", "factor": 8.0}}, "inside"),
    ({"model_type": "gpt2"}, "rows"),
    ({"model_type": "roberta"}, "rows_offset"),
    ({"model_type": "opt"}, "rows_before"),
    ({"model_type": "marian"}, "sinusoids"),
    ({"model_type": "bloom"}, "alibi"),
    ({"model_type": "t5"}, "relative"),
]

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({**LLAMA, "num_hidden_layers": -1}, "whole", "num_hidden_layers is -1. It is a whole number from 1 to 10,000"),
    ({**LLAMA, "num_hidden_layers": 10**9}, "whole", "from 1 to 10,000"),
    ({**LLAMA, "hidden_size": float("nan")}, "whole", "hidden_size is nan"),
    ({**LLAMA, "vocab_size": 1.5}, "whole", "vocab_size is 1.5"),
    ({**LLAMA, "rope_theta": -1}, "above_0", "rope_theta is -1. It is a number above 0"),
    ({**LLAMA, "rope_scaling": {"type": "yarn", "factor": "x"}}, "above_0", "rope_scaling.factor is 'x'"),
    ({**LLAMA, "rope_scaling": {"type": "linear"}}, "factor", "rope_scaling says linear without a factor"),
    ({**LLAMA, "rope_scaling": {"type": 3}}, "word", "rope_scaling.rope_type is 3"),
    ({**LLAMA, "rope_scaling": "yes"}, "object", "rope_scaling is 'yes'"),
    ({**LLAMA, "tie_word_embeddings": "no"}, "flag", "tie_word_embeddings is 'no'"),
    ({"model_type": "t5", "feed_forward_proj": 3}, "word", "feed_forward_proj is 3. It is a word"),
    ({**LLAMA, "model_type": "qwen3_moe", "mlp_only_layers": "all"}, "numbers", "mlp_only_layers is 'all'"),
    ({**LLAMA, "num_attention_heads": 5}, "divides", "which num_attention_heads 5 does not divide"),
    ({**LLAMA, "num_key_value_heads": 3}, "kv_heads", "4 query heads can't share 3 key-value heads evenly (4 % 3 = 1)"),
    ({**LLAMA, "model_type": "mixtral", "num_key_value_heads": 4, "num_local_experts": 2, "num_experts_per_tok": 3},
     "experts", "A token can't pass through 3 of 2 experts"),
    ({**LLAMA, "model_type": "gemma2", "layer_types": 3}, "layer_types", "layer_types is a list"),
    ({**LLAMA, "model_type": "gemma2", "layer_types": ["round"]}, "layer_kind", "layer_types has 'round'"),
    ({"model_type": "gpt_neo", "attention_layers": ["round"]}, "attention_layers", "one of global and local"),
    ({str(n): 1 for n in range(1_001)}, "fields", "at most 1,000 fields"),
    ({"model_type": "lama"}, "near", "Did you mean llama?"),
    ({"model_type": "zzzzzz"}, "model_type", "Known are: gpt2"),
]  # fmt: skip


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def assert_words(key: str, figures: set[str]) -> None:
    for language, words in WORDS.items():
        assert key in words, (language, key)
        assert holes(words[key]) <= figures, (language, key)


@pytest.mark.parametrize(("config", "key"), REMARKED, ids=[key for _, key in REMARKED])
def test_a_remark_has_its_code_its_numbers_and_its_words(config: dict[str, Any], key: str) -> None:
    """C022, C075, C077: what has no effect, is not used or is at odds is named."""
    code, _, why = key.partition(".")
    notices = [n for n in read_config(config).notices if n.code == code and n.data.get("why", "") == why]
    assert notices, read_config(config).notices
    assert_words(f"notice.{key}", set(notices[0].data))


@pytest.mark.parametrize(("config", "why"), LIMITS, ids=[why for _, why in LIMITS])
def test_the_reason_of_a_limit_has_its_code_its_numbers_and_its_words(config: dict[str, Any], why: str) -> None:
    found = facts(read_config(config))
    assert found.limit_reason.data["why"] == why
    assert found.limit_reason.message == found.limit_source
    assert_words(f"notice.limit.{why}", set(found.limit_reason.data))


@pytest.mark.parametrize(("config", "why", "sentence"), REFUSED)
def test_a_refusal_has_its_reason_its_numbers_and_its_words(config: dict[str, Any], why: str, sentence: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        read_config(config)
    assert sentence in refused.value.message
    assert refused.value.data["why"] == why
    assert_words(f"error.invalid_config.{why}", {"field", *refused.value.data})


def test_no_words_are_kept_of_what_is_never_said() -> None:
    """Words of models that are trained here stand apart: their limit is the text of their training."""
    said = {f"notice.{key}" for _, key in REMARKED} | {f"error.invalid_config.{why}" for _, why, _ in REFUSED}
    said |= {f"notice.limit.{why}" for _, why in LIMITS} | {"notice.limit.trained"}
    for words in WORDS.values():
        assert set(words) - said == {"error.invalid_config.title", "error.invalid_config.text"}
