"""The stream of one training, by the rules of a run's: everything since `after`, then whatever comes."""

import asyncio
from uuid import UUID

import redis.asyncio
from channels.db import database_sync_to_async
from django.contrib.sessions.backends.db import SessionStore

from compute.errors import NotFound
from compute.events import QueuePosition
from compute.lab.told import FINAL, ended_by_leaving
from compute.publish import lease_key
from compute.settings import settings
from compute.trainings import ACTIVE, TRAINER_ALIVE, WAITING, key_of, pack, read_entry
from webapp.browser import visitor_in
from webapp.runs.consumers import (
    BLOCK_MS,
    NORMAL,
    NOT_THERE,
    SESSION_CHECK_S,
    SIGNED_OUT,
    EventStream,
    after_of,
    read_log,
)
from webapp.trainings import access, services
from webapp.trainings.models import Training


class TrainingStream(EventStream):
    """The stream of one training, for its owner."""

    async def _open(self) -> int:
        self.visitor = await database_sync_to_async(visitor_in)(self.scope["session"])
        training = await self._find()
        self._start(lambda: self._watch(training.id))
        after = after_of(self.scope["query_string"])
        if training.is_live:
            async with redis.asyncio.Redis.from_url(settings().redis_url) as client:
                await self._follow(client, training, after)
        else:
            await self._replay(training, after)
        return NORMAL

    async def _find(self) -> Training:
        """Raises: NotFound, for an id of the wrong form too."""
        try:
            training_id = UUID(self.scope["url_route"]["kwargs"]["training_id"])
        except ValueError:
            raise NotFound from None
        return await database_sync_to_async(services.find_training)(self.visitor.owner, training_id)

    async def _replay(self, training: Training, after: int) -> None:
        for frame in await database_sync_to_async(_kept)(training, after):
            await self.send(bytes_data=frame)

    async def _follow(self, client: "redis.asyncio.Redis", training: Training, after: int) -> None:
        job, remark, block_ms = str(training.job), None, 1
        while True:
            entries = await read_log(client, key_of(job), after, block_ms)
            for entry in entries:
                event = read_entry(entry)
                await self.send(bytes_data=pack(event))
                after = event.seq
                if event.type in FINAL:
                    return
                if event.type == "training.stored" and await database_sync_to_async(_has_left)(training, event.seq):
                    await self.send(bytes_data=pack(ended_by_leaving(event)))
                    return
            if entries:
                continue
            block_ms = BLOCK_MS
            if not await database_sync_to_async(_is_live)(training):
                await self._replay(training, after)
                return
            position = await _position(client, job)
            if position is not None and position != remark:
                await self.send(bytes_data=pack(position))
            remark = position

    async def _watch(self, training_id: UUID) -> int:
        """Comes back soon after the session that the stream was opened with, or its training, has gone."""
        key = self.scope["session"].session_key
        while True:
            await asyncio.sleep(SESSION_CHECK_S)
            visitor = await database_sync_to_async(visitor_in)(SessionStore(session_key=key))
            if visitor.owner != self.visitor.owner:
                return SIGNED_OUT
            if not await database_sync_to_async(_is_there)(visitor.owner, training_id):
                return NOT_THERE


def _kept(training: Training, after: int) -> list[bytes]:
    return [pack(event) for event in services.events_of(training) if event.seq > after]


def _has_left(training: Training, seq: int) -> bool:
    training.refresh_from_db(fields=["left_seq"])
    return training.left_seq is not None and seq > training.left_seq


def _is_live(training: Training) -> bool:
    training.refresh_from_db()
    return services.settle([training])[0].is_live


def _is_there(owner: str, training_id: UUID) -> bool:
    return access.visible_to(owner).filter(id=training_id).exists()


async def _position(client: "redis.asyncio.Redis", job: str) -> QueuePosition | None:
    """How many trainings stand before this one, those at work included; None once it is at work itself."""
    pipe = client.pipeline(transaction=False)
    pipe.zrank(WAITING, job)
    pipe.exists(lease_key(key_of(job)))
    pipe.zcard(WAITING)
    pipe.scard(ACTIVE)
    pipe.exists(TRAINER_ALIVE)
    rank, is_leased, waiting, active, worker_alive = await pipe.execute()
    if rank is None or is_leased:
        return None
    return QueuePosition(seq=0, ahead=rank + max(0, active - waiting), worker_alive=bool(worker_alive))
