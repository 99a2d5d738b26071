"""Masks on the wire: what a choice stands for, what is refused, and digests that tell masks apart."""

import base64
import hashlib

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

from compute.catalog.masks import Text, allowed, draw
from compute.catalog.masks.choice import CellsMask, ForcedMask, MaskChoice, rule_of
from compute.catalog.masks.rule import seen
from compute.errors import InvalidExpression, InvalidRequest, WrongMaskSize
from compute.spec import RunSpec

CHOICE: TypeAdapter[MaskChoice] = TypeAdapter(MaskChoice)
CAUSAL = {"type": "row", "name": "causal"}
WINDOW = {"type": "row", "name": "sliding_window", "params": {"window": 2}}


def drawn(choice: object, tokens: int = 4) -> str:
    return draw(allowed(rule_of(CHOICE.validate_python(choice)), tokens)).replace(" ", "")


def test_a_row_has_the_parameters_that_are_given_and_its_defaults() -> None:
    assert drawn(WINDOW) == "■···\n■■··\n·■■·\n··■■"
    assert CHOICE.validate_python({"type": "row", "name": "sliding_window"}) == CHOICE.validate_python(
        {"type": "row", "name": "sliding_window", "params": {"window": 4}}
    )


def test_and_or_and_not_join_masks_cell_by_cell() -> None:
    first = {"type": "expression", "text": "first"}
    assert drawn({"type": "and", "masks": [CAUSAL, {"type": "not", "mask": first}]}) == "····\n·■··\n·■■·\n·■■■"
    assert drawn({"type": "or", "masks": [WINDOW, first]}) == "■···\n■■··\n■■■·\n■·■■"


def test_cells_travel_eight_to_a_byte_the_first_in_the_highest_bit() -> None:
    """Rows 110 / 010 / 011 are the bits 11001001 1: bytes C9 80."""
    bits = base64.b64encode(bytes([0b11001001, 0b10000000])).decode()
    assert drawn({"type": "cells", "tokens": 3, "bits": bits}, 3) == "■■·\n·■·\n·■■"
    cells = np.random.default_rng(0).random((13, 13)) < 0.5
    assert np.array_equal(CellsMask.of(cells).cells(), cells)


def test_a_span_and_a_window_joined_by_and_intersect() -> None:
    """C024: span 0-9 with |i - j| < 4 by intersection: row 5 sees 2 to 8."""
    span = {"type": "expression", "text": "query <= 9 and key <= 9"}
    near = {"type": "expression", "text": "abs(distance) < 4"}
    cells = seen(rule_of(CHOICE.validate_python({"type": "and", "masks": [span, near]})), Text(12), range(12))
    assert np.flatnonzero(cells[5]).tolist() == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ({"type": "row", "name": "nope"}, "There is no mask “nope”"),
        ({"type": "row", "name": "sliding_window", "params": {"window": 0}}, "window = 0 can't be used"),
        ({"type": "row", "name": "causal", "params": {"window": 3}}, "Known are: none"),
        ({"type": "expression", "text": "query <"}, "Character 7"),
        ({"type": "cells", "tokens": 3, "bits": "yY=="}, "1 bytes of cells; 3 × 3 cells take 2"),
        ({"type": "cells", "tokens": 3, "bits": "?"}, "not base64"),
    ],
)
def test_a_choice_that_is_none_is_refused_with_one_sentence(choice: object, sentence: str) -> None:
    with pytest.raises((InvalidRequest, InvalidExpression)) as refused:
        CHOICE.validate_python(choice)
    assert sentence in str(refused.value)


def test_more_cells_than_are_read_and_unknown_kinds_are_refused_by_their_form() -> None:
    for choice in (
        {"type": "cells", "tokens": 2049, "bits": ""},
        {"type": "picture"},
        {"type": "and", "masks": [CAUSAL]},
    ):
        with pytest.raises(ValidationError):
            CHOICE.validate_python(choice)


def test_a_forced_mask_says_something_and_not_too_much() -> None:
    with pytest.raises(InvalidRequest, match="says nothing"):
        ForcedMask()
    with pytest.raises(InvalidRequest, match="No heads"):
        ForcedMask(top_k=3, heads=())
    deep: object = CAUSAL
    for _ in range(8):
        deep = {"type": "not", "mask": deep}
    with pytest.raises(InvalidRequest, match="9 deep"):
        ForcedMask.model_validate({"mask": deep})
    broad = {"type": "or", "masks": [{"type": "and", "masks": [CAUSAL] * 8}, {"type": "and", "masks": [CAUSAL] * 8}]}
    with pytest.raises(InvalidRequest, match="joins 19 parts"):
        ForcedMask.model_validate({"mask": broad})


def test_layers_and_heads_are_a_set() -> None:
    assert ForcedMask(top_k=3, heads=(3, 1, 3)).heads == (1, 3)


def test_no_mask_leaves_the_digest_as_it_was_and_two_masks_have_two() -> None:
    plain = RunSpec(model="m", text="t")
    assert plain.digest() == hashlib.sha256(b'1\n{"model":"m","text":"t"}').hexdigest()
    kinds = [{"type": kind, "masks": [CAUSAL, WINDOW]} for kind in ("and", "or")] + [CAUSAL, WINDOW]
    specs = [RunSpec.model_validate({"model": "m", "text": "t", "mask": {"mask": mask}}) for mask in kinds]
    assert len({spec.digest() for spec in (plain, *specs)}) == 5


def test_cells_meet_a_text_of_their_own_length_only() -> None:
    """C040."""
    cells = CellsMask.of(np.tri(5, dtype=np.bool_))
    with pytest.raises(WrongMaskSize, match="The mask is 5 × 5; the text has 4 tokens"):
        allowed(rule_of(cells), 4)
