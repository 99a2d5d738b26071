"""The lab's Transformer equals transformers' models when it is given their weights."""

import torch
from torch import Tensor, nn
from transformers import (
    BertConfig,
    BertModel,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    MixtralConfig,
    MixtralForCausalLM,
    T5Config,
    T5ForConditionalGeneration,
)

from compute.engine.blocks import routing
from compute.engine.transformer import Attention, Layers, Transformer
from tests.compute.engine.labs import VOCAB, lab, shake, tokens


def put(parameter: Tensor, *values: Tensor) -> None:
    """Copies the values, joined along the first axis."""
    with torch.no_grad():
        parameter.copy_(torch.cat(values))


def put_attention(ours: Attention, theirs: nn.Module, names: str = "q_proj k_proj v_proj o_proj") -> None:
    for part, name in zip((ours.query, ours.key, ours.value, ours.out), names.split(), strict=True):
        put(part.weight, theirs.get_submodule(name).weight)
        if part.bias is not None:
            put(part.bias, theirs.get_submodule(name).bias)


def put_norm(ours: nn.Module, theirs: nn.Module) -> None:
    for name, parameter in ours.named_parameters():
        put(parameter, theirs.get_parameter(name))


def put_llama_around(model: Transformer, theirs: LlamaForCausalLM | MixtralForCausalLM) -> Layers:
    stack = model.decoder
    assert stack is not None
    put(model.embedding.weight, theirs.model.embed_tokens.weight)
    put(model.head.weight, theirs.lm_head.weight)
    put_norm(stack.last_norm, theirs.model.norm)
    for block, layer in zip(stack.blocks, theirs.model.layers, strict=True):
        put_attention(block.own, layer.self_attn)
        put_norm(block.norms[0], layer.input_layernorm)
        put_norm(block.norms[1], layer.post_attention_layernorm)
    return stack


@torch.no_grad()
def test_it_equals_llama() -> None:
    config = LlamaConfig(
        vocab_size=VOCAB, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, rms_norm_eps=1e-6, attn_implementation="eager",
    )  # fmt: skip
    theirs = LlamaForCausalLM(config).eval()
    shake(theirs)
    model = lab(kv_heads=2, tied=False, scaled_embedding=False)
    stack = put_llama_around(model, theirs)
    for block, layer in zip(stack.blocks, theirs.model.layers, strict=True):
        put(block.feed_forward.up.weight, layer.mlp.gate_proj.weight, layer.mlp.up_proj.weight)
        put(block.feed_forward.down.weight, layer.mlp.down_proj.weight)
    assert (model(tokens()) - theirs(tokens()).logits).abs().max() < 1e-5 * theirs(tokens()).logits.abs().max()


@torch.no_grad()
def test_it_equals_mixtral_and_tells_where_the_router_sent_each_token() -> None:
    config = MixtralConfig(
        vocab_size=VOCAB, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, rms_norm_eps=1e-6, num_local_experts=4, num_experts_per_tok=2,
        attn_implementation="eager", output_router_logits=True,
        rope_parameters={"rope_type": "default", "rope_theta": 10_000.0},
    )  # fmt: skip
    theirs = MixtralForCausalLM(config).eval()
    shake(theirs)
    model = lab(kv_heads=2, tied=False, scaled_embedding=False, experts=4, top_k=2)
    stack = put_llama_around(model, theirs)
    for block, layer in zip(stack.blocks, theirs.model.layers, strict=True):
        put(block.feed_forward.router.weight, layer.mlp.gate.weight)
        for number, expert in enumerate(block.feed_forward.experts):
            put(expert.up.weight, layer.mlp.experts.gate_up_proj[number])
            put(expert.down.weight, layer.mlp.experts.down_proj[number])
    expected = theirs(tokens())
    with routing() as choices:
        logits = model(tokens())
    assert (logits - expected.logits).abs().max() < 1e-5 * expected.logits.abs().max()
    assert [choice.place.layer for choice in choices] == [0, 1]
    for choice, router in zip(choices, expected.router_logits, strict=True):
        assert torch.equal(choice.expert.flatten(0, 1), router.topk(2).indices)
        assert torch.allclose(choice.share.sum(-1), torch.ones(2, 11))


