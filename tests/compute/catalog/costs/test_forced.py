"""A mask put on a model's layers: what the costs count is what a loop over both masks counts."""

from typing import Any

import pytest

from compute.catalog.configs import read_config
from compute.catalog.costs import figure_of
from compute.catalog.costs.forced import forced
from compute.catalog.costs.report import Question, report
from compute.catalog.masks.choice import ForcedMask
from compute.errors import InvalidRequest

CONFIG = {
    "model_type": "mistral", "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4,
    "intermediate_size": 64, "num_key_value_heads": 2, "vocab_size": 100, "sliding_window": 6,
}  # fmt: skip
LOCAL = {"type": "row", "name": "local", "params": {"radius": 3}}
FULL = {"type": "row", "name": "full"}


def pairs(wish: dict[str, Any], **config: Any) -> float:
    shape = forced(read_config({**CONFIG, **config}), ForcedMask.model_validate(wish))
    (allowed, _) = figure_of(shape, "allowed_pairs", tokens=20)
    assert isinstance(allowed.value, int)
    return allowed.value


def slow(*rules: Any) -> int:
    return sum(all(rule(q, k) for rule in rules) for q in range(20) for k in range(20))


def test_restricting_is_what_both_allow_and_replacing_what_the_other_allows() -> None:
    own, local = (lambda q, k: 0 <= q - k < 6), (lambda q, k: abs(q - k) <= 3)
    assert pairs({"mask": LOCAL}) == 3 * slow(own, local)
    assert pairs({"mask": LOCAL, "how": "replace"}) == 3 * slow(local)
    assert pairs({"mask": FULL, "how": "replace"}) == 3 * 400
    assert pairs({"mask": FULL}) == 3 * slow(own)


def test_only_the_named_layers_are_reached() -> None:
    own, local = (lambda q, k: 0 <= q - k < 6), (lambda q, k: abs(q - k) <= 3)
    assert pairs({"mask": LOCAL, "layers": [1]}) == 2 * slow(own) + slow(own, local)


def test_a_window_on_a_causal_model_bounds_its_cache_at_any_length() -> None:
    shape = read_config({**CONFIG, "sliding_window": None})
    window = {"mask": {"type": "row", "name": "sliding_window", "params": {"window": 10}}, "layers": [0, 1]}
    found = figure_of(forced(shape, ForcedMask.model_validate(window)), "kv_values", tokens=1_000_000)
    assert found[0].value == (2 * 10 + 1_000_000) * 2 * 2 * 16


def test_a_report_counts_the_forced_mask() -> None:
    question = Question.model_validate({"tokens": 20, "forced": {"mask": LOCAL, "how": "replace"}})
    figures = {figure.name: figure.value for figure in report(read_config(CONFIG), question).figures}
    assert figures["allowed_pairs.allowed"] == 3 * slow(lambda q, k: abs(q - k) <= 3)
    assert figures["allowed_pairs.dense"] == 3 * 400


@pytest.mark.parametrize(
    "wish",
    [{"top_k": 3}, {"mask": FULL, "heads": [1]}, {"mask": FULL, "kind": "cross"}],
    ids=["top_k", "heads", "cross"],
)
def test_what_is_no_whole_layers_is_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest, match="Costs count whole layers of self-attention"):
        pairs(wish)
