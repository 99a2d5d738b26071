"""Whether this process is up, and whether everything it needs is."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from redis.exceptions import RedisError

from compute.publish import WORKER_ALIVE
from webapp.read_only import read_only
from webapp.runs import parts
from webapp.runs.wire import Health


@read_only
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all."""
    return JsonResponse({"up": True})


@read_only
def readyz(request: HttpRequest) -> HttpResponse:
    """200 if the database, Redis and a worker answer; otherwise 503, and the body says which does not."""
    state = {name: works() for name, works in PARTS.items()}
    body = Health(ready=all(state.values()), **state)
    return JsonResponse(body.model_dump(), status=200 if body.ready else 503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis() -> bool:
    try:
        return bool(parts.client().ping())
    except RedisError:
        return False


def _worker() -> bool:
    try:
        return bool(parts.client().exists(WORKER_ALIVE))
    except RedisError:
        return False


PARTS: dict[str, Callable[[], bool]] = {"database": _database, "redis": _redis, "worker": _worker}
