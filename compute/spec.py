"""What a run is: every input that its numbers depend on."""

import hashlib
from typing import Annotated, Literal

from pydantic import Field

from compute.catalog.masks.choice import ForcedMask
from compute.catalog.positions.forced import Forced
from compute.measured import CacheAsk, KernelAsk, PrefillAsk
from compute.wire import Wire

# Part of every digest: raise it when the engine gives other numbers for the same spec.
NUMBERS_VERSION = 1

MAX_TEXT_CHARACTERS = 40_000


class RunSpec(Wire):
    """One forward pass of one model over one or two texts, and over what the model writes.

    Each of the fields from `decode` on belongs to an architecture, some to models of the lab alone; it is refused
    elsewhere.
    """

    model: str = Field(min_length=1, max_length=200, description="name of a model in the list of models")
    text: str = Field(description="the text, in any script")
    second: str | None = Field(
        None,
        description="a second sentence, for encoders; for an encoder-decoder the translation that its decoder is given",
    )
    second_as: Literal["pair", "batch"] = Field(
        "pair", description="the second sentence follows the first in one sequence, or is a row of its own with padding"
    )
    padding_side: Literal["right", "left"] = Field("right", description="where the shorter row of a batch is padded")
    dtype: Literal["float32", "bfloat16", "float16"] = Field(
        "float32", description="precision of weights and arithmetic"
    )

    decode: Literal["greedy", "beam"] = Field(
        "greedy",
        description="how text is written: the likeliest token each time; or, by models of the lab, the best of several "
        "kept in step",
    )
    beam_width: int = Field(4, ge=2, le=16, description="texts kept in step by a beam")
    most_tokens: int = Field(64, ge=1, le=512, description="tokens after which an encoder-decoder's translation ends")
    continue_tokens: int = Field(0, ge=0, le=512, description="tokens that a decoder writes on, at most")
    masked: tuple[Annotated[int, Field(ge=0)], ...] = Field(
        (),
        max_length=512,
        description="tokens of the first row that an encoder is to fill, from 0, padding not counted",
    )
    mask: ForcedMask | None = Field(None, description="a mask put on the model's attention; null = its own alone")

    position: Forced = Field(None, description="where tokens stand instead; None: as the model was trained")

    word_shuffle: int | None = Field(
        None,
        ge=0,
        lt=2**32,
        description="seed of the word-shuffle test: the words are read once more in another order; None: not tested",
    )

    check_leaks: bool = Field(
        False, description="also tell which outputs hear of a token that the mask promises to hide from them"
    )

    measure_parts: bool = Field(False, description="also time a pass by part")
    measure_cache: CacheAsk | None = Field(None, description="also write on, one token at a time, and watch the cache")
    measure_kernels: KernelAsk | None = Field(None, description="also compute attention in several ways")
    measure_prefill: PrefillAsk | None = Field(None, description="also read the text in pieces")
    measure_again: int = Field(
        0,
        ge=0,
        lt=2**31,
        description="what was computed once is answered from what was kept of it; another number here measures anew",
    )

    def digest(self) -> str:
        """64 hexadecimal digits that name the capture: equal for equal specs, on every machine.

        Over what differs from the defaults, so that a field that is added later changes no digest.
        """
        chosen = self.model_dump_json(exclude_defaults=True)
        return hashlib.sha256(f"{NUMBERS_VERSION}\n{chosen}".encode()).hexdigest()
