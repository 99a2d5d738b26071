"""The HTTP interface of masks."""

from functools import cache

from rest_framework.request import Request
from rest_framework.response import Response

from compute.catalog.masks import masks
from webapp.body import read_json
from webapp.masks import pictures, wire
from webapp.masks.preview import preview
from webapp.runs.api import NoQuery, as_json
from webapp.throttles import AddressPreviews, OwnerPreviews


class Masks(NoQuery):
    def get(self, request: Request) -> Response:
        return as_json(_list())


class Preview(NoQuery):
    throttle_classes = (OwnerPreviews, AddressPreviews)

    def post(self, request: Request) -> Response:
        return as_json(preview(read_json(request, wire.MaskPreviewRequest)))


@cache
def _list() -> wire.MaskList:
    rows = tuple(wire.MaskInfo.of(row) for row in masks)
    return wire.MaskList(masks=rows, top_k=wire.PackedCells.of(pictures.picture_of_top_k()))
