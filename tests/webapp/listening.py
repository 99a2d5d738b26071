"""Sockets of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgpack
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from compute.events import EVENT, RunEvent

from .cast import Person


@contextmanager
def hears(address: str, person: Person, run_id: object) -> Iterator[ClientConnection]:
    where = f"ws://{address}/ws/runs/{run_id}"
    with connect(where, additional_headers={"Cookie": person.cookie}, max_size=2**24, proxy=None) as socket:
        yield socket


def until_closed(socket: ClientConnection, wait_s: float = 10) -> tuple[list[RunEvent], int]:
    """Every event that comes, and the code that the socket closes with."""
    events: list[RunEvent] = []
    while True:
        try:
            frame = socket.recv(timeout=wait_s)
        except ConnectionClosed as closed:
            return events, closed.rcvd.code if closed.rcvd else 1006
        assert isinstance(frame, bytes)
        events.append(EVENT.validate_python(msgpack.unpackb(frame)))
