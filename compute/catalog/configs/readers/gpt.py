"""Decoders with LayerNorm and a plain feed-forward part: GPT-2 and its kin, OPT, BLOOM, Falcon.

Source: transformers 5.24, the configuration and modeling files of each type.
"""

from dataclasses import replace

from compute.catalog.configs.fields import Fields, divided, kv_heads_of
from compute.catalog.configs.position import learned, reason, rope
from compute.catalog.configs.readers.common import full_layers
from compute.catalog.configs.shape import Attention, FeedForward, Layer, Position, Shape, Stack
from compute.errors import InvalidConfig

NO_LIMIT = reason("alibi", "ALiBi has no hard limit")


def read_gpt2(fields: Fields, model_type: str) -> Shape:
    """gpt2 and gpt_bigcode: the latter with one key-value head where multi_query is set."""
    width = fields.whole("n_embd", "hidden_size", default=768)
    layers = fields.whole("n_layer", "num_hidden_layers", default=12)
    heads = fields.whole("n_head", "num_attention_heads", default=12)
    head_dim = divided(fields, "n_embd", width, "n_head", heads)
    one = model_type == "gpt_bigcode" and fields.flag("multi_query", default=True)
    fields.beside("n_ctx")
    kv_heads = fields.maybe("num_key_value_heads")
    if kv_heads not in (None, 1 if one else heads):
        fields.say(
            "kv_heads_unused", f"num_key_value_heads {kv_heads} is not used: this model type has full heads.",
            why="full", kv_heads=kv_heads,
        )  # fmt: skip
    full_layers(fields, layers)
    attention = Attention(heads, 1 if one else heads, head_dim, head_dim, "kqvo")
    ffn = FeedForward(fields.maybe("n_inner", "intermediate_size") or 4 * width, False, bias=True)
    position, rows = learned(fields, "n_positions", "max_position_embeddings", default=1024)
    stack = Stack((Layer(attention, ffn, 2),) * layers, position_rows=rows)
    return _decoder(fields, model_type, width, stack, position, vocab=50257, tied=True)


def read_gpt_neo(fields: Fields, model_type: str) -> Shape:
    """Every other layer has a window of 256; attention scores are not scaled."""
    width = fields.whole("hidden_size", default=2048)
    layers = fields.whole("num_layers", "num_hidden_layers", default=24)
    heads = fields.whole("num_heads", "num_attention_heads", default=16)
    head_dim = divided(fields, "hidden_size", width, "num_heads", heads)
    size = fields.whole("window_size", default=256)
    named = fields.raw("attention_layers")
    fields.beside("attention_types")
    kinds = ["global", "local"] if named is None else named
    if not isinstance(kinds, list) or not kinds or set(map(str, kinds)) - {"global", "local"}:
        raise InvalidConfig(
            "attention_layers is a list with one of global and local for each layer.",
            field="attention_layers", why="attention_layers",
        )  # fmt: skip
    ffn = FeedForward(fields.maybe("intermediate_size") or 4 * width, False, bias=True)
    position, rows = learned(fields, "max_position_embeddings", default=2048)
    stack = Stack(
        tuple(
            Layer(
                Attention(heads, heads, head_dim, head_dim, "o",
                          window=size if kinds[layer % len(kinds)] == "local" else None),
                ffn,
                2,
            )
            for layer in range(layers)
        ),
        position_rows=rows,
    )  # fmt: skip
    return _decoder(fields, model_type, width, stack, position, vocab=50257, tied=True, scale=1.0)


def read_gptj(fields: Fields, model_type: str) -> Shape:
    width = fields.whole("n_embd", default=4096)
    layers = fields.whole("n_layer", default=28)
    heads = fields.whole("n_head", default=16)
    head_dim = divided(fields, "n_embd", width, "n_head", heads)
    turned = fields.maybe("rotary_dim") or 64
    ffn = FeedForward(fields.maybe("n_inner") or 4 * width, False, bias=True)
    stack = Stack((Layer(Attention(heads, heads, head_dim, head_dim), ffn, 1),) * layers)
    position = rope(fields, head_dim=head_dim, limit=2048, share=turned / head_dim)
    shape = _decoder(fields, model_type, width, stack, position, vocab=50400, tied=False, head_bias=True)
    return replace(shape, wiring="parallel")


def read_opt(fields: Fields, model_type: str) -> Shape:
    """Two rows of the position table stand before the first position; the table of tokens may be narrower."""
    width = fields.whole("hidden_size", default=768)
    layers = fields.whole("num_hidden_layers", default=12)
    heads = fields.whole("num_attention_heads", default=12)
    head_dim = divided(fields, "hidden_size", width, "num_attention_heads", heads)
    bias = fields.flag("enable_bias", default=True)
    before = fields.flag("do_layer_norm_before", default=True)
    fields.beside("_remove_final_layer_norm", "layer_norm_elementwise_affine")
    ffn = FeedForward(fields.whole("ffn_dim", "intermediate_size", default=3072), False, bias=bias)
    position, rows = learned(fields, "max_position_embeddings", default=2048, rows_beyond=2)
    attention = Attention(heads, heads, head_dim, head_dim, "kqvo" if bias else "")
    stack = Stack((Layer(attention, ffn, 2),) * layers, norms=1 if before else 0, position_rows=rows)
    embed = fields.maybe("word_embed_proj_dim") or width
    shape = _decoder(fields, model_type, width, stack, position, vocab=50272, tied=True, embed_dim=embed)
    return replace(shape, wiring="pre" if before else "post")


