"""The stream of one run: everything since `after`, then whatever comes, in order and without a gap.

Each socket reads the run's log at its own pace by its own connection: a slow reader waits for itself alone.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import cast
from urllib.parse import parse_qs
from uuid import UUID

import redis.asyncio
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError
from redis.exceptions import RedisError

from compute.errors import NotFound
from compute.events import FINAL_TYPES, QueuePosition
from compute.publish import (
    ACTIVE,
    LAST_SEQ,
    WAITING,
    WORKER_ALIVE,
    Entry,
    end_key,
    lease_key,
    log_key,
    pack,
    read_entry,
)
from compute.settings import settings
from webapp.browser import Visitor, visitor_in
from webapp.runs import frames, services
from webapp.runs.access import readable
from webapp.runs.models import Run

log = logging.getLogger(__name__)

NORMAL, TOO_BIG, BROKEN, TRY_AGAIN, SIGNED_OUT, NOT_THERE = 1000, 1009, 1011, 1013, 4401, 4404
Work = Callable[[], Coroutine[None, None, int]]  # gives the code to close with
Answer = list[tuple[bytes, list[Entry]]]  # what is new in each stream that was asked for
READ_AT_ONCE = 8  # entries, each under 1 MiB
BLOCK_MS = 1000
SESSION_CHECK_S = 5
INBOUND_LIMIT_BYTES = 4096


class EventStream(AsyncWebsocketConsumer):
    """Closes with 1000 after the final event, 4404 for “not there or not yours”, 4401 once the session has ended.
    A link that is revoked while the stream is open makes it “not yours”.

    1013 means that a part is down for a moment, 1011 that the fault is ours: either way, connect again with after=SEQ
    of the last event that arrived.
    """

    async def connect(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        await self.accept()
        self._start(self._open)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked over the socket; what comes is dropped."""
        if len(text_data or bytes_data or "") > INBOUND_LIMIT_BYTES:
            await self._end(TOO_BIG)

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()

    def _start(self, work: Work) -> None:
        self.tasks.append(asyncio.create_task(self._close_after(work)))

    async def _close_after(self, work: Work) -> None:
        """Does the work and closes with the code that it gives, or with the one for what went wrong."""
        try:
            code = await work()
        except OSError:
            return  # the reader has gone
        except NotFound:
            code = NOT_THERE
        except (RedisError, DatabaseError):
            code = TRY_AGAIN
        except Exception:
            log.exception("A stream broke off")
            code = BROKEN
        await self._end(code)

    async def _open(self) -> int:
        """Sends all that there is and will be; gives the code to close with."""
        raise NotImplementedError

    async def _end(self, code: int) -> None:
        """Stops the other tasks first, so that nothing is sent behind the closing frame."""
        for task in self.tasks:
            if task is not asyncio.current_task():
                task.cancel()
        await self.close(code)


class RunStream(EventStream):
    """The stream of one run."""

    async def _open(self) -> int:
        self.visitor, run = await database_sync_to_async(_found)(
            self.scope["session"], self.scope["url_route"]["kwargs"]["run_id"]
        )
        if not run.is_example:
            self._start(lambda: self._watch(run.id))
        after = after_of(self.scope["query_string"])
        if run.is_live:
            async with redis.asyncio.Redis.from_url(settings().redis_url) as client:
                await self._follow(client, str(run.id), after)
        else:
            for frame in await sync_to_async(frames.all_frames, thread_sensitive=False)(run, after):
                await self.send(bytes_data=frame)
        return NORMAL

    async def _follow(self, client: "redis.asyncio.Redis", run_id: str, after: int) -> None:
        remark: QueuePosition | None = None
        block_ms = 1  # what is there already goes out before any remark
        while True:
            entries = await read_log(client, run_id, after, block_ms)
            for entry in entries:
                event = read_entry(entry)
                await self.send(bytes_data=pack(event))
                after = event.seq
                if event.type in FINAL_TYPES:
                    return
            if entries:
                continue
            if int(await client.get(end_key(run_id)) or after + 1) <= after:
                return
            block_ms = BLOCK_MS
            position = await _position(client, run_id)
            if position is not None and position != remark:
                await self.send(bytes_data=pack(position))
            remark = position

    async def _watch(self, run_id: UUID) -> int:
        """Comes back soon after the session that the stream was opened with, or its right to read, has gone."""
        key = self.scope["session"].session_key
        while True:
            await asyncio.sleep(SESSION_CHECK_S)
            visitor, may_read = await database_sync_to_async(_right)(key, run_id)
            if visitor.owner != self.visitor.owner:
                return SIGNED_OUT
            if not may_read:
                return NOT_THERE


def _found(session: SessionBase, run_id: str) -> tuple[Visitor, Run]:
    """Who the session is, and the run that it asks for. Raises: NotFound, for an id of the wrong form too."""
    visitor = visitor_in(session)
    try:
        return visitor, services.read_run(visitor, UUID(run_id))
    except ValueError:
        raise NotFound from None


def _right(session_key: str | None, run_id: UUID) -> tuple[Visitor, bool]:
    """Who the session is by now, and whether that one may read the run."""
    visitor = visitor_in(SessionStore(session_key=session_key))
    return visitor, readable(visitor, run_id) is not None


async def read_log(client: "redis.asyncio.Redis", run_id: str, after: int, block_ms: int) -> list[Entry]:
    answer = cast(Answer, await client.xread({log_key(run_id): f"{after}-0"}, count=READ_AT_ONCE, block=block_ms))
    return answer[0][1] if answer else []


async def _position(client: "redis.asyncio.Redis", run_id: str) -> QueuePosition | None:
    """How many runs stand before this one, those at work included; None once it is at work itself."""
    pipe = client.pipeline(transaction=False)
    pipe.zrank(WAITING, run_id)
    pipe.exists(lease_key(run_id))
    pipe.zcard(WAITING)
    pipe.scard(ACTIVE)
    pipe.exists(WORKER_ALIVE)
    rank, is_leased, waiting, active, worker_alive = await pipe.execute()
    if rank is None or is_leased:
        return None
    return QueuePosition(seq=0, ahead=rank + max(0, active - waiting), worker_alive=bool(worker_alive))


def after_of(query: bytes) -> int:
    """The seq that the reader has already; what is not a number counts as none."""
    given = parse_qs(query.decode("latin-1")).get("after", ["0"])[0]
    return min(int(given[:20]), LAST_SEQ) if given.isascii() and given.isdigit() else 0
