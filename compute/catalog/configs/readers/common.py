"""What readers have in common: heads that share keys, layers, and feed-forward parts with experts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compute.catalog.configs.fields import Fields, divided, kv_heads_of
from compute.catalog.configs.position import rope
from compute.catalog.configs.shape import Attention, FeedForward, Layer, Position, Shape, Stack, Wiring
from compute.catalog.configs.windows import windows
from compute.errors import InvalidConfig

Windows = Callable[[Fields, int], list[int | None]]


def full_layers(fields: Fields, layers: int) -> list[int | None]:
    """No layer has a window; one that the config names is said to be unknown to the type."""
    size = fields.maybe("sliding_window", least=0)
    if size:
        fields.say(
            "window_without_effect", f"sliding_window {size:,} has no effect: this model type has no windows.",
            why="no_windows", window=size,
        )  # fmt: skip
    return [None] * layers


@dataclass(frozen=True)
class Family:
    """The defaults of one model type whose blocks are Llama's with other details.

    Numbers are what transformers' configuration class takes where the config has no such field.
    bias: those of q, k, v, o whose projection has a trained constant; switched: a flag of the config, and those that it
    gives one to; switched_on: what it is where it is absent. last_norm: norms after the last layer that have gains.
    q_norm: "head" = over a head's numbers, "width" = over all heads' together; q_norm_field: a flag of the config
    without which there is none. full_heads: key-value heads are as many as query heads whatever the config says.
    """

    width: int = 4096
    ffn: int = 11008
    layers: int = 32
    heads: int = 32
    kv_heads: int | None = None
    head_dim: int | None = None
    vocab: int = 32000
    limit: int = 2048
    theta: float = 10_000.0
    theta_window: float | None = None
    tied: bool = False
    norms: int = 2
    wiring: Wiring = "pre"
    norm: str = "rms_norm"
    norm_shift: bool = False
    bias: str = ""
    switched: tuple[str, str] = ("attention_bias", "qkvo")
    switched_on: bool = False
    last_norm: int = 1
    q_norm: str = ""
    q_norm_field: str = ""
    gated: bool = True
    share: float = 1.0
    stretched_already: bool = False
    windows: Windows = full_layers
    sinks: bool = False
    head_bias: bool = False
    full_heads: bool = False
    mlp_bias: str = "mlp_bias"
    ffn_bias: bool = False


def read_family(
    fields: Fields, family: Family, ffn_of: Callable[[Fields, Family, int], Sequence[FeedForward]] | None = None
) -> Shape:
    """A decoder-only model of the family. ffn_of(fields, family, layers): the feed-forward part of each layer."""
    width = fields.whole("hidden_size", "n_embd", "d_model", default=family.width)
    layers = fields.whole("num_hidden_layers", "n_layer", "num_layers", "n_layers", default=family.layers)
    heads = fields.whole("num_attention_heads", "n_head", "num_heads", default=family.heads)
    given = fields.maybe("num_key_value_heads") or _default_kv(fields, family, heads)
    if family.full_heads and given != heads:
        fields.say(
            "kv_heads_unused", f"num_key_value_heads {given} is not used: this model type has full heads.",
            why="full", kv_heads=given,
        )  # fmt: skip
        given = heads
    kv_heads = kv_heads_of(heads, given, "num_key_value_heads")
    head_dim = head_dim_of(fields, width, heads, family.head_dim)
    flag, letters = family.switched
    bias = "".join(sorted(set(family.bias) | set(letters if fields.flag(flag, default=family.switched_on) else "")))
    over = family.q_norm if not family.q_norm_field or fields.flag(family.q_norm_field, default=False) else ""
    q_norm = {"": 0, "head": head_dim, "width": heads * head_dim}[over]
    k_norm = {"": 0, "head": head_dim, "width": kv_heads * head_dim}[over]
    attention = Attention(heads, kv_heads, head_dim, head_dim, bias, q_norm=q_norm, k_norm=k_norm, sinks=family.sinks)
    per_layer = family.windows(fields, layers)
    ffns = (ffn_of or dense)(fields, family, layers)
    stack = Stack(
        tuple(
            Layer(replace(attention, window=window), ffn, family.norms)
            for window, ffn in zip(per_layer, ffns, strict=True)
        ),
        norms=family.last_norm,
    )
    position = rope(
        fields, head_dim=head_dim, limit=family.limit, theta=family.theta, theta_window=family.theta_window,
        share=family.share, stretched_already=family.stretched_already,
    )  # fmt: skip
    _say_idle_window(fields, per_layer, position)
    return Shape(
        model_type=fields.text("model_type", "llama"),
        width=width,
        vocab=fields.whole("vocab_size", default=family.vocab),
        embed_dim=width,
        encoder=None,
        decoder=stack,
        position=position,
        norm_shift=family.norm_shift,
        norm=family.norm,
        tied=fields.flag("tie_word_embeddings", default=family.tied),
        head_bias=family.head_bias or fields.flag("lm_head_bias", default=False),
        wiring=_wiring(fields, family),
    )


def _wiring(fields: Fields, family: Family) -> Wiring:
    """A flag of GPT-NeoX and StableLM puts the branches beside each other, or one after the other."""
    if family.norms == 4:
        return "around"
    beside = fields.raw("use_parallel_residual")
    return family.wiring if beside is None else "parallel" if beside else "pre"


def head_dim_of(fields: Fields, width: int, heads: int, default: int | None = None) -> int:
    """The config's own head_dim wherever it has one, which need not be width / heads (C075)."""
    given = fields.maybe("head_dim") or default
    if given is None:
        return divided(fields, "hidden_size", width, "num_attention_heads", heads)
    if given * heads != width:
        fields.say(
            "head_dim",
            f"head_dim is {given}, not width / heads = {width} / {heads}: the config's own number is used.",
            head_dim=given,
            width=width,
            heads=heads,
        )
    return given


