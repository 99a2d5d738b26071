"""The laws of the lab's Transformer: caching, padding, causality, permutation, refusals."""

import numpy as np
import pytest
import torch
from pydantic import ValidationError
from torch import nn

from compute.catalog.blocks import feed_forwards, norms
from compute.catalog.masks import allowed, cached_keys, max_cached_keys
from compute.engine.blocks import ACTIVATIONS, NORMS, FeedForward
from compute.engine.probe import AttentionCall, Probe
from compute.engine.transformer import WIRINGS, Block, Memory
from compute.errors import InvalidRequest
from tests.compute.engine.labs import POSITIONS, VOCAB, lab, shake, tokens


@torch.no_grad()
@pytest.mark.parametrize("position", [*POSITIONS, "rope_dynamic"])
@pytest.mark.parametrize(
    "mask", ["causal", "sliding_window", "sink_window", "dilated_window", "block_local", "prefix_lm"]
)
def test_token_by_token_with_a_cache_gives_what_one_pass_gives(position: str, mask: str) -> None:
    """C037: the columns are the tokens so far, and the logits are the same to 1e-5.

    One layer under dynamic NTK: keys are turned anew when the base grows, but what deeper layers made of a shorter
    text was made under its base.
    """
    scaling, layers = ({"trained_tokens": 4}, 1) if position == "rope_dynamic" else ({}, 2)
    model = lab(position={"name": position, "params": scaling}, mask={"name": mask}, kv_heads=2, layers=layers)
    cache, parts = model.new_cache(), []
    for piece in tokens(length=12).split([4, 1, 1, 3, 1, 1, 1], dim=1):
        parts.append(model(piece, cache=cache))
    for done, part in zip((4, 5, 6, 9, 10, 11, 12), parts, strict=True):
        assert (part - model(tokens(length=12)[:, :done])[:, -part.shape[1] :]).abs().max() < 1e-5


@torch.no_grad()
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(
    ("mask", "most"),
    [
        ({"name": "sliding_window", "params": {"window": 3}}, 3),
        ({"name": "sink_window", "params": {"sinks": 2, "window": 3}}, 5),
        ({"name": "dilated_window", "params": {"window": 3, "dilation": 2}}, 5),
        ({"name": "block_local", "params": {"block": 4}}, 4),
    ],
)
def test_keys_that_no_later_token_sees_can_be_dropped(position: str, mask: dict[str, object], most: int) -> None:
    """C036: keys keep their original positions; the one-shot run is equalled to 1e-4 with the fewest keys."""
    model, text = lab(position=position, mask=mask), tokens(length=14)
    whole, cells = model(text), allowed(model.spec.mask_rule(), 14)
    cache, held = model.new_cache(), 0
    for step in range(14):
        cache.keep([key for key in cached_keys(cells, step) if key < step])
        logits = model(text[:, step : step + 1], cache=cache)
        assert (logits[:, 0] - whole[:, step]).abs().max() < 1e-4
        key = cache.layers[0].key
        assert key is not None
        held = max(held, key.shape[2])
    assert held == most == max_cached_keys(cells)


@torch.no_grad()
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("mask", ["causal", "sink_window", "prefix_lm", "block_local"])
def test_left_padding_changes_nothing(position: str, mask: str) -> None:
    """C048, C050: 0, 1, 3 and 5 left pads; rotary and ALiBi maps of real tokens are the same too."""
    model = lab(position=position, mask={"name": mask})
    text, valid = tokens(4, 7)[:1].repeat(4, 1), torch.ones(4, 12, dtype=torch.bool)
    padded = torch.zeros(4, 12, dtype=torch.long)
    for row, pads in enumerate((0, 1, 3, 5)):
        padded[row, pads : pads + 7] = text[row]
        valid[row] = (torch.arange(12) >= pads) & (torch.arange(12) < pads + 7)
    alone: list[AttentionCall] = []
    with Probe(alone.append):
        expected = model(text[:1])
    together: list[AttentionCall] = []
    with Probe(together.append):
        logits = model(padded, valid=valid)
    for row, pads in enumerate((0, 1, 3, 5)):
        assert (logits[row, pads : pads + 7] - expected[0]).abs().max() < 1e-4
        for one, many in zip(alone, together, strict=True):
            assert (many.lse[row, :, pads : pads + 7] - one.lse[0]).abs().max() < 1e-5
    assert logits.isfinite().all()


@torch.no_grad()
def test_without_positions_a_two_way_model_sees_a_set() -> None:
    model, text = lab("encoder", "none"), tokens(1, 9)
    order = torch.randperm(9, generator=torch.Generator().manual_seed(0))
    assert (model(text[:, order]) - model(text)[:, order]).abs().max() < 1e-5
    for position in POSITIONS[1:]:
        other = lab("encoder", position)
        if position in ("learned", "t5"):
            shake(other)
        assert (other(text[:, order]) - other(text)[:, order]).abs().max() > 1e-2, position


@torch.no_grad()
@pytest.mark.parametrize("wiring", WIRINGS)
@pytest.mark.parametrize("feed_forward", ACTIVATIONS)
def test_a_causal_model_does_not_see_the_future(wiring: str, feed_forward: str) -> None:
    """C028."""
    model, text = lab(wiring=wiring, feed_forward=feed_forward), tokens()
    other = text.clone()
    other[:, 6] = (other[:, 6] + 1) % VOCAB
    moved = (model(text) - model(other)).abs().amax((0, 2))
    assert moved[:6].max() == 0.0
    assert moved[6:].min() > 0.0


