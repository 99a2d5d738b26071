"""The stream of a run over a real server: complete, in order, from any point on, for its owner alone."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_connection
from uuid import UUID, uuid4

import msgpack
import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from compute.events import EVENT, QueuePosition, RunEvent
from compute.fold import fold

from .cast import SPEC, Person
from .player import CARD, Player, heads_event

ONE_MIB = 2**20


@contextmanager
def listening(
    address: str, person: Person | None, run_id: object, after: int | str = 0, **how: object
) -> Iterator[ClientConnection]:
    headers = {"Cookie": person.cookie} if person else {}
    with connect(
        f"ws://{address}/ws/runs/{run_id}?after={after}", additional_headers=headers, max_size=2**24, proxy=None, **how
    ) as socket:
        yield socket


def frames_until_closed(socket: ClientConnection, wait_s: float = 10, pause_s: float = 0) -> tuple[list[bytes], int]:
    """Every frame that comes, and the code that the socket closes with."""
    frames = []
    while True:
        try:
            frame = socket.recv(timeout=wait_s)
        except ConnectionClosed as closed:
            return frames, closed.rcvd.code if closed.rcvd else 1006
        assert isinstance(frame, bytes)
        frames.append(frame)
        time.sleep(pause_s)


def read(frame: bytes) -> RunEvent:
    return EVENT.validate_python(msgpack.unpackb(frame))


def numbered(frames: list[bytes]) -> list[RunEvent]:
    """The events of the log among the frames; remarks have no number."""
    return [event for event in map(read, frames) if event.seq]


def test_a_run_of_144_heads_arrives_complete_and_numbered_at_a_slow_reader(
    owner: Person, player: Player, address: str
) -> None:
    """C132: 12 layers of 12 heads, one frame each, at a reader that sleeps while everything is sent."""
    run_id = owner.starts({**SPEC, "text": "a b " * 200})
    with listening(address, owner, run_id, max_queue=1) as socket:
        player.takes(run_id)
        for layer in range(12):
            for head in range(12):
                player.log.append(str(run_id), heads_event(layer, head, 1, 400))
        player.plays_end(run_id)
        frames, _ = frames_until_closed(socket, pause_s=0.002)
    events = numbered(frames)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert len(fold(events).heads) == 144


def test_a_slow_reader_holds_nobody_up(owner: Person, player: Player, address: str) -> None:
    """C132: one socket is not read at all; another, of the same run, gets everything meanwhile."""
    run_id = owner.starts({**SPEC, "text": "a b c d " * 100})
    asleep = listening(address, owner, run_id, max_queue=1, close_timeout=0.1)
    with asleep, listening(address, owner, run_id) as reader:
        player.takes(run_id)
        for layer in range(300):
            player.log.append(str(run_id), heads_event(layer, 0, CARD.query_heads, 400))
        player.plays_end(run_id)
        started = time.perf_counter()
        frames, code = frames_until_closed(reader)
        assert time.perf_counter() - started < 5
    assert code == 1000
    assert len(fold(numbered(frames)).heads) == 300


def test_a_socket_opened_after_the_end_gets_the_result_within_a_second(
    owner: Person, player: Player, address: str
) -> None:
    """C135: the run was over before anybody listened."""
    run_id = owner.starts()
    player.plays(run_id)
    started = time.perf_counter()
    with listening(address, owner, run_id) as socket:
        frames, code = frames_until_closed(socket)
    assert time.perf_counter() - started < 1.0
    assert code == 1000
    state = fold(map(read, frames))
    assert state.status == "finished"
    assert len(state.layers) == CARD.layers


def test_a_socket_opened_a_day_later_gets_the_stored_run(owner: Person, player: Player, address: str) -> None:
    """C135: the live log has expired; the capture's own record of the run answers."""
    run_id = owner.starts()
    player.plays(run_id)
    owner.get(f"/api/runs/{run_id}")
    player.client.flushdb()
    with listening(address, owner, run_id) as socket:
        frames, code = frames_until_closed(socket)
    assert code == 1000
    assert fold(map(read, frames)).status == "finished"


