"""The HTTP interface of runs: reads the request, asks services.py, answers with a wire model."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from compute.spec import RunSpec
from compute.wire import Wire
from webapp.body import read_json, read_query
from webapp.browser import ensure_owner, owner_of, visitor_of
from webapp.runs import frames, services, wire
from webapp.runs.owned import cards_for
from webapp.throttles import AddressThrottle, OwnerThrottle

MSGPACK = "application/msgpack"


def as_json(body: Wire, status: int = 200) -> Response:
    return Response(body.model_dump(mode="json"), status=status)


class NoQuery(APIView):
    """An address that reads nothing behind a question mark, and says so of what stands there."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        read_query(request, wire.NoQuery)


@method_decorator(ensure_csrf_cookie, name="dispatch")
class Models(NoQuery):
    """The first thing that a page or a script asks for, so it brings the CSRF cookie."""

    def get(self, request: Request) -> Response:
        return as_json(wire.ModelList(models=tuple(cards_for(owner_of(request)))))


class Runs(NoQuery):
    new_run_throttles: ClassVar = (OwnerThrottle, AddressThrottle)

    def get_throttles(self) -> list[BaseThrottle]:
        return [throttle() for throttle in self.new_run_throttles] if self.request.method == "POST" else []

    def get(self, request: Request) -> Response:
        rows = services.list_runs(owner_of(request))
        return as_json(wire.RunList(runs=tuple(wire.Run.of(row) for row in rows)))

    def post(self, request: Request) -> Response:
        spec = read_json(request, RunSpec)
        run = services.start_run(ensure_owner(request), spec)
        return as_json(wire.Run.of(run), status=201)


class OneRun(NoQuery):
    def get(self, request: Request, run_id: UUID) -> Response:
        return as_json(wire.Run.of(services.read_run(visitor_of(request), run_id)))


class Cancel(NoQuery):
    def post(self, request: Request, run_id: UUID) -> Response:
        run = services.find_run(owner_of(request), run_id)
        return as_json(wire.Run.of(services.cancel_run(run)))


class Events(APIView):
    def get(self, request: Request, run_id: UUID) -> HttpResponse:
        run = services.read_run(visitor_of(request), run_id)
        after = read_query(request, wire.EventsQuery).after
        return HttpResponse(b"".join(frames.all_frames(run, after)), content_type=MSGPACK)


class Examples(NoQuery):
    def get(self, request: Request) -> Response:
        rows = services.list_examples()
        examples = tuple(wire.Example(lang=row.lang, run=wire.Run.of(row)) for row in rows)
        return as_json(wire.ExampleList(examples=examples))
