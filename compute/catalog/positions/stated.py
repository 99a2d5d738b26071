"""The row and the parameters that a transformers model's config.json states."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from compute.catalog.positions.forced import RotaryName
from compute.wire import Scalar

ROWS: Mapping[str, RotaryName] = {
    "default": "rope",
    "linear": "rope_linear",
    "dynamic": "rope_dynamic",
    "yarn": "rope_yarn",
    "llama3": "rope_llama3",
}
# How a config calls the parameters of the rows. Which numbers are paired is the model's own code's affair.
NAMES: Mapping[str, str] = {
    "rope_theta": "theta",
    "original_max_position_embeddings": "trained_tokens",
    **{
        name: name
        for name in (
            "factor",
            "beta_fast",
            "beta_slow",
            "attention_factor",
            "mscale",
            "mscale_all_dim",
            "low_freq_factor",
            "high_freq_factor",
        )
    },
}
TABLES = "learned"
PLAIN_ROPE = re.compile(r"RoPE, θ = ([\d,]+)")


def stated_position(file: Path, words: str) -> tuple[str | None, Mapping[str, Scalar]]:
    """Of a prepared model's config.json and its card's words on position; (None, {}) where it is no row of the list.

    A model whose rotation differs between its layers, or covers a part of a head only, is none.
    """
    if words.startswith(TABLES):
        return "learned", {}
    if not file.exists():  # a stored run of a model that is not here
        alone = PLAIN_ROPE.fullmatch(words)
        return ("rope", {"theta": float(alone[1].replace(",", ""))}) if alone else (None, {})
    config = json.loads(file.read_text("utf-8"))
    rope = config.get("rope_parameters") or {}
    row = ROWS.get(rope.get("rope_type", "default")) if "rope_theta" in rope else None
    if row is None or rope.get("partial_rotary_factor", 1.0) != 1.0:
        return None, {}
    stated = {NAMES[name]: value for name, value in rope.items() if name in NAMES and value is not None}
    if row == "rope_dynamic":
        stated.setdefault("trained_tokens", config["max_position_embeddings"])
    return row, stated
