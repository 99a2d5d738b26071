"""Everything that one question asks of a model at once: the figures of a table, a page or a file."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated

from pydantic import BeforeValidator, Field

from compute.catalog.configs.facts import Facts, facts
from compute.catalog.configs.shape import Shape
from compute.catalog.costs.ask import MASK_HELP, Mask
from compute.catalog.costs.forced import forced
from compute.catalog.costs.precision import Precision
from compute.catalog.costs.row import Figure, figures, told
from compute.catalog.masks.choice import ForcedMask
from compute.catalog.params import Params
from compute.errors import InvalidRequest
from compute.wire import Wire


def _of_json(given: object) -> object:
    """From the command line it comes as text."""
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except ValueError as error:
        raise InvalidRequest(f"forced is not JSON: {error}.", field="forced") from None


class Question(Params):
    """What is asked of a model; every figure takes of it what it knows."""

    tokens: int = Field(1_024, ge=1, le=10_000_000, description="tokens of each text, the prompt of a generation")
    encoder_tokens: int | None = Field(
        None, ge=1, le=10_000_000, description="tokens of the source, for encoder-decoders; empty = as many as tokens"
    )
    batch: int = Field(
        1, ge=1, le=1_000_000, description="texts of one pass: their activations, and the time of a step"
    )
    concurrency: int | None = Field(
        None, ge=1, le=1_000_000, description="texts whose cache is kept at once, at least the batch; empty = the batch"
    )
    new_tokens: int = Field(128, ge=1, le=1_000_000, description="tokens that are written after the prompt")
    precision: Precision = Field("bf16", description="of the weights; the cache has it too, 16 bits beside 4-bit ones")
    kv_precision: Precision | None = Field(None, description="of the cache, if another")
    device: str = Field("h100", max_length=40, description="a name from `list devices`")
    devices: int = Field(1, ge=1, le=100_000, description="devices that share memory and work evenly")
    mask: Mask = Field("own", description=MASK_HELP)
    forced: Annotated[ForcedMask | None, BeforeValidator(_of_json)] = Field(
        None, description="a mask as a run is given one: restricts or replaces the model's own, on chosen layers"
    )
    kernel: str = Field("fused", pattern="eager|fused", description="eager stores the scores, fused does not")
    block_size: int = Field(16, ge=1, le=65_536, description="tokens of a block of the paged cache")
    chunk: int = Field(512, ge=1, le=10_000_000, description="tokens of a chunk of the prefill")


class Report(Wire):
    """What reading the config says, and the figures in the order in which they are shown."""

    facts: Facts
    question: Question
    figures: tuple[Figure, ...]


# The rows of a report, and what each is asked beside the question's own fields of the same name.
ROWS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("parameters", {}),
    ("parameters_by_part", {}),
    ("active_parameters", {}),
    ("non_embedding_parameters", {}),
    ("forward_flops", {}),
    ("forward_flops_by_part", {}),
    ("allowed_pairs", {}),
    ("pairs_by_layer", {}),
    ("attention_flops", {"mask": "dense"}),
    ("decode_flops", {}),
    ("attention_share", {}),
    ("attention_overtakes", {"mask": "dense"}),
    ("kv_bytes", {}),
    ("kv_bytes_by_part", {}),
    ("kv_ratio", {}),
    ("paged_cache", {}),
    ("memory_by_part", {}),
    ("total_memory", {}),
    ("scale_bytes", {}),
    ("attention_weights_bytes", {}),
    ("capture_bytes", {}),
    ("largest_batch", {}),
    ("largest_concurrency", {}),
    ("step_time", {}),
    ("step_time_by_part", {}),
    ("serving_time", {}),
)
ONLY_DECODERS = {"decode_flops", "kv_bytes", "kv_bytes_by_part", "kv_ratio", "paged_cache", "largest_concurrency"}
# They ask for the new tokens of a prefill, not of a generation.
FITS = {"memory_by_part", "total_memory", "largest_batch", "largest_concurrency"}


def report(shape: Shape, question: Question) -> Report:
    """All figures of a model. Raises: InvalidRequest, naming the field, for what cannot be counted."""
    said = question.model_dump()
    shape = asked_of(shape, question)
    found: list[Figure] = []
    for name, fixed in ROWS:
        if shape.decoder is None and name in ONLY_DECODERS:
            continue
        for phase in ("prefill", "decode") if name.startswith("step_time") and shape.decoder else ("",):
            found += _figures(shape, name, {**said, **fixed}, question, phase)
    return Report(facts=facts(shape), question=question, figures=tuple(found))


def asked_of(shape: Shape, question: Question) -> Shape:
    """The model with the mask that is forced on it, if there is one."""
    return shape if question.forced is None else forced(shape, question.forced)


@cache
def _fields(name: str) -> frozenset[str]:
    return frozenset(figures.rows[name].params.model_fields)


def _figures(shape: Shape, name: str, said: dict[str, object], question: Question, phase: str) -> tuple[Figure, ...]:
    row = figures.rows[name]
    if phase == "decode":
        said = {**said, "tokens": 1, "context": question.tokens}
    if name == "decode_flops":
        said = {**said, "context": question.tokens}
    if name in FITS:
        said = {**said, "new_tokens": None}
    wanted = {field: value for field, value in said.items() if field in _fields(name)}
    answered = told(row, row.function(shape, row.params.model_validate(wanted)))
    phase = phase or ("dense" if name == "attention_flops" else "")
    if not phase:
        return answered
    return tuple(
        figure.model_copy(update={"name": f"{phase}.{figure.name}", "title": f"{phase.capitalize()}: {figure.title}"})
        for figure in answered
    )
