"""Two hundred guests on one study at once, over a real server."""

import asyncio
import statistics
import time
from dataclasses import dataclass, field

import httpx
import msgpack
import pytest
from websockets.asyncio.client import connect

from compute.events import EVENT
from compute.fold import fold

from .cast import Person
from .player import CARD, Player
from .studying import shares, studies_a_run

GUESTS = 200
AT_ONCE = 50  # connections being made; all guests stay until the end


@dataclass
class Seen:
    """What one guest got: the run's numbered events, and how long each request took, in seconds."""

    seqs: list[int] = field(default_factory=list)
    finished: bool = False
    codes: list[int] = field(default_factory=list)
    took: list[float] = field(default_factory=list)


async def visits(address: str, token: str, run: str, study: str, gate: asyncio.Semaphore) -> Seen:
    """Opens the link, reads the study, a tile and a row, and hears the whole run."""
    seen = Seen()
    # A connection for each request: one kept open might be closed by the server in the moment of its next use.
    fresh = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60, trust_env=False, limits=fresh) as guest:

        async def asks(method: str, path: str, **how: object) -> None:
            started = time.perf_counter()
            answer = await guest.request(method, path, **how)
            seen.took.append(time.perf_counter() - started)
            seen.codes.append(answer.status_code)

        async with gate:
            await guest.get(f"/s/{token}")
            csrf = {"X-CSRFToken": guest.cookies["csrftoken"]}
            await asks("POST", "/api/links/open", json={"token": token}, headers=csrf)
            await asks("GET", f"/api/studies/{study}")
            await asks("GET", f"/api/runs/{run}/tiles/decoder/1/2")
            await asks("GET", f"/api/runs/{run}/rows/decoder/0/0/3")
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        async with (
            gate,
            connect(f"ws://{address}/ws/runs/{run}", additional_headers={"Cookie": cookie}, proxy=None) as socket,
        ):
            events = [EVENT.validate_python(msgpack.unpackb(frame)) async for frame in socket]
    numbered = [event for event in events if event.seq]
    seen.seqs = [event.seq for event in numbered]
    state = fold(numbered)
    seen.finished = state.status == "finished" and len(state.layers) == CARD.layers
    return seen


def test_two_hundred_guests_read_one_study_and_none_misses_an_event(
    owner: Person, player: Player, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The machine's numbers are printed; how fast it is decides nothing here."""
    study, run_id = studies_a_run(owner, player)
    _, token = shares(owner, study)

    async def everybody() -> list[Seen]:
        gate = asyncio.Semaphore(AT_ONCE)
        return await asyncio.gather(*(visits(address, token, str(run_id), study, gate) for _ in range(GUESTS)))

    started = time.perf_counter()
    seen = asyncio.run(everybody())
    took = [seconds for one in seen for seconds in one.took]
    with capsys.disabled():
        print(
            f"\n{GUESTS} guests, {len(took)} requests and {GUESTS} streams in {time.perf_counter() - started:.1f} s: "
            f"median {statistics.median(took) * 1000:.0f} ms, slowest {max(took) * 1000:.0f} ms"
        )
    assert {code for one in seen for code in one.codes} == {200}
    assert all(one.finished for one in seen)
    assert {tuple(one.seqs) for one in seen} == {tuple(range(1, len(seen[0].seqs) + 1))}
