"""What is refused of a training and of the models that came of one."""

from compute.errors.base import AtlasError


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
