"""What a worker does with a run: takes the lease, computes, and sees to it that the log has an end."""

import logging
import secrets
from collections.abc import Callable
from functools import cache

import redis
import torch

from compute import startup
from compute.capture.store import CaptureStore
from compute.compare.asked import Comparisons
from compute.compare.wire import Comparison
from compute.engine.compare import compare
from compute.engine.loaded import device_name
from compute.engine.run import Cancelled, execute
from compute.errors import AtlasError, ErrorBody
from compute.events import RunCancelled, RunCrashed, RunEvent, RunFailed, RunStarted
from compute.lease import LeaseLost, Watch, connection, watched
from compute.publish import LOG_TTL_S, WAITING, Leases, RunLog, attempt_key, spec_key
from compute.queue import COMPARE_RUNS, EXECUTE_RUN, app
from compute.settings import settings
from compute.spec import RunSpec

log = logging.getLogger(__name__)

CRASHED_TTL_S = 60  # after which a comparison that crashed may be asked for again

startup.connect()


@app.task(name=EXECUTE_RUN)
def execute_run(run_id: str) -> None:
    """Computes the run and publishes what it says. A run that has ended or that a worker holds is left alone."""
    client = connection()
    owner = secrets.token_hex(8)
    if not Leases(client).take(run_id, owner):
        log.info("Run %s is held by a worker already.", run_id)
        return
    try:
        _compute(client, run_id, owner)
    except LeaseLost:
        log.warning("Run %s was taken away from this worker.", run_id)
    finally:
        Leases(client).release(run_id, owner)


@app.task(name=COMPARE_RUNS)
def compare_runs(base: str, variant: str) -> None:
    """Compares two finished runs, given by their specs as JSON, and keeps the answer, a refusal included."""
    one, other = (RunSpec.model_validate_json(given) for given in (base, variant))
    answers = Comparisons(connection())
    if answers.answer(one, other) is not None:
        return
    sides = [(spec, captures().writer(spec.digest())) for spec in (one, other)]
    try:
        answers.keep(one, other, Comparison(status="ready", effects=compare(sides[0], sides[1])))
    except AtlasError as error:
        answers.keep(one, other, Comparison(status="refused", error=error.body()))
    except Exception:
        log.exception("A comparison crashed.")
        message = "Something went wrong here, not in your input. Ask again; if it stays, report it."
        error_body = ErrorBody(code="internal", message=message)
        answers.keep(one, other, Comparison(status="refused", error=error_body), CRASHED_TTL_S)


def _compute(client: "redis.Redis", run_id: str, owner: str) -> None:
    events = RunLog(client)
    stored = client.get(spec_key(run_id))
    if events.has_ended(run_id) or not isinstance(stored, bytes):
        log.info("Run %s has ended already.", run_id)
        return
    client.zrem(WAITING, run_id)
    attempt = int(str(client.incr(attempt_key(run_id))))
    client.expire(attempt_key(run_id), LOG_TTL_S)

    def emit(event: RunEvent) -> None:
        if not events.append(run_id, event):
            raise LeaseLost

    with watched(client, run_id, owner) as watch:
        final = _run(RunSpec.model_validate_json(stored), run_id, attempt, watch, emit)
    if watch.lost.is_set():
        raise LeaseLost
    if final is not None:
        events.append(run_id, final)


def _run(spec: RunSpec, run_id: str, attempt: int, watch: Watch, emit: Callable[[RunEvent], None]) -> RunEvent | None:
    """The event that ends the run, unless the engine has said it already."""
    started = RunStarted(
        seq=0, attempt=attempt, device=device_name(spec.model), dtype=spec.dtype, threads=torch.get_num_threads()
    )
    store = captures()
    try:
        emit(started)
        if store.is_complete(spec.digest()):
            for event in store.events(spec.digest()):
                if event.type != "run.started":
                    emit(event)
            return None
        execute(
            spec,
            emit=emit,
            writer=store.writer(spec.digest()),
            should_stop=watch.should_stop,
            deadline_s=settings().run_limit_s,
            started=started,
        )
    except Cancelled:
        return RunCancelled(seq=0)
    except AtlasError as error:
        return RunFailed(seq=0, error=error.body())
    except (LeaseLost, redis.RedisError):
        raise
    except Exception:
        log.exception("Run %s crashed.", run_id)
        message = f"Something went wrong here, not in your input. Run it again; if it stays, report run {run_id}."
        return RunCrashed(seq=0, error=ErrorBody(code="internal", message=message, data={"run_id": run_id}))
    return None


@cache
def captures() -> CaptureStore:
    return CaptureStore(settings().capture_url)
