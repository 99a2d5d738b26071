"""Decoders built of Llama's block: RMSNorm, gated feed-forward, rotary positions, and what each type changes.

Source: transformers 5.24, the configuration and modeling files of each type.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from compute.catalog.configs.fields import Fields
from compute.catalog.configs.readers.common import Family, at_most, mixture, read_family
from compute.catalog.configs.shape import FeedForward, Shape
from compute.catalog.configs.windows import layer_kinds, qwen_windows, windows

FeedForwards = Callable[[Fields, Family, int], Sequence[FeedForward]]
SLIDING, FULL = "sliding_attention", "full_attention"


def qwen_mixture(
    fields: Fields, family: Family, layers: int, *, active: int, width: int, shared: int
) -> Sequence[FeedForward]:
    """Every decoder_sparse_step-th layer routes, but for those named dense; beside a gated shared part, if any."""
    experts = fields.whole("num_experts", "num_local_experts", default=60 if shared else 128, least=0)
    chosen = at_most(fields.whole("num_experts_per_tok", default=active), max(experts, active))
    inner = fields.whole("moe_intermediate_size", default=width)
    beside = fields.whole("shared_expert_intermediate_size", default=shared) if shared else 0
    step = fields.maybe("decoder_sparse_step") or 1
    named = set(fields.layer_numbers("mlp_only_layers") or ())
    routed = FeedForward(inner, True, experts=experts, active=chosen, shared=beside, shared_gate=bool(shared))
    plain = FeedForward(fields.whole("intermediate_size", default=family.ffn), True)
    return [routed if experts and layer not in named and (layer + 1) % step == 0 else plain for layer in range(layers)]


def gpt_oss_mixture(fields: Fields, family: Family, layers: int) -> Sequence[FeedForward]:
    """Experts and router with biases."""
    experts = fields.whole("num_local_experts", "num_experts", default=128)
    chosen = at_most(fields.whole("num_experts_per_tok", "experts_per_token", default=4), experts)
    width = fields.whole("intermediate_size", default=family.ffn)
    return [FeedForward(width, True, bias=True, experts=experts, active=chosen, router_bias=True)] * layers


def llama4_mixture(fields: Fields, family: Family, layers: int) -> Sequence[FeedForward]:
    """Every interleave_moe_layer_step-th layer routes, beside a part that every token passes; others are wider."""
    experts = fields.whole("num_local_experts", default=16)
    chosen = at_most(fields.whole("num_experts_per_tok", default=1), experts)
    width = fields.whole("intermediate_size", default=family.ffn)
    plain = FeedForward(fields.whole("intermediate_size_mlp", default=16384), True)
    routed = FeedForward(width, True, experts=experts, active=chosen, shared=width)
    step = fields.maybe("interleave_moe_layer_step") or 1
    given = fields.layer_numbers("moe_layers")
    named = range(step - 1, layers, step) if given is None else given
    return [routed if layer in named else plain for layer in range(layers)]


def in_chunks(fields: Fields, shape: Shape) -> Shape:
    """Llama 4: layers with rotary positions see their own chunk, every fourth layer has none and sees everything."""
    size = fields.maybe("attention_chunk_size")
    turned = fields.layer_numbers("no_rope_layers") or ()  # 1 = the layer has rotary positions, for all its name
    every = fields.maybe("no_rope_layer_interval") or 4
    layers = len(shape.main.layers)
    pattern = [
        "chunked_attention" if (turned[n] if n < len(turned) else (n + 1) % every)
        else "full_attention"
        for n in range(layers)
    ]  # fmt: skip
    kinds = layer_kinds(fields, layers, pattern)
    fields.beside("use_qk_norm", "attn_temperature_tuning", "floor_scale", "attn_scale")
    chunked = tuple(
        replace(layer, attention=replace(layer.attention, chunk=size if kind == "chunked_attention" else None))
        for layer, kind in zip(shape.main.layers, kinds, strict=True)
    )
    return replace(shape, decoder=replace(shape.main, layers=chunked))


def _qwen_moe_windows(fields: Fields, layers: int) -> list[int | None]:
    """Every other one of the first max_window_layers layers, where windows are switched on."""
    pattern = [SLIDING if not layer % 2 and layer < 28 else FULL for layer in range(layers)]
    if not fields.flag("use_sliding_window", default=False):
        return qwen_windows(fields, layers)
    first = fields.maybe("max_window_layers", least=0)
    if first is not None:
        pattern = [SLIDING if not layer % 2 and layer < first else FULL for layer in range(layers)]
    return windows(fields, layers, pattern=pattern)


def _all_windows(fields: Fields, layers: int) -> list[int | None]:
    """Every layer has the window, whatever use_sliding_window says of single ones."""
    return windows(fields, layers)


def _gemma3_windows(fields: Fields, layers: int) -> list[int | None]:
    pattern = fields.maybe("sliding_window_pattern", "_sliding_window_pattern") or 6
    kinds = [FULL if (layer + 1) % pattern == 0 else SLIDING for layer in range(layers)]
    return windows(fields, layers, default=4096, pattern=kinds)


FAMILIES: Mapping[str, tuple[Family, FeedForwards | None]] = {
    "llama": (Family(), None),
    "internlm2": (Family(limit=32768), None),
    "granite": (Family(), None),
    "mistral": (
        Family(ffn=14336, kv_heads=8, limit=131_072, windows=partial(windows, default=4096), switched=("", "")), None,
    ),
    "mixtral": (
        Family(ffn=14336, kv_heads=8, limit=131_072, theta=1e6, windows=_all_windows, switched=("", "")), mixture,
    ),
    "qwen2": (Family(ffn=22016, vocab=151_936, limit=32768, bias="qkv", windows=qwen_windows, switched=("", "")), None),
    "qwen3": (
        Family(ffn=22016, vocab=151_936, limit=32768, head_dim=128, q_norm="head", windows=qwen_windows), None,
    ),
    "qwen2_moe": (
        Family(width=2048, ffn=5632, layers=24, heads=16, vocab=151_936, limit=32768, windows=_qwen_moe_windows,
               switched=("qkv_bias", "qkv")),
        partial(qwen_mixture, active=4, width=1408, shared=5632),
    ),
    "qwen3_moe": (
        Family(width=2048, ffn=6144, layers=24, heads=32, kv_heads=4, vocab=151_936, limit=32768, q_norm="head",
               windows=partial(windows, used=False)),
        partial(qwen_mixture, active=8, width=768, shared=0),
    ),
    "gemma": (
        Family(width=3072, ffn=24576, layers=28, heads=16, tied=True, head_dim=256, limit=8192, vocab=256_000), None,
    ),
    "gemma2": (
        Family(width=2304, ffn=9216, layers=26, heads=8, kv_heads=4, tied=True, head_dim=256, limit=8192, norms=4,
               vocab=256_000, windows=partial(windows, default=4096, pattern=(SLIDING, FULL))),
        None,
    ),
    "gemma3_text": (
        Family(width=2304, ffn=9216, layers=26, heads=8, kv_heads=4, tied=True, head_dim=256, limit=131_072, norms=4,
               vocab=262_208, theta=1e6, theta_window=1e4, q_norm="head", stretched_already=True,
               windows=_gemma3_windows),
        None,
    ),
    "phi3": (Family(width=3072, ffn=8192, vocab=32064, limit=4096, windows=_all_windows, switched=("", "")), None),
    "gpt_oss": (
        Family(width=2880, ffn=2880, layers=36, heads=64, kv_heads=8, head_dim=64, vocab=201_088, limit=131_072,
               theta=150_000.0, sinks=True, switched_on=True,
               windows=partial(windows, default=128, pattern=(SLIDING, FULL))),
        gpt_oss_mixture,
    ),
    "smollm3": (
        Family(width=2048, ffn=11008, layers=36, heads=16, kv_heads=4, vocab=128_256, limit=32768, theta=2e6,
               tied=True, windows=qwen_windows),
        None,
    ),
    "olmo": (Family(vocab=50304, norms=0, last_norm=0, norm="layer_norm"), None),
    "glm": (
        Family(ffn=13696, layers=40, kv_heads=2, head_dim=128, vocab=151_552, limit=131_072, share=0.5,
               switched=("attention_bias", "qkv"), switched_on=True),
        None,
    ),
    "glm4": (
        Family(ffn=13696, layers=40, kv_heads=2, head_dim=128, vocab=151_552, limit=131_072, share=0.5, norms=4,
               switched=("attention_bias", "qkv"), switched_on=True),
        None,
    ),
    "phimoe": (
        Family(ffn=6400, kv_heads=8, vocab=32064, limit=131_072, theta=1e6, norm="layer_norm", norm_shift=True,
               windows=_all_windows),
        partial(mixture, experts=16, active=2),
    ),
    "llama4_text": (
        Family(width=5120, ffn=8192, layers=48, heads=40, kv_heads=8, head_dim=128, vocab=202_048, limit=131_072,
               theta=500_000.0),
        llama4_mixture,
    ),
    "olmo2": (Family(vocab=50304, q_norm="width", wiring="after"), None),
    "cohere": (
        Family(width=8192, ffn=22528, layers=40, heads=64, vocab=256_000, limit=8192, theta=500_000.0, tied=True,
               norms=1, wiring="parallel", norm="layer_norm", q_norm="width", q_norm_field="use_qk_norm"),
        None,
    ),
    "starcoder2": (
        Family(width=3072, ffn=12288, layers=30, heads=24, kv_heads=2, vocab=49152, limit=4096, tied=True, gated=False,
               norm="layer_norm", norm_shift=True, bias="kqvo", ffn_bias=True, windows=_all_windows),
        None,
    ),
    "stablelm": (
        Family(width=2560, ffn=6912, vocab=50304, limit=4096, norm="layer_norm", norm_shift=True, share=0.25,
               switched=("use_qkv_bias", "qkv")),
        None,
    ),
    "phi": (
        Family(width=2048, ffn=8192, layers=24, vocab=51200, norm="layer_norm", norm_shift=True, norms=1, bias="kqvo",
               ffn_bias=True, gated=False, share=0.5, head_bias=True, wiring="parallel"),
        None,
    ),
    "gpt_neox": (
        Family(width=6144, ffn=24576, layers=44, heads=64, vocab=50432, norm="layer_norm", norm_shift=True, bias="kqvo",
               ffn_bias=True, gated=False, share=0.25, full_heads=True, wiring="parallel"),
        None,
    ),
}  # fmt: skip


def read_llama(fields: Fields, model_type: str) -> Shape:
    family, ffn_of = FAMILIES[model_type]
    shape = read_family(fields, family, ffn_of)
    return in_chunks(fields, shape) if model_type == "llama4_text" else shape
