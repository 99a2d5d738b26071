"""How far a model's positions reach: what its config states against what it supports, and why."""

from collections.abc import Mapping

from compute.catalog.configs.fields import Fields, JsonMap, number_in
from compute.catalog.configs.shape import Position
from compute.errors import InvalidConfig
from compute.events import Notice


def reason(why: str, message: str, **data: str | int | float) -> Notice:
    """Why a text can be so long and no longer."""
    return Notice(code="limit", message=message, data={"why": why, **data})


ABSENT = reason("absent", "default, key absent")
THETA_ABSENT = "default, key absent"
GIVEN = "config"
# max_position_embeddings of these already says the stretched length.
ALREADY_STRETCHED = {"llama3", "longrope", "mrope", "proportional"}
STRETCHES = {"linear", "dynamic"}
NEED_FACTOR = {"linear", "dynamic", "yarn", "llama3"}
SCALING = "rope_scaling"
# What transformers' configuration class takes where the config says nothing of stretching.
TYPE_SCALING: Mapping[str, JsonMap] = {
    "gpt_oss": {
        "rope_type": "yarn",
        "factor": 32.0,
        "beta_fast": 32.0,
        "beta_slow": 1.0,
        "truncate": False,
        "original_max_position_embeddings": 4096,
    },
}


def rope(
    fields: Fields,
    *,
    head_dim: int,
    limit: int,
    theta: float = 10_000.0,
    theta_window: float | None = None,
    share: float = 1.0,
    stretched_already: bool = False,
    absent: Notice = ABSENT,
) -> Position:
    """Rotary positions. The keyword arguments are the defaults of the model's type.

    share: of a head's numbers, those that are turned. stretched_already: max_position_embeddings is the stretched
    length whatever the kind of stretching (Gemma 3).
    """
    scaling = scaling_of(fields)
    window_part = _of_layers(scaling, "sliding_attention")
    scaling = _of_layers(scaling, "full_attention")
    given = fields.maybe("max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "n_ctx")
    stated = limit if given is None else given
    base, source = _theta(fields, scaling, theta)
    kind = _kind(scaling)
    factor = number_in(scaling, "factor", SCALING)
    if kind in NEED_FACTOR and factor is None:
        raise InvalidConfig(
            f"{SCALING} says {kind} without a factor. Give the factor by which the positions are stretched.",
            field=SCALING, why="factor", scaling=kind,
        )  # fmt: skip
    original = number_in(scaling, "original_max_position_embeddings", SCALING)
    trained = fields.maybe("original_max_position_embeddings") if original is None else int(original)
    supported, why = stated, (reason("stated", "stated by the config") if given is not None else absent)
    if kind == "yarn" and factor:
        if trained is None:
            fields.say(
                "assumed_length", f"YaRN without its original length: max_position_embeddings {stated:,} is taken.",
                limit=stated,
            )  # fmt: skip
        trained = trained or stated
        supported = int(trained * factor)
        why = reason(
            "yarn", f"YaRN: trained on {trained:,} tokens, stretched {factor:g} times",
            trained=trained, factor=f"{factor:g}",
        )  # fmt: skip
    elif kind in STRETCHES and factor and not stretched_already:
        trained = stated
        supported = int(stated * factor)
        why = reason(
            "scaled", f"{kind} scaling: {stated:,} × {factor:g}", scaling=kind, stated=stated, factor=f"{factor:g}"
        )
        fields.say(
            "scaled_limit",
            f"{kind} scaling is read as max_position_embeddings × factor = {supported:,} tokens; some files state the "
            "stretched length already.",
            scaling=kind,
            limit=supported,
        )
    elif kind in ALREADY_STRETCHED or (kind in STRETCHES and stretched_already):
        why = reason("inside", f"{kind} scaling is inside max_position_embeddings already", scaling=kind or "")
    elif kind is not None:
        fields.say(
            "unknown_scaling", f"RoPE scaling “{kind[:40]}” is not known; the limit is taken as stated.",
            scaling=kind[:40],
        )  # fmt: skip
    if kind in ALREADY_STRETCHED and trained is None and factor:
        trained = int(stated / factor)
    share = fields.real(
        "partial_rotary_factor", "rotary_pct", default=number_in(scaling, "partial_rotary_factor", SCALING) or share
    )
    local = (
        fields.maybe("rope_local_base_freq", "local_rope_theta")
        or number_in(window_part, "rope_theta", SCALING)
        or theta_window
    )
    return Position(
        "rope", stated, supported, why,
        trained=trained, theta=base, theta_source=source,
        theta_window=local if window_part or theta_window or local else None,
        scaling=kind, factor=factor, turned=int(head_dim * share),
    )  # fmt: skip


def learned(fields: Fields, *names: str, default: int, offset: int = 0, rows_beyond: int = 0) -> tuple[Position, int]:
    """A trained table, and how many rows it has.

    offset: rows at the start that stand for no position (RoBERTa: padding_idx + 1). rows_beyond: rows that the table
    has beside those that the config states (OPT and BART: 2).
    """
    stated = fields.whole(*names, default=default)
    rows = stated + rows_beyond
    usable = stated - offset
    why = reason("rows", f"{rows:,} rows", rows=rows)
    if offset:
        message = f"{rows:,} rows, of which the first {offset} stand for no position"
        why = reason("rows_offset", message, rows=rows, offset=offset)
    if rows_beyond:
        message = f"{rows:,} rows, {rows_beyond} of them before the first position"
        why = reason("rows_before", message, rows=rows, before=rows_beyond)
    return Position("learned", stated, usable, why), rows


def scaling_of(fields: Fields) -> JsonMap:
    """The parameters of the stretching, under the old name or the new one, or those that the type has of itself."""
    old, new = fields.table("rope_scaling"), fields.table("rope_parameters")
    found: JsonMap = {**old, **new}
    of_type = TYPE_SCALING.get(fields.text("model_type", ""), {})
    if of_type and not any(name in fields.config for name in ("rope_scaling", "rope_parameters")):
        said = f"rope_scaling is absent; the default of this model type is used: {of_type}."
        words = ", ".join(f"{name} {value}" for name, value in of_type.items())
        fields.say("default_used", said, field="rope_scaling", value=words)
        return of_type
    return found


def _of_layers(scaling: JsonMap, kind: str) -> JsonMap:
    """Of parameters that are given by the kind of layer, those of one kind; else all, or none for windows."""
    part = scaling.get(kind)
    if isinstance(part, dict):
        return part
    return {} if kind == "sliding_attention" else scaling


def _theta(fields: Fields, scaling: JsonMap, default: float) -> tuple[float, str]:
    inside = number_in(scaling, "rope_theta", SCALING)
    if inside is not None:
        fields.real("rope_theta", "rotary_emb_base", default=default)  # so that it counts as read
        return inside, GIVEN
    if not fields.has("rope_theta", "rotary_emb_base"):
        return default, THETA_ABSENT
    return fields.real("rope_theta", "rotary_emb_base", default=default), GIVEN


def _kind(scaling: JsonMap) -> str | None:
    kind = scaling.get("rope_type") or scaling.get("type")
    if kind is not None and not isinstance(kind, str):
        raise InvalidConfig(
            f"{SCALING}.rope_type is {str(kind)[:60]}. It is a word.",
            field=SCALING, why="word", given=str(kind)[:60],
        )  # fmt: skip
    if kind is None or kind == "default":
        return None
    return "longrope" if kind == "su" else kind
