"""The stream of a training over a real server: complete, in order, from any point on, for its owner alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import msgpack
import pytest
import redis
from websockets.sync.client import ClientConnection, connect

import compute.training  # noqa: F401  (torch is loaded before anybody listens)
from compute import lease
from compute.events import QueuePosition
from compute.lab.told import TOLD, ToldEvent
from compute.trainings import TRAINER_ALIVE

from .cast import Person
from .test_stream import frames_until_closed
from .trainer import asked, job_of, orders, trains, trains_job


@pytest.fixture(autouse=True)
def _worker_of_these_tests(client: "redis.Redis") -> None:
    lease.connection.cache_clear()


@contextmanager
def listening(address: str, person: Person, training_id: object, after: int = 0) -> Iterator[ClientConnection]:
    url = f"ws://{address}/ws/trainings/{training_id}?after={after}"
    with connect(url, additional_headers={"Cookie": person.cookie}, max_size=2**24, proxy=None) as socket:
        yield socket


def told(frames: list[bytes]) -> list[ToldEvent]:
    return [TOLD.validate_python(msgpack.unpackb(frame)) for frame in frames]


def test_a_training_is_heard_as_it_happens_from_its_place_in_the_queue_to_its_end(
    owner: Person, client: "redis.Redis", address: str
) -> None:
    client.set(TRAINER_ALIVE, 1)
    training_id = orders(owner, asked(seed=11))
    with listening(address, owner, training_id) as socket:
        first = told([socket.recv(timeout=10), socket.recv(timeout=10)])  # type: ignore[list-item]
        assert first[0].type == "training.queued"
        assert isinstance(first[1], QueuePosition)
        assert (first[1].ahead, first[1].worker_alive) == (0, True)
    worker = threading.Thread(target=trains_job, args=(job_of(training_id),))
    worker.start()
    frames, code = [], 1013
    while code == 1013:  # the worker shares this process, which may keep the server from its work for a while
        heard = max((event.seq for event in told(frames)), default=1)
        with listening(address, owner, training_id, after=heard) as socket:
            more, code = frames_until_closed(socket, wait_s=60)
        frames += more
    worker.join()
    assert code == 1000
    events = [event for event in told(frames) if event.seq]
    assert [event.seq for event in events] == list(range(2, len(events) + 2))
    assert events[-1].type == "training.ended"
    assert all(len(frame) < 2**20 for frame in frames)


def test_it_is_heard_again_from_any_point_on_also_when_the_log_has_expired(
    owner: Person, client: "redis.Redis", address: str
) -> None:
    training_id = orders(owner, asked(seed=12))
    trains(training_id)
    owner.get(f"/api/trainings/{training_id}")
    with listening(address, owner, training_id) as socket:
        whole, _ = frames_until_closed(socket)
    client.flushdb()
    with listening(address, owner, training_id, after=5) as socket:
        kept, code = frames_until_closed(socket)
    assert code == 1000
    assert kept[:-1] == whole[5:-1]
    assert told(kept[-1:])[0].type == "training.ended"


@pytest.mark.parametrize("which", ["another's", "none", "not an id"])
def test_a_stranger_hears_nothing_of_it(which: str, owner: Person, stranger: Person, address: str) -> None:
    name = {"another's": str(orders(owner, asked(seed=13))), "none": str(uuid4()), "not an id": "training"}[which]
    with listening(address, stranger, name) as socket:
        assert frames_until_closed(socket) == ([], 4404)
