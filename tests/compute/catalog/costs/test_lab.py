"""Lab models by their own spec: parameters against the lab's Transformer, and models that are known by name."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compute.catalog.configs import facts
from compute.catalog.configs.known import shape_of_model
from compute.catalog.configs.readers.lab import lab_mask, shape_of_lab
from compute.catalog.costs import figure_of
from compute.catalog.models import ZOO
from compute.engine.transformer import Transformer
from compute.errors import UnknownModel
from compute.lab.spec import LabSpec


@st.composite
def specs(draw: st.DrawFn) -> LabSpec:
    experts = draw(st.sampled_from([1, 4]))
    said: dict[str, Any] = {
        "architecture": draw(st.sampled_from(["encoder", "decoder", "encoder-decoder"])),
        "position": {"name": draw(st.sampled_from(["rope", "learned", "sinusoidal", "t5", "alibi", "none"]))},
        "layers": draw(st.integers(1, 3)), "model_dim": 24, "heads": 4, "kv_heads": draw(st.sampled_from([1, 2, 4])),
        "head_dim": draw(st.sampled_from([6, 8])), "ffn_dim": 20,
        "norm": draw(st.sampled_from(["rms_norm", "layer_norm"])),
        "wiring": draw(st.sampled_from(["pre", "post", "parallel"])), "experts": experts, "top_k": min(2, experts),
        "feed_forward": draw(st.sampled_from(["gelu", "swiglu"])), "tied": draw(st.booleans()),
        "bias": draw(st.booleans()), "embedding_norm": draw(st.booleans()), "max_tokens": 16,
    }  # fmt: skip
    return LabSpec.model_validate(said)


@given(spec=specs())
@settings(deadline=None, max_examples=60)
def test_a_lab_model_has_the_parameters_of_the_labs_transformer(spec: LabSpec) -> None:
    built = sum(p.numel() for p in Transformer(spec, 37).parameters())
    (found,) = figure_of(shape_of_lab(spec, 37), "parameters")
    assert found.value == built


def test_a_shipped_model_is_known_by_its_name_and_has_its_cards_parameters() -> None:
    shipped = sorted(folder.name for folder in ZOO.iterdir() if (folder / "card.json").exists())
    assert shipped
    for name in shipped:
        card = json.loads((ZOO / name / "card.json").read_text("utf-8"))
        assert figure_of(shape_of_model(name), "parameters")[0].value == card["parameters"]


def test_a_lab_decoders_window_bounds_its_cache() -> None:
    spec = LabSpec(architecture="decoder", mask={"name": "sliding_window", "params": {"window": 8}})
    shape = shape_of_lab(spec, 100)
    assert facts(shape).window == 8
    values = [figure_of(shape, "kv_values", tokens=n)[0].value for n in (4, 8, 100)]
    assert values[1] == 2 * values[0] == values[2]
    sink = LabSpec(architecture="decoder", mask={"name": "sink_window", "params": {"sinks": 2, "window": 8}})
    kept = figure_of(shape_of_lab(sink, 100), "kv_values", tokens=100, mask=lab_mask(sink).model_dump())
    assert kept[0].value == values[0] / 4 * 10


def test_a_name_that_nobody_has_is_refused_with_all_names() -> None:
    with pytest.raises(UnknownModel, match="llama-3-8b"):
        shape_of_model("llama-17")
