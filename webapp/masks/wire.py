"""Every body of the addresses of masks."""

import base64
import binascii
from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from compute.catalog.masks import Allowed, MaskRow
from compute.catalog.masks.choice import CellsMask
from compute.catalog.masks.custom import described
from compute.catalog.masks.file import Ones
from compute.catalog.params import describe
from compute.errors import InvalidRequest
from compute.events import Kind, TokenRow
from compute.spec import RunSpec
from compute.wire import Wire
from webapp.masks import pictures


class PackedCells(Wire):
    """Who sees whom, one bit a cell: 1 = may attend."""

    queries: int
    keys: int
    bits: str = Field(description="base64 of the bits, row by row without a gap, the first cell in the highest bit")

    @classmethod
    def of(cls, cells: Allowed) -> "PackedCells":
        queries, keys = cells.shape
        return cls(queries=queries, keys=keys, bits=base64.b64encode(np.packbits(cells).tobytes()).decode())


class Parameter(Wire):
    """One number that a mask can be told, as a property of a JSON schema."""

    title: str
    type: Literal["integer"]
    default: int
    minimum: int
    maximum: int
    description: str = Field(description="what is counted, with its unit and whether the query's own key is included")


class Parameters(Wire):
    """The JSON schema of a mask's parameters."""

    type: Literal["object"]
    properties: Mapping[str, Parameter]


class WorkCited(Wire):
    work: str
    address: str


class MaskInfo(Wire):
    """One row of the list of masks."""

    name: str
    title: str
    formula: str = Field(description="LaTeX; q and k are the positions of the query and of the key")
    source: WorkCited | None
    help: str = Field(description="what it does, with a drawing")
    params: Parameters
    example: Mapping[str, int] = Field(description="the parameters of the drawing and of the picture")
    picture: PackedCells = Field(description="8 x 8")

    @classmethod
    def of(cls, row: MaskRow) -> "MaskInfo":
        said = describe(row, row.params, row.example)
        schema = row.params.model_json_schema()
        params = {"type": "object", "properties": schema.get("properties", {})}
        return cls.model_validate({**said, "params": params, "picture": PackedCells.of(pictures.picture_of(row))})


class MaskByContent(Wire):
    """Keeping the largest scores: what `top_k` of a forced mask does."""

    formula: str = Field(description="LaTeX; s is the row of scores of a query")
    source: WorkCited
    picture: PackedCells = Field(description="8 x 8: how it looks for scores that stand for those of any text")

    @classmethod
    def listed(cls) -> "MaskByContent":
        said = next(row for row in described() if row["name"] == "top_k")
        picture = PackedCells.of(pictures.picture_of_top_k())
        return cls.model_validate({"formula": said["formula"], "source": said["source"], "picture": picture})


class MaskList(Wire):
    masks: tuple[MaskInfo, ...]
    top_k: MaskByContent
    most_file_bytes: int = Field(description="of a mask that is sent as a file")


class MaskPreviewRequest(Wire):
    """A spec whose mask is looked at; nothing is run."""

    spec: RunSpec
    kind: Kind | None = Field(None, description="of attention; null: the one that the mask is put on")
    row: int = Field(0, ge=0, description="row of the batch")
    own: bool = Field(False, description="also the cells of the model's own mask")


class MaskPreview(Wire):
    """A mask on the real tokens of one row, padding left out; counts of pairs are of one head."""

    kind: Kind
    queries: TokenRow
    keys: TokenRow | None = Field(description="null: the queries themselves")
    offset: int = Field(description="padding tokens before the text in its row")
    cells: PackedCells | None = Field(description="null: more than 2,048 tokens, which are counted and not drawn")
    own: PackedCells | None = Field(description="the model's own mask, where it was asked for")
    row_sums: tuple[int, ...] = Field(description="keys that each query sees; with top_k, the so many largest at most")
    pairs: int
    own_pairs: int = Field(description="pairs under the model's own mask")
    own_layers: tuple[int, ...] | None = Field(
        description="where layers have different masks of their own, the layers that `cells`, `own` and the counts are "
        "of: the first that the mask is put on, and those like it; null: all are alike"
    )
    dense_pairs: int = Field(description="queries x keys")
    blind: tuple[int, ...] = Field(description="queries that see nothing in some layer: attention gives 0 there")
    last_needed: tuple[int, ...] | None = Field(
        description="for each key the last query, not before it, that sees it; -1: none. Null: nothing is generated"
    )
    kept: tuple[int, ...] | None = Field(
        description="keys that have to be cached when token by token generation computes each row, its own included"
    )
    most_kept: int | None = Field(description="the most of them")


class MaskUpload(Wire):
    """A file of zeros and ones: CSV, NPY or JSON."""

    file: str = Field(description="base64 of the file")
    ones: Ones = Field("sees", description="what a 1 means: the key may be attended to, or it is hidden")
    tokens: int | None = Field(None, ge=1, description="real tokens of the text that it is for; null: not checked")

    def content(self) -> bytes:
        """Raises: InvalidRequest."""
        try:
            return base64.b64decode(self.file, validate=True)
        except (binascii.Error, ValueError):
            raise InvalidRequest("The file did not come as base64. Send it so.", field="file") from None


class UploadedMask(Wire):
    mask: CellsMask
    allowed: int = Field(description="cells that may be attended to")
    own_hidden: int = Field(
        description="queries that don't see their own key; where all are, a 1 in the file may mean the opposite"
    )
