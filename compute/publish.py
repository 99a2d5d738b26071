"""A run's life outside the process that computes it: its event log, lease, cancel flag and place in the queue.

Everything stands in Redis (or Valkey) under keys that expire. The log is a stream whose entry ids are the
events' own `seq`, so that an event can be appended once only and read again from anywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import msgpack
import redis

from compute.events import EVENT, FINAL_TYPES, RunEvent

Entry = tuple[bytes, dict[bytes, bytes]]  # a stream entry: its id, its fields

LOG_TTL_S = 24 * 3600
LEASE_TTL_S = 8
WAITING = "runs:waiting"  # sorted set: run id -> time it was queued
ACTIVE = "runs:active"  # set: runs that have not ended
LAST_SEQ = 2**53 - 1  # no run comes near it; every reader of JSON knows it, and Redis takes it as an entry's id
WORKER_ALIVE = "worker:alive"  # set again and again by every worker, and gone soon after the last of them

# Renews, releases: only the owner of a lease may.
_RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('expire', KEYS[1], ARGV[2]) else return 0 end"
_RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end"
# Appends with the next seq unless the run has ended; final entries close the log.
APPEND = """
if redis.call('exists', KEYS[2]) == 1 then return 0 end
local last = redis.call('xrevrange', KEYS[1], '+', '-', 'COUNT', 1)
local seq = 1
if #last > 0 then seq = tonumber(string.match(last[1][1], '^(%d+)')) + 1 end
redis.call('xadd', KEYS[1], seq .. '-0', 'e', ARGV[1])
redis.call('expire', KEYS[1], ARGV[2])
if ARGV[3] == '1' then redis.call('set', KEYS[2], seq, 'EX', ARGV[2]) end
return seq
"""


def log_key(run_id: str) -> str:
    return f"run:{run_id}:log"


def end_key(run_id: str) -> str:
    return f"run:{run_id}:end"


def lease_key(run_id: str) -> str:
    return f"run:{run_id}:lease"


def cancel_key(run_id: str) -> str:
    return f"run:{run_id}:cancel"


def spec_key(run_id: str) -> str:
    return f"run:{run_id}:spec"


def attempt_key(run_id: str) -> str:
    return f"run:{run_id}:attempts"


def pack(event: RunEvent) -> bytes:
    """The event as one MessagePack map."""
    return cast(bytes, msgpack.packb(event.model_dump(mode="python"), use_bin_type=True))


def read_entry(entry: Entry) -> RunEvent:
    """The event of a stream entry; its `seq` is its place in the log."""
    entry_id, fields = entry
    return EVENT.validate_python(msgpack.unpackb(fields[b"e"]) | {"seq": int(entry_id.split(b"-")[0])})


@dataclass(frozen=True)
class RunLog:
    """The log of every run behind one connection."""

    client: "redis.Redis"

    def append(self, run_id: str, event: RunEvent) -> int:
        """Adds the event and returns its seq; 0, and nothing is added, if the run has ended."""
        final = "1" if event.type in FINAL_TYPES else "0"
        seq = self.client.eval(APPEND, 2, log_key(run_id), end_key(run_id), pack(event), LOG_TTL_S, final)
        return cast(int, seq)

    def read(self, run_id: str, after: int = 0) -> Iterator[RunEvent]:
        """Events with seq > after that are there now."""
        entries = cast(list[Entry], self.client.xrange(log_key(run_id), min=f"({after}-0"))
        for entry in entries:
            yield read_entry(entry)

    def has_ended(self, run_id: str) -> bool:
        return bool(self.client.exists(end_key(run_id)))


@dataclass(frozen=True)
class Leases:
    """Who computes which run. A lease lapses LEASE_TTL_S after its last renewal: a killed worker's runs come free."""

    client: "redis.Redis"

    def take(self, run_id: str, owner: str) -> bool:
        return bool(self.client.set(lease_key(run_id), owner, nx=True, ex=LEASE_TTL_S))

    def renew(self, run_id: str, owner: str) -> bool:
        return bool(self.client.eval(_RENEW, 1, lease_key(run_id), owner, LEASE_TTL_S))

    def release(self, run_id: str, owner: str) -> None:
        self.client.eval(_RELEASE, 1, lease_key(run_id), owner)

    def is_held(self, run_id: str) -> bool:
        return bool(self.client.exists(lease_key(run_id)))
