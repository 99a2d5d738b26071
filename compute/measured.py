"""What a run can be asked to measure, and what it says of it. Times are of this machine, medians of rounds in turn."""

from typing import Annotated, Literal

from pydantic import Field

from compute.wire import Event, Wire

MOST_CACHED_TOKENS = 1_024  # of a text and what is written after it, while every step is computed twice
MOST_CELLS = 2**27  # of one attention call's scores held at once: half a GiB of float32
MOST_CHUNKS = 256

Accounting = Literal["tensors", "allocator"]
ACCOUNTING = (
    "how bytes are counted: tensors = storages that operations gave back and that were alive at once (what a kernel "
    "holds inside is not seen); allocator = the device's own count"
)


class CacheAsk(Wire):
    """Tokens written one at a time, the likeliest each time, with a cache that drops what no later token sees."""

    tokens: int = Field(32, ge=1, le=512, description="tokens that are written, at most")
    block_size: int = Field(16, ge=1, le=1_024, description="tokens of a page of the cache")
    uncached: bool = Field(True, description="each step is also computed anew from the whole text")


class KernelAsk(Wire):
    """Attention of the run's own queries, keys and values computed in three ways."""

    layer: int | None = Field(None, ge=0, description="one layer, from 0; null = all")
    rounds: int = Field(5, ge=1, le=25, description="counted rounds, the ways in turn")


class PrefillAsk(Wire):
    """The text read in pieces that follow each other, beside all at once."""

    chunks: tuple[Annotated[int, Field(ge=1, le=1_000_000)], ...] = Field(
        (64,), min_length=1, max_length=8, description="tokens of a piece; one attempt for each of these sizes"
    )


class MeasuredPart(Wire):
    """One part of a pass. The parts add up to the pass."""

    part: str = Field(
        description="embedding, position, q, k, v, qkv, attention, cross_attention, output, ffn, experts, "
        "shared_experts, router, norms, head, pooler, or other: what belongs to none"
    )
    figures: tuple[str, ...] = Field(
        description="what it is in the figures of costs: the parts of forward_flops_by_part and parameters_by_part"
    )
    ms: float
    calls: int
    peak_bytes: int = Field(description="most that one call held beside what was there before it")


class RunParts(Event):
    """Time by part of one pass over the run's tokens and of its output head at all of them."""

    type: Literal["run.parts"] = "run.parts"
    parts: tuple[MeasuredPart, ...]
    elapsed_ms: float = Field(description="of the pass whose parts these are, the median one of all rounds")
    plain_ms: float = Field(description="median of the same pass without timers, taken in turn")
    rounds: int
    accounting: Accounting = Field(description=ACCOUNTING)


class KeptKeys(Wire):
    """What the cache holds in layers that are alike."""

    layers: tuple[int, ...]
    keys: int = Field(description="tokens whose keys and values are there while the step is computed, its own included")
    spans: tuple[tuple[int, int], ...] = Field(description="which ones: first, and one past the last")
    dropped: int = Field(description="of these, tokens that no later one sees, and that are dropped after the step")
    blocks: int = Field(description="pages that hold any of them; a page is freed once it holds none")
    unused_slots: int = Field(description="places of these pages that hold none: not yet filled, or dropped")
    computed_bytes: int = Field(description="of each of these layers: 2 × keys × key-value heads × head size × bytes")
    paged_bytes: int = Field(description="of each of these layers: whole pages")
    allocated_bytes: tuple[int, ...] = Field(description="[layer of `layers`]: of the cache's tensors, really there")


class RunCache(Event):
    """One step of writing; step 0 reads the text."""

    type: Literal["run.cache"] = "run.cache"
    step: int
    tokens: int = Field(description="read so far, this step's own included")
    written: int = Field(description="id of the token that the step told")
    label: str
    text: str = Field(description="all that was written so far")
    ended: bool = Field(description="it is the end token, or as many as were asked for are written")
    kept: tuple[KeptKeys, ...]
    block_size: int
    cached_ms: float
    uncached_ms: float | None = Field(description="of the same step computed from the whole text; null: not asked for")
    agrees: bool | None = Field(description="whether that tells the same token")
    difference: float | None = Field(description="largest difference of a logit, of the largest logit")


class MeasuredKernel(Wire):
    way: Literal["naive", "fused", "block_sparse"]
    kernel: str
    ms: float = Field(description="median of the rounds")
    peak_bytes: int = Field(description="most that it held beside its operands")
    difference: float = Field(description="largest difference of its output from that of naive")


class KernelCall(Wire):
    """One attention call of the run, computed in several ways."""

    kind: Literal["encoder", "decoder", "cross"]
    layer: int
    queries: int
    keys: int
    heads: int
    allowed_cells: int = Field(description="of all rows and heads, under the mask in use")
    cells: int = Field(description="of all rows and heads, masked or not")
    ways: tuple[MeasuredKernel, ...] = Field(description="fused is missing where no fused kernel takes the call")


class RunKernels(Event):
    """Ways to compute attention on the run's own text: the same numbers, other time and memory."""

    type: Literal["run.kernels"] = "run.kernels"
    calls: tuple[KernelCall, ...]
    rounds: int
    accounting: Accounting = Field(description=ACCOUNTING)


class PrefillPiece(Wire):
    first: int = Field(description="first token")
    tokens: int
    keys: int = Field(description="that stand before its end: what its queries can look at")
    ms: float
    peak_bytes: int = Field(description="most that was held, the cache so far included")
    cache_bytes: int = Field(description="of the cache after it")


class ChunkedPrefill(Wire):
    chunk: int
    pieces: tuple[PrefillPiece, ...]
    ms: float
    peak_bytes: int
    difference: float = Field(description="largest difference of a last state from that of one pass, of the largest")
    equal: bool = Field(description="that is within the tolerance")


class RunPrefill(Event):
    """The text read in pieces, with a cache, against one pass over all of it."""

    type: Literal["run.prefill"] = "run.prefill"
    whole_ms: float
    whole_peak_bytes: int
    chunkings: tuple[ChunkedPrefill, ...] = Field(description="in the order in which they were asked for")
    tolerance: float
    accounting: Accounting = Field(description=ACCOUNTING)
