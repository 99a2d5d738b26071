"""The HTTP interface of trainings: reads the request, asks services.py, answers with a wire model."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from compute.lab.order import Price, TrainingOrder, price
from compute.trainings import known_speeds, pack
from webapp.body import read_json, read_query
from webapp.browser import ensure_owner, owner_of
from webapp.runs import parts
from webapp.runs.api import MSGPACK, NoQuery, as_json
from webapp.runs.wire import EventsQuery
from webapp.throttles import AddressPreviews, AddressTrainings, OwnerPreviews, OwnerTrainings
from webapp.trainings import services, wire
from webapp.trainings.choices import choices


class Trainings(NoQuery):
    new_throttles: ClassVar = (OwnerTrainings, AddressTrainings)

    def get_throttles(self) -> list[BaseThrottle]:
        return [throttle() for throttle in self.new_throttles] if self.request.method == "POST" else []

    def get(self, request: Request) -> Response:
        rows = services.list_trainings(owner_of(request))
        return as_json(wire.TrainingList(trainings=tuple(wire.Training.of(row, whole=False) for row in rows)))

    def post(self, request: Request) -> Response:
        asked = read_json(request, wire.TrainingRequest)
        training = services.start_training(ensure_owner(request), asked.order(), asked.name)
        return as_json(wire.Training.of(training, whole=False), status=201)


class Choices(NoQuery):
    def get(self, request: Request) -> Response:
        return as_json(choices())


class PriceOf(NoQuery):
    throttle_classes = (OwnerPreviews, AddressPreviews)

    def post(self, request: Request) -> Response:
        told: Price = price(read_json(request, TrainingOrder), known_speeds(parts.client()))
        return as_json(told)


class OneTraining(NoQuery):
    def get(self, request: Request, training_id: UUID) -> Response:
        return as_json(wire.Training.of(services.find_training(owner_of(request), training_id)))

    def patch(self, request: Request, training_id: UUID) -> Response:
        training = services.find_training(owner_of(request), training_id)
        name = read_json(request, wire.TrainingName).name
        return as_json(wire.Training.of(services.rename_training(training, name), whole=False))

    def delete(self, request: Request, training_id: UUID) -> Response:
        services.delete_training(services.find_training(owner_of(request), training_id))
        return as_json(wire.TrainingDeleted(id=training_id))


class Cancel(NoQuery):
    def post(self, request: Request, training_id: UUID) -> Response:
        training = services.find_training(owner_of(request), training_id)
        return as_json(wire.Training.of(services.cancel_training(training), whole=False))


class Events(APIView):
    def get(self, request: Request, training_id: UUID) -> HttpResponse:
        training = services.find_training(owner_of(request), training_id)
        after = read_query(request, EventsQuery).after
        said = (pack(event) for event in services.events_of(training) if event.seq > after)
        return HttpResponse(b"".join(said), content_type=MSGPACK)
