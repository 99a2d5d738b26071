"""Addresses at which two runs are compared, for the table of the HTTP interface."""

from compute import errors as compute_errors
from compute.compare.figures import Figures
from compute.compare.wire import Comparison
from compute.wire import PackedArray
from webapp.endpoint import Endpoint, Operation
from webapp.runs import compare, wire

RUN = "runs/<uuid:run_id>"
AGAINST = f"{RUN}/against/<uuid:base_id>"
REFUSES = (
    compute_errors.NotFound,
    compute_errors.InvalidRequest,
    compute_errors.OutOfRange,
    compute_errors.NotCapturedYet,
    compute_errors.IncomparableRuns,
)

COMPARISONS = (
    Endpoint(
        f"{RUN}/figures",
        compare.FiguresOf,
        (
            Operation(
                "get",
                "Pairs that a finished run's masks allow, the FLOPs on them, the cache they need, and its time.",
                Figures,
                refuses=(compute_errors.NotFound, compute_errors.InvalidRequest, compute_errors.NotCapturedYet),
            ),
        ),
    ),
    Endpoint(
        AGAINST,
        compare.Against,
        (
            Operation(
                "get",
                "What a run changes in the output of a base run; ask again while it is waiting.",
                Comparison,
                refuses=(compute_errors.NotFound, compute_errors.InvalidRequest),
            ),
        ),
    ),
    Endpoint(
        f"{AGAINST}/heads/<kind:kind>/<int:layer>",
        compare.Divergence,
        (
            Operation(
                "get",
                "Jensen-Shannon divergence of each head's weights from the base's, float32 [head, query], nats.",
                PackedArray,
                packed=True,
                query=wire.RowQuery,
                refuses=REFUSES,
            ),
        ),
    ),
    Endpoint(
        f"{AGAINST}/tiles/<kind:kind>/<int:layer>/<int:head>",
        compare.Difference,
        (
            Operation(
                "get",
                "At most 256 x 256 cells of one head's map less the base's, and which mask alone hides a cell.",
                compare.DifferenceTile,
                packed=True,
                query=compare.DifferenceQuery,
                refuses=REFUSES,
            ),
        ),
    ),
)
