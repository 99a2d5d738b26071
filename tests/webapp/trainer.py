"""The training worker's own work, done in the test's process: small models, really trained."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from uuid import UUID

import torch

from compute import lease
from compute.trainings import TrainingLog, key_of
from webapp.trainings.models import Training

from .cast import Person

MODEL = {"architecture": "decoder", "layers": 1, "model_dim": 16, "heads": 2, "ffn_dim": 16, "max_tokens": 32}
SPEC = {"model": MODEL, "task": {"name": "copy"}, "steps": 12, "batch": 4, "report_every": 4, "evaluate_every": 6}


def asked(name: str = "Mine", minutes: float | None = None, **spec: object) -> dict[str, object]:
    return {"name": name, "spec": {**SPEC, **spec}, "minutes": minutes}


def orders(person: Person, body: Mapping[str, object] | None = None) -> UUID:
    """A new training's id."""
    answer = person.post("/api/trainings", body or asked())
    assert answer.status_code == 201, answer.content
    return UUID(answer.json()["id"])


def trains(training_id: UUID) -> None:
    """What a worker does with the job, from taking it to its end."""
    from compute.training import execute_training

    torch.set_num_threads(1)
    lease.connection.cache_clear()
    execute_training(job_of(training_id))


@contextmanager
def training(training_id: UUID) -> Iterator[threading.Thread]:
    """The same in a thread: inside, its first events have been said."""
    job = job_of(training_id)
    worker = threading.Thread(target=trains_job, args=(job,))
    worker.start()
    seen: list[object] = []
    while len(seen) < 3:
        seen = list(lease.connection().xread({f"run:{key_of(job)}:log": "0-0"}, block=100)[0][1])
    yield worker
    worker.join()


def trains_job(job: str) -> None:
    from compute.training import execute_training

    torch.set_num_threads(1)
    execute_training(job)


def job_of(training_id: UUID) -> str:
    return str(Training.objects.get(id=training_id).job)


def said(client: "object", training_id: UUID) -> list[str]:
    return [event.type for event in TrainingLog(client).read(job_of(training_id))]  # type: ignore[arg-type]
