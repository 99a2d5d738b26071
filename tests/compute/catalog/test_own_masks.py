"""A pretrained model's own masks by its config, against what transformers makes of the same config."""

import pytest
import transformers as hf

from compute.catalog.masks.own import own_masks, rule_of_layer
from compute.catalog.masks.rule import allowed
from compute.events import ModelCard
from tests.compute.tokenizers_ import card

QWEN = {"model_type": "qwen2", "num_hidden_layers": 36, "hidden_size": 64, "num_attention_heads": 4,
        "num_key_value_heads": 2, "intermediate_size": 96, "vocab_size": 100}  # fmt: skip
ROWS = {"sliding_attention": "sliding_window", "full_attention": "causal", "chunked_attention": "block_local"}


def by_layer(config: dict[str, object]) -> list[str]:
    found, _ = own_masks(config)
    rows = {layer: mask.row for mask in found for layer in mask.layers}
    return [rows[layer] for layer in range(len(rows))]


@pytest.mark.parametrize(
    ("more", "windows", "said"),
    [
        ({"use_sliding_window": False, "sliding_window": 4096, "max_window_layers": 28}, 0, "has no effect"),
        ({"use_sliding_window": True, "sliding_window": 4096, "max_window_layers": 36}, 0, "has no effect"),
        ({"use_sliding_window": True, "sliding_window": 4096, "max_window_layers": 30}, 6, ""),
        ({"sliding_window": 4096}, 0, "has no effect"),
        ({}, 0, ""),
    ],
)
def test_a_window_is_in_the_layers_that_transformers_gives_it_and_one_without_effect_is_said_to_be_so(
    more: dict[str, object], windows: int, said: str
) -> None:
    """C022: 36 layers: switched off, from layer 36 on, from layer 30 on, and only named."""
    config = QWEN | more
    found = by_layer(config)
    assert found == [ROWS[kind] for kind in hf.Qwen2Config(**more, num_hidden_layers=36).layer_types]
    assert found.count("sliding_window") == windows
    _, notices = own_masks(config)
    assert any("has no effect" in notice.message for notice in notices) == bool(said)


def test_layers_of_two_kinds_are_grouped_by_their_mask() -> None:
    config = hf.Gemma3TextConfig(num_hidden_layers=12, sliding_window=512)
    given = config.to_dict()
    found, _ = own_masks({key: value for key, value in given.items() if value is not None})
    assert by_layer(given) == [ROWS[kind] for kind in config.layer_types]
    assert [(mask.row, dict(mask.params), len(mask.layers)) for mask in found] == [
        ("sliding_window", {"window": 512}, 10),
        ("causal", {}, 2),
    ]


def with_masks(config: dict[str, object]) -> ModelCard:
    return card().model_copy(update={"own_masks": own_masks(config)[0]})


def test_mistral_s_window_counts_the_querys_own_key() -> None:
    """C016: window 2048 over 4096 tokens: row sums min(i + 1, 2048), 6,292,480 pairs."""
    config = hf.MistralConfig(num_hidden_layers=2, sliding_window=2048).to_dict()
    rule = rule_of_layer(with_masks(config), 1)
    assert rule is not None
    cells = allowed(rule, 4096)
    assert cells.sum(1).tolist() == [min(row + 1, 2048) for row in range(4096)]
    assert int(cells.sum()) == 6_292_480


def test_a_local_window_of_128_is_64_on_either_side() -> None:
    """C020: inner rows see 129 keys, row 0 sees 65; 512 tokens have 61,888 pairs."""
    config = hf.ModernBertConfig(num_hidden_layers=4, local_attention=128).to_dict()
    rule = rule_of_layer(with_masks(config), 1)
    assert rule is not None
    cells = allowed(rule, 512)
    assert (int(cells[0].sum()), int(cells[256].sum()), int(cells.sum())) == (65, 129, 61_888)
    assert rule_of_layer(with_masks(config), 99) is None