def read_bloom(fields: Fields, model_type: str) -> Shape:
    width = fields.whole("hidden_size", "n_embed", default=64)
    layers = fields.whole("n_layer", "num_hidden_layers", default=2)
    heads = fields.whole("n_head", "num_attention_heads", default=8)
    head_dim = divided(fields, "hidden_size", width, "n_head", heads)
    trained = fields.maybe("seq_length")
    fields.beside("offset_alibi", "apply_residual_connection_post_layernorm", "skip_bias_add", "skip_bias_add_qkv")
    position = Position("alibi", trained, None, NO_LIMIT, trained=trained)
    stack = Stack(
        (Layer(Attention(heads, heads, head_dim, head_dim, "kqvo"), _four(width, True), 2),) * layers, norms=2
    )
    return _decoder(fields, model_type, width, stack, position, vocab=250_880, tied=True)


def read_mpt(fields: Fields, model_type: str) -> Shape:
    """No constants anywhere: norms have a gain alone. Positions by ALiBi, unless attn_config switches it off."""
    width = fields.whole("d_model", "hidden_size", default=2048)
    layers = fields.whole("n_layers", "num_hidden_layers", default=24)
    heads = fields.whole("n_heads", "num_attention_heads", default=16)
    head_dim = divided(fields, "d_model", width, "n_heads", heads)
    fields.beside("expansion_ratio", "learned_pos_emb", "no_bias", "embedding_fraction", "norm_type", "logit_scale")
    trained = fields.maybe("max_seq_len") or 2048
    slopes = fields.table("attn_config").get("alibi", True)
    if not slopes:
        fields.say(
            "unknown_field", "attn_config.alibi is false: learned positions of MPT are not counted.", why="alibi"
        )
    position = Position("alibi", trained, None, NO_LIMIT, trained=trained)
    stack = Stack((Layer(Attention(heads, heads, head_dim, head_dim), _four(width, False), 2),) * layers)
    shape = _decoder(fields, model_type, width, stack, position, vocab=50368, tied=True)
    return replace(shape, norm_shift=False)


def read_falcon(fields: Fields, model_type: str) -> Shape:
    """Old Falcon: one key-value head where multi_query is set, whatever num_kv_heads says; new: num_kv_heads."""
    width = fields.whole("hidden_size", default=4544)
    layers = fields.whole("num_hidden_layers", "n_layer", default=32)
    heads = fields.whole("num_attention_heads", "n_head", default=71)
    head_dim = divided(fields, "hidden_size", width, "num_attention_heads", heads)
    new = fields.flag("new_decoder_architecture", default=False)
    one = fields.flag("multi_query", default=True) and not new
    given = fields.maybe("num_kv_heads", "n_head_kv") or heads
    if one and given != 1:
        fields.say(
            "kv_heads_unused", f"num_kv_heads {given} is not used: multi_query has one key-value head.",
            why="multi_query", kv_heads=given,
        )  # fmt: skip
    kv_heads = 1 if one else kv_heads_of(heads, given, "num_kv_heads") if new else heads
    parallel = fields.flag("parallel_attn", default=True)
    bias = fields.flag("bias", default=False)
    own_norms = fields.maybe("num_ln_in_parallel_attn") or (2 if new else 1)
    attention = Attention(heads, kv_heads, head_dim, head_dim, "kqvo" if bias else "")
    ffn = FeedForward(fields.maybe("ffn_hidden_size") or 4 * width, False, bias=bias)
    position = (
        Position("alibi", None, None, NO_LIMIT)
        if fields.flag("alibi", default=False)
        else rope(
            fields, head_dim=head_dim, limit=2048, absent=reason("absent_older", "default, key absent in older files")
        )
    )
    stack = Stack((Layer(attention, ffn, own_norms if parallel else 2),) * layers)
    shape = _decoder(fields, model_type, width, stack, position, vocab=65024, tied=True)
    return replace(shape, wiring="parallel" if parallel else "pre")


def _four(width: int, bias: bool) -> FeedForward:
    return FeedForward(4 * width, False, bias=bias)


def _decoder(
    fields: Fields,
    model_type: str,
    width: int,
    stack: Stack,
    position: Position,
    *,
    vocab: int,
    tied: bool,
    embed_dim: int | None = None,
    head_bias: bool = False,
    scale: float | None = None,
) -> Shape:
    return Shape(
        model_type=model_type, width=width, vocab=fields.whole("vocab_size", default=vocab),
        embed_dim=embed_dim or width, encoder=None, decoder=stack, position=position, norm_shift=True,
        norm="layer_norm", tied=fields.flag("tie_word_embeddings", default=tied), head_bias=head_bias, scale=scale,
    )  # fmt: skip
