"""What can be asked of a cost beside the model: lengths, batch, precision, mask, device. Pieces that rows join."""

import json
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from compute.catalog.costs.precision import Precision
from compute.catalog.masks.choice import MaskChoice
from compute.catalog.params import Params
from compute.errors import InvalidRequest

MOST_TOKENS = 1_000_000_000


def read_mask(given: object) -> object:
    """A mask in words: own, dense (or none), a row such as sliding_window:window=256, or a choice as JSON."""
    if not isinstance(given, str) or given in ("own", "dense"):
        return given
    if given == "none":
        return "dense"
    if given.startswith("{"):
        try:
            return json.loads(given)
        except ValueError as error:
            raise InvalidRequest(f"The mask is not JSON: {error}.", field="mask") from None
    name, _, params = given.partition(":")
    pairs = [part.partition("=") for part in params.split(",") if part]
    return {"type": "row", "name": name, "params": {key.strip(): value.strip() for key, _, value in pairs}}


def _numbers(given: object) -> object:
    return [part for part in given.split(",") if part] if isinstance(given, str) else given


Mask = Annotated[Literal["own", "dense"] | MaskChoice, BeforeValidator(read_mask)]
Lengths = Annotated[tuple[Annotated[int, Field(ge=1, le=MOST_TOKENS)], ...], BeforeValidator(_numbers)]
MASK_HELP = (
    "own = the model's own of each layer; dense = every cell; else a row such as sliding_window:window=256, "
    "or a mask as JSON, put on every layer"
)
OWN = "own"


class NoAsk(Params):
    """Nothing beside the model."""


class Batch(Params):
    batch: int = Field(1, ge=1, le=1_000_000, description="texts at once")


class Length(Batch):
    tokens: int = Field(
        1_024, ge=1, le=MOST_TOKENS, description="tokens of each text; of the decoder in an encoder-decoder"
    )
    encoder_tokens: int | None = Field(
        None, ge=1, le=MOST_TOKENS, description="tokens of the source in an encoder-decoder; empty = as many as tokens"
    )

    @property
    def source(self) -> int:
        return self.encoder_tokens or self.tokens


class Served(Batch):
    concurrency: int | None = Field(
        None,
        ge=1,
        le=1_000_000,
        description="texts whose cache is kept at once, as many passes as it takes; empty = the batch of one pass",
    )

    @property
    def held(self) -> int:
        """Texts in the cache. Raises: InvalidRequest if they are fewer than those of one pass."""
        if self.concurrency is not None and self.concurrency < self.batch:
            raise InvalidRequest(
                f"A pass over {self.batch:,} texts keeps {self.batch:,} caches; a concurrency of {self.concurrency:,} "
                "is less. Give at least the batch.",
                field="concurrency",
            )
        return self.concurrency or self.batch


class Masked(Params):
    mask: Mask = Field("own", description=MASK_HELP)


class Values(Params):
    precision: Precision = Field("bf16", description="of each value")
    bytes_per_value: float | None = Field(
        None, gt=0, le=16, description="bytes of each value; empty = by the precision"
    )


class Layers(Params):
    layers: int | None = Field(None, ge=1, le=10_000, description="of so many layers only; empty = all")
