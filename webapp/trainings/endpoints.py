"""The addresses of trainings."""

from compute import errors as compute_errors
from compute.lab.order import Price, TrainingOrder
from compute.lab.told import TOLD
from webapp import errors
from webapp.endpoint import Endpoint, Operation
from webapp.runs.wire import EventsQuery
from webapp.trainings import api, wire

ONE = "trainings/<uuid:training_id>"
UNREAD = (compute_errors.InvalidRequest,)
NOT_THERE = (compute_errors.NotFound, compute_errors.InvalidRequest)
CHANGE = (*NOT_THERE, errors.CsrfFailed)
BODY = (errors.WrongContentType, errors.BodyTooLarge, errors.CsrfFailed, compute_errors.InvalidRequest)
ORDER = (
    *BODY,
    compute_errors.TextTooShort,
    compute_errors.TextTooLarge,
    compute_errors.BadCharacter,
    compute_errors.ExampleTooLong,
    compute_errors.TrainingTooLarge,
)

TRAININGS = (
    Endpoint(
        "trainings",
        api.Trainings,
        (
            Operation("get", "The browser's own trainings, newest first.", wire.TrainingList, refuses=UNREAD),
            Operation(
                "post",
                "Checks an order and hands it to the training workers; equal orders are trained once.",
                wire.Training,
                status=201,
                body=wire.TrainingRequest,
                refuses=(*ORDER, compute_errors.TooManyTrainings, compute_errors.TooManyTrained),
            ),
        ),
    ),
    Endpoint(
        "trainings/choices",
        api.Choices,
        (
            Operation(
                "get", "All that a training can be asked for, and the limits.", wire.TrainingChoices, refuses=UNREAD
            ),
        ),
    ),
    Endpoint(
        "trainings/price",
        api.PriceOf,
        (
            Operation(
                "post",
                "What an order would take: parameters, tokens and, once something was trained here, time.",
                Price,
                body=TrainingOrder,
                refuses=ORDER,
            ),
        ),
    ),
    Endpoint(
        ONE,
        api.OneTraining,
        (
            Operation("get", "One training, its whole text included.", wire.Training, refuses=NOT_THERE),
            Operation(
                "patch",
                "Names it anew.",
                wire.Training,
                body=wire.TrainingName,
                refuses=(*BODY, compute_errors.BadCharacter, compute_errors.NotFound),
            ),
            Operation(
                "delete",
                "Deletes it, and its model's files where nobody else has trained the same.",
                wire.TrainingDeleted,
                refuses=(*CHANGE, compute_errors.StillTraining),
            ),
        ),
    ),
    Endpoint(
        f"{ONE}/cancel",
        api.Cancel,
        (
            Operation(
                "post",
                "Stops it between two steps and keeps its model; one that has ended stays as it is.",
                wire.Training,
                refuses=CHANGE,
            ),
        ),
    ),
    Endpoint(
        f"{ONE}/events",
        api.Events,
        (
            Operation(
                "get",
                "Its events so far: MessagePack maps one behind the other, as on the socket.",
                TOLD,
                packed=True,
                query=EventsQuery,
                refuses=NOT_THERE,
            ),
        ),
    ),
)
