"""What reading a config says: windows by layer, the real limit, fields that are unknown, absent or at odds."""

import json
from typing import Any

import pytest
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from compute.catalog.configs import facts, read_config
from compute.catalog.configs.published import published, shape_of_published
from compute.errors import InvalidConfig, UnknownModel

QWEN = {
    "model_type": "qwen2", "num_hidden_layers": 36, "hidden_size": 64, "num_attention_heads": 4,
    "intermediate_size": 64, "num_key_value_heads": 4, "vocab_size": 100, "max_position_embeddings": 32768,
}  # fmt: skip


def said(config: dict[str, Any]) -> tuple[list[int], list[str]]:
    """The layers that slide, and the codes of the notices."""
    found = facts(read_config(config))
    sliding = [layer for layer, mask in enumerate(found.masks) if mask.name == "sliding_window"]
    return sliding, [notice.code for notice in found.notices]


@pytest.mark.parametrize(
    ("window", "sliding", "words"),
    [
        ({"sliding_window": 4096, "use_sliding_window": True, "max_window_layers": 36}, [], True),
        (
            {"sliding_window": 4096, "use_sliding_window": True, "max_window_layers": 30},
            [30, 31, 32, 33, 34, 35],
            False,
        ),
        ({"sliding_window": 4096, "use_sliding_window": False, "max_window_layers": 30}, [], True),
        ({"sliding_window": 4096}, [], True),
        ({"sliding_window": None, "use_sliding_window": False}, [], False),
    ],
)
def test_a_window_of_qwen_slides_where_the_library_has_it_and_an_idle_one_is_told(
    window: dict[str, Any], sliding: list[int], words: bool
) -> None:
    """C022."""
    found, codes = said({**QWEN, **window})
    assert found == sliding
    assert ("window_without_effect" in codes) == words
    library = CONFIG_MAPPING["qwen2"](**{**{k: v for k, v in QWEN.items() if k != "model_type"}, **window})
    assert [n for n, kind in enumerate(library.layer_types) if kind == "sliding_attention"] == sliding


@pytest.mark.parametrize("model_type", ["gemma2", "gemma3_text", "gpt_oss", "qwen3", "smollm3", "modernbert"])
def test_layers_slide_as_in_the_library(model_type: str) -> None:
    library = CONFIG_MAPPING[model_type]()
    named = facts(read_config({"model_type": model_type})).masks
    kinds = ["sliding_attention" if mask.window else "full_attention" for mask in named]
    assert kinds == library.layer_types


@pytest.mark.parametrize(
    ("phrase", "sliding"),
    [
        ("5 sliding + 1 full, repeated (18 layers)", 15),
        ("sliding, full, sliding, full, ... (18 layers, index 0 is sliding)", 9),
        (["sliding_attention", "full_attention"], 9),
        (["full_attention"] * 18, 0),
    ],
)
def test_kinds_of_layers_may_be_a_list_a_pattern_or_a_phrase(phrase: object, sliding: int) -> None:
    found, _ = said(
        {"model_type": "gemma3_text", "num_hidden_layers": 18, "sliding_window": 512, "layer_types": phrase}
    )
    assert len(found) == sliding


def test_a_two_sided_window_says_its_radius_and_its_total() -> None:
    """C020: local_attention 128 is 64 on either side and the query's own."""
    mask = facts(read_config({"model_type": "modernbert"})).masks[1]
    assert (mask.name, mask.window, mask.words) == ("local", 129, "64 on either side and itself: 129")


LLAMA = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
         "intermediate_size": 64, "vocab_size": 100}  # fmt: skip


@pytest.mark.parametrize(
    ("more", "limit", "trained"),
    [
        ({"max_position_embeddings": 4096}, 4096, None),
        ({"max_position_embeddings": 4096, "rope_scaling": {"type": "linear", "factor": 4.0}}, 16384, 4096),
        ({"max_position_embeddings": 4096, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}, 8192, 4096),
        ({"max_position_embeddings": 65536, "rope_scaling": {"type": "yarn", "factor": 16.0,
          "original_max_position_embeddings": 4096}}, 65536, 4096),
        ({"max_position_embeddings": 32768, "rope_parameters": {"rope_type": "yarn", "factor": 4.0,
          "original_max_position_embeddings": 32768, "rope_theta": 1e6}}, 131072, 32768),
        ({"max_position_embeddings": 131072, "rope_scaling": {"rope_type": "llama3", "factor": 32.0,
          "original_max_position_embeddings": 8192}}, 131072, 8192),
        ({"max_position_embeddings": 131072, "rope_scaling": {"type": "su"}, "original_max_position_embeddings": 4096},
         131072, 4096),
        ({"max_position_embeddings": 8192, "rope_scaling": None}, 8192, None),
    ],
)  # fmt: skip
def test_the_limit_is_what_the_stretching_comes_to(more: dict[str, Any], limit: int, trained: int | None) -> None:
    position = read_config({**LLAMA, **more}).position
    assert (position.limit, position.trained) == (limit, trained)


