"""A text read in pieces that follow each other, with a cache, against one pass over all of it."""

from collections.abc import Sequence

import torch

from compute.engine.allocated import meter, peak_bytes
from compute.engine.forced import Forcing
from compute.engine.parts import now
from compute.engine.probe import Probe
from compute.engine.reader import Between, Reader, States
from compute.events import RunTokens
from compute.measured import ChunkedPrefill, PrefillAsk, PrefillPiece, RunPrefill

# Of the largest state: what pieces may differ by, for they add in another order.
TOLERANCE = {torch.float32: 1e-4, torch.float16: 1e-2, torch.bfloat16: 5e-2}


def prefilled(
    reader: Reader, given: RunTokens, forcing: Forcing | None, ask: PrefillAsk, between: Between
) -> RunPrefill:
    """Each size of pieces in turn; seq 0. Times and memory are taken in passes of their own.

    `between` is called before each piece and may stop it by raising.
    """
    ids = [token.id for token in given.rows[0].tokens]
    weights = next(reader.model.parameters())

    def whole() -> States:
        return _read(reader, [ids], forcing, between)[0]

    whole()  # warms up
    began = now(weights.device)
    expected = whole()
    whole_ms = (now(weights.device) - began) * 1e3
    return RunPrefill(
        seq=0,
        whole_ms=whole_ms,
        whole_peak_bytes=peak_bytes(weights.device, whole),
        chunkings=tuple(_chunked(reader, ids, expected, forcing, chunk, between) for chunk in ask.chunks),
        tolerance=TOLERANCE[weights.dtype],
        accounting=meter(weights.device).accounting,
    )


def _read(
    reader: Reader, pieces: Sequence[Sequence[int]], forcing: Forcing | None, between: Between
) -> tuple[States, list[float]]:
    """The states of all tokens, and the seconds of each piece."""
    steps, device = reader.steps(), next(reader.model.parameters()).device
    states, seconds = [], []
    with Probe(before=forcing):
        for piece in pieces:
            between()
            began = now(device)
            states.append(steps.feed(piece))
            seconds.append(now(device) - began)
    return torch.cat(states, 1), seconds


def _chunked(
    reader: Reader, ids: Sequence[int], expected: States, forcing: Forcing | None, chunk: int, between: Between
) -> ChunkedPrefill:
    pieces = [ids[start : start + chunk] for start in range(0, len(ids), chunk)]
    states, seconds = _read(reader, pieces, forcing, between)
    peaks, cached = _memory(reader, pieces, forcing, between)
    difference = float((states - expected).abs().max() / expected.abs().max())
    return ChunkedPrefill(
        chunk=chunk,
        pieces=tuple(
            PrefillPiece(
                first=number * chunk,
                tokens=len(piece),
                keys=number * chunk + len(piece),
                ms=seconds[number] * 1e3,
                peak_bytes=peaks[number],
                cache_bytes=cached[number],
            )
            for number, piece in enumerate(pieces)
        ),
        ms=sum(seconds) * 1e3,
        peak_bytes=max(peaks),
        difference=difference,
        equal=difference <= TOLERANCE[expected.dtype],
    )


def _memory(
    reader: Reader, pieces: Sequence[Sequence[int]], forcing: Forcing | None, between: Between
) -> tuple[list[int], list[int]]:
    """Of each piece: the most that was held while it was read, and the bytes of the cache after it."""
    peaks, cached = [], []
    with meter(next(reader.model.parameters()).device) as counted, Probe(before=forcing):
        before, steps = counted.now(), reader.steps()
        for piece in pieces:
            between()
            counted.restart()
            steps.feed(piece)
            peaks.append(counted.most() - before)
            cached.append(sum(steps.allocated_bytes()))
    return peaks, cached