def dense(fields: Fields, family: Family, layers: int) -> Sequence[FeedForward]:
    width = fields.whole("intermediate_size", "n_inner", "ffn_dim", default=family.ffn)
    return [
        FeedForward(width, family.gated, bias=family.ffn_bias or fields.flag(family.mlp_bias, default=False))
    ] * layers


def mixture(fields: Fields, family: Family, layers: int, *, experts: int = 8, active: int = 2) -> Sequence[FeedForward]:
    """Every layer routes among experts of `intermediate_size` (Mixtral)."""
    count = fields.whole("num_local_experts", "num_experts", default=experts)
    chosen = at_most(fields.whole("num_experts_per_tok", default=active), count)
    width = fields.whole("intermediate_size", default=family.ffn)
    return [FeedForward(width, family.gated, experts=count, active=chosen)] * layers


def at_most(active: int, experts: int) -> int:
    if active > experts:
        raise InvalidConfig(
            f"A token can't pass through {active} of {experts} experts. Choose at most all.",
            field="num_experts_per_tok",
            why="experts",
            active=active,
            experts=experts,
        )
    return active


def _default_kv(fields: Fields, family: Family, heads: int) -> int:
    if family.kv_heads is None:
        return heads
    fields.say(
        "default_used",
        f"num_key_value_heads is absent; the default of this model type is used: {family.kv_heads}.",
        field="num_key_value_heads",
        value=family.kv_heads,
    )
    return family.kv_heads


def _say_idle_window(fields: Fields, per_layer: Sequence[int | None], position: Position) -> None:
    widest = max((window for window in per_layer if window), default=0)
    if position.limit and widest > position.limit:
        fields.say(
            "window_never_binds",
            f"The window of {widest:,} is wider than the longest text of {position.limit:,} tokens: it never binds.",
            window=widest,
            limit=position.limit,
        )


__all__ = ["Family", "at_most", "dense", "full_layers", "head_dim_of", "mixture", "read_family", "windows"]
