"""What can be measured of a run, looked at before anything is queued."""

from collections.abc import Callable

from compute.asked import check_room, room
from compute.catalog.masks.choice import cells_in
from compute.errors import InvalidRequest, OutOfRange
from compute.events import RunTokens
from compute.measured import MOST_CACHED_TOKENS, MOST_CELLS, MOST_CHUNKS, CacheAsk, KernelAsk, PrefillAsk
from compute.spec import RunSpec


def check_measured(spec: RunSpec, given: RunTokens) -> None:
    """Refuses what is too large to be measured, or means nothing to the model.

    Raises: InvalidRequest, OutOfRange.
    """
    if spec.measure_cache is not None:
        _check_cache(spec.measure_cache, spec, given)
    if spec.measure_kernels is not None:
        _check_kernels(spec.measure_kernels, given)
    if spec.measure_prefill is not None:
        _check_prefill(spec.measure_prefill, spec, given)


def most_written(ask: CacheAsk, given: RunTokens) -> int:
    """Tokens that can be written: as many as were asked for, as far as the model reads."""
    return min(ask.tokens, room(given))


def _check_cache(ask: CacheAsk, spec: RunSpec, given: RunTokens) -> None:
    _check_decoder("measure_cache", spec, given)
    tokens = len(given.rows[0].tokens)
    check_room("measure_cache", given)
    if tokens + ask.tokens > MOST_CACHED_TOKENS:
        raise InvalidRequest(
            f"The text is {tokens:,} tokens, and {ask.tokens:,} are to be written; the cache is watched for "
            f"{MOST_CACHED_TOKENS:,} in all. Shorten the text, or write fewer.",
            field="measure_cache",
        )
    if spec.mask is not None and spec.mask.mask is not None and any(cells_in(spec.mask.mask)):
        raise InvalidRequest(
            "A mask given cell by cell fits one length, and the text grows while its cache is watched. "
            "Use a mask that fits every length, or leave measure_cache out.",
            field="measure_cache",
        )


def _check_kernels(ask: KernelAsk, given: RunTokens) -> None:
    if ask.layer is not None and ask.layer >= given.model.layers:
        raise OutOfRange("layer", ask.layer, given.model.layers)
    longest = max(len(row.tokens) for row in (*given.rows, *given.target))
    cells = len(given.rows) * given.model.query_heads * longest**2
    if cells > MOST_CELLS:
        raise InvalidRequest(
            f"The scores of one layer are {cells:,} cells; at most {MOST_CELLS:,} are materialised for comparison. "
            "Shorten the text, or leave measure_kernels out.",
            field="measure_kernels",
        )


def _check_prefill(ask: PrefillAsk, spec: RunSpec, given: RunTokens) -> None:
    _check_decoder("measure_prefill", spec, given)
    tokens = len(given.rows[0].tokens)
    smallest = min(ask.chunks)
    if -(-tokens // smallest) > MOST_CHUNKS:
        raise InvalidRequest(
            f"{tokens:,} tokens in pieces of {smallest:,} are more than {MOST_CHUNKS:,} pieces. "
            f"Choose pieces of {-(-tokens // MOST_CHUNKS):,} tokens or more.",
            field="measure_prefill",
        )


# What stands in the way of reading one text in pieces.
HINDRANCES: tuple[tuple[Callable[[RunSpec, RunTokens], bool], str], ...] = (
    (lambda spec, given: given.model.architecture != "decoder", "needs a decoder, which {title} is not"),
    (lambda spec, given: len(given.rows) > 1, "reads one text, and two were given"),
    (lambda spec, given: spec.position is not None, "reads tokens where the model puts them, not in forced positions"),
)


def _check_decoder(field: str, spec: RunSpec, given: RunTokens) -> None:
    for hinders, why in HINDRANCES:
        if hinders(spec, given):
            said = why.format(title=given.model.title)
            raise InvalidRequest(f"{field} {said}. Change that, or leave {field} out.", field=field)
