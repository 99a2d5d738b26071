"""Tiny random models of every family against transformers' own eager attention: outputs and every weight."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest
import torch
import transformers as hf
from torch import Tensor

from compute.engine.bridge import position_ids
from compute.engine.connect import connect
from compute.engine.mask import Mask
from compute.engine.probe import AttentionCall, Probe

WeightsOf = Callable[[AttentionCall], Tensor]

VOCAB = 97
TOKENS = 11
SHORT = 7  # real tokens of the padded row
WINDOW = 4  # shorter than the text, so that it hides something

SIZES = {"vocab_size": VOCAB, "hidden_size": 32, "intermediate_size": 48, "num_attention_heads": 4}
GROUPED = {**SIZES, "num_hidden_layers": 3, "num_key_value_heads": 2}
ALTERNATING = ["sliding_attention", "full_attention", "sliding_attention"]
MIXED = {**GROUPED, "head_dim": 8, "sliding_window": WINDOW, "layer_types": ALTERNATING}
SEQ2SEQ = {"vocab_size": VOCAB, "d_model": 32, "decoder_start_token_id": 0}


@dataclass(frozen=True)
class Family:
    model: type[hf.PreTrainedModel]
    config: Callable[[], hf.PretrainedConfig]
    layers: int = 3


FAMILIES = {
    "llama": Family(hf.LlamaForCausalLM, lambda: hf.LlamaConfig(**GROUPED)),
    "gpt2": Family(hf.GPT2LMHeadModel, lambda: hf.GPT2Config(vocab_size=VOCAB, n_embd=32, n_layer=3, n_head=4)),
    "gpt_neox": Family(hf.GPTNeoXForCausalLM, lambda: hf.GPTNeoXConfig(**SIZES, num_hidden_layers=3)),
    "bert": Family(hf.BertModel, lambda: hf.BertConfig(**SIZES, num_hidden_layers=3)),
    "modernbert": Family(
        hf.ModernBertModel,
        lambda: hf.ModernBertConfig(
            **SIZES, num_hidden_layers=3, local_attention=6, global_attn_every_n_layers=2, pad_token_id=0
        ),
    ),
    "t5": Family(
        hf.T5ForConditionalGeneration,
        lambda: hf.T5Config(**SEQ2SEQ, d_kv=8, d_ff=48, num_layers=2, num_decoder_layers=3, num_heads=4),
        layers=8,
    ),
    "bart": Family(
        hf.BartForConditionalGeneration,
        lambda: hf.BartConfig(
            **SEQ2SEQ,
            encoder_layers=2,
            decoder_layers=2,
            encoder_attention_heads=4,
            decoder_attention_heads=4,
            encoder_ffn_dim=48,
            decoder_ffn_dim=48,
            max_position_embeddings=64,
        ),
        layers=6,
    ),
    "gemma2": Family(
        hf.Gemma2ForCausalLM, lambda: hf.Gemma2Config(**MIXED, attn_logit_softcapping=0.5, query_pre_attn_scalar=8)
    ),
    "gemma3": Family(hf.Gemma3ForCausalLM, lambda: hf.Gemma3TextConfig(**MIXED, query_pre_attn_scalar=8)),
    "mixtral": Family(
        hf.MixtralForCausalLM,
        lambda: hf.MixtralConfig(**GROUPED, num_local_experts=4, num_experts_per_tok=2, sliding_window=WINDOW),
    ),
    "gpt_oss": Family(
        hf.GptOssForCausalLM, lambda: hf.GptOssConfig(**MIXED, num_local_experts=4, num_experts_per_tok=2)
    ),
}

PADDINGS = {
    "no padding": None,
    "right padding": torch.tensor([[1] * TOKENS, [1] * SHORT + [0] * (TOKENS - SHORT)]),
    "left padding": torch.tensor([[1] * TOKENS, [0] * (TOKENS - SHORT) + [1] * SHORT]),
}


@dataclass(frozen=True)
class Seen:
    """One forward pass: the output, and the weights by kind and layer."""

    output: Tensor
    weights: dict[str, list[Tensor]]


@cache
def compared(family: str, padding: str) -> tuple[Seen, Seen, list[AttentionCall]]:
    """What transformers' eager attention gives, what comes through the door, and the calls heard of."""
    model = tiny(family)
    inputs = inputs_for(model, PADDINGS[padding])
    with torch.no_grad():
        model.set_attn_implementation("eager")
        theirs = model(**inputs, output_attentions=True)
        connect(model)
        calls: list[AttentionCall] = []
        with Probe(on_call=calls.append):
            ours = model(**inputs)
    return Seen(theirs[0], eager_weights(theirs)), Seen(ours[0], {}), calls


