"""The HTTP interface of masks."""

from functools import cache

from rest_framework.request import Request
from rest_framework.response import Response

from compute.catalog.masks import masks
from webapp.masks import pictures, wire
from webapp.runs.api import NoQuery, as_json


class Masks(NoQuery):
    def get(self, request: Request) -> Response:
        return as_json(_list())


@cache
def _list() -> wire.MaskList:
    rows = tuple(wire.MaskInfo.of(row) for row in masks)
    return wire.MaskList(masks=rows, top_k=wire.PackedCells.of(pictures.picture_of_top_k()))
