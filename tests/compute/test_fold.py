"""The fold of a stream is the state written beside it by hand; the page's fold is tested on the same files."""

import json
from pathlib import Path

import msgpack
import pytest

from compute.events import EVENT, RunEvent
from compute.fold import RunState, apply, fold

STREAMS = sorted((Path(__file__).parent.parent / "fixtures" / "streams").glob("*.msgpack"))


def read(path: Path) -> list[RunEvent]:
    unpacker = msgpack.Unpacker()
    unpacker.feed(path.read_bytes())
    return [EVENT.validate_python(body) for body in unpacker]


def summary(state: RunState) -> dict[str, object]:
    return {
        "status": state.status,
        "seq": state.seq,
        "run_id": state.run_id,
        "digest": state.digest,
        "ahead": state.ahead,
        "attempt": state.started.attempt if state.started else None,
        "tokens": len(state.tokens.rows[0].tokens) if state.tokens else None,
        "target": len(state.tokens.target[0].tokens) if state.tokens and state.tokens.target else None,
        "heads": sorted(":".join(map(str, key)) for key in state.heads),
        "layers": sorted(":".join(map(str, key)) for key in state.layers),
        "next": sorted(state.next_token),
        "written": sorted(state.written),
        "filled": sorted(state.filled),
        "shuffled": sorted(state.shuffled),
        "leaks": state.leaks.pairs_in_all if state.leaks else None,
        "parts": len(state.parts.parts) if state.parts else None,
        "cache": sorted(state.cache),
        "kernels": len(state.kernels.calls) if state.kernels else None,
        "prefill": len(state.prefill.chunkings) if state.prefill else None,
        "error": state.error.code if state.error else None,
    }


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_the_fold_of_a_stream_is_the_state_written_by_hand(path: Path) -> None:
    assert summary(fold(read(path))) == json.loads(path.with_suffix(".json").read_text())


def test_there_are_streams_to_fold() -> None:
    assert len(STREAMS) == 12


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_a_stream_heard_again_from_any_point_gives_the_same_state(path: Path) -> None:
    events = read(path)
    for start in range(len(events)):
        state = fold(events)
        for event in events[start:]:
            apply(state, event)
        assert state == fold(events)
