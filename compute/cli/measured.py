"""`python -m compute kernels|prefill|parts|cache spec.json`: what a text takes, measured on this machine.

    python -m compute kernels spec.json --layer 3 --rounds 5
    python -m compute prefill spec.json --chunk 64 --chunk 256
    python -m compute parts spec.json
    python -m compute cache spec.json --tokens 16 --block-size 16

A spec is that of a run; its mask is heeded. Nothing is kept. --json prints what the same run would say on its stream.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from compute.cli.run import read_spec
from compute.errors import InvalidRequest
from compute.events import RunEvent
from compute.measured import RunCache, RunKernels, RunParts, RunPrefill

MIB = 2**20


def _parts(said: RunParts) -> Iterator[str]:
    for part in sorted(said.parts, key=lambda part: -part.ms):
        share = part.ms / said.elapsed_ms
        peak = part.peak_bytes / MIB
        yield f"{part.part:<16} {part.ms:>10.2f} ms {share:>6.1%} {part.calls:>5} calls {peak:>9.2f} MiB at most"
    yield f"{'the pass':<16} {said.elapsed_ms:>10.2f} ms; {said.plain_ms:.2f} ms without timers"


def _cache(said: RunCache) -> Iterator[str]:
    keys = ", ".join(f"{kept.keys} keys in {len(kept.layers)} layers" for kept in said.kept)
    held = sum(sum(kept.allocated_bytes) for kept in said.kept)
    paged = sum(kept.paged_bytes * len(kept.layers) for kept in said.kept)
    beside = "" if said.uncached_ms is None else f", {said.uncached_ms:.1f} ms without"
    same = {True: "", None: "", False: "; WITHOUT A CACHE IT TELLS ANOTHER TOKEN"}[said.agrees]
    yield (
        f"{said.step:>4} {said.label:<12} {keys}; {held:,} bytes there, {paged:,} in pages; "
        f"{said.cached_ms:.1f} ms{beside}{same}"
    )


def _kernels(said: RunKernels) -> Iterator[str]:
    for call in said.calls:
        seen = call.allowed_cells / call.cells
        yield f"{call.kind} layer {call.layer}: {call.queries:,} × {call.keys:,}, {call.heads} heads, {seen:.1%} seen"
        for way in call.ways:
            took = f"{way.ms:>9.3f} ms {way.peak_bytes / MIB:>9.2f} MiB at most"
            yield f"  {way.way:<13} {took}, off by {way.difference:.2g}; {way.kernel}"


def _prefill(said: RunPrefill) -> Iterator[str]:
    yield f"all at once: {said.whole_ms:.1f} ms, {said.whole_peak_bytes / MIB:.2f} MiB at most"
    for one in said.chunkings:
        equal = "equal" if one.equal else "DIFFERENT"
        yield (
            f"pieces of {one.chunk:,}: {len(one.pieces)}, {one.ms:.1f} ms, {one.peak_bytes / MIB:.2f} MiB at most; "
            f"{equal}, off by {one.difference:.2g}"
        )


def _lines(said: RunEvent) -> Iterator[str]:
    match said:
        case RunParts():
            yield from _parts(said)
        case RunCache():
            yield from _cache(said)
        case RunKernels():
            yield from _kernels(said)
        case RunPrefill():
            yield from _prefill(said)


@dataclass(frozen=True)
class Command:
    """help: what it measures; ask: the spec's fields that ask for it, of the command's options."""

    help: str
    options: Callable[[argparse.ArgumentParser], None]
    ask: Callable[[argparse.Namespace], Mapping[str, object]]


def _kernel_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--layer", type=int, help="one layer, from 0; without it all")
    parser.add_argument("--rounds", type=int, default=5, help="counted rounds (5)")


def _prefill_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--chunk", type=int, action="append", required=True, help="tokens of a piece; may be repeated")


def _cache_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tokens", type=int, default=32, help="tokens that are written at most (32)")
    parser.add_argument("--block-size", type=int, default=16, help="tokens of a page (16)")
    parser.add_argument("--only-cached", action="store_true", help="without computing each step anew")


COMMANDS: Mapping[str, Command] = {
    "kernels": Command(
        "attention of a text in several ways: time, memory, difference",
        _kernel_options,
        lambda given: {"measure_kernels": {"layer": given.layer, "rounds": given.rounds}},
    ),
    "prefill": Command(
        "a text read in pieces, beside all at once",
        _prefill_options,
        lambda given: {"measure_prefill": {"chunks": given.chunk}},
    ),
    "parts": Command("a pass by part: time and memory", lambda parser: None, lambda given: {"measure_parts": True}),
    "cache": Command(
        "a decoder's growing cache, step by step",
        _cache_options,
        lambda given: {
            "measure_cache": {
                "tokens": given.tokens,
                "block_size": given.block_size,
                "uncached": not given.only_cached,
            }
        },
    ),
}


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for name, command in COMMANDS.items():
        parser = commands.add_parser(
            name,
            help=command.help,
            description=__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("spec", type=Path, help="a file with the run's inputs as JSON; - reads standard input")
        command.options(parser)
        parser.add_argument("--json", action="store_true", help="each event as a line of JSON")
        parser.set_defaults(command=measured, ask=command.ask)


def measured(arguments: argparse.Namespace) -> None:
    from compute.spec import RunSpec

    spec = read_spec(arguments.spec)
    fields = {name: field.default for name, field in RunSpec.model_fields.items() if name.startswith("measure_")}
    try:
        asked = RunSpec.model_validate(spec.model_dump() | fields | dict(arguments.ask(arguments)))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidRequest(f"{where}: {first['msg']}.", field=where) from None
    import torch

    from compute.engine.loaded import loaded_models
    from compute.engine.measuring import measure
    from compute.plain import plain
    from compute.settings import settings

    torch.set_num_threads(settings().torch_threads)  # as workers have
    for event in measure(asked, loaded_models()):
        if arguments.json:
            print(json.dumps(plain(event), ensure_ascii=False, allow_nan=False), flush=True)
        else:
            print("\n".join(_lines(event)), flush=True)
