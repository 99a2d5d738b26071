"""The HTTP interface of positions."""

from functools import cache
from uuid import UUID

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from compute.catalog.positions import positions
from compute.events import Kind
from compute.lab.length import LONG_TEXT
from compute.spec import RunSpec
from webapp.body import read_query
from webapp.browser import visitor_of
from webapp.positions import wire
from webapp.positions.facts import head_position
from webapp.runs import services
from webapp.runs.api import NoQuery, as_json
from webapp.runs.heads import open_head
from webapp.runs.tiles import for_good, packed


class Positions(NoQuery):
    def get(self, request: Request) -> Response:
        return as_json(_list())


class OfHead(APIView):
    def get(self, request: Request, run_id: UUID, kind: Kind, layer: int, head: int) -> HttpResponseBase:
        row = read_query(request, wire.PositionQuery).row
        visitor = visitor_of(request)
        found = open_head(visitor, run_id, kind, layer, head, row)
        spec = RunSpec.model_validate(services.read_run(visitor, run_id).spec)
        return for_good(request, found, lambda: packed(head_position(spec, found, kind)))


@cache
def _list() -> wire.PositionList:
    return wire.PositionList(
        positions=tuple(map(wire.PositionInfo.of, positions)), long_text=LONG_TEXT.read_text("utf-8").strip()
    )
