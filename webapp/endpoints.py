"""The one table of the HTTP interface: the addresses and the OpenAPI document both follow from it."""

from compute import errors as compute_errors
from compute.events import EVENT
from compute.spec import RunSpec
from compute.wire import PackedArray
from webapp import errors
from webapp.accounts.endpoints import ACCOUNTS
from webapp.costs.endpoints import COSTS
from webapp.endpoint import Endpoint, File, Operation
from webapp.masks import api as mask_api
from webapp.masks import wire as mask_wire
from webapp.offline.endpoints import OFFLINE
from webapp.positions import api as position_api
from webapp.positions import wire as position_wire
from webapp.runs import api, export, numbers, output, tiles, wire
from webapp.runs.compare_endpoints import COMPARISONS
from webapp.studies.endpoints import STUDIES
from webapp.trainings.endpoints import TRAININGS

RUN = "runs/<uuid:run_id>"
HEAD = "<kind:kind>/<int:layer>/<int:head>"
UNREAD = (compute_errors.InvalidRequest,)
NOT_THERE = (compute_errors.NotFound, compute_errors.InvalidRequest)
SPEC_REFUSALS = (
    errors.WrongContentType,
    errors.BodyTooLarge,
    errors.CsrfFailed,
    compute_errors.InvalidRequest,
    compute_errors.EmptyText,
    compute_errors.BadCharacter,
    compute_errors.TextTooLong,
    compute_errors.TooManyTokens,
    compute_errors.UnknownModel,
    compute_errors.ModelUnavailable,
    compute_errors.SecondTextRefused,
    compute_errors.OutOfRange,
    compute_errors.InvalidExpression,
    compute_errors.WrongMaskSize,
    compute_errors.TooManyRuns,
)
PREVIEW_REFUSALS = tuple(refusal for refusal in SPEC_REFUSALS if refusal is not compute_errors.TooManyRuns)
UPLOAD_REFUSALS = (
    errors.WrongContentType,
    errors.BodyTooLarge,
    errors.CsrfFailed,
    compute_errors.InvalidRequest,
    compute_errors.MaskFileUnreadable,
    compute_errors.MaskFileCell,
    compute_errors.MaskFileTooLarge,
    compute_errors.MaskFileShape,
    compute_errors.WrongMaskSize,
)
NUMBER_REFUSALS = (
    compute_errors.NotFound,
    compute_errors.InvalidRequest,
    compute_errors.OutOfRange,
    compute_errors.NotCapturedYet,
)

ENDPOINTS = (
    Endpoint(
        "models",
        api.Models,
        (Operation("get", "The models that can be run. Brings the CSRF cookie.", wire.ModelList, refuses=UNREAD),),
    ),
    Endpoint(
        "runs",
        api.Runs,
        (
            Operation("get", "The browser's own runs, newest first.", wire.RunList, refuses=UNREAD),
            Operation(
                "post",
                "Checks a spec and hands it to the workers.",
                wire.Run,
                status=201,
                body=RunSpec,
                refuses=SPEC_REFUSALS,
            ),
        ),
    ),
    Endpoint(RUN, api.OneRun, (Operation("get", "One run.", wire.Run, refuses=NOT_THERE),)),
    Endpoint(
        f"{RUN}/cancel",
        api.Cancel,
        (
            Operation(
                "post",
                "Stops a run between two layers; one that has ended stays as it is.",
                wire.Run,
                refuses=(*NOT_THERE, errors.CsrfFailed),
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/events",
        api.Events,
        (
            Operation(
                "get",
                "The run's events so far: MessagePack maps one behind the other, as on the socket.",
                EVENT,
                packed=True,
                query=wire.EventsQuery,
                refuses=NOT_THERE,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/tiles/{HEAD}",
        tiles.Tile,
        (
            Operation(
                "get",
                "At most 256 x 256 cells of one head's map, float16 [query, key]; masked cells NaN.",
                PackedArray,
                packed=True,
                query=wire.TileQuery,
                refuses=NUMBER_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/rows/{HEAD}/<int:query>",
        tiles.Row,
        (
            Operation(
                "get",
                "The weights of one query, float32 [key]; masked cells NaN.",
                PackedArray,
                packed=True,
                query=wire.ViewQuery,
                refuses=NUMBER_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/cells/{HEAD}/<int:query>/<int:key>",
        tiles.Cell,
        (
            Operation(
                "get",
                "One weight and what it is made of.",
                wire.Cell,
                query=wire.RowQuery,
                refuses=NUMBER_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/cells/{HEAD}",
        tiles.Cells,
        (
            Operation(
                "get",
                "Every cell of one head's map and what each is made of.",
                wire.Cells,
                packed=True,
                query=wire.RowQuery,
                refuses=(*NUMBER_REFUSALS, tiles.TooManyCells),
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/margins/{HEAD}",
        tiles.Margins,
        (
            Operation(
                "get",
                "What is summed along the sides of one head's map.",
                wire.Margins,
                packed=True,
                query=wire.ViewQuery,
                refuses=NUMBER_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        "masks",
        mask_api.Masks,
        (Operation("get", "The masks that can be chosen, with their parameters.", mask_wire.MaskList, refuses=UNREAD),),
    ),
    Endpoint(
        "masks/preview",
        mask_api.Preview,
        (
            Operation(
                "post",
                "How the mask of a spec looks on its text; nothing is run.",
                mask_wire.MaskPreview,
                body=mask_wire.MaskPreviewRequest,
                refuses=PREVIEW_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        "masks/upload",
        mask_api.Upload,
        (
            Operation(
                "post",
                "A file of zeros and ones as a mask; nothing is kept.",
                mask_wire.UploadedMask,
                body=mask_wire.MaskUpload,
                refuses=UPLOAD_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/numbers/<kind:kind>/<int:layer>",
        export.Numbers,
        (
            Operation(
                "get",
                "The weights of a head or a layer as a file, with tokens and axes: NPZ or CSV.",
                File(numbers.FORMS["npz"].media),
                query=export.NumbersQuery,
                refuses=(*NUMBER_REFUSALS, numbers.ExportTooLarge),
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/output",
        export.Output,
        (
            Operation(
                "get",
                "What the run says of its output as a file, with tokens, ranks and units: JSON, CSV or NPZ.",
                File(output.FORMS["json"].media),
                query=export.OutputQuery,
                refuses=(*NOT_THERE, compute_errors.OutOfRange),
            ),
        ),
    ),
    Endpoint(
        "positions",
        position_api.Positions,
        (
            Operation(
                "get",
                "The position encodings, with their parameters and a small curve.",
                position_wire.PositionList,
                refuses=UNREAD,
            ),
        ),
    ),
    Endpoint(
        f"{RUN}/position/{HEAD}",
        position_api.OfHead,
        (
            Operation(
                "get",
                "Where the tokens of a run stand, and what the position encoding gives one head.",
                position_wire.HeadPosition,
                packed=True,
                query=position_wire.PositionQuery,
                refuses=NUMBER_REFUSALS,
            ),
        ),
    ),
    Endpoint(
        "examples",
        api.Examples,
        (Operation("get", "Stored runs that everybody may read.", wire.ExampleList, refuses=UNREAD),),
    ),
    *COMPARISONS,
    *COSTS,
    *STUDIES,
    *OFFLINE,
    *ACCOUNTS,
    *TRAININGS,
)