def test_a_reader_resumes_after_the_last_event_that_it_has(owner: Person, player: Player, address: str) -> None:
    run_id = owner.starts()
    with listening(address, owner, run_id) as socket:
        player.takes(run_id)
        seen = [read(socket.recv(timeout=5)) for _ in range(2)]
    last = max(event.seq for event in seen)
    player.dies(run_id)
    player.plays(run_id)
    with listening(address, owner, run_id, after=last) as socket:
        rest, code = frames_until_closed(socket)
    assert code == 1000
    assert [event.seq for event in numbered(rest)] == list(range(last + 1, last + 1 + len(rest)))
    with listening(address, owner, run_id, after=last + len(rest)) as socket:
        assert frames_until_closed(socket) == ([], 1000)


@pytest.mark.parametrize("after", [str(2**53), "9" * 30, "9" * 5000])
def test_a_reader_that_claims_to_be_past_the_end_gets_nothing(
    after: str, owner: Person, player: Player, address: str
) -> None:
    """It is closed as after any run's end: a fault would have it come back for ever."""
    run_id = owner.starts()
    player.plays(run_id)
    with listening(address, owner, run_id, after=after) as socket:
        assert frames_until_closed(socket) == ([], 1000)


def test_frames_stay_under_one_mebibyte(owner: Person, player: Player, address: str) -> None:
    """C137: the largest event of a real model, 64 heads of 64 x 64 cells, is half of it."""
    run_id = owner.starts({**SPEC, "text": "a b " * 200})
    player.takes(run_id)
    player.log.append(str(run_id), heads_event(0, 0, 64, 400))
    player.plays_end(run_id)
    with listening(address, owner, run_id) as socket:
        frames, _ = frames_until_closed(socket)
    assert ONE_MIB / 4 < max(map(len, frames)) < ONE_MIB


def test_what_a_reader_sends_is_dropped_and_too_much_of_it_closes_the_socket(owner: Person, address: str) -> None:
    """C137: nothing is asked over the socket; an oversized message is answered by 1009."""
    run_id = owner.starts()
    with listening(address, owner, run_id) as socket:
        socket.send("hello")
        assert read(socket.recv(timeout=5)).type == "run.queued"
        socket.send(b"x" * 100_000)
        _, code = frames_until_closed(socket)
    assert code == 1009


def test_every_frame_is_strict_json_once_its_arrays_are_bytes(owner: Person, player: Player, address: str) -> None:
    """C047: masked cells travel as NaN inside typed bytes; no bare NaN or Infinity stands anywhere else."""
    run_id = owner.starts()
    player.plays(run_id)
    with listening(address, owner, run_id) as socket:
        frames, _ = frames_until_closed(socket)
    for frame in frames:
        json.dumps(msgpack.unpackb(frame), allow_nan=False, default=lambda raw: raw.hex())


def test_somebody_elses_stream_is_refused_like_one_that_is_not_there(
    owner: Person, stranger: Person, player: Player, address: str
) -> None:
    """C140: the same code and not a single frame for another browser, for none, and for an unknown id."""
    run_id = owner.starts()
    player.plays(run_id)
    for person, wanted in ((stranger, run_id), (None, run_id), (owner, uuid4()), (owner, "not-an-id")):
        with listening(address, person, wanted) as socket:
            assert frames_until_closed(socket) == ([], 4404)


