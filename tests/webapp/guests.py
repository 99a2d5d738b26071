"""Guests of one study in a process of their own, so that the server's is not slowed by what they do.

python -m tests.webapp.guests ADDRESS TOKEN RUN STUDY GUESTS    prints what each of them got, as JSON
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field

import httpx
import msgpack
from websockets.asyncio.client import connect

from compute.events import EVENT
from compute.fold import fold

PATIENT = {"open_timeout": 300, "ping_interval": None}  # a busy machine loses no guest
AT_ONCE = 50  # connections being made; all guests stay until the end


@dataclass
class Seen:
    """What one guest got: the run's numbered events, its layers, and how long each request took, in seconds."""

    seqs: list[int] = field(default_factory=list)
    status: str = ""
    layers: int = 0
    codes: list[int] = field(default_factory=list)
    took: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Visit:
    address: str
    token: str
    run: str
    study: str

    async def made(self, gate: asyncio.Semaphore) -> Seen:
        """Opens the link, reads the study, a tile and a row, and hears the whole run."""
        seen = Seen()
        plain = httpx.AsyncHTTPTransport(verify=False)  # reading certificates takes longer than a request
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=300, transport=plain) as guest, gate:
            await guest.get(f"/s/{self.token}")
            csrf = {"X-CSRFToken": guest.cookies["csrftoken"]}
            for method, path, how in (
                ("POST", "/api/links/open", {"json": {"token": self.token}, "headers": csrf}),
                ("GET", f"/api/studies/{self.study}", {}),
                ("GET", f"/api/runs/{self.run}/tiles/decoder/1/2", {}),
                ("GET", f"/api/runs/{self.run}/rows/decoder/0/0/3", {}),
            ):
                with timed(seen):
                    seen.codes.append((await guest.request(method, path, **how)).status_code)
            await self.hears(seen, "; ".join(f"{name}={value}" for name, value in guest.cookies.items()))
        return seen

    async def hears(self, seen: Seen, cookie: str) -> None:
        where = f"ws://{self.address}/ws/runs/{self.run}"
        async with connect(where, additional_headers={"Cookie": cookie}, proxy=None, **PATIENT) as socket:
            events = [EVENT.validate_python(msgpack.unpackb(frame)) async for frame in socket]
        numbered = [event for event in events if event.seq]
        state = fold(numbered)
        seen.seqs = [event.seq for event in numbered]
        seen.status, seen.layers = state.status, len(state.layers)


@contextmanager
def timed(seen: Seen) -> Iterator[None]:
    started = time.perf_counter()
    yield
    seen.took.append(time.perf_counter() - started)


async def everybody(visit: Visit, guests: int) -> list[Seen]:
    gate = asyncio.Semaphore(AT_ONCE)
    return await asyncio.gather(*(visit.made(gate) for _ in range(guests)))


if __name__ == "__main__":
    *where, guests = sys.argv[1:]
    print(json.dumps([asdict(seen) for seen in asyncio.run(everybody(Visit(*where), int(guests)))]))
