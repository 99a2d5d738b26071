"""Ten people at once on one worker: every run completes, and nobody misses an event."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgpack
import websockets
from websockets.typing import Origin

from bench.report import Figure
from scripts.running import App

PEOPLE = 10
FINAL = {"run.finished", "run.failed", "run.crashed", "run.cancelled"}


async def one_person(address: str, number: int) -> dict[str, Any]:
    """Starts a run, follows it to its end, and says what was heard."""
    async with httpx.AsyncClient(base_url=address) as client:
        await client.get("/api/models")
        body = {"model": "smollm2-135m-instruct", "text": f"Person {number} asks what the ferry brought. " * 12}
        headers = {"X-CSRFToken": client.cookies["csrftoken"], "Referer": address}
        start = time.perf_counter()
        run = (await client.post("/api/runs", json=body, headers=headers)).raise_for_status().json()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        url = f"{address.replace('http', 'ws')}/ws/runs/{run['id']}"
        numbers, total, ahead = [], 0, 0
        async with websockets.connect(
            url, additional_headers={"Cookie": cookie}, origin=Origin(address), max_size=2**20
        ) as socket:
            async for frame in socket:
                event = msgpack.unpackb(frame)
                total += len(frame)
                if event["seq"]:
                    numbers.append(event["seq"])
                else:
                    ahead = max(ahead, event["ahead"])
                if event["type"] in FINAL:
                    break
    return {
        "ended": event["type"],
        "complete": numbers == list(range(1, len(numbers) + 1)),
        "events": len(numbers),
        "bytes": total,
        "ahead": ahead,
        "seconds": time.perf_counter() - start,
    }


async def crowd(address: str) -> list[dict[str, Any]]:
    return await asyncio.gather(*(one_person(address, number) for number in range(PEOPLE)))


def figures(app: App) -> Iterator[Figure]:
    alone = asyncio.run(one_person(app.address, 99))
    yield Figure("crowd", "one run alone: from the question to the last event", alone["seconds"], "s")
    yield Figure(
        "crowd", "bytes on the socket of that run", alone["bytes"] / 1024, "KiB", None, f"{alone['events']} events"
    )
    people = asyncio.run(crowd(app.address))
    lost = sum(not person["complete"] or person["ended"] != "run.finished" for person in people)
    yield Figure("crowd", f"of {PEOPLE} people at once, runs not complete or with events lost", lost, "", 0)
    yield Figure("crowd", "most runs shown to be ahead of one's own", max(person["ahead"] for person in people), "runs")
    slowest = max(person["seconds"] for person in people)
    yield Figure("crowd", f"slowest of {PEOPLE} ÷ ({PEOPLE} × one alone)", slowest / alone["seconds"] / PEOPLE, "×")
