"""Runs as a library, for notebooks and scripts.

>>> from compute.notebook import run
>>> trophy = run(model="smollm2-135m-instruct", text="The trophy did not fit in the suitcase because it was too big.")
>>> [token.label for token in trophy.tokens()][:3]
['The', '␣trophy', '␣did']
>>> weights = trophy.weights(layer=16, head=3)
>>> weights.shape
(15, 15)
>>> round(float(weights[10, 1]), 3)
0.565
>>> trophy.state.next_token[0].top[0].label
'⏎'
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import torch

from compute.begin import begin
from compute.capture.record import Single
from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.catalog.masks.choice import ForcedMask
from compute.catalog.positions.forced import ForcedPosition
from compute.engine.loaded import device_name
from compute.engine.run import execute
from compute.errors import NotFound, OutOfRange
from compute.events import Kind, RunEvent, RunStarted, Token
from compute.fold import RunState, fold
from compute.measured import CacheAsk, KernelAsk, PrefillAsk
from compute.settings import settings
from compute.spec import RunSpec


class RecordedRun:
    """A finished run: what it said, as `state`, and the weights of every head."""

    def __init__(self, folder: str | Path, temporary: "TemporaryDirectory[str] | None" = None) -> None:
        """Opens a folder that `run` or `python -m compute run` made.

        Raises:
            NotFound: it holds no finished run.
        """
        self.capture = Capture.at(folder)
        self.state: RunState = fold(self.capture.events())
        self._temporary = temporary  # removed with this object

    def tokens(self, row: int = 0, side: Literal["text", "target"] = "text") -> tuple[Token, ...]:
        """The tokens of a row; `target` is what the decoder of an encoder-decoder read."""
        if self.state.tokens is None:
            raise NotFound
        rows = self.state.tokens.rows if side == "text" else self.state.tokens.target
        if not 0 <= row < len(rows):
            raise OutOfRange("row", row, len(rows))
        return rows[row].tokens

    def weights(self, layer: int, head: int, row: int = 0, kind: Kind | None = None) -> Single:
        """The weights of one head, float32 [query, key]; NaN where the mask allows nothing.

        `kind` says which of an encoder-decoder's is meant: encoder, decoder, or (without it) cross.

        Raises:
            OutOfRange, NotCapturedYet.
        """
        kinds = sorted({kind for kind, _ in self.state.layers})
        record = self.capture.record(kind or kinds[0], layer)
        whole = slice(0, record.queries), slice(0, record.keys)
        self.tokens(row)
        if not 0 <= head < record.heads:
            raise OutOfRange("head", head, record.heads)
        return weights(record, row, head, *whole)

    def __repr__(self) -> str:
        said = self.state.tokens
        return f"RecordedRun({said.model.title}, {len(said.rows[0].tokens)} tokens)" if said else "RecordedRun()"


def run(
    *,
    model: str,
    text: str,
    second: str | None = None,
    second_as: Literal["pair", "batch"] = "pair",
    padding_side: Literal["right", "left"] = "right",
    dtype: Literal["float32", "bfloat16", "float16"] = "float32",
    decode: Literal["greedy", "beam"] = "greedy",
    beam_width: int = 4,
    most_tokens: int = 64,
    continue_tokens: int = 0,
    masked: tuple[int, ...] = (),
    mask: ForcedMask | None = None,
    check_leaks: bool = False,
    position: ForcedPosition | None = None,
    word_shuffle: int | None = None,
    measure_parts: bool = False,
    measure_cache: CacheAsk | None = None,
    measure_kernels: KernelAsk | None = None,
    measure_prefill: PrefillAsk | None = None,
    folder: str | Path | None = None,
) -> RecordedRun:
    """Runs a model over a text; the fields are those of RunSpec.

    The capture is kept in `folder`, or without one for as long as the result lives.

    Raises:
        AtlasError: with one sentence that says what is wrong with the input.
    """
    spec = RunSpec(
        model=model,
        text=text,
        second=second,
        second_as=second_as,
        padding_side=padding_side,
        dtype=dtype,
        decode=decode,
        beam_width=beam_width,
        most_tokens=most_tokens,
        continue_tokens=continue_tokens,
        masked=masked,
        mask=mask,
        check_leaks=check_leaks,
        position=position,
        word_shuffle=word_shuffle,
        measure_parts=measure_parts,
        measure_cache=measure_cache,
        measure_kernels=measure_kernels,
        measure_prefill=measure_prefill,
    )
    return run_spec(spec, folder)


def run_spec(spec: RunSpec, folder: str | Path | None = None) -> RecordedRun:
    """Runs a spec, as `run` does; a study's notebook gives its specs whole."""
    if folder is not None:
        record(spec, Path(folder))
        return RecordedRun(folder)
    temporary = TemporaryDirectory(prefix="attention-atlas-")
    record(spec, Path(temporary.name))
    return RecordedRun(temporary.name, temporary)


def record(spec: RunSpec, folder: Path, emit: Callable[[RunEvent], None] = lambda event: None) -> None:
    """Runs a spec into a folder and hands each event to `emit`, numbered from 1 without a gap.

    A capture that is in the folder is replaced. Raises: as `begin` does.
    """
    writer = begin(spec, folder)
    torch.set_num_threads(settings().torch_threads)
    seq = 0

    def numbered(event: RunEvent) -> None:
        nonlocal seq
        seq += 1
        emit(event.model_copy(update={"seq": seq}))

    started = RunStarted(
        seq=0, attempt=1, device=device_name(spec.model), dtype=spec.dtype, threads=torch.get_num_threads()
    )
    numbered(started)
    execute(
        spec,
        emit=numbered,
        writer=writer,
        should_stop=lambda: False,
        deadline_s=settings().run_limit_s,
        started=started,
    )
