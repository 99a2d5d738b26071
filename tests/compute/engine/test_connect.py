"""A model is connected whole, or refused by name and left as it was."""

import pytest
import torch
import transformers as hf
from torch import Tensor
from transformers.models.llama import modeling_llama

from compute.engine import bridge
from compute.engine.connect import connect
from compute.engine.probe import AttentionCall, Place, Probe
from compute.errors import UnsupportedModel

SIZES = {"vocab_size": 97, "hidden_size": 32, "intermediate_size": 48, "num_attention_heads": 4, "num_hidden_layers": 2}

PAST_THE_INTERFACE = {
    "BloomForCausalLM (bloom)": lambda: hf.BloomForCausalLM(
        hf.BloomConfig(vocab_size=97, hidden_size=32, n_layer=2, n_head=4)
    ),
    "MptForCausalLM (mpt)": lambda: hf.MptForCausalLM(hf.MptConfig(vocab_size=97, d_model=32, n_layers=2, n_heads=4)),
    "DebertaModel (deberta)": lambda: hf.DebertaModel(hf.DebertaConfig(**SIZES)),
    "DebertaV2Model (deberta-v2)": lambda: hf.DebertaV2Model(hf.DebertaV2Config(**SIZES)),
    "MambaForCausalLM (mamba)": lambda: hf.MambaForCausalLM(
        hf.MambaConfig(vocab_size=97, hidden_size=32, num_hidden_layers=2)
    ),
}


@pytest.mark.parametrize("name", PAST_THE_INTERFACE)
def test_a_model_whose_attention_bypasses_the_door_is_refused_by_name_and_left_as_it_was(name: str) -> None:
    model = PAST_THE_INTERFACE[name]()
    before = model.config._attn_implementation
    with pytest.raises(UnsupportedModel) as refusal:
        connect(model)
    assert refusal.value.message.startswith(f"{name} cannot be captured: ")
    assert refusal.value.message.endswith("Choose a model that follows transformers' AttentionInterface.")
    assert (refusal.value.code, refusal.value.field) == ("unsupported_model", "model")
    assert model.config._attn_implementation == before


def test_a_model_that_computes_something_of_its_own_beside_the_interface_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = modeling_llama.eager_attention_forward

    def with_a_bias_that_is_not_handed_over(module: torch.nn.Module, q: Tensor, k: Tensor, v: Tensor, *a, **k_args):  # type: ignore[no-untyped-def]
        return own(module, q, k + 3.0 * torch.arange(k.shape[2])[:, None], v, *a, **k_args)

    monkeypatch.setattr(modeling_llama, "eager_attention_forward", with_a_bias_that_is_not_handed_over)
    torch.manual_seed(0)
    model = hf.LlamaForCausalLM(hf.LlamaConfig(**SIZES, initializer_range=0.3))
    with pytest.raises(UnsupportedModel, match="its output differs by"):
        connect(model)


def test_the_kinds_of_map_of_an_encoder_decoder_are_told_apart() -> None:
    config = hf.T5Config(vocab_size=97, d_model=32, d_kv=8, d_ff=48, num_layers=1, num_decoder_layers=2, num_heads=4)
    assert connect(hf.T5ForConditionalGeneration(config)) == (
        Place("encoder", 0),
        Place("decoder", 0),
        Place("cross", 0),
        Place("decoder", 1),
        Place("cross", 1),
    )


def test_connecting_twice_gives_the_same_places() -> None:
    model = hf.BertModel(hf.BertConfig(**SIZES))
    assert connect(model) == connect(model) == (Place("encoder", 0), Place("encoder", 1))


@torch.no_grad()
def test_layers_that_share_their_weights_are_counted_apart_even_after_a_stopped_run() -> None:
    model = hf.AlbertModel(hf.AlbertConfig(**{**SIZES, "num_hidden_layers": 3}, embedding_size=16))
    assert connect(model) == (Place("encoder", 0), Place("encoder", 1), Place("encoder", 2))
    calls: list[AttentionCall] = []

    def stop_at_the_second(call: AttentionCall) -> None:
        if call.layer == 1:
            raise InterruptedError

    with pytest.raises(InterruptedError), Probe(on_call=stop_at_the_second):
        model(torch.arange(6)[None])
    with Probe(on_call=calls.append):
        model(torch.arange(6)[None])
    assert [call.layer for call in calls] == [0, 1, 2]


def test_attention_and_its_mask_are_registered_under_one_name() -> None:
    """C028: with one of the two missing the model would run without any mask."""
    from transformers import AttentionInterface, AttentionMaskInterface

    assert AttentionInterface()[bridge.NAME] is bridge.attention_forward
    assert AttentionMaskInterface()[bridge.NAME] is bridge.describe_mask
