"""A config without a model type, such as a row of a paper's table: a decoder of GPT-3's block, as far as it is told.

Source: Brown et al. 2020, Language Models are Few-Shot Learners, section 2.1.
"""

from compute.catalog.configs.fields import Fields, divided, kv_heads_of
from compute.catalog.configs.position import learned
from compute.catalog.configs.shape import Attention, FeedForward, Layer, Shape, Stack


def read_plain(fields: Fields, model_type: str) -> Shape:
    """Every number that is not given is GPT-2's and is named in a notice."""
    fields.say(
        "no_model_type",
        "The config has no model_type; it is read as a decoder of GPT's block (LayerNorm, biases, learned positions).",
    )
    width = fields.whole("hidden_size", "d_model", "n_embd", default=768)
    layers = fields.whole("num_hidden_layers", "num_layers", "n_layers", "n_layer", default=12)
    heads = fields.whole("num_attention_heads", "num_heads", "n_heads", "n_head", default=12)
    kv_heads = kv_heads_of(heads, fields.maybe("num_key_value_heads", "kv_heads") or heads, "num_key_value_heads")
    head_dim = fields.maybe("head_dim", "kq_size", "d_head")
    if head_dim is None:
        head_dim = divided(fields, "hidden_size", width, "num_attention_heads", heads)
    ffn = fields.maybe("intermediate_size", "ffn_dim", "ffw_size", "d_ff", "n_inner") or 4 * width
    position, rows = learned(fields, "max_position_embeddings", "n_ctx", "seq_length", "n_positions", default=1024)
    attention = Attention(heads, kv_heads, head_dim, head_dim, "kqvo")
    layer = Layer(attention, FeedForward(ffn, fields.flag("gated", default=False), bias=True), 2)
    tied = not fields.flag("untied", default=False) and fields.flag("tie_word_embeddings", default=True)
    return Shape(
        model_type="decoder", width=width, vocab=fields.whole("vocab_size", default=50257), embed_dim=width,
        encoder=None, decoder=Stack((layer,) * layers, position_rows=rows), position=position, norm_shift=True,
        norm="layer_norm", tied=tied,
    )  # fmt: skip
