"""A lab model's own spec, with the vocabulary that its task brings."""

from collections.abc import Mapping

from compute.catalog.blocks import feed_forwards, norms
from compute.catalog.configs.position import reason
from compute.catalog.configs.shape import Attention, FeedForward, Layer, Position, PositionKind, Shape, Stack
from compute.catalog.masks.choice import MaskChoice, RowMask
from compute.catalog.positions import LearnedTable
from compute.lab.spec import LabSpec


def shape_of_lab(spec: LabSpec, vocab: int, decoder_vocab: int | None = None) -> Shape:
    """The shape of a lab model. Its decoder's mask is a row of the list of masks: see `lab_mask`."""
    two_way = spec.encoding(two_way=True)
    rows = two_way.embed.rows if isinstance(two_way.embed, LearnedTable) else 0
    buckets = two_way.bias.rows if isinstance(two_way.bias, LearnedTable) else 0
    ffn = FeedForward(
        spec.ffn_dim,
        feed_forwards.rows[spec.feed_forward].gated,
        bias=spec.bias,
        experts=spec.experts if spec.experts > 1 else 0,
        active=spec.top_k if spec.experts > 1 else 0,
    )
    biased = "kqvo" if spec.bias else ""
    compact = spec.mask_rule().compact
    window = compact.window if compact and compact.causal else None
    full = Attention(spec.heads, spec.n_kv_heads, spec.head_size, spec.head_size, biased, sees="full")
    own = Attention(spec.heads, spec.n_kv_heads, spec.head_size, spec.head_size, biased, window=window)
    n_norms = 1 if spec.wiring == "parallel" else 2
    ends = (0 if spec.wiring == "post" else 1) + spec.embedding_norm
    encoder = decoder = None
    if spec.architecture != "decoder":
        encoder = Stack((Layer(full, ffn, n_norms),) * spec.layers, ends, rows, buckets)
    if spec.architecture != "encoder":
        across = full if spec.architecture == "encoder-decoder" else None
        branches = n_norms if spec.wiring == "parallel" or across is None else n_norms + 1
        layer = Layer(own, ffn, branches, cross=across)
        decoder = Stack((layer,) * spec.layers, ends, rows, buckets)
    return Shape(
        model_type="lab", width=spec.model_dim, vocab=vocab, embed_dim=spec.model_dim, encoder=encoder,
        decoder=decoder, position=_position(spec, two_way.limit), norm_shift=norms.rows[spec.norm].shifts,
        norm=spec.norm, tied=spec.tied, head="language_model", decoder_vocab=decoder_vocab,
        scale=spec.attention_scale, wiring=spec.wiring,
    )  # fmt: skip


def lab_mask(spec: LabSpec) -> MaskChoice:
    """The mask of a lab decoder as a choice, for the functions that count pairs."""
    return RowMask(type="row", name=spec.mask.name, params=spec.mask.params)


KINDS: Mapping[str, PositionKind] = {
    "learned": "learned",
    "sinusoidal": "sinusoidal",
    "alibi": "alibi",
    "t5": "t5_bias",
    "none": "none",
}


def _position(spec: LabSpec, limit: int | None) -> Position:
    why = (
        reason("rows", f"{limit:,} rows", rows=limit)
        if limit
        else reason("trained", f"trained on {spec.max_tokens:,} tokens; no hard limit", trained=spec.max_tokens)
    )
    kind = KINDS.get(spec.position.name, "rope")
    return Position(kind, spec.max_tokens, limit, why, trained=spec.max_tokens)
