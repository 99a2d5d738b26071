"""What can be refused, each with a code, one sentence and the figures behind it.

The sentence says what was given, what is allowed and what to do. The same body travels over HTTP and in
the run.failed event; a page in another language builds its sentence from the code and the data.
"""

from compute.errors.base import AtlasError, ErrorBody, InvalidRequest, NotFound, OutOfRange, quoted, within
from compute.errors.masks import (
    InvalidExpression,
    MaskFileCell,
    MaskFileShape,
    MaskFileTooLarge,
    MaskFileUnreadable,
    WrongMaskSize,
)
from compute.errors.models import InvalidConfig, InvalidModelsFile, ModelUnavailable, UnknownModel, UnsupportedModel
from compute.errors.runs import IncomparableRuns, NotCapturedYet, RunTimedOut, TooManyRuns, WorkerLost
from compute.errors.texts import BadCharacter, EmptyText, SecondTextRefused, TextTooLong, TooManyTokens
from compute.errors.trainings import (
    ExampleTooLong,
    StillTraining,
    TextTooLarge,
    TextTooShort,
    TooManyTrained,
    TooManyTrainings,
    TrainedModelMissing,
    TrainingTooLarge,
)

__all__ = [
    "AtlasError",
    "BadCharacter",
    "EmptyText",
    "ErrorBody",
    "ExampleTooLong",
    "IncomparableRuns",
    "InvalidConfig",
    "InvalidExpression",
    "InvalidModelsFile",
    "InvalidRequest",
    "MaskFileCell",
    "MaskFileShape",
    "MaskFileTooLarge",
    "MaskFileUnreadable",
    "ModelUnavailable",
    "NotCapturedYet",
    "NotFound",
    "OutOfRange",
    "RunTimedOut",
    "SecondTextRefused",
    "StillTraining",
    "TextTooLarge",
    "TextTooLong",
    "TextTooShort",
    "TooManyRuns",
    "TooManyTokens",
    "TooManyTrained",
    "TooManyTrainings",
    "TrainedModelMissing",
    "TrainingTooLarge",
    "UnknownModel",
    "UnsupportedModel",
    "WorkerLost",
    "WrongMaskSize",
    "quoted",
    "within",
]
