"""What is asked of a training: its price against the built model, its digest, and every refusal before it is queued."""

from collections.abc import Mapping

import pytest

from compute.engine.transformer import Transformer
from compute.errors import AtlasError
from compute.lab.order import Speed, TrainingOrder, check, is_trained, model_name, price, step_flops
from compute.lab.size import parameters
from compute.lab.spec import LabSpec
from compute.lab.zoo import lessons

VOCABULARY = 37
SHAPE = {"layers": 2, "model_dim": 32, "heads": 4, "ffn_dim": 48, "max_tokens": 32}


def order(task: str = "copy", params: Mapping[str, object] | None = None, **given: object) -> TrainingOrder:
    model = {"architecture": "decoder", **SHAPE} | dict(given.pop("model", {}))  # type: ignore[call-overload]
    minutes = given.pop("minutes", None)
    spec = {"model": model, "task": {"name": task, "params": params or {}}, "steps": 100, "batch": 8, **given}
    return TrainingOrder.model_validate({"spec": spec, "minutes": minutes})


@pytest.mark.parametrize("architecture", ["decoder", "encoder", "encoder-decoder"])
@pytest.mark.parametrize("position", ["none", "learned", "sinusoidal", "t5", "alibi", "rope"])
@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"norm": "layer_norm", "wiring": "post", "feed_forward": "relu", "bias": True, "tied": False},
        {"wiring": "parallel", "feed_forward": "geglu", "kv_heads": 1, "embedding_norm": True},
        {"experts": 3, "top_k": 2, "kv_heads": 2, "head_dim": 10, "bias": True},
    ],
    ids=["plain", "post", "parallel", "experts"],
)
def test_parameters_are_those_of_the_built_model(architecture: str, position: str, choices: dict[str, object]) -> None:
    spec = LabSpec.model_validate({"architecture": architecture, "position": {"name": position}, **SHAPE, **choices})
    built = sum(values.numel() for values in Transformer(spec, VOCABULARY).parameters())
    assert parameters(spec, VOCABULARY) == built


def test_the_price_is_told_before_the_start_and_follows_the_speed_that_was_measured() -> None:
    asked = order(steps=1_000)
    told = price(asked, [])
    # <start> 10 letters ⇒ 10 letters <end>; 16 letters and 6 special tokens
    assert (told.longest, told.vocabulary, told.tokens) == (23, 22, 1_000 * 8 * 23)
    assert told.expected_s is None
    near, far = price(asked, [Speed(1e8, 0.5)]), price(order(steps=2_000), [Speed(1e8, 0.5), Speed(1e14, 9.0)])
    assert near.expected_s is not None
    assert far.expected_s == pytest.approx(2 * near.expected_s)
    assert price(order(steps=1_000, minutes=0.001), [Speed(1e8, 0.5)]).expected_s == pytest.approx(0.06)


def test_a_training_that_was_held_up_does_not_raise_what_others_are_expected_to_take() -> None:
    asked = order(steps=1_000)
    work = step_flops(asked.spec)
    quick, held_up = Speed(work, 0.01), Speed(1.1 * work, 0.25)
    assert price(asked, [held_up, quick]).expected_s == pytest.approx(10.0)
    other_size = Speed(1_000 * work, 1e-6)
    assert price(asked, [other_size, quick]).expected_s == pytest.approx(10.0)


def test_a_tiny_training_does_not_tell_of_a_large_one_by_operations_alone() -> None:
    """One core, measured: 5 ms for 1.62e6 operations, 41 ms for 1.22e9; within a factor of two of each other."""
    asked = order(steps=1, batch=64, model={"model_dim": 64, "ffn_dim": 256})
    told = price(asked, [Speed(1.62e6, 0.005)]).expected_s
    assert told is not None
    assert told == pytest.approx(0.005 + step_flops(asked.spec) / 40e9, rel=0.05)


def test_equal_orders_have_one_digest_and_a_limit_of_time_has_its_own() -> None:
    assert order().digest() == order().digest() == order().spec.digest()
    assert len({order().digest(), order(minutes=1).digest(), order(minutes=2).digest(), order(seed=1).digest()}) == 4
    assert is_trained(model_name(order().digest(), 100))
    assert not is_trained("decoder-rope")
    assert not is_trained("trained-../../etc/passwd")


def test_every_lesson_can_be_ordered() -> None:
    for spec in lessons().values():
        check(TrainingOrder(spec=spec))


OWN = {"text": "once upon a time " * 40}


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (order("pairs"), "invalid_request", "There is no task “pairs”. Choose one of: copy, reverse"),
        (order("copy", {"letters": 99}), "invalid_request", "letters = 99 can't be used. It is at least 2 and at most"),
        (order("copy", {"shortest": 9, "longest": 4}), "invalid_request", "shortest = 9 is more than longest = 4"),
        (order("copy", {"longest": 20}), "example_too_long", "up to 43 tokens; the model is trained on 32 at most"),
        (order("own_text"), "text_too_short", "The text has 0 characters"),
        (order("own_text", {"text": "a" * 1_000_001}), "text_too_large", "1,000,001 bytes; at most 1,000,000"),
        (order("own_text", {"text": "a\0"}), "bad_character", "Character 1 of the text is NUL"),
        (order("own_text", OWN, model={"architecture": "encoder-decoder"}), "invalid_request", "no source to read"),
        (order(steps=20_001), "training_too_large", "20,001 steps; this server trains up to 20,000"),
        (order(minutes=31), "training_too_large", "31 minutes; this server trains up to 30"),
        (order(model={"model_dim": 1024, "ffn_dim": 4096}), "training_too_large", "parameters; this server"),
        (order("copy", {"longest": 64}, batch=4096, model={"max_tokens": 131}), "training_too_large", "scores in a"),
    ],
)  # fmt: skip
def test_what_cannot_be_trained_is_refused_in_a_sentence(asked: TrainingOrder, code: str, said: str) -> None:
    with pytest.raises(AtlasError) as refused:
        check(asked)
    assert refused.value.code == code
    assert said in refused.value.message
