"""Losses, candidates and sentence vectors, against the models' own heads and against loops."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import torch
from transformers import (
    AutoModelForCausalLM,
    CohereConfig,
    Gemma2Config,
    GPTNeoXConfig,
    GraniteConfig,
    LlamaConfig,
    PretrainedConfig,
    PreTrainedModel,
)

from compute.engine import output
from compute.engine.connect import connect
from compute.engine.inputs import inputs_of
from compute.errors import UnsupportedModel
from compute.events import Token, TokenRow
from compute.vocabulary import Vocabulary, open_vocabulary
from tests.compute import tiny
from tests.compute.tokenizers_ import byte_level

SMALL = {**tiny.SMALL, "intermediate_size": 48}
FAMILIES: list[PretrainedConfig] = [
    LlamaConfig(**SMALL),
    GPTNeoXConfig(**SMALL),
    Gemma2Config(**SMALL, num_key_value_heads=2, head_dim=8, final_logit_softcapping=5.0),
    CohereConfig(**SMALL, logit_scale=0.25),
    GraniteConfig(**SMALL, logits_scaling=3.0),
]


def model_of(config: PretrainedConfig) -> PreTrainedModel:
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config)
    for values in model.parameters():
        values.data *= 3  # logits large enough for a cap to bend
    connect(model)
    return model


def row(ids: list[int], padding: int = 0) -> TokenRow:
    def token(token_id: int, role: str) -> Token:
        place = {"start": 0, "end": 1, "text": 0, "word": 0, "part": 0}
        return Token.model_validate({"id": token_id, "label": "x", "raw": "x", "role": role} | place)

    return TokenRow(tokens=(*(token(0, "padding") for _ in range(padding)), *(token(i, "text") for i in ids)))


@pytest.fixture
def vocabulary(tmp_path: Path) -> Vocabulary:
    return open_vocabulary(byte_level(tmp_path))


@pytest.mark.parametrize("config", FAMILIES, ids=lambda config: config.model_type)
def test_losses_and_candidates_are_those_of_the_models_own_logits(
    config: PretrainedConfig, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "LOGIT_CELLS", 300 * 4)  # four positions at a time, so that chunks meet
    model, ids = model_of(config), [5, 250, 17, 17, 3, 99, 140, 2, 8, 61]
    rows = [row(ids)]
    with torch.inference_mode():
        hidden = output.last_hidden(model, inputs_of(model, rows))
        (said,) = output.next_tokens(partial(output.logits_of, model), hidden, rows, vocabulary, lambda: None)
        logits = model(torch.tensor([ids])).logits[0]
    for place in range(1, len(ids)):
        expected = float(torch.logsumexp(logits[place - 1], 0) - logits[place - 1, ids[place]])
        assert said.losses[place] == pytest.approx(expected, abs=1e-4)
    assert said.losses[0] is None
    assert said.mean_loss == pytest.approx(sum(loss for loss in said.losses if loss is not None) / 9)
    probabilities = logits[-1].softmax(0)
    assert [c.id for c in said.top] == probabilities.topk(10).indices.tolist()
    assert [c.probability for c in said.top] == pytest.approx(probabilities.topk(10).values.tolist(), abs=1e-5)


@pytest.mark.parametrize("make", [tiny.gpt2, tiny.llama])
@pytest.mark.parametrize("padding", [0, 1, 3, 8])
def test_left_padding_changes_no_loss(
    make: Callable[[], PreTrainedModel], padding: int, vocabulary: Vocabulary
) -> None:
    """C048, C050: 0, 1, 3 and 8 pads before the same tokens, for learned positions and for RoPE."""
    torch.manual_seed(0)
    model, ids = make(), [5, 250, 17, 17, 3]
    connect(model)
    with torch.inference_mode():
        alone = model(torch.tensor([ids])).logits[0]
        rows = [row(ids, padding), row([*range(10, 10 + padding), *ids])]
        hidden = output.last_hidden(model, inputs_of(model, rows))
        said = next(iter(output.next_tokens(partial(output.logits_of, model), hidden, rows, vocabulary, lambda: None)))
    expected = torch.nn.functional.cross_entropy(alone[:-1], torch.tensor(ids[1:]), reduction="none")
    assert said.losses[: padding + 1] == (None,) * (padding + 1)
    assert list(said.losses[padding + 1 :]) == pytest.approx(expected.tolist(), abs=1e-4)


def test_one_token_has_no_loss(vocabulary: Vocabulary) -> None:
    model, rows = model_of(LlamaConfig(**SMALL)), [row([7])]
    with torch.inference_mode():
        hidden = output.last_hidden(model, inputs_of(model, rows))
        (said,) = output.next_tokens(partial(output.logits_of, model), hidden, rows, vocabulary, lambda: None)
    assert (said.losses, said.mean_loss) == ((None,), None)


def test_a_head_that_is_not_known_is_refused() -> None:
    model = model_of(LlamaConfig(**SMALL))
    model.lm_head.register_forward_hook(lambda module, arguments, result: result)
    whole = model.forward
    model.forward = lambda *a, **k: _doubled(whole(*a, **k))  # type: ignore[method-assign]
    with torch.inference_mode(), pytest.raises(UnsupportedModel, match="more than multiply"):
        output.last_hidden(model, {"input_ids": torch.tensor([[1, 2, 3]])})


def _doubled(result):  # type: ignore[no-untyped-def]
    result.logits = result.logits * 2
    return result


def test_bytes_of_a_candidate_are_shown_as_bytes(vocabulary: Vocabulary) -> None:
    assert output.label_alone(vocabulary, 0xE5) == "⟨E5⟩"
    assert output.label_alone(vocabulary, ord("a")) == "a"
    assert output.label_alone(vocabulary, ord(" ")) == "␣"
    assert output.label_alone(vocabulary, 10**6) == "[1000000]"
