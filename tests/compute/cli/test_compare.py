"""`python -m compute compare`: what a variant on the command line is, and what the table tells."""

import json
from pathlib import Path

import pytest

from compute.cli.compare import read_variant
from compute.errors import InvalidExpression, InvalidRequest
from compute.spec import RunSpec
from tests.compute.test_cli import command

BASE = RunSpec(model="m", text="The cat.")


def test_a_field_is_changed_and_the_rest_is_the_base() -> None:
    assert read_variant(BASE, "dtype=bfloat16") == BASE.model_copy(update={"dtype": "bfloat16"})
    both = read_variant(BASE, "decode=beam; beam_width=3")
    assert (both.decode, both.beam_width, both.text) == ("beam", 3, "The cat.")


def test_a_mask_is_a_row_with_parameters_an_expression_or_json() -> None:
    row = read_variant(BASE, "mask=sink_window(sinks=1, window=3)").mask
    assert row is not None
    assert row.model_dump(mode="json", exclude_defaults=True)["mask"] == {
        "type": "row", "name": "sink_window", "params": {"sinks": 1, "window": 3}
    }  # fmt: skip
    words = read_variant(BASE, "mask=0 <= distance < 4 or first").mask
    assert words is not None
    assert words.mask is not None
    assert words.mask.model_dump(mode="json") == {"type": "expression", "text": "0 <= distance < 4 or first"}
    given = read_variant(BASE, 'mask={"top_k": 2}').mask
    assert given is not None
    assert (given.mask, given.top_k) == (None, 2)
    assert read_variant(BASE, "mask=null") == BASE


def test_a_variant_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"model": "n", "text": "The dog."}')
    assert read_variant(BASE, str(tmp_path / "other.json")) == RunSpec(model="n", text="The dog.")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("masc=causal", "“masc” is no field of a spec. Choose from: model, text"),
        ("dtype=int3", "“dtype=int3” is no variant: dtype: Input should be"),
    ],
)
def test_what_is_no_variant_is_refused_by_name(given: str, says: str) -> None:
    with pytest.raises(InvalidRequest, match=says):
        read_variant(BASE, given)


def test_an_expression_that_cannot_be_read_is_refused_by_its_character() -> None:
    with pytest.raises(InvalidExpression, match="Character 0"):
        read_variant(BASE, "mask=sliding_windw(window=3)")


def test_the_table_and_its_json_tell_the_same(tmp_path: Path) -> None:
    spec = tmp_path / "spec.json"
    spec.write_text('{"model": "decoder-rope", "text": "The cat saw the dog."}')
    words = ("compare", spec, "--variant", "mask=sliding_window(window=1)", "--variant", "text=A dog.")
    done = command(*words, "--json", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    base, window, other = json.loads(done.stdout)["variants"]
    tokens = window["figures"]["pairs"] // window["figures"]["maps"]
    assert base["figures"]["pairs"] == base["figures"]["maps"] * tokens * (tokens + 1) // 2
    assert window["effects"]["tokens"][0]["places"] == list(range(tokens))
    assert window["moved"][0]["js"] > 0
    assert (base["effects"], base["not_compared"]) == (None, None)
    assert other["effects"]["tokens"][0]["how"] in ("places", "prefix")
    assert (tmp_path / "out" / "B" / "manifest.json").exists()
    table = command(*words).stdout
    assert f"{window['loss']:.3f} ({window['loss'] - base['loss']:+.3f})" in table
    assert f"{window['effects']['tokens'][0]['agreement']} / {tokens}" in table