@torch.no_grad()
def test_it_equals_gpt2() -> None:
    config = GPT2Config(
        vocab_size=VOCAB, n_embd=32, n_layer=2, n_head=4, n_positions=64, n_inner=48, attn_implementation="eager"
    )
    theirs = GPT2LMHeadModel(config).eval()
    shake(theirs)
    model = lab(
        position="learned",
        norm="layer_norm",
        norm_eps=1e-5,
        feed_forward="gelu_tanh",
        bias=True,
        scaled_embedding=False,
    )
    stack = model.decoder
    assert stack is not None
    put(model.embedding.weight, theirs.transformer.wte.weight)
    put(stack.positions.embedding.table, theirs.transformer.wpe.weight)
    put_norm(stack.last_norm, theirs.transformer.ln_f)
    for block, layer in zip(stack.blocks, theirs.transformer.h, strict=True):
        for part, weight, bias in zip(
            (block.own.query, block.own.key, block.own.value),
            layer.attn.c_attn.weight.chunk(3, 1),
            layer.attn.c_attn.bias.chunk(3),
            strict=True,
        ):
            put(part.weight, weight.T)
            put(part.bias, bias)
        for part, conv in (
            (block.own.out, layer.attn.c_proj),
            (block.feed_forward.up, layer.mlp.c_fc),
            (block.feed_forward.down, layer.mlp.c_proj),
        ):
            put(part.weight, conv.weight.T)
            put(part.bias, conv.bias)
        put_norm(block.norms[0], layer.ln_1)
        put_norm(block.norms[1], layer.ln_2)
    expected = theirs(tokens()).logits
    assert (model(tokens()) - expected).abs().max() < 1e-5 * expected.abs().max()


@torch.no_grad()
def test_it_equals_bert_with_padding() -> None:
    config = BertConfig(
        vocab_size=VOCAB, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48,
        max_position_embeddings=64, layer_norm_eps=1e-12, attn_implementation="eager",
    )  # fmt: skip
    theirs = BertModel(config, add_pooling_layer=False).eval()
    shake(theirs)
    model = lab(
        "encoder", "learned", norm="layer_norm", norm_eps=1e-12, wiring="post", feed_forward="gelu", bias=True,
        scaled_embedding=False, embedding_norm=True,
    )  # fmt: skip
    stack, embeddings = model.encoder, theirs.embeddings
    assert stack is not None
    put(model.embedding.weight, embeddings.word_embeddings.weight)
    put(
        stack.positions.embedding.table,
        embeddings.position_embeddings.weight + embeddings.token_type_embeddings.weight[0],
    )
    put_norm(stack.embedding_norm, embeddings.LayerNorm)
    for block, layer in zip(stack.blocks, theirs.encoder.layer, strict=True):
        put_attention(block.own, layer.attention, "self.query self.key self.value output.dense")
        put_norm(block.norms[0], layer.attention.output.LayerNorm)
        put_norm(block.norms[1], layer.output.LayerNorm)
        for part, dense in (
            (block.feed_forward.up, layer.intermediate.dense),
            (block.feed_forward.down, layer.output.dense),
        ):
            put(part.weight, dense.weight)
            put(part.bias, dense.bias)
    valid = torch.ones(2, 11, dtype=torch.bool)
    valid[1, 7:] = False
    expected = theirs(tokens(), attention_mask=valid.long()).last_hidden_state
    assert (model.encode(tokens(), valid).hidden - expected)[valid].abs().max() < 1e-5 * expected.abs().max()


@torch.no_grad()
def test_it_equals_t5_with_a_padded_source() -> None:
    config = T5Config(
        vocab_size=VOCAB, d_model=32, d_kv=10, d_ff=48, num_layers=2, num_heads=4, feed_forward_proj="relu",
        tie_word_embeddings=False, attn_implementation="eager",
    )  # fmt: skip
    theirs = T5ForConditionalGeneration(config).eval()
    shake(theirs)
    model = lab(
        "encoder-decoder",
        "t5",
        head_dim=10,
        feed_forward="relu",
        attention_scale=1.0,
        tied=False,
        scaled_embedding=False,
    )
    put(model.embedding.weight, theirs.shared.weight)
    put(model.head.weight, theirs.lm_head.weight)
    for ours, stack in ((model.encoder, theirs.encoder), (model.decoder, theirs.decoder)):
        assert ours is not None
        put_norm(ours.last_norm, stack.final_layer_norm)
        put(ours.positions.biases.table, stack.block[0].layer[0].SelfAttention.relative_attention_bias.weight)
        for block, layer in zip(ours.blocks, stack.block, strict=True):
            put_attention(block.own, layer.layer[0].SelfAttention, "q k v o")
            if block.cross is not None:
                put_attention(block.cross, layer.layer[1].EncDecAttention, "q k v o")
            put(block.feed_forward.up.weight, layer.layer[-1].DenseReluDense.wi.weight)
            put(block.feed_forward.down.weight, layer.layer[-1].DenseReluDense.wo.weight)
            for norm, theirs_too in zip(block.norms, layer.layer, strict=True):
                put_norm(norm, theirs_too.layer_norm)
    source, valid = tokens(2, 9, seed=3), torch.ones(2, 9, dtype=torch.bool)
    valid[0, 6:] = False
    expected = theirs(input_ids=source, attention_mask=valid.long(), decoder_input_ids=tokens()).logits
    logits = model(tokens(), memory=model.encode(source, valid))
    assert (logits - expected).abs().max() < 1e-5 * expected.abs().max()
