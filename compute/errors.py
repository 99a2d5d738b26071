"""What can be refused, each with a code, one sentence and the figures behind it.

The sentence says what was given, what is allowed and what to do. The same body travels over HTTP and in
the run.failed event; a page in another language builds its sentence from the code and the data.
"""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from compute.wire import Scalar, Wire


class ErrorBody(Wire):
    """An error as it travels: `field` names the input at fault, `data` carries the figures."""

    code: str
    message: str
    field: str | None = None
    data: Mapping[str, Scalar] = Field(default_factory=dict)


def quoted(given: str, limit: int = 80) -> str:
    """What was given, in quotation marks: on one line, its invisible characters readable, not too long."""
    shown = "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in given[:limit])
    return f"“{shown}”"


class AtlasError(Exception):
    """A mistake that the user can mend. A subclass is one code."""

    code: ClassVar[str]
    status: ClassVar[int] = 400

    def __init__(self, message: str, *, field: str | None = None, **data: Scalar) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.data = data

    def body(self) -> ErrorBody:
        return ErrorBody(code=self.code, message=self.message, field=self.field, data=self.data)


class InvalidRequest(AtlasError):
    """A body that is not of the form that the endpoint reads."""

    code = "invalid_request"


class InvalidExpression(AtlasError):
    """A mask's expression that cannot be read, or that leaves what can be computed."""

    code = "invalid_expression"

    def __init__(self, position: int, found: str, allowed: str) -> None:
        super().__init__(
            f"Character {position} of the expression: {quoted(found, 40)} can't stand there. Allowed: {allowed}.",
            field="mask",
            position=position,
            found=found[:40],
            allowed=allowed,
        )


class WrongMaskSize(AtlasError):
    """Cells for a text of another length."""

    code = "wrong_mask_size"

    def __init__(self, given: int, tokens: int) -> None:
        super().__init__(
            f"The mask is {given:,} × {given:,}; the text has {tokens:,} tokens. Both must be equal: "
            f"give {tokens:,} rows and columns, or a mask that fits every length.",
            field="mask",
            given=given,
            tokens=tokens,
        )


class MaskFileUnreadable(AtlasError):
    """A file that is no table of cells."""

    code = "mask_file_unreadable"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The file can't be read: {why}. Give zeros and ones as CSV, NPY or JSON (a list of lists).",
            field="file",
            why=why,
        )


class MaskFileCell(AtlasError):
    """A cell that is neither 0 nor 1."""

    code = "mask_file_cell"

    def __init__(self, row: int, column: int, found: str) -> None:
        super().__init__(
            f"The cell in row {row}, column {column}, counted from 0, is {quoted(found, 20)}. Each cell is 0 or 1.",
            field="file",
            row=row,
            column=column,
            found=found[:20],
        )


class MaskFileShape(AtlasError):
    """Not as many rows as columns, too many of them, or rows of different lengths."""

    code = "mask_file_shape"

    def __init__(self, rows: int, columns: int, *, row: int = 0, cells: int | None = None) -> None:
        short = "" if cells is None else f" and {cells:,} in row {row}"
        super().__init__(
            f"The file has {rows:,} rows and {columns:,} columns{short}. A mask has as many rows as columns, "
            "at most 2,048.",
            field="file",
            rows=rows,
            columns=columns,
            row=row,
            cells=columns if cells is None else cells,
        )


class EmptyText(AtlasError):
    code = "empty_text"

    def __init__(self, field: str) -> None:
        super().__init__("The text is empty. Type at least one character.", field=field)


class BadCharacter(AtlasError):
    """A NUL or an unpaired surrogate: no tokenizer can read it back."""

    code = "bad_character"

    def __init__(self, field: str, codepoint: int, position: int) -> None:
        what = "NUL" if codepoint == 0 else "an unpaired surrogate"
        super().__init__(
            f"Character {position} of the text is {what} (U+{codepoint:04X}), which is not text. Remove it.",
            field=field,
            codepoint=codepoint,
            position=position,
        )

    @classmethod
    def first_in(cls, field: str, text: str) -> "BadCharacter | None":
        """The refusal of the text's first bad character, if it has one."""
        for position, character in enumerate(text):
            if character == "\0" or "\ud800" <= character <= "\udfff":
                return cls(field, ord(character), position)
        return None


class TextTooLong(AtlasError):
    """Refused by its characters, before any tokenizer sees it."""

    code = "text_too_long"

    def __init__(self, field: str, given: int, limit: int) -> None:
        super().__init__(
            f"The text has {given:,} characters; at most {limit:,} are read. Shorten it.",
            field=field,
            given=given,
            limit=limit,
        )


class TooManyTokens(AtlasError):
    code = "too_many_tokens"

    def __init__(self, field: str, given: int, limit: int, model: str) -> None:
        super().__init__(
            f"The text is {given:,} tokens; {model} reads at most {limit:,}. Shorten it or choose another model.",
            field=field,
            given=given,
            limit=limit,
            model=model,
        )


class UnknownModel(AtlasError):
    code = "unknown_model"

    def __init__(self, given: str, known: list[str]) -> None:
        super().__init__(
            f"There is no model {quoted(given)}. Choose one of: {', '.join(known)}.",
            field="model",
            given=given[:80],
            known=", ".join(known),
        )


class ModelUnavailable(AtlasError):
    """The row exists, its files do not (or cannot be read)."""

    code = "model_unavailable"

    def __init__(self, model: str, why: str) -> None:
        super().__init__(f"{model} cannot be loaded here: {why}", field="model", model=model)