def test_the_stream_closes_within_ten_seconds_of_the_sessions_end(
    owner: Person, player: Player, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C139: the browser's session is flushed elsewhere; the socket closes with an auth code and sends nothing more."""
    monkeypatch.setattr("webapp.runs.consumers.SESSION_CHECK_S", 0.2)
    run_id = owner.starts()
    with listening(address, owner, run_id) as socket:
        assert read(socket.recv(timeout=5)).type == "run.queued"
        owner.client.session.flush()
        frames, code = frames_until_closed(socket, wait_s=3)
        player.takes(run_id)
    assert code == 4401
    assert numbered(frames) == []


def test_a_part_that_is_down_is_told_apart_from_a_fault_of_ours(
    owner: Person, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = owner.starts()
    for fault, expected in ((RedisConnectionError("down"), 1013), (RuntimeError("a bug"), 1011)):

        def fails(*unused: object, fault: Exception = fault) -> None:
            raise fault

        monkeypatch.setattr("webapp.runs.services.read_run", fails)
        with listening(address, owner, run_id) as socket:
            assert frames_until_closed(socket) == ([], expected)


def test_the_session_is_looked_at_often_enough() -> None:
    """C139: with the time of a check itself, twice within the ten seconds that are promised."""
    from webapp.runs.consumers import SESSION_CHECK_S

    assert SESSION_CHECK_S <= 5


def test_a_waiting_run_is_told_its_place_in_the_queue(owner: Person, player: Player, address: str) -> None:
    first = owner.starts({**SPEC, "text": "f"})
    second = owner.starts({**SPEC, "text": "s"})
    with listening(address, owner, second) as socket:
        assert read(socket.recv(timeout=5)).type == "run.queued"
        assert read(socket.recv(timeout=5)) == QueuePosition(seq=0, ahead=1, worker_alive=True)
        player.client.delete("worker:alive")
        assert read(socket.recv(timeout=5)) == QueuePosition(seq=0, ahead=1, worker_alive=False)
        player.takes(first)
        player.plays_end(first)
        player.client.srem("runs:active", str(first))
        assert read(socket.recv(timeout=5)) == QueuePosition(seq=0, ahead=0, worker_alive=False)
        player.takes(second)
        assert read(socket.recv(timeout=5)).type == "run.started"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null"])
def test_a_foreign_page_cannot_open_a_socket(origin: str, owner: Person, address: str) -> None:
    run_id = owner.starts()
    with pytest.raises(InvalidStatus) as refused, listening(address, owner, run_id, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_page_can_open_a_socket(owner: Person, player: Player, address: str) -> None:
    run_id = owner.starts()
    player.plays(run_id)
    with listening(address, owner, run_id, origin=f"http://{address}") as socket:
        assert frames_until_closed(socket)[1] == 1000


def test_a_host_that_is_not_ours_gets_no_socket(owner: Person, address: str) -> None:
    """A name that somebody else points at this machine makes the browser send foreign pages' requests as its own."""
    run_id = owner.starts()
    host, port = address.split(":")
    evil = f"evil.example:{port}"
    with pytest.raises(InvalidStatus), create_connection((host, int(port))) as wire:
        connect(f"ws://{evil}/ws/runs/{run_id}", sock=wire, origin=Origin(f"http://{evil}"), proxy=None)


def test_ten_readers_of_ten_runs_lose_nothing(owner: Person, player: Player, address: str) -> None:
    runs = [owner.starts({**SPEC, "text": f"t {letter}"}) for letter in "abcdefghij"]
    seen: dict[UUID, list[RunEvent]] = {}

    def reads(run_id: UUID) -> None:
        with listening(address, owner, run_id) as socket:
            seen[run_id] = numbered(frames_until_closed(socket)[0])

    readers = [threading.Thread(target=reads, args=(run_id,)) for run_id in runs]
    for reader in readers:
        reader.start()
    for run_id in runs:
        player.plays(run_id, layers=4, heads_at_once=1)
    for reader in readers:
        reader.join(timeout=20)
    for run_id in runs:
        assert [event.seq for event in seen[run_id]] == list(range(1, len(seen[run_id]) + 1))
        assert fold(seen[run_id]).status == "finished"
        assert len(fold(seen[run_id]).heads) == 16
