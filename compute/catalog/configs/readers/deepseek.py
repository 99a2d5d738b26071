"""DeepSeek V2 and V3: latent attention, and experts beside a part that every token passes.

Source: DeepSeek-V2 report, section 2; transformers 5.24, deepseek_v2 and deepseek_v3.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from compute.catalog.configs.fields import Fields
from compute.catalog.configs.position import rope
from compute.catalog.configs.readers.common import at_most, full_layers
from compute.catalog.configs.shape import Attention, FeedForward, Latent, Layer, Shape, Stack


@dataclass(frozen=True)
class Defaults:
    """What transformers' configuration class takes where the config has no such field."""

    width: int
    layers: int
    heads: int
    ffn: int
    expert: int
    vocab: int
    routed: int
    active: int
    shared: int
    dense: int
    limit: int
    extra: int


DEFAULTS: Mapping[str, Defaults] = {
    "deepseek_v2": Defaults(4096, 32, 32, 11008, 1407, 102_400, 64, 6, 2, 0, 2048, 0),
    "deepseek_v3": Defaults(7168, 61, 128, 18432, 2048, 129_280, 256, 8, 1, 3, 4096, 1),
}


def read_deepseek(fields: Fields, model_type: str) -> Shape:
    default = DEFAULTS[model_type]
    width = fields.whole("hidden_size", default=default.width)
    layers = fields.whole("num_hidden_layers", default=default.layers)
    dense = fields.whole("first_k_dense_replace", default=default.dense, least=0)
    full_layers(fields, layers)
    attention = _attention(fields, default)
    stack = Stack(
        tuple(
            Layer(attention, ffn, 2)
            for ffn in [_dense(fields, default)] * min(dense, layers)
            + [_experts(fields, default)] * (layers - min(dense, layers))
        )
    )
    assert attention.latent is not None
    return Shape(
        model_type=model_type,
        width=width,
        vocab=fields.whole("vocab_size", default=default.vocab),
        embed_dim=width,
        encoder=None,
        decoder=stack,
        position=rope(fields, head_dim=attention.latent.rope_dim, limit=default.limit),
        norm_shift=False,
        norm="rms_norm",
        tied=fields.flag("tie_word_embeddings", default=False),
        extra_layers=fields.maybe("num_nextn_predict_layers", least=0) or 0,
    )


def _attention(fields: Fields, default: Defaults) -> Attention:
    heads = fields.whole("num_attention_heads", default=default.heads)
    kv_heads = fields.maybe("num_key_value_heads")
    latent = Latent(
        q_rank=_q_rank(fields),
        kv_rank=fields.whole("kv_lora_rank", default=512),
        rope_dim=fields.whole("qk_rope_head_dim", default=64),
        nope_dim=fields.whole("qk_nope_head_dim", default=128),
    )
    if kv_heads is not None:
        fields.say(
            "kv_heads_unused",
            f"num_key_value_heads {kv_heads} says nothing of the cache: latent attention keeps "
            f"{latent.cached} values a token and layer, whatever the heads.",
            why="latent",
            kv_heads=kv_heads,
            cached=latent.cached,
        )
    biased = "qlo" if fields.flag("attention_bias", default=False) else ""
    fields.beside("head_dim", "qk_head_dim")
    value_dim = fields.whole("v_head_dim", default=128)
    return Attention(heads, heads, latent.nope_dim + latent.rope_dim, value_dim, biased, latent=latent)


def _q_rank(fields: Fields) -> int | None:
    given = fields.maybe("q_lora_rank")
    return given if "q_lora_rank" in fields.config else fields.whole("q_lora_rank", default=1536)


def _dense(fields: Fields, default: Defaults) -> FeedForward:
    return FeedForward(fields.whole("intermediate_size", default=default.ffn), True)


def _experts(fields: Fields, default: Defaults) -> FeedForward:
    width = fields.whole("moe_intermediate_size", default=default.expert)
    experts = fields.whole("n_routed_experts", "num_local_experts", default=default.routed)
    shared = fields.maybe("n_shared_experts", least=0)
    shared = default.shared if "n_shared_experts" not in fields.config else shared or 0
    active = at_most(fields.whole("num_experts_per_tok", default=default.active), experts)
    return FeedForward(width, True, experts=experts, active=active, shared=shared * width)
