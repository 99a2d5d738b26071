"""The HTTP interface of masks."""

from functools import cache

from rest_framework.request import Request
from rest_framework.response import Response

from compute.catalog.masks import masks
from compute.catalog.masks.choice import CellsMask
from compute.catalog.masks.file import MOST_BYTES, read_cells
from compute.errors import WrongMaskSize
from webapp.body import read_json
from webapp.browser import owner_of
from webapp.masks import wire
from webapp.masks.preview import preview
from webapp.runs.api import NoQuery, as_json
from webapp.runs.owned import check_owned
from webapp.throttles import AddressPreviews, OwnerPreviews


class Masks(NoQuery):
    def get(self, request: Request) -> Response:
        return as_json(_list())


class Preview(NoQuery):
    throttle_classes = (OwnerPreviews, AddressPreviews)

    def post(self, request: Request) -> Response:
        asked = read_json(request, wire.MaskPreviewRequest)
        check_owned(owner_of(request), asked.spec.model)
        return as_json(preview(asked))


class Upload(NoQuery):
    throttle_classes = (OwnerPreviews, AddressPreviews)

    def post(self, request: Request) -> Response:
        asked = read_json(request, wire.MaskUpload)
        cells = read_cells(asked.content(), asked.ones)
        if asked.tokens is not None and len(cells) != asked.tokens:
            raise WrongMaskSize(len(cells), asked.tokens)
        hidden = int((~cells.diagonal()).sum())
        return as_json(wire.UploadedMask(mask=CellsMask.of(cells), allowed=int(cells.sum()), own_hidden=hidden))


@cache
def _list() -> wire.MaskList:
    rows = tuple(wire.MaskInfo.of(row) for row in masks)
    return wire.MaskList(masks=rows, top_k=wire.MaskByContent.listed(), most_file_bytes=MOST_BYTES)
