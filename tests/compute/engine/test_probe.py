"""Listening changes nothing, hears everything, and can stop a run."""

import pytest
import torch
import transformers as hf

from compute.engine.attend import attend
from compute.engine.connect import connect
from compute.engine.mask import Mask
from compute.engine.probe import AttentionCall, Place, Probe, attention


@pytest.fixture(scope="module")
def model() -> hf.LlamaForCausalLM:
    torch.manual_seed(1)
    config = hf.LlamaConfig(
        vocab_size=97,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    model = hf.LlamaForCausalLM(config)
    connect(model)
    return model


@torch.no_grad()
def test_the_output_with_capture_is_bit_for_bit_that_without(model: hf.LlamaForCausalLM) -> None:
    ids = torch.arange(40)[None]
    with Probe(on_call=lambda call: None):
        heard = model(ids).logits
    assert torch.equal(heard, model(ids).logits)


@torch.no_grad()
def test_a_probe_hears_of_each_layer_in_order_as_it_is_computed(model: hf.LlamaForCausalLM) -> None:
    calls: list[AttentionCall] = []
    with Probe(on_call=calls.append):
        model(torch.arange(40)[None])
    assert [(call.kind, call.layer) for call in calls] == [("decoder", layer) for layer in range(4)]
    assert all(call.elapsed_s > 0 for call in calls)
    assert {call.kernel for call in calls} == {"torch flash attention (CPU)"}


@torch.no_grad()
def test_an_exception_from_on_call_stops_the_run_between_layers_and_the_next_run_is_whole(
    model: hf.LlamaForCausalLM,
) -> None:
    calls: list[AttentionCall] = []

    def stop_at_the_third(call: AttentionCall) -> None:
        calls.append(call)
        if call.layer == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError), Probe(on_call=stop_at_the_third):
        model(torch.arange(40)[None])
    assert [call.layer for call in calls] == [0, 1, 2]
    model(torch.arange(40)[None])
    assert len(calls) == 3
    with Probe(on_call=calls.append):
        model(torch.arange(40)[None])
    assert [call.layer for call in calls[3:]] == [0, 1, 2, 3]


def test_a_call_holds_what_the_kernel_saw_and_gave() -> None:
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(1, heads, 6, 8, generator=generator) for heads in (4, 2, 2))
    sink = torch.randn(4, generator=generator)
    calls: list[AttentionCall] = []
    with Probe(on_call=calls.append):
        out = attention(Place("cross", 3), q, k, v, scale=0.4, mask=Mask(causal=True), softcap=2.0, sink=sink)
    expected_out, expected_lse = attend(q, k, v, scale=0.4, mask=Mask(causal=True), softcap=2.0, sink=sink)
    (call,) = calls
    assert (call.kind, call.layer, call.scale, call.softcap) == ("cross", 3, 0.4, 2.0)
    assert call.q is q
    assert call.k is k
    assert call.v is v
    assert call.sink is sink
    assert torch.equal(out, expected_out)
    assert torch.equal(call.lse, expected_lse)
