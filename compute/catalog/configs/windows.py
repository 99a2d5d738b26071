"""Which layers have a sliding window, by a config's fields: a mask for each layer, and a word where one has no effect.

Source: transformers' configuration classes of each model type.
"""

import re
from collections.abc import Sequence

from compute.catalog.configs.fields import Fields
from compute.errors import InvalidConfig

WORD = re.compile(r"(\d+)?\s*(sliding|full|chunked|local|global|linear)")
KINDS = {
    "sliding": "sliding_attention",
    "local": "sliding_attention",
    "full": "full_attention",
    "global": "full_attention",
    "chunked": "chunked_attention",
}


def layer_kinds(fields: Fields, layers: int, pattern: Sequence[str]) -> list[str]:
    """What each layer is: `layer_types` of the config, or the pattern repeated.

    A list shorter than the layers, and a phrase such as “5 sliding + 1 full”, are repeated.
    Raises: InvalidConfig for a kind of layer that is not known.
    """
    given = fields.raw("layer_types")
    if isinstance(given, str):
        given = _of_words(given)
        fields.say(
            "layer_types_in_words", f"layer_types is read as {len(given)} kinds, repeated over {layers} layers.",
            kinds=len(given), layers=layers,
        )  # fmt: skip
    if given is None:
        given = pattern
    if not isinstance(given, list | tuple) or not given:
        raise InvalidConfig(
            "layer_types is a list with one kind a layer, such as full_attention.",
            field="layer_types",
            why="layer_types",
        )
    unknown = [kind for kind in given if kind not in KINDS.values()]
    if unknown:
        raise InvalidConfig(
            f"layer_types has {str(unknown[0])[:40]!r}. Known are {', '.join(sorted(set(KINDS.values())))}.",
            field="layer_types",
            why="layer_kind",
            given=str(unknown[0])[:40],
            known=", ".join(sorted(set(KINDS.values()))),
        )
    if len(given) < layers and isinstance(fields.raw("layer_types"), list):
        fields.say(
            "contradiction", f"layer_types names {len(given)} of {layers} layers; they are repeated.",
            why="layer_types_short", named=len(given), layers=layers,
        )  # fmt: skip
    kinds = [str(given[layer % len(given)]) for layer in range(layers)]
    if len(given) > layers:
        fields.say(
            "contradiction", f"layer_types names {len(given)} layers; the model has {layers}. The rest is left out.",
            why="layer_types", named=len(given), layers=layers,
        )  # fmt: skip
    return kinds


def windows(
    fields: Fields,
    layers: int,
    *,
    default: int | None = None,
    pattern: Sequence[str] = ("sliding_attention",),
    used: bool = True,
) -> list[int | None]:
    """The window of each layer, own key included; None = none. For types where a window that is given is used.

    default: the window where the config has no such key; a key that is null means no window. pattern: the kinds of
    layers where the config doesn't name them. used: what use_sliding_window is where the config has none.
    """
    size = fields.maybe("sliding_window", least=0)
    if "sliding_window" not in fields.config:
        size = default
    switched_on = fields.flag("use_sliding_window", default=used)
    if not size or not switched_on:
        if size and "sliding_window" in fields.config:
            fields.say(
                "window_without_effect", f"sliding_window {size:,} has no effect: use_sliding_window is false.",
                why="switched_off", window=size,
            )  # fmt: skip
        layer_kinds(fields, layers, ("full_attention",))
        return [None] * layers
    return [size if kind == "sliding_attention" else None for kind in layer_kinds(fields, layers, pattern)]


def qwen_windows(fields: Fields, layers: int) -> list[int | None]:
    """Qwen's rule: a window only if it is switched on, and only from layer max_window_layers on (C022)."""
    size = fields.maybe("sliding_window", least=0)
    used = fields.flag("use_sliding_window", default=False)
    first = (
        fields.whole("max_window_layers", default=28, least=0) if used else fields.maybe("max_window_layers", least=0)
    )
    if not used or not size:
        if size:
            is_given = fields.has("use_sliding_window")
            said = "false" if is_given else "absent"
            fields.say(
                "window_without_effect",
                f"sliding_window {size:,} has no effect: use_sliding_window is {said}. All layers see everything.",
                why="switched_off" if is_given else "not_switched_on",
                window=size,
            )
        if "layer_types" in fields.config:
            layer_kinds(fields, layers, ("full_attention",))
        return [None] * layers
    first = layers if first is None else first
    pattern = ["sliding_attention" if layer >= first else "full_attention" for layer in range(layers)]
    if first >= layers and "layer_types" not in fields.config:
        fields.say(
            "window_without_effect",
            f"sliding_window {size:,} has no effect: it starts at layer max_window_layers = {first}, "
            f"and the last of {layers} layers is {layers - 1}.",
            why="starts_late",
            window=size,
            first=first,
            layers=layers,
            last=layers - 1,
        )
    return [size if kind == "sliding_attention" else None for kind in layer_kinds(fields, layers, pattern)]


def _of_words(phrase: str) -> list[str]:
    found: list[str] = []
    for count, kind in WORD.findall(phrase.partition("(")[0]):
        found += [KINDS.get(kind, kind)] * int(count or 1)
    if "..." in phrase:  # the pattern is shown at least twice, then left to be guessed
        half = next((size for size in range(1, len(found)) if found[size:] == found[: len(found) - size]), len(found))
        found = found[:half]
    return found