class InvalidModelsFile(AtlasError):
    """The operator's list of models cannot be read."""

    code = "invalid_models_file"

    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"The list of models {file} cannot be read: {why}", file=file)


class InvalidConfig(AtlasError):
    """A model's config.json whose fields can't be, or can't be read."""

    code = "invalid_config"


class UnsupportedModel(AtlasError):
    """A model whose attention does not pass through the one door, so a capture would be wrong."""

    code = "unsupported_model"

    def __init__(self, model: str, why: str) -> None:
        super().__init__(
            f"{model} cannot be captured: {why} Choose a model that follows transformers' AttentionInterface.",
            field="model",
            model=model,
        )


class SecondTextRefused(AtlasError):
    code = "second_text_refused"

    def __init__(self, model: str) -> None:
        super().__init__(
            f"{model} reads one text; a second one was given. Remove it or choose an encoder.",
            field="second",
            model=model,
        )


class NotFound(AtlasError):
    """One answer for “not there” and “not yours”."""

    code = "not_found"
    status = 404

    def __init__(self) -> None:
        super().__init__("Nothing is here, or it belongs to somebody else. Check the address.")


class OutOfRange(AtlasError):
    """An index outside what the run holds."""

    code = "out_of_range"

    def __init__(self, field: str, given: int, limit: int) -> None:
        super().__init__(
            f"{field} {given:,} was asked for; this run has 0 to {limit - 1:,}.", field=field, given=given, limit=limit
        )


def within(field: str, given: int, limit: int) -> None:
    """Raises: OutOfRange unless 0 <= given < limit."""
    if not 0 <= given < limit:
        raise OutOfRange(field, given, limit)


class NotCapturedYet(AtlasError):
    """The layer is not computed yet, or its capture was pruned."""

    code = "not_captured_yet"
    status = 409

    def __init__(self, layer: int) -> None:
        super().__init__(
            f"Layer {layer} is not stored for this run. Wait for it, or run again.", field="layer", layer=layer
        )


class IncomparableRuns(AtlasError):
    """Two runs whose places do not stand for each other."""

    code = "incomparable_runs"

    def __init__(self, base: int, variant: int, same_vocabulary: bool) -> None:
        why = "" if same_vocabulary else " of another vocabulary"
        super().__init__(
            f"The two runs read {base:,} tokens and {variant:,} tokens{why}, whose places do not stand for each other. "
            "Compare runs of one text whose tokens match.",
            field="base",
            base=base,
            variant=variant,
        )


class RunTimedOut(AtlasError):
    code = "run_timed_out"

    def __init__(self, limit_s: float) -> None:
        super().__init__(f"The run took longer than {limit_s:g} s and was stopped. Shorten the text.", limit_s=limit_s)


class WorkerLost(AtlasError):
    """The worker died, more often than a run is taken up again."""

    code = "worker_lost"

    def __init__(self, attempts: int) -> None:
        super().__init__(
            f"The worker stopped in the middle of this run, {attempts} times. Nothing of yours is lost; run it again.",
            attempts=attempts,
        )


class TooManyRuns(AtlasError):
    code = "too_many_runs"
    status = 429

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"You have {limit} runs waiting or running, which is the most at once. Wait for one, or cancel it.",
            limit=limit,
        )


class TextTooLarge(AtlasError):
    """A text to learn from, by its bytes."""

    code = "text_too_large"

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"The text to learn from has {given:,} bytes; at most {limit:,} are read. Shorten it.",
            field="text",
            given=given,
            limit=limit,
        )


class TextTooShort(AtlasError):
    """A text to learn from, by its characters that are no blanks."""

    code = "text_too_short"

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"The text has {given:,} characters, which is too short to learn from. Give at least {limit:,}.",
            field="text",
            given=given,
            limit=limit,
        )


class TrainingTooLarge(AtlasError):
    """More of something than this server trains at once; `field` says of what."""

    code = "training_too_large"

    def __init__(self, what: str, given: float, limit: float, field: str) -> None:
        super().__init__(
            f"This training has {given:,.0f} {what}; this server trains up to {limit:,.0f}. Make it smaller.",
            field=field,
            what=what,
            given=given,
            limit=limit,
        )


class ExampleTooLong(AtlasError):
    """The task's longest example does not fit the model."""

    code = "example_too_long"

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"An example of this task is up to {given:,} tokens; the model is trained on {limit:,} at most. "
            "Raise the model's longest text or shorten the task.",
            field="max_tokens",
            given=given,
            limit=limit,
        )


class TooManyTrainings(AtlasError):
    code = "too_many_trainings"
    status = 429

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"You have {limit} trainings waiting or running, which is the most at once. Wait for one, or cancel it.",
            limit=limit,
        )


class TooManyTrained(AtlasError):
    """More trained models are kept for nobody."""

    code = "too_many_trained"
    status = 409

    def __init__(self, limit: int) -> None:
        super().__init__(f"You keep {limit} trainings, which is the most. Delete one that you don't need.", limit=limit)


class StillTraining(AtlasError):
    code = "still_training"
    status = 409

    def __init__(self) -> None:
        super().__init__("This training goes on. Cancel it before you delete it.")


class TrainedModelMissing(AtlasError):
    """One answer for a trained model that was deleted, never was, or is somebody else's."""

    code = "trained_model_missing"

    def __init__(self) -> None:
        super().__init__(
            "This trained model is not here: it was deleted, or it is somebody else's. Choose another, or train it "
            "again.",
            field="model",
        )
