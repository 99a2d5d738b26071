"""The addresses of costs, for the table of the HTTP interface."""

from compute import errors as compute_errors
from webapp import errors
from webapp.costs import api, wire
from webapp.endpoint import Endpoint, Operation

REFUSES = (
    errors.WrongContentType,
    errors.BodyTooLarge,
    errors.CsrfFailed,
    compute_errors.InvalidRequest,
    compute_errors.InvalidConfig,
    compute_errors.InvalidExpression,
    compute_errors.WrongMaskSize,
    compute_errors.UnknownModel,
    compute_errors.ModelUnavailable,
    compute_errors.TrainedModelMissing,
)

COSTS = (
    Endpoint(
        "published-models",
        api.PublishedModels,
        (
            Operation(
                "get",
                "Published models as facts, devices, and the figures that can be asked for.",
                wire.PublishedList,
                refuses=(compute_errors.InvalidRequest,),
            ),
        ),
    ),
    Endpoint(
        "costs",
        api.Costs,
        (
            Operation(
                "post",
                "What a model takes: parameters, FLOPs, cache, memory and time at best, with every formula filled in.",
                wire.CostReport,
                body=wire.CostRequest,
                refuses=REFUSES,
            ),
        ),
    ),
)
