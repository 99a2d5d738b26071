"""Costs over HTTP: what is listed, what is answered, and what is refused."""

import json

import pytest

from webapp.costs import api

from .cast import Person

CONFIG = {
    "model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "tie_word_embeddings": False,
    "max_position_embeddings": 8192,
}  # fmt: skip


def test_published_models_devices_and_figures_are_listed_with_what_a_form_needs(owner: Person) -> None:
    said = owner.get("/api/published-models").json()
    models = {model["name"]: model for model in said["models"]}
    assert len(models) >= 30
    assert models["llama-2-7b"]["parameters"] == 6_738_415_616
    assert all(model["source"] for model in said["models"])
    named = {device["name"]: device for device in said["devices"]}
    assert {"a100", "h100", "h200", "b200", "l4", "rtx-4090"} <= named.keys()
    assert named["h100"]["flops_per_s"]["bf16"] == 989.4e12
    for figure in said["figures"]:
        assert figure["formula"]
        assert all(field.get("description") for field in figure["params"].get("properties", {}).values())


def test_a_pasted_config_and_a_published_name_are_answered_alike(owner: Person) -> None:
    question = {"tokens": 4096, "batch": 2, "precision": "bf16", "device": "h100"}
    pasted = owner.post("/api/costs", {"config": CONFIG, "question": question})
    assert pasted.status_code == 200, pasted.content
    found = {figure["name"]: figure for figure in pasted.json()["figures"]}
    assert found["parameters"]["value"] == 8_030_261_248
    assert found["kv_bytes"]["value"] == 131_072 * 4096 * 2
    assert found["kv_bytes"]["filled"] == "2 × 32 × 4,096 × 2 × 8 × 128 × 2"
    assert found["decode.step_time.bound"]["value"] == "memory"
    assert pasted.json()["facts"]["attention"] == "GQA"
    named = owner.post("/api/costs", {"model": "llama-3-8b", "question": question}).json()
    assert [figure["value"] for figure in named["figures"]] == [figure["value"] for figure in pasted.json()["figures"]]


def test_a_forced_mask_and_further_figures(owner: Person) -> None:
    asked = {
        "model": "gpt2",
        "question": {"tokens": 1024, "mask": {"type": "row", "name": "sliding_window", "params": {"window": 256}}},
        "figures": [
            {"name": "longest_context", "params": {"device": "l4"}},
            {"name": "kv_bytes", "params": {"tokens": 2}},
        ],
    }
    said = owner.post("/api/costs", asked).json()
    pairs = next(figure for figure in said["figures"] if figure["name"] == "allowed_pairs.allowed")
    assert pairs["value"] == 12 * 229_504
    context, cache = said["asked"]
    assert {figure["name"] for figure in context} >= {"longest_context.tokens", "longest_context.binds"}
    assert [figure["value"] for figure in cache] == [2 * 36_864]


def test_a_trap_in_a_config_is_named_in_the_facts(owner: Person) -> None:
    trap = {
        **CONFIG,
        "model_type": "qwen2",
        "sliding_window": 4096,
        "use_sliding_window": False,
        "head_dim": 64,
        "wings": 2,
    }
    notices = owner.post("/api/costs", {"config": trap}).json()["facts"]["notices"]
    assert {"window_without_effect", "head_dim", "unknown_field"} <= {notice["code"] for notice in notices}


@pytest.mark.parametrize(
    ("body", "code", "sentence"),
    [
        ({}, "invalid_request", "Give a config or the name of a model"),
        ({"config": CONFIG, "model": "gpt2"}, "invalid_request", "one of the two"),
        ({"model": "gpt-17"}, "unknown_model", "There is no model “gpt-17”"),
        ({"config": {**CONFIG, "num_key_value_heads": 5}}, "invalid_config", "32 % 5 = 2"),
        ({"config": {"model_type": "lama"}}, "invalid_config", "Did you mean llama?"),
        ({"config": {"model_type": 7}}, "invalid_config", "is not read"),
        ({"config": {**CONFIG, "hidden_size": {}}}, "invalid_config", "hidden_size"),
        ({"model": "gpt2", "question": {"tokens": 0}}, "invalid_request", "tokens"),
        ({"model": "gpt2", "question": {"device": "h101"}}, "invalid_request", "There is no device “h101”"),
        ({"model": "gpt2", "question": {"precision": "fp7"}}, "invalid_request", "precision"),
        ({"model": "gpt2", "question": {"mask": "spiral"}}, "invalid_request", "There is no mask “spiral”"),
        ({"model": "gpt2", "question": {"tokens": 5000, "mask": "bigbird"}}, "invalid_request", "at most 2,048 tokens"),
        ({"model": "gpt2", "figures": [{"name": "weight"}]}, "invalid_request", "There is no figure “weight”"),
        ({"model": "gpt2", "figures": [{"name": "kv_bytes", "params": {"toes": 1}}]}, "invalid_request", "toes"),
        ({"model": "gpt2", "figures": [{"name": "kv_bytes"}] * 65}, "invalid_request", "figures"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused_with_one_sentence(
    owner: Person, body: dict[str, object], code: str, sentence: str
) -> None:
    answer = owner.post("/api/costs", body)
    said = answer.json()
    assert (answer.status_code, said["code"]) == (400 if code != "unknown_model" else answer.status_code, code)
    assert sentence in json.dumps(said, ensure_ascii=False)


def test_figures_that_take_too_long_in_all_are_refused(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "LIMIT_S", -1.0)
    said = owner.post("/api/costs", {"model": "gpt2", "figures": [{"name": "kv_bytes"}]}).json()
    assert (said["code"], said["field"]) == ("invalid_request", "figures")
    assert "0 of the figures are counted" in said["message"]