@torch.no_grad()
def test_a_parallel_block_adds_both_branches_of_one_norm() -> None:
    model = lab(wiring="parallel")
    assert model.decoder is not None
    block: Block = model.decoder.blocks[0]
    seen: list[AttentionCall] = []
    x = model.embedding(tokens()) * 32**0.5
    normal = block.norms[0](x)
    with Probe(seen.append):
        model(tokens())
    attended = block.own.out(
        nn.functional.scaled_dot_product_attention(seen[0].q, seen[0].k, seen[0].v, is_causal=True)
        .transpose(1, 2)
        .flatten(2)
    )
    after = (seen[1].q.transpose(1, 2).flatten(2), x + attended + block.feed_forward(normal))
    second = model.decoder.blocks[1]
    turned = model.decoder.positions.turn(torch.arange(11)[None], 11, x)
    query = second.own.query(second.norms[0](after[1])).view(2, 11, 4, 8).transpose(1, 2)
    assert (seen[1].q - turned(query)).abs().max() < 1e-5


@torch.no_grad()
def test_every_layer_and_kind_of_attention_is_told_to_the_probe() -> None:
    """C004, C010: one map per query head, and as many cross-attention maps as decoder layers."""
    model, calls = lab("encoder-decoder", layers=3), list[AttentionCall]()
    with Probe(calls.append):
        model(tokens(1, 6), memory=model.encode(tokens(1, 8)))
    places = [(call.kind, call.layer) for call in calls]
    assert places == [("encoder", 0), ("encoder", 1), ("encoder", 2)] + [
        place for layer in range(3) for place in (("decoder", layer), ("cross", layer))
    ]
    assert {tuple(call.lse.shape) for call in calls if call.kind == "cross"} == {(1, 4, 6)}
    assert all(call.k.shape[2] == 8 for call in calls if call.kind == "cross")


@torch.no_grad()
def test_t5s_bias_is_one_for_all_layers_of_a_stack_and_the_same_under_a_probe() -> None:
    """C056."""
    model, calls = lab("decoder", "t5", layers=3), list[AttentionCall]()
    shake(model)
    with Probe(calls.append):
        watched = model(tokens())
    assert all(call.bias is calls[0].bias for call in calls)
    assert torch.equal(watched, model(tokens()))


@pytest.mark.parametrize("position", POSITIONS)
def test_every_parameter_is_trained(position: str) -> None:
    model = lab("encoder-decoder", position).train()
    model(tokens(), memory=model.encode(tokens(2, 9))).logsumexp(-1).sum().backward()
    assert [name for name, parameter in model.named_parameters() if parameter.grad is None] == []


def test_a_text_beyond_the_learned_positions_is_refused_with_both_numbers() -> None:
    """C065."""
    with pytest.raises(InvalidRequest, match="The text is 11 tokens; this model's learned positions end at 8"):
        lab(position="learned", max_tokens=8)(tokens())
    assert lab(position="sinusoidal", max_tokens=8)(tokens()).isfinite().all()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"kv_heads": 3}, "4 query heads can't share 3 key-value heads evenly"),
        ({"model_dim": 30}, "A width of 30 can't be split among 4 heads"),
        ({"head_dim": 7}, "A head of 7 numbers can't be turned in pairs"),
        ({"top_k": 2}, "A token can't pass through 2 of 1 experts"),
        ({"encoder_dim": 64}, "Extra inputs are not permitted"),
    ],
)
def test_a_model_that_cannot_be_is_refused(given: dict[str, object], sentence: str) -> None:
    """C071: encoder and decoder have one width; C077: heads are shared evenly."""
    with pytest.raises(ValidationError, match=sentence):
        lab(**given)
    with pytest.raises(InvalidRequest, match="There is no position “rotary”"):
        lab(position="rotary")


def test_norms_and_activations_are_their_numpy_definitions() -> None:
    assert NORMS.keys() == norms.rows.keys()
    assert ACTIVATIONS.keys() == feed_forwards.rows.keys()
    x = torch.randn(5, 12, dtype=torch.float64, generator=torch.Generator().manual_seed(0)) * 3
    for row in norms:
        ours = NORMS[row.name](12, 1e-5).double()
        assert np.abs(ours(x).detach().numpy() - row.function(x.numpy(), 1e-5)).max() < 1e-12
        assert any(name == "bias" for name, _ in ours.named_parameters()) == row.shifts
    for row in feed_forwards:
        assert np.abs(ACTIVATIONS[row.name](x).numpy() - row.function(x.numpy())).max() < 1e-8, row.name
        assert FeedForward(4, 6, row.name, bias=False).up.weight.shape == (12 if row.gated else 6, 4)


def test_tied_weights_are_one_tensor() -> None:
    tied, apart = lab(), lab(tied=False)
    assert tied.head.weight is tied.embedding.weight
    assert sum(p.numel() for p in apart.parameters()) - sum(p.numel() for p in tied.parameters()) == VOCAB * 32


def test_a_memory_without_padding_needs_no_mask() -> None:
    model = lab("encoder-decoder")
    memory = model.encode(tokens(2, 9))
    told = Memory(memory.hidden, torch.ones(2, 9, dtype=torch.bool))
    assert torch.allclose(model(tokens(), memory=memory), model(tokens(), memory=told), atol=1e-6)
