"""The addresses of stand-alone files."""

from compute import errors as compute_errors
from webapp import errors
from webapp.endpoint import Endpoint, File, Operation
from webapp.offline import api, wire
from webapp.offline.errors import RunUnfinished
from webapp.offline.file import PageNotBuilt
from webapp.studies.errors import NotAllowed

RUN = "runs/<uuid:run_id>"
REFUSES = (
    errors.WrongContentType,
    errors.BodyTooLarge,
    errors.CsrfFailed,
    compute_errors.InvalidRequest,
    compute_errors.NotFound,
    NotAllowed,
    RunUnfinished,
    PageNotBuilt,
)

OFFLINE = (
    Endpoint(
        f"{RUN}/offline",
        api.Offline,
        (
            Operation(
                "post",
                "The page with this run, and those beside it, as one file that needs no server.",
                File("text/html"),
                body=wire.OfflineRequest,
                refuses=REFUSES,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/offline/plan",
        api.Plan,
        (
            Operation(
                "post",
                "How large that file will be, and of how many heads it holds every number.",
                wire.OfflinePlan,
                body=wire.OfflineRequest,
                refuses=REFUSES,
            ),
        ),
    ),
)
