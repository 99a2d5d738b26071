"""A training's life outside the process that computes it: its log and its keys, beside those of the runs.

A job is one training that goes on; several people who ask for the same share one. Its keys are a run's, under an id
that no run has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import msgpack
import redis

from compute.lab.order import Speed
from compute.lab.told import FINAL, TOLD, ToldEvent
from compute.publish import APPEND, LOG_TTL_S, Entry, end_key, log_key, spec_key
from compute.settings import settings

WAITING = "trainings:waiting"  # sorted set: job -> time it was queued
ACTIVE = "trainings:active"  # set: jobs that have not ended
SPEEDS = "trainings:speeds"  # list: what was measured, newest first
TRAINER_ALIVE = "trainer:alive"  # as WORKER_ALIVE, by every training worker
MOST_SPEEDS = 32
WORK = ".work"  # in TRAINED_DIR: what is being trained, by digest
EVENTS = "events.msgpack"  # beside a trained model: what its training said


def key_of(job: str) -> str:
    """The id under which the job's log, lease, cancel flag and attempts stand."""
    return f"training-{job}"


def keep_key(job: str) -> str:
    """Set: somebody has left, and the model is to be stored for them as it is."""
    return f"run:{key_of(job)}:keep"


def order_key(job: str) -> str:
    return spec_key(key_of(job))


def pack(event: ToldEvent) -> bytes:
    """The event as one MessagePack map."""
    return cast(bytes, msgpack.packb(event.model_dump(mode="python"), use_bin_type=True))


def read_entry(entry: Entry) -> ToldEvent:
    """The event of a stream entry; its `seq` is its place in the log."""
    entry_id, fields = entry
    return TOLD.validate_python(msgpack.unpackb(fields[b"e"]) | {"seq": int(entry_id.split(b"-")[0])})


@dataclass(frozen=True)
class TrainingLog:
    """The log of every job behind one connection."""

    client: "redis.Redis"

    def append(self, job: str, event: ToldEvent) -> int:
        """Adds the event and returns its seq; 0, and nothing is added, if the job has ended."""
        final = "1" if event.type in FINAL else "0"
        key = key_of(job)
        seq = self.client.eval(APPEND, 2, log_key(key), end_key(key), pack(event), LOG_TTL_S, final)
        return cast(int, seq)

    def read(self, job: str, after: int = 0) -> Iterator[ToldEvent]:
        """Events with seq > after that are there now."""
        for entry in cast(list[Entry], self.client.xrange(log_key(key_of(job)), min=f"({after}-0")):
            yield read_entry(entry)

    def ends(self, job: str, left_seq: int | None) -> list[ToldEvent]:
        """Of a log, what tells how it stands: its beginning, its end, and all since `left_seq` if that is given."""
        key = log_key(key_of(job))
        entries = cast(list[Entry], self.client.xrange(key, count=2))
        entries = [*entries, *cast(list[Entry], self.client.xrevrange(key, count=2))]
        if left_seq is not None:
            entries += cast(list[Entry], self.client.xrange(key, min=f"({left_seq}-0"))
        by_seq = {event.seq: event for event in map(read_entry, entries)}
        return [by_seq[seq] for seq in sorted(by_seq)]

    def last_seq(self, job: str) -> int:
        last = cast(list[Entry], self.client.xrevrange(log_key(key_of(job)), count=1))
        return int(last[0][0].split(b"-")[0]) if last else 0

    def exists(self, job: str) -> bool:
        return bool(self.client.exists(log_key(key_of(job))))

    def has_ended(self, job: str) -> bool:
        return bool(self.client.exists(end_key(key_of(job))))


def stored_events(model: str) -> list[ToldEvent]:
    """What was said of a trained model that is kept here; nothing if its files are gone."""
    file = settings().trained_dir / model / EVENTS
    if not file.exists():
        return []
    unpacker = msgpack.Unpacker(max_buffer_size=0)
    unpacker.feed(file.read_bytes())
    return [TOLD.validate_python(event) for event in unpacker]


def remember_speed(client: "redis.Redis", speed: Speed) -> None:
    client.lpush(SPEEDS, f"{speed.step_flops!r} {speed.step_s!r}")
    client.ltrim(SPEEDS, 0, MOST_SPEEDS - 1)


def known_speeds(client: "redis.Redis") -> list[Speed]:
    """What was measured here, newest first."""
    lines = cast(list[bytes], client.lrange(SPEEDS, 0, -1))
    return [Speed(*map(float, line.split())) for line in lines]
