"""Every setting of the compute side, and the only reader of its environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """Names in upper case are the environment's; each has a default that needs no set-up."""

    redis_url: str  # REDIS_URL: broker, event log, leases
    capture_url: str  # CAPTURE_URL: where captures are kept, any fsspec URL
    models_dir: Path  # MODELS_DIR: prepared models
    trained_dir: Path  # TRAINED_DIR: models trained on demand; the same folder for every process
    device_file: Path  # DEVICE_FILE: this machine as it was measured; may be absent
    models_file: Path  # MODELS_FILE: the operator's list of local models; may be absent
    torch_threads: int  # TORCH_THREADS: below the core count, because the machine is shared with web and browser
    run_limit_s: float  # RUN_LIMIT_S: a run that takes longer is stopped between layers
    train_threads: int  # TRAIN_THREADS: of the training worker; below the core count, so that runs stay quick
    train_nice: int  # TRAIN_NICE: how far the training worker stands back, 0 to 19
    train_limit_s: float  # TRAIN_LIMIT_S: a training that takes longer ends where it is
    train_most_steps: int  # TRAIN_MOST_STEPS
    train_most_parameters: int  # TRAIN_MOST_PARAMETERS
    model_memory_bytes: int  # MODEL_MEMORY_BYTES: loaded models are dropped, oldest use first, beyond this
    redelivery_s: int  # REDELIVERY_S: a message not acknowledged for this long is delivered again
    task_time_limit_s: float | None  # TASK_TIME_LIMIT_S: Celery's own limit; has no effect with the pool in use


def read(environment: Mapping[str, str]) -> Settings:
    """Settings from an environment.

    Raises:
        ValueError: a number is not a number; the sentence names the variable.
    """
    limit = environment.get("TASK_TIME_LIMIT_S")
    return Settings(
        redis_url=environment.get("REDIS_URL", "redis://127.0.0.1:6399/0"),
        capture_url=environment.get("CAPTURE_URL", "var/captures"),
        models_dir=Path(environment.get("MODELS_DIR", "var/models")),
        trained_dir=Path(environment.get("TRAINED_DIR", "var/trained")),
        device_file=Path(environment.get("DEVICE_FILE", "var/device.json")),
        models_file=Path(environment.get("MODELS_FILE", "models.toml")),
        torch_threads=int(_positive(environment, "TORCH_THREADS", max(1, (os.cpu_count() or 2) - 1))),
        run_limit_s=_positive(environment, "RUN_LIMIT_S", 600),
        train_threads=int(_positive(environment, "TRAIN_THREADS", max(1, (os.cpu_count() or 2) // 2))),
        train_nice=int(_positive(environment, "TRAIN_NICE", 10)),
        train_limit_s=_positive(environment, "TRAIN_LIMIT_S", 1800),
        train_most_steps=int(_positive(environment, "TRAIN_MOST_STEPS", 20_000)),
        train_most_parameters=int(_positive(environment, "TRAIN_MOST_PARAMETERS", 5_000_000)),
        model_memory_bytes=int(_positive(environment, "MODEL_MEMORY_BYTES", 4 * 2**30)),
        redelivery_s=int(_positive(environment, "REDELIVERY_S", 3600)),
        task_time_limit_s=None if limit is None else _positive(environment, "TASK_TIME_LIMIT_S", 0),
    )


@cache
def settings() -> Settings:
    """The settings of this process."""
    return read(os.environ)


def _positive(environment: Mapping[str, str], name: str, default: float) -> float:
    given = environment.get(name)
    if given is None:
        return default
    try:
        value = float(given)
    except ValueError:
        raise ValueError(f"{name} is “{given}”, which is not a number.") from None
    if not 0 < value < float("inf"):
        raise ValueError(f"{name} is {given}; it has to be above 0.")
    return value
