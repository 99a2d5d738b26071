"""Encoders: BERT, RoBERTa, DistilBERT, ModernBERT.

Source: transformers 5.24, the configuration and modeling files of each type.
"""

from compute.catalog.configs.fields import Fields, divided
from compute.catalog.configs.position import learned, rope
from compute.catalog.configs.shape import Attention, FeedForward, HeadKind, Layer, Position, Shape, Stack
from compute.catalog.configs.windows import layer_kinds


def read_bert(fields: Fields, model_type: str) -> Shape:
    """bert, and roberta with its table: the first padding_idx + 1 rows stand for no position."""
    roberta = model_type != "bert"
    width = fields.whole("hidden_size", default=768)
    layers = fields.whole("num_hidden_layers", default=12)
    heads = fields.whole("num_attention_heads", default=12)
    pad = fields.maybe("pad_token_id", least=0)
    if fields.flag("is_decoder", default=False):
        fields.say("read_as_encoder", "is_decoder is true; the model is read as an encoder, which sees everything.")
    kind = fields.text("position_embedding_type", "absolute")
    if kind != "absolute":
        fields.say("position_type", f"position_embedding_type {kind[:40]} is read as a learned table.", kind=kind[:40])
    offset = (1 if pad is None else pad) + 1 if roberta else 0
    position, rows = learned(fields, "max_position_embeddings", default=512, offset=offset)
    ffn = FeedForward(fields.whole("intermediate_size", default=3072), False, bias=True)
    return _encoder(
        fields, model_type, width, layers, heads, ffn, position, rows,
        vocab=fields.whole("vocab_size", default=50265 if roberta else 30522),
        types=fields.whole("type_vocab_size", default=2, least=0), pooler=True,
    )  # fmt: skip


def read_distilbert(fields: Fields, model_type: str) -> Shape:
    width = fields.whole("dim", "hidden_size", default=768)
    layers = fields.whole("n_layers", "num_hidden_layers", default=6)
    heads = fields.whole("n_heads", "num_attention_heads", default=12)
    position, rows = learned(fields, "max_position_embeddings", default=512)
    fields.beside("sinusoidal_pos_embds")
    ffn = FeedForward(fields.whole("hidden_dim", default=3072), False, bias=True)
    vocab = fields.whole("vocab_size", default=30522)
    return _encoder(fields, model_type, width, layers, heads, ffn, position, rows, vocab=vocab, types=0, pooler=False)


def read_modernbert(fields: Fields, model_type: str) -> Shape:
    """local_attention counts both sides: 128 means 64 on either side and the query's own, 129 keys (C020)."""
    width = fields.whole("hidden_size", default=768)
    layers = fields.whole("num_hidden_layers", default=22)
    heads = fields.whole("num_attention_heads", default=12)
    head_dim = divided(fields, "hidden_size", width, "num_attention_heads", heads)
    every = fields.maybe("global_attn_every_n_layers") or 3
    pattern = ["sliding_attention" if layer % every else "full_attention" for layer in range(layers)]
    radius = fields.whole("local_attention", default=128) // 2
    bias = "kqvo" if fields.flag("attention_bias", default=False) else ""
    ffn = FeedForward(
        fields.whole("intermediate_size", default=1152), True, bias=fields.flag("mlp_bias", default=False)
    )
    stack = Stack(
        tuple(
            Layer(
                Attention(heads, heads, head_dim, head_dim, bias, sees="full",
                          radius=radius if kind == "sliding_attention" else None),
                ffn,
                2 if number else 1,  # the first layer reads the normalised embeddings as they are
            )
            for number, kind in enumerate(layer_kinds(fields, layers, pattern))
        ),
        norms=2,
    )  # fmt: skip
    fields.beside(
        "global_rope_theta",
        "local_rope_theta",
        "norm_bias",
        "decoder_bias",
        "sparse_prediction",
        "sparse_pred_ignore_index",
    )
    return Shape(
        model_type=model_type, width=width, vocab=fields.whole("vocab_size", default=50368), embed_dim=width,
        encoder=stack, decoder=None,
        position=rope(fields, head_dim=head_dim, limit=8192, theta=160_000.0, theta_window=10_000.0),
        norm_shift=False, norm="layer_norm", tied=True, head="none",
    )  # fmt: skip


def _encoder(
    fields: Fields,
    model_type: str,
    width: int,
    layers: int,
    heads: int,
    ffn: FeedForward,
    position: Position,
    rows: int,
    *,
    vocab: int,
    types: int,
    pooler: bool,
) -> Shape:
    head_dim = divided(fields, "width", width, "heads", heads)
    attention = Attention(heads, heads, head_dim, head_dim, "kqvo", sees="full")
    stack = Stack((Layer(attention, ffn, 2),) * layers, position_rows=rows)
    return Shape(
        model_type=model_type, width=width, vocab=vocab, embed_dim=width, encoder=stack, decoder=None,
        position=position, norm_shift=True, norm="layer_norm",
        tied=fields.flag("tie_word_embeddings", default=True), head=_head(fields, pooler), types=types, wiring="post",
    )  # fmt: skip


def _head(fields: Fields, pooler: bool) -> HeadKind:
    """What the config's class has at its end; the bare model, with its pooler where it has one, if none is named."""
    named = fields.raw("architectures")
    if isinstance(named, list) and any("MaskedLM" in str(name) or "PreTraining" in str(name) for name in named):
        return "masked_lm"
    return "pooler" if pooler else "none"
