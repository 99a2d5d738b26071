"""The HTTP interface of stand-alone files."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from webapp.body import read_json
from webapp.offline import file, gather, wire
from webapp.offline.plan import MOST_BYTES
from webapp.runs.api import as_json
from webapp.runs.export import as_file
from webapp.studies.view import Limited


class Plan(Limited):
    def post(self, request: Request, run_id: UUID) -> Response:
        what = gather.plan(request, run_id, read_json(request, wire.OfflineRequest))
        size = file.size(what.size)
        plan = wire.OfflinePlan(bytes=size, heads=what.heads, heads_in_all=what.heads_in_all, limit=MOST_BYTES)
        return as_json(plan)


class Offline(Limited):
    def post(self, request: Request, run_id: UUID) -> HttpResponse:
        asked = read_json(request, wire.OfflineRequest)
        return as_file(
            file.written(gather.gathered(request, run_id, asked)), "text/html; charset=utf-8", asked.title, "html"
        )
