"""What a run is: every input that its numbers depend on."""

import hashlib
from typing import Literal

from pydantic import Field

from compute.wire import Wire

# Part of every digest: raise it when the engine gives other numbers for the same spec.
NUMBERS_VERSION = 1

MAX_TEXT_CHARACTERS = 40_000


class RunSpec(Wire):
    """One forward pass of one model over one or two texts."""

    model: str = Field(min_length=1, max_length=200, description="name of a model in the list of models")
    text: str = Field(description="the text, in any script")
    second: str | None = Field(None, description="a second sentence, for encoders")
    second_as: Literal["pair", "batch"] = Field(
        "pair", description="the second sentence follows the first in one sequence, or is a row of its own with padding"
    )
    padding_side: Literal["right", "left"] = Field("right", description="where the shorter row of a batch is padded")
    dtype: Literal["float32", "bfloat16", "float16"] = Field(
        "float32", description="precision of weights and arithmetic"
    )

    def digest(self) -> str:
        """64 hexadecimal digits that name the capture: equal for equal specs, on every machine."""
        return hashlib.sha256(f"{NUMBERS_VERSION}\n{self.model_dump_json()}".encode()).hexdigest()
