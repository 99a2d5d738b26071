"""Encoder-decoders: T5, BART, Marian.

Source: transformers 5.24, the configuration and modeling files of each type.
"""

from compute.catalog.configs.fields import Fields, divided
from compute.catalog.configs.position import learned, reason
from compute.catalog.configs.shape import Attention, FeedForward, Layer, Position, Shape, Stack


def read_t5(fields: Fields, model_type: str) -> Shape:
    """t5 and mt5: no biases, a relative bias in each stack's first layer, scores not divided by root head_dim."""
    newer = model_type == "mt5"
    width = fields.whole("d_model", default=512)
    heads = fields.whole("num_heads", default=6 if newer else 8)
    head_dim = fields.whole("d_kv", default=64)
    layers = fields.whole("num_layers", default=8 if newer else 6)
    decoder_layers = fields.maybe("num_decoder_layers") or layers
    ffn = FeedForward(
        fields.whole("d_ff", default=1024 if newer else 2048),
        gated="gated" in fields.text("feed_forward_proj", "gated-gelu" if newer else "relu"),
    )
    buckets = fields.whole("relative_attention_num_buckets", default=32)
    furthest = fields.maybe("relative_attention_max_distance") or 128
    fields.beside("dense_act_fn", "is_gated_act", "scale_decoder_outputs")
    _say_both_sides(fields)
    two_way = Attention(heads, heads, head_dim, head_dim, sees="full")
    one_way = Attention(heads, heads, head_dim, head_dim)
    trained = fields.maybe("n_positions")
    return Shape(
        model_type=model_type,
        width=width,
        vocab=fields.whole("vocab_size", default=250_112 if newer else 32128),
        embed_dim=width,
        encoder=Stack((Layer(two_way, ffn, 2),) * layers, bias_buckets=buckets),
        decoder=Stack((Layer(one_way, ffn, 3, cross=two_way),) * decoder_layers, bias_buckets=buckets),
        position=Position(
            "t5_bias", trained, None,
            reason("relative", "a relative bias has no hard limit; n_positions is the length of training"),
            trained=trained, buckets=buckets, max_distance=furthest,
        ),
        norm_shift=False,
        norm="rms_norm",
        tied=fields.flag("tie_word_embeddings", default=not newer),
        scale=1.0,
    )  # fmt: skip


def read_bart(fields: Fields, model_type: str) -> Shape:
    """bart and marian. Marian's sinusoids are fixed, but stored and counted by the library as parameters."""
    fixed = model_type == "marian"
    width = fields.whole("d_model", "hidden_size", default=1024)
    position, rows = (
        _sinusoids(fields) if fixed else learned(fields, "max_position_embeddings", default=1024, rows_beyond=2)
    )
    vocab = fields.whole("vocab_size", default=58101 if fixed else 50265)
    norms = 0 if fixed else 1
    _say_both_sides(fields)
    fields.beside("static_position_embeddings", "normalize_embedding", "normalize_before", "add_final_layer_norm")
    own = fields.maybe("decoder_vocab_size")
    shared = fields.flag("share_encoder_decoder_embeddings", default=True)
    return Shape(
        model_type=model_type,
        width=width,
        vocab=vocab,
        embed_dim=width,
        encoder=Stack(_layers(fields, "encoder", width, cross=False), norms, position_rows=rows),
        decoder=Stack(_layers(fields, "decoder", width, cross=True), norms, position_rows=rows),
        position=position,
        norm_shift=True,
        norm="layer_norm",
        tied=fields.flag("tie_word_embeddings", default=True),
        decoder_vocab=None if shared else own or vocab,
        wiring="post",
    )


def _say_both_sides(fields: Fields) -> None:
    if not fields.flag("is_encoder_decoder", default=True):
        fields.say("read_with_both", "is_encoder_decoder is false; encoder and decoder are counted all the same.")


def _layers(fields: Fields, side: str, width: int, *, cross: bool) -> tuple[Layer, ...]:
    heads = fields.whole(f"{side}_attention_heads", "num_attention_heads", default=16)
    head_dim = divided(fields, "d_model", width, f"{side}_attention_heads", heads)
    ffn = FeedForward(fields.whole(f"{side}_ffn_dim", default=4096), False, bias=True)
    two_way = Attention(heads, heads, head_dim, head_dim, "kqvo", sees="full")
    one_way = Attention(heads, heads, head_dim, head_dim, "kqvo")
    layer = Layer(one_way, ffn, 3, cross=two_way) if cross else Layer(two_way, ffn, 2)
    return (layer,) * fields.whole(f"{side}_layers", "num_hidden_layers", default=12)


def _sinusoids(fields: Fields) -> tuple[Position, int]:
    rows = fields.whole("max_position_embeddings", default=1024)
    return Position("sinusoidal", rows, rows, reason("sinusoids", f"{rows:,} rows of fixed sinusoids", rows=rows)), rows
