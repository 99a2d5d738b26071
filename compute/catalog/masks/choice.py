"""A mask as it is chosen and sent: a row, an expression, cells, or several of them joined; and how it is forced."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_, or_
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, ValidationInfo, field_validator, model_validator

from compute.catalog.masks.expression import parse
from compute.catalog.masks.row import masks
from compute.catalog.masks.rule import Allowed, Rule, of_cells
from compute.catalog.masks.words import MOST_CHARACTERS
from compute.catalog.params import chosen, fill
from compute.errors import InvalidRequest
from compute.events import Kind
from compute.wire import Scalar, Wire

MOST_CELLS_A_SIDE = 2_048
MOST_JOINED = 8
# Of a choice and all that it joins, and how deep.
MOST_PARTS = 16
DEEPEST = 8


class RowMask(Wire):
    """A row of the list of masks; a parameter that is not given has its default, and is filled in."""

    type: Literal["row"]
    name: str = Field(max_length=80)
    params: Mapping[str, Scalar] = Field(default_factory=dict, validate_default=True)

    @field_validator("params")
    @classmethod
    def _filled(cls, params: Mapping[str, Scalar], info: ValidationInfo) -> Mapping[str, Scalar]:
        row = chosen(masks, "mask", str(info.data.get("name")))
        return fill(row.params, params).model_dump(mode="json")


class ExpressionMask(Wire):
    """True where the expression is; see compute/catalog/masks/expression.py for what it may say."""

    type: Literal["expression"]
    text: str = Field(max_length=MOST_CHARACTERS)

    @field_validator("text")
    @classmethod
    def _readable(cls, text: str) -> str:
        parse(text)
        return text


class CellsMask(Wire):
    """Cell by cell over one text: True = may attend, rows = queries, columns = keys.

    bits: base64 of the tokens x tokens cells row by row, eight to a byte, the first in the highest bit
    (numpy.packbits).
    """

    type: Literal["cells"]
    tokens: int = Field(ge=1, le=MOST_CELLS_A_SIDE, description="real tokens of the text, padding not counted")
    bits: str = Field(max_length=4 * -(-(MOST_CELLS_A_SIDE**2 // 8) // 3))

    @classmethod
    def of(cls, cells: Allowed) -> "CellsMask":
        return cls(type="cells", tokens=len(cells), bits=base64.b64encode(np.packbits(cells).tobytes()).decode())

    def cells(self) -> Allowed:
        """[query, key]."""
        packed = np.frombuffer(base64.b64decode(self.bits), np.uint8)
        return np.unpackbits(packed, count=self.tokens**2).astype(np.bool_).reshape(self.tokens, self.tokens)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        try:
            given = len(base64.b64decode(self.bits, validate=True))
        except (binascii.Error, ValueError):
            raise InvalidRequest(
                "The bits of the mask are not base64. Send numpy.packbits in base64.", field="mask"
            ) from None
        wanted = -(-(self.tokens**2) // 8)
        if given != wanted:
            raise InvalidRequest(
                f"The mask has {given:,} bytes of cells; {self.tokens} × {self.tokens} cells take {wanted:,}. "
                "Send eight cells to a byte.",
                field="mask",
            )
        return self


class AndMask(Wire):
    """What all of them allow."""

    type: Literal["and"]
    masks: tuple["MaskChoice", ...] = Field(min_length=2, max_length=MOST_JOINED)


class OrMask(Wire):
    """What any of them allows."""

    type: Literal["or"]
    masks: tuple["MaskChoice", ...] = Field(min_length=2, max_length=MOST_JOINED)


class NotMask(Wire):
    """The cells that it does not allow."""

    type: Literal["not"]
    mask: "MaskChoice"


MaskChoice = Annotated[
    RowMask | ExpressionMask | CellsMask | AndMask | OrMask | NotMask,
    Field(discriminator="type"),
]
for joined in (AndMask, OrMask, NotMask):
    joined.model_rebuild()


class ForcedMask(Wire):
    """A mask put on a model that may have been trained with another; at least one of `mask` and `top_k` is given.

    A forced mask is not a trained one: it shows what the model makes of what is left to it.
    """

    mask: MaskChoice | None = None
    top_k: int | None = Field(
        None,
        ge=1,
        le=65_536,
        description="of what a query may see, so many keys with the largest scores stay; of equal ones the earlier",
    )
    how: Literal["restrict", "replace"] = Field(
        "restrict",
        description="restrict: seen is what the model's own mask and this one both allow; replace: what this allows",
    )
    layers: tuple[Annotated[int, Field(ge=0)], ...] | None = Field(
        None, max_length=1_000, description="of each stack, from 0; null = all"
    )
    heads: tuple[Annotated[int, Field(ge=0)], ...] | None = Field(
        None, max_length=1_000, description="query heads, from 0; null = all"
    )
    kind: Kind | None = Field(
        None, description="the attention that is meant; null = self-attention of every stack, not cross-attention"
    )

    @field_validator("layers", "heads")
    @classmethod
    def _in_order(cls, given: tuple[int, ...] | None) -> tuple[int, ...] | None:
        return None if given is None else tuple(sorted(set(given)))

    @model_validator(mode="after")
    def _forces(self) -> Self:
        if self.mask is None and self.top_k is None:
            raise InvalidRequest(
                "The forced mask says nothing. Give mask, top_k or both, or leave it out.", field="mask"
            )
        for name, given in (("layers", self.layers), ("heads", self.heads)):
            if given == ():
                raise InvalidRequest(
                    f"No {name} are named to force the mask on. Name one, or leave it out.", field="mask"
                )
        if self.mask is not None:
            parts = list(_parts(self.mask, 1))
            if len(parts) > MOST_PARTS or max(parts) > DEEPEST:
                raise InvalidRequest(
                    f"The mask joins {len(parts)} parts, {max(parts)} deep; at most {MOST_PARTS} and {DEEPEST} deep "
                    "are read. Say it shorter.",
                    field="mask",
                )
        return self

    def reaches(self, kind: Kind, layer: int) -> bool:
        """Whether it is put on the attention of this layer."""
        meant = kind == self.kind if self.kind is not None else kind != "cross"
        return meant and (self.layers is None or layer in self.layers)


def rule_of(choice: MaskChoice) -> Rule:
    """The mask as a function of positions.

    Raises: InvalidRequest, when it meets a text that it does not fit.
    """
    match choice:
        case RowMask():
            row = chosen(masks, "mask", choice.name)
            return row.rule(fill(row.params, choice.params))
        case ExpressionMask():
            return parse(choice.text)
        case CellsMask():
            return of_cells(choice.cells())
        case AndMask():
            return reduce(and_, map(rule_of, choice.masks))
        case OrMask():
            return reduce(or_, map(rule_of, choice.masks))
        case NotMask():
            return ~rule_of(choice.mask)


def cells_in(choice: MaskChoice) -> Iterator[int]:
    """The sizes, in tokens, of all that is given cell by cell in it."""
    match choice:
        case CellsMask():
            yield choice.tokens
        case AndMask() | OrMask():
            for one in choice.masks:
                yield from cells_in(one)
        case NotMask():
            yield from cells_in(choice.mask)


def _parts(choice: MaskChoice, depth: int) -> Iterator[int]:
    """The depth of the choice and of each that it joins."""
    yield depth
    match choice:
        case AndMask() | OrMask():
            for one in choice.masks:
                yield from _parts(one, depth + 1)
        case NotMask():
            yield from _parts(choice.mask, depth + 1)
