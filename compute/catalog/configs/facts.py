"""What reading a config reports: attention, masks by layer, position with its real limit, experts, and every notice."""

from pydantic import Field

from compute.catalog.configs.shape import Attention, HeadKind, Layer, Shape, Wiring
from compute.events import Architecture, Notice
from compute.wire import Wire


class LayerMask(Wire):
    """The mask of one layer: a row of the list of masks with its parameters."""

    name: str
    window: int | None = None
    words: str


class Facts(Wire):
    """A config read. Lengths are in tokens; a window counts the query's own key; None = it has none."""

    model_type: str
    architecture: Architecture
    layers: int = Field(description="of the stack that writes the output")
    encoder_layers: int | None
    width: int
    vocab: int
    heads: int
    kv_heads: int | None = Field(description="None = latent attention, which they say nothing of")
    head_dim: int
    attention: str = Field(description="MHA, GQA, MQA or MLA")
    queries_per_kv_head: int
    cross_attention: bool
    mask: str = Field(description="causal, bidirectional, or both in an encoder-decoder")
    masks: tuple[LayerMask, ...] = Field(description="of each layer of the stack that writes the output")
    encoder_masks: tuple[LayerMask, ...] = Field(description="of each layer of an encoder-decoder's encoder")
    window: int | None
    window_layers: int
    full_layers: int
    first_layer: str
    reach: int | None = Field(description="how far back a last layer's token can hear: window times layers")
    position: str
    limit: int | None = Field(description="tokens that are supported")
    stated: int | None = Field(description="tokens that the config states")
    limit_source: str
    limit_reason: Notice = Field(description="the same with a code and its numbers, for other languages")
    trained_length: int | None
    position_rows: int | None
    rope_theta: float | None
    rope_theta_source: str | None
    rope_theta_full: float | None
    rope_theta_window: float | None
    rope_scaling: str | None
    rope_factor: float | None
    rope_dims: int | None
    buckets: int | None
    max_distance: int | None
    score_scale: float
    qk_norm: bool
    sinks: str | None
    tied: bool
    head: HeadKind = Field(description="what stands at the end: language_model, masked_lm, pooler or none")
    norm: str
    wiring: Wiring = Field(
        description="norms before each branch (pre), after each addition (post), on both sides of a branch (around), "
        "after a branch and before its addition (after), or attention and feed-forward side by side (parallel)"
    )
    gated: bool
    ffn_width: int
    experts: int | None
    experts_per_token: int | None
    expert_width: int | None = Field(description="numbers inside one expert")
    shared_experts_width: int | None
    dense_layers: int
    moe_layers: int
    cache_elements_per_layer: int = Field(description="values that a token leaves in the cache of one layer")
    qk_head_dim: int
    v_head_dim: int
    notices: tuple[Notice, ...]


def facts(shape: Shape) -> Facts:
    """Every fact of a shape."""
    stack, first = shape.main, shape.attention
    layers = stack.layers
    bounded = [layer.attention for layer in layers if _width(layer.attention)]
    window = max((_width(attention) or 0 for attention in bounded), default=0) or None
    routed = next((layer.ffn for layer in layers if layer.ffn.experts), None)
    position = shape.position
    return Facts(
        model_type=shape.model_type,
        architecture=shape.architecture,
        layers=len(layers),
        encoder_layers=len(shape.encoder.layers) if shape.encoder and shape.decoder else None,
        width=shape.width,
        vocab=shape.vocab,
        heads=first.heads,
        kv_heads=None if first.latent else first.kv_heads,
        head_dim=first.head_dim,
        attention=attention_kind(first),
        queries_per_kv_head=first.heads // first.kv_heads,
        cross_attention=any(layer.cross for layer in layers),
        mask={"encoder": "bidirectional", "decoder": "causal"}.get(shape.architecture, "bidirectional and causal"),
        masks=tuple(map(mask_of, layers)),
        encoder_masks=tuple(map(mask_of, shape.encoder.layers)) if shape.encoder and shape.decoder else (),
        window=window,
        window_layers=len(bounded),
        full_layers=len(layers) - len(bounded),
        first_layer="window" if _width(first) else "full",
        reach=window * len(layers) if window and len(bounded) == len(layers) else None,
        position=position.kind,
        limit=position.limit,
        stated=position.stated,
        limit_source=position.reason.message,
        limit_reason=position.reason,
        trained_length=position.trained,
        position_rows=stack.position_rows or None,
        rope_theta=position.theta,
        rope_theta_source=position.theta_source or None,
        rope_theta_full=position.theta if position.theta_window else None,
        rope_theta_window=position.theta_window,
        rope_scaling=position.scaling,
        rope_factor=position.factor,
        rope_dims=position.turned,
        buckets=position.buckets,
        max_distance=position.max_distance,
        score_scale=first.head_dim**-0.5 if shape.scale is None else shape.scale,
        qk_norm=first.q_norm > 0,
        sinks="learned, one per head" if first.sinks else None,
        tied=shape.tied,
        head=shape.head,
        norm=shape.norm,
        wiring=shape.wiring,
        gated=layers[0].ffn.gated,
        ffn_width=layers[0].ffn.width,
        experts=routed.experts if routed else None,
        experts_per_token=routed.active if routed else None,
        expert_width=routed.width if routed else None,
        shared_experts_width=routed.shared or None if routed else None,
        dense_layers=sum(not layer.ffn.experts for layer in layers),
        moe_layers=sum(layer.ffn.experts > 0 for layer in layers),
        cache_elements_per_layer=cached_values(first),
        qk_head_dim=first.head_dim,
        v_head_dim=first.value_dim,
        notices=shape.notices,
    )


def attention_kind(attention: Attention) -> str:
    if attention.latent:
        return "MLA"
    if attention.kv_heads == attention.heads:
        return "MHA"
    return "MQA" if attention.kv_heads == 1 else "GQA"


def cached_values(attention: Attention) -> int:
    """Values that one token leaves in the cache of one layer: keys and values, or the latent once."""
    if attention.latent:
        return attention.latent.cached
    return attention.kv_heads * (attention.head_dim + attention.value_dim)


def mask_of(layer: Layer) -> LayerMask:
    """The layer's own mask as a row of the list of masks."""
    attention = layer.attention
    if attention.window:
        return LayerMask(
            name="sliding_window", window=attention.window, words=f"itself and {attention.window - 1:,} before"
        )
    if attention.radius:
        return LayerMask(
            name="local",
            window=2 * attention.radius + 1,
            words=f"{attention.radius:,} on either side and itself: {2 * attention.radius + 1:,}",
        )
    if attention.chunk:
        return LayerMask(
            name="block_local", window=attention.chunk, words=f"what came before in its {attention.chunk:,}"
        )
    if attention.sees == "causal":
        return LayerMask(name="causal", words="itself and everything before")
    return LayerMask(name="full", words="everything")


def _width(attention: Attention) -> int | None:
    if attention.radius:
        return 2 * attention.radius + 1
    return attention.window or attention.chunk