def tiny(family: str, **changes: object) -> hf.PreTrainedModel:
    """A model with random weights, large enough that attention is far from flat."""
    torch.manual_seed(11)
    config = FAMILIES[family].config()
    config.update(changes)
    model = FAMILIES[family].model(config).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim > 1:
                parameter.normal_(0.0, 0.2)
            if "sink" in name:
                parameter.copy_(torch.linspace(-1.0, 3.0, parameter.numel()))
    return model


def inputs_for(model: hf.PreTrainedModel, attention_mask: Tensor | None) -> dict[str, Tensor]:
    generator = torch.Generator().manual_seed(5)
    inputs = {"input_ids": torch.randint(4, VOCAB, (2, TOKENS), generator=generator)}
    if attention_mask is not None:
        inputs["attention_mask"] = attention_mask
    if model.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = torch.randint(4, VOCAB, (2, 6), generator=generator)
    elif attention_mask is not None and model.can_generate():
        inputs["position_ids"] = position_ids(attention_mask)
    return inputs


def eager_weights(output: hf.utils.ModelOutput) -> dict[str, list[Tensor]]:
    if "encoder_attentions" in output:
        kinds = {"encoder": "encoder_attentions", "decoder": "decoder_attentions", "cross": "cross_attentions"}
        return {kind: list(output[name]) for kind, name in kinds.items()}
    return {"single": list(output["attentions"])}


def real_rows(attention_mask: Tensor | None, n_query: int) -> Tensor:
    """The rows [batch, query] that are not padding; a decoder's own text is never padded here."""
    if attention_mask is None or n_query != TOKENS:
        return torch.ones(2, n_query, dtype=torch.bool)
    return attention_mask.bool()


both = pytest.mark.parametrize(
    ("family", "padding"), [(family, padding) for family in FAMILIES for padding in PADDINGS]
)


@both
def test_the_output_is_that_of_eager_attention(family: str, padding: str) -> None:
    theirs, ours, _ = compared(family, padding)
    rows = real_rows(PADDINGS[padding], ours.output.shape[1])
    torch.testing.assert_close(ours.output[rows], theirs.output[rows], atol=1e-5, rtol=1e-5)


@both
def test_every_weight_of_every_head_is_that_of_eager_attention(
    family: str, padding: str, weights_of: WeightsOf
) -> None:
    theirs, _, calls = compared(family, padding)
    assert len(calls) == FAMILIES[family].layers
    for call in calls:
        kind = call.kind if len(theirs.weights) > 1 else "single"
        rows = real_rows(PADDINGS[padding], call.q.shape[2])
        ours, expected = weights_of(call).transpose(1, 2)[rows], theirs.weights[kind][call.layer].transpose(1, 2)[rows]
        torch.testing.assert_close(ours, expected, atol=1e-5, rtol=0)


@both
def test_rows_sum_to_one_less_the_share_of_a_sink(family: str, padding: str, weights_of: WeightsOf) -> None:
    _, _, calls = compared(family, padding)
    for call in calls:
        total = weights_of(call).sum(-1)
        if call.sink is not None:
            total = total + torch.exp(call.sink[None, :, None] - call.lse)
        rows = real_rows(PADDINGS[padding], call.q.shape[2])
        torch.testing.assert_close(total.transpose(1, 2)[rows], torch.ones_like(total.transpose(1, 2)[rows]))


@both
def test_pad_rows_are_identified_and_pad_columns_are_empty(family: str, padding: str, weights_of: WeightsOf) -> None:
    """C033: no flat 1/n row reaches anyone: a pad query is named, and blind ones are empty."""
    _, _, calls = compared(family, padding)
    attention_mask = PADDINGS[padding]
    for call in calls:
        if attention_mask is None or call.k.shape[2] != TOKENS:
            assert call.mask.key_valid is None
            continue
        weights = weights_of(call)
        assert torch.equal(call.mask.key_valid, attention_mask.bool())
        assert weights.permute(0, 3, 1, 2)[~attention_mask.bool()].eq(0).all()
        if call.kind != "cross":
            assert torch.equal(call.mask.query_valid(TOKENS), attention_mask.bool())
        if padding == "left padding" and call.mask.causal:
            blind = weights.transpose(1, 2)[~attention_mask.bool()]
            assert blind.eq(0).all()
            assert call.lse.transpose(1, 2)[~attention_mask.bool()].eq(torch.inf).all()


@both
def test_every_mask_has_a_compact_description(family: str, padding: str) -> None:
    _, _, calls = compared(family, padding)
    assert all(call.mask.dense is None for call in calls)


