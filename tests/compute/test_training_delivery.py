"""A training whose worker is killed for good, with real workers and real training."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from safetensors.numpy import load_file

from compute.engine.on_demand import Asked, train_order
from compute.lab.order import TrainingOrder
from compute.lab.told import ToldEvent, TrainingEnded, TrainingQueued, TrainingStarted
from compute.publish import Leases
from compute.queue import TRAINING_QUEUE, app, enqueue_training
from compute.trainings import WAITING, TrainingLog, key_of, order_key
from tests.compute.workers import alive, wait_for, worker

pytestmark = pytest.mark.service

MODEL = {"architecture": "decoder", "layers": 1, "model_dim": 16, "heads": 2, "ffn_dim": 16, "max_tokens": 32}
SPEC = {"model": MODEL, "task": {"name": "copy"}, "steps": 1_500, "batch": 4, "evaluate_every": 20}
ORDER = TrainingOrder.model_validate({"spec": SPEC})
JOB = "killed"


@pytest.fixture
def told(valkey: "redis.Redis", valkey_url: str) -> Iterator[Callable[[], list[ToldEvent]]]:
    """Hands the order to the workers as the web does; what they say of it."""
    valkey.set(order_key(JOB), ORDER.model_dump_json())
    TrainingLog(valkey).append(JOB, TrainingQueued(seq=0, digest=ORDER.digest()))
    valkey.zadd(WAITING, {JOB: time.time()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.conf, "broker_url", valkey_url)
        app._after_fork()  # connections to another server are forgotten
        enqueue_training(JOB)
        yield lambda: list(TrainingLog(valkey).read(JOB))
    app._after_fork()


def test_a_killed_workers_training_goes_on_from_its_checkpoint_to_the_same_weights(
    valkey: "redis.Redis", valkey_url: str, told: Callable[[], list[ToldEvent]], tmp_path: Path
) -> None:
    """SIGKILL in the middle; the next delivery makes the model that one training in one go makes."""
    trained, whole = tmp_path / "trained", tmp_path / "whole"
    options = ("--queues", TRAINING_QUEUE)
    environment = {
        "application": "compute.training",
        "TRAINED_DIR": str(trained),
        "TRAIN_THREADS": "1",
        "TRAIN_NICE": "1",
    }
    with worker(valkey_url, tmp_path, *options, **environment) as first:
        wait_for(alive(first, lambda: "training.checkpoint" in [event.type for event in told()]))
        first.kill()
        first.wait()
        wait_for(lambda: not Leases(valkey).is_held(key_of(JOB)))
    assert not TrainingLog(valkey).has_ended(JOB)
    enqueue_training(JOB)
    with worker(valkey_url, tmp_path, *options, **environment) as second:
        wait_for(alive(second, lambda: TrainingLog(valkey).has_ended(JOB)))
    starts = [event for event in told() if isinstance(event, TrainingStarted)]
    assert [event.attempt for event in starts] == [1, 2]
    assert 0 < starts[1].from_step < 1_500
    ended = told()[-1]
    assert isinstance(ended, TrainingEnded)
    assert (ended.why, ended.step) == ("done", 1_500)
    asked = Asked(stop=lambda: False, keep=lambda: False)
    train_order(ORDER, whole, 600, attempt=1, asked=asked, emit=lambda event: None)
    resumed, one_go = (load_file(folder / str(ended.model) / "model.safetensors") for folder in (trained, whole))
    assert resumed.keys() == one_go.keys()
    assert all((resumed[name] == one_go[name]).all() for name in one_go)
