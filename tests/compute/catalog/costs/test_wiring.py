"""Where norms stand in a block, and what each part moves."""

import pytest

from compute.catalog.configs.facts import facts
from compute.catalog.configs.published import shape_of_published
from compute.catalog.configs.read import read_config
from compute.catalog.costs import figure_of


@pytest.mark.parametrize(
    ("name", "wiring"),
    [
        ("llama-3-8b", "pre"),
        ("gpt2", "pre"),
        ("bert-base-uncased", "post"),
        ("falcon-7b", "parallel"),
        ("pythia-1.4b", "parallel"),
        ("gemma-2-9b", "around"),
    ],
)
def test_norms_stand_where_the_papers_draw_them(name: str, wiring: str) -> None:
    assert facts(shape_of_published(name)).wiring == wiring


def test_a_flag_of_the_config_moves_the_branches() -> None:
    assert facts(read_config({"model_type": "gpt_neox", "use_parallel_residual": False})).wiring == "pre"
    assert facts(read_config({"model_type": "opt", "do_layer_norm_before": False})).wiring == "post"
    assert facts(read_config({"model_type": "olmo2"})).wiring == "after"
    assert facts(read_config({"model_type": "bart"})).wiring == "post"


def test_a_part_moves_its_weights_inputs_and_outputs_once() -> None:
    """By hand for 30 layers of 576 in bf16: the query projection moves 2 × 30 × (576 × 576 + 15 × (576 + 576))."""
    moved = {one.name: one.value for one in figure_of(shape_of_published("smollm2-135m"), "moved_by_part", tokens=15)}
    assert moved["moved_by_part.q"] == 2 * 30 * (576 * 576 + 15 * (576 + 576))
    # Scores read 3 key heads and 9 query heads of 64 numbers, the weighted sum as many values and outputs.
    assert moved["moved_by_part.scores"] == moved["moved_by_part.weighted_sum"] == 2 * 30 * 15 * (3 + 9) * 64


def test_an_expert_is_told_apart_from_the_wider_dense_layers() -> None:
    """DeepSeek-V2-Lite: intermediate_size 10,944 in its first layer, moe_intermediate_size 1,408 in the others."""
    found = facts(shape_of_published("deepseek-v2-lite"))
    assert (found.ffn_width, found.expert_width) == (10_944, 1_408)