@pytest.mark.parametrize(
    ("config", "rows", "limit"),
    [
        ({"model_type": "roberta", "max_position_embeddings": 514, "pad_token_id": 1}, 514, 512),
        ({"model_type": "roberta", "max_position_embeddings": 514, "pad_token_id": 3}, 514, 510),
        ({"model_type": "opt", "max_position_embeddings": 2048}, 2050, 2048),
        ({"model_type": "bart", "max_position_embeddings": 1024}, 1026, 1024),
        ({"model_type": "gpt2"}, 1024, 1024),
        ({"model_type": "bloom"}, None, None),
        ({"model_type": "t5", "n_positions": 512}, None, None),
    ],
)
def test_a_table_is_not_all_usable(config: dict[str, Any], rows: int | None, limit: int | None) -> None:
    """C065."""
    found = facts(read_config(config))
    assert (found.position_rows, found.limit) == (rows, limit)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"wings": 3}, "unknown_field"),
        ({"n_layer": 3}, "contradiction"),
        ({"head_dim": 20}, "head_dim"),
        ({"sliding_window": 16}, "window_without_effect"),
        ({"rope_scaling": {"type": "spiral", "factor": 2.0}}, "unknown_scaling"),
    ],
)
def test_what_is_unknown_or_at_odds_is_named(more: dict[str, Any], code: str) -> None:
    notices = read_config({**LLAMA, **more}).notices
    named = [notice for notice in notices if notice.code == code]
    assert len(named) == 1
    assert next(iter(more)).split("_")[0] in named[0].message or code == "unknown_scaling"


def test_what_is_absent_is_taken_from_the_type_and_named() -> None:
    notices = [n for n in read_config({"model_type": "llama"}).notices if n.code == "default_used"]
    assert {notice.data["field"] for notice in notices} == {
        "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "vocab_size"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"num_hidden_layers": "many"}, "num_hidden_layers is 'many'. It is a whole number from 1"),
        ({"num_hidden_layers": -1}, "num_hidden_layers is -1"),
        ({"num_hidden_layers": True}, "num_hidden_layers is True"),
        ({"hidden_size": 10**12}, "hidden_size is 1000000000000"),
        ({"num_attention_heads": 5}, "hidden_size is 64, which num_attention_heads 5 does not divide"),
        ({"rope_scaling": "yes"}, "rope_scaling is 'yes'. It is an object, or null"),
        ({"tie_word_embeddings": "no"}, "tie_word_embeddings is 'no'. It is true or false"),
        ({"model_type": "lama"}, "model_type “lama” is not read. Did you mean llama?"),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        read_config({**LLAMA, **more})
    assert sentence in refused.value.message
    assert refused.value.field in more


def test_a_text_model_inside_a_larger_config_is_read_and_said() -> None:
    inner = {key: value for key, value in LLAMA.items() if key != "model_type"}
    shape = read_config({"model_type": "gemma3", "text_config": {**inner, "head_dim": 16}, "vision_config": {}})
    assert (shape.model_type, shape.notices[0].code) == ("gemma3_text", "text_model_only")


def test_every_published_model_is_whole_and_sourced() -> None:
    assert len(published()) >= 30
    for one in published().values():
        assert one.source
        codes = {notice.code for notice in shape_of_published(one.name).notices}
        assert not codes & {"default_used", "unknown_field", "contradiction", "unknown_scaling"}, (one.name, codes)
        json.dumps(facts(shape_of_published(one.name)).model_dump(mode="json"), allow_nan=False)
    with pytest.raises(UnknownModel):
        shape_of_published("gpt-17")
