"""What is refused of a model, its files and its config."""

import difflib

from compute.errors.base import AtlasError, quoted


class UnknownModel(AtlasError):
    code = "unknown_model"

    MOST_NAMED = 8

    def __init__(self, given: str, known: list[str]) -> None:
        """The names nearest to what was given are told; of a long list not all."""
        nearest = difflib.get_close_matches(given[:80], known, self.MOST_NAMED, cutoff=0.0)
        near = [name for name in known if name in nearest]
        listed = ", ".join(near) + (" …" if len(known) > len(near) else "")
        super().__init__(
            f"There is no model {quoted(given)}. Choose one of: {listed}.",
            field="model",
            given=given[:80],
            known=listed,
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