def test_the_parts_that_a_family_adds_reach_the_capture() -> None:
    """Otherwise the comparisons above would say nothing about windows, softcap, sinks and biases."""

    def calls_of(family: str) -> list[AttentionCall]:
        return compared(family, "no padding")[2]

    assert [call.mask.window for call in calls_of("gemma3")] == [WINDOW, None, WINDOW]
    assert [call.mask.window for call in calls_of("gpt_oss")] == [WINDOW, None, WINDOW]
    assert [call.mask.window for call in calls_of("mixtral")] == [WINDOW] * 3
    assert [call.mask.window for call in calls_of("modernbert")] == [None, WINDOW, None]
    assert [call.softcap for call in calls_of("gemma2")] == [0.5] * 3
    assert all(call.sink is not None for call in calls_of("gpt_oss"))
    assert [call.bias is not None for call in calls_of("t5") if call.kind == "decoder"] == [True] * 3
    assert [call.bias is not None for call in calls_of("t5") if call.kind == "cross"] == [False] * 3
    assert {call.q.shape[1] // call.k.shape[1] for call in calls_of("llama")} == {2}


def test_the_interfaces_of_the_library_give_no_weights_so_the_door_has_to() -> None:
    """C001: 3 rows of 4 tokens through GPT-2: 12 maps of (3, 12, 4, 4) whatever kernel was set before."""
    config = hf.GPT2Config(vocab_size=VOCAB, n_embd=96, n_layer=12, n_head=12)
    ids = torch.arange(12).view(3, 4)
    for kernel in ("sdpa", "eager"):
        model = hf.GPT2LMHeadModel(config).eval()
        model.set_attn_implementation(kernel)
        assert len(model(ids, output_attentions=True).attentions) == (12 if kernel == "eager" else 0)
        connect(model)
        calls: list[AttentionCall] = []
        with Probe(on_call=calls.append), torch.no_grad():
            model(ids)
        assert [(call.kind, call.layer) for call in calls] == [("decoder", layer) for layer in range(12)]
        assert {(*call.lse.shape, call.k.shape[2]) for call in calls} == {(3, 12, 4, 4)}


def test_every_query_head_of_a_grouped_model_has_its_map(weights_of: WeightsOf) -> None:
    """C007: 32 query heads on 8 KV heads give 32 maps a layer."""
    config = hf.LlamaConfig(**{**GROUPED, "hidden_size": 256, "num_attention_heads": 32, "num_key_value_heads": 8})
    torch.manual_seed(2)
    model = hf.LlamaForCausalLM(config).eval()
    ids = torch.arange(9)[None]
    model.set_attn_implementation("eager")
    expected = model(ids, output_attentions=True).attentions
    connect(model)
    calls: list[AttentionCall] = []
    with Probe(on_call=calls.append), torch.no_grad():
        model(ids)
    for call, theirs in zip(calls, expected, strict=True):
        assert theirs.shape == (1, 32, 9, 9)
        torch.testing.assert_close(weights_of(call), theirs, atol=1e-5, rtol=0)


def test_dropout_is_off_in_attention_even_if_the_model_is_training(weights_of: WeightsOf) -> None:
    """C005: with dropout 0.2 the first row read 1.25 = 1 / (1 - 0.2)."""
    model = tiny("gpt2", attn_pdrop=0.2, resid_pdrop=0.0, embd_pdrop=0.0)
    connect(model)
    assert not model.training
    ids = inputs_for(model, None)
    with torch.no_grad():
        expected = model(**ids).logits
        model.train()
        calls: list[AttentionCall] = []
        with Probe(on_call=calls.append):
            logits = model(**ids).logits
    assert torch.equal(logits, expected)
    for call in calls:
        weights = weights_of(call)
        torch.testing.assert_close(weights.sum(-1), torch.ones(2, 4, TOKENS), atol=1e-5, rtol=0)
        assert weights.max() <= 1.0 + 1e-6


@pytest.mark.parametrize("family", ["llama", "gpt2", "gpt_neox", "gemma2", "gemma3", "mixtral", "gpt_oss"])
def test_a_decoder_without_a_padding_mask_never_looks_ahead(family: str, weights_of: WeightsOf) -> None:
    """C028: the causal part holds although no other mask is given; a later token changes nothing before it."""
    model = tiny(family)
    connect(model)
    ids = inputs_for(model, None)["input_ids"]
    changed = ids.clone()
    changed[:, 6:] = (changed[:, 6:] + 1) % VOCAB
    calls: list[AttentionCall] = []
    with Probe(on_call=calls.append), torch.no_grad():
        before, after = model(ids).logits, model(changed).logits
    torch.testing.assert_close(before[:, :6], after[:, :6], atol=1e-5, rtol=1e-5)
    assert (before[:, 6:] - after[:, 6:]).abs().max() > 0.01
    for call in calls:
        assert call.mask.causal
        assert weights_of(call).triu(1).eq(0).all()


@pytest.mark.parametrize("pads", [0, 1, 3, 8])
def test_left_padding_moves_no_learned_position(pads: int) -> None:
    """C048: GPT-2 with ids from the mask gives the unpadded logits; without them it is far off."""
    model = tiny("gpt2")
    connect(model)
    text = inputs_for(model, None)["input_ids"][:1]
    padded = torch.nn.functional.pad(text, (pads, 0))
    attention_mask = torch.nn.functional.pad(torch.ones_like(text), (pads, 0))
    with torch.no_grad():
        alone = model(text).logits
        right = model(padded, attention_mask=attention_mask, position_ids=position_ids(attention_mask)).logits
        wrong = model(padded, attention_mask=attention_mask).logits
    torch.testing.assert_close(right[:, pads:], alone, atol=1e-4, rtol=0)
    assert pads == 0 or (wrong[:, pads:] - alone).abs().max() > 0.1


@pytest.mark.parametrize("with_ids", [True, False])
def test_left_padding_changes_no_map_of_a_rotary_model(with_ids: bool, weights_of: WeightsOf) -> None:
    """C050: GPT-NeoX with 5 left pads: only distances matter, so the maps of the real tokens stay."""
    model = tiny("gpt_neox")
    connect(model)
    text = inputs_for(model, None)["input_ids"][:1]
    attention_mask = torch.nn.functional.pad(torch.ones_like(text), (5, 0))
    ids = {"position_ids": position_ids(attention_mask)} if with_ids else {}
    alone: list[AttentionCall] = []
    padded: list[AttentionCall] = []
    with torch.no_grad():
        with Probe(on_call=alone.append):
            model(text)
        with Probe(on_call=padded.append):
            model(torch.nn.functional.pad(text, (5, 0)), attention_mask=attention_mask, **ids)
    for before, after in zip(alone, padded, strict=True):
        torch.testing.assert_close(weights_of(after)[..., 5:, 5:], weights_of(before), atol=1e-5, rtol=0)


@pytest.mark.parametrize("family", ["llama", "gemma3", "gpt_oss"])
@pytest.mark.parametrize("steps", [[8, 1, 1, 1], [3, 2, 6]], ids=["token by token", "by chunks"])
def test_a_cached_run_gives_what_one_run_gives(family: str, steps: list[int]) -> None:
    """C029: new queries see all cached keys, and the chunk's own causally."""
    model = tiny(family)
    connect(model)
    text = inputs_for(model, None)["input_ids"]
    kept = hf.DynamicCache(config=model.config)
    with torch.no_grad():
        parts = [model(part, cache=kept, use_cache=True).logits for part in text.split(steps, 1)]
        once = model(text).logits
    torch.testing.assert_close(torch.cat(parts, 1), once, atol=1e-5, rtol=1e-5)


def test_a_cache_with_room_to_spare_is_not_attended_to() -> None:
    """Slots beyond the text are hidden although no padding is given."""
    model = tiny("llama")
    connect(model)
    text = inputs_for(model, None)["input_ids"]
    kept = hf.StaticCache(config=model.config, max_cache_len=32)
    with torch.no_grad():
        parts = [model(part, cache=kept, use_cache=True).logits for part in text.split([8, 1, 2], 1)]
        once = model(text).logits
    torch.testing.assert_close(torch.cat(parts, 1), once, atol=1e-5, rtol=1e-5)


def test_a_boolean_mask_of_the_users_own_is_used_as_it_is(weights_of: WeightsOf) -> None:
    model = tiny("llama")
    connect(model)
    own = torch.rand(2, 1, TOKENS, TOKENS, generator=torch.Generator().manual_seed(4)) < 0.5
    calls: list[AttentionCall] = []
    with Probe(on_call=calls.append), torch.no_grad():
        model(inputs_for(model, None)["input_ids"], attention_mask=own)
    for call in calls:
        assert torch.equal(weights_of(call) > 0, own.expand(-1, 4, -1, -1))


def test_plain_causal_text_needs_no_mask_tensor() -> None:
    assert all(
        isinstance(call.mask, Mask) and call.mask.key_valid is None for call in compared("llama", "no padding")[2]
    )
    assert {call.kernel for call in compared("llama", "no padding")[2]} == {"torch flash attention (CPU)"}


@pytest.fixture(autouse=True, scope="module")
def _forget_models() -> Iterator[None]:
    yield
    compared.cache_clear()
