"""What a training is, and what it says while it runs. No torch here."""

import hashlib
from typing import Literal

from pydantic import Field

from compute.lab.spec import Choice, LabSpec
from compute.wire import Wire

# Part of every digest: raise it when the same spec would train to other weights.
TRAINING_VERSION = 1


class TrainSpec(Wire):
    """A training from its first to its last number: the same spec gives the same weights on one machine."""

    model: LabSpec
    task: Choice = Field(description="a row of the tasks, or `pairs` with a corpus at hand")
    steps: int = Field(1_000, ge=1, le=1_000_000, description="updates of the weights")
    batch: int = Field(64, ge=1, le=4_096, description="examples of a step")
    learning_rate: float = Field(3e-3, gt=0.0, le=1.0, description="the highest, reached after the warm-up")
    warmup_steps: int = Field(100, ge=0, le=100_000, description="steps in which the rate rises from 0")
    label_smoothing: float = Field(0.0, ge=0.0, lt=1.0, description="share of a target spread over all tokens")
    weight_decay: float = Field(
        0.01, ge=0.0, le=10.0, description="pull of the weight matrices towards 0, times the rate"
    )
    average: float = Field(
        0.0,
        ge=0.0,
        lt=1.0,
        description="weights are shown and stored as a running mean with this memory; 0 = as they are",
    )
    precision: Literal["float32", "bfloat16"] = Field(
        "float32", description="of matrix products in training; bfloat16 is faster where the processor has it"
    )
    seed: int = Field(0, ge=0, le=2**31 - 1, description="of the first weights, the batches and what is dropped")
    report_every: int = Field(50, ge=1, le=100_000, description="steps between two points of the loss curve")
    evaluate_every: int = Field(
        500, ge=1, le=100_000, description="steps between two checkpoints with held-out figures"
    )
    stop_at_accuracy: float | None = Field(
        None, gt=0.0, le=1.0, description="held-out token accuracy at which it ends early; empty = never"
    )

    def digest(self) -> str:
        """64 hexadecimal digits that name the trained model: the same spec is trained once."""
        return hashlib.sha256(f"{TRAINING_VERSION}\n{self.model_dump_json()}".encode()).hexdigest()


class Started(Wire):
    type: Literal["training.started"] = "training.started"
    steps: int
    parameters: int
    from_step: int = Field(description="more than 0: taken up again from a checkpoint")


class Progress(Wire):
    """A point of the loss curve: means since the last one. Accuracy is the share of labels predicted first."""

    type: Literal["training.progress"] = "training.progress"
    step: int
    loss: float = Field(description="nats a token, without smoothing")
    accuracy: float
    learning_rate: float
    tokens_per_s: float
    left_s: float = Field(description="time left at this speed")


class Checkpoint(Wire):
    """Stored under this step; figures over all held-out examples."""

    type: Literal["training.checkpoint"] = "training.checkpoint"
    step: int
    held_out_loss: float = Field(description="nats a token")
    held_out_accuracy: float
    labels: int = Field(description="how many tokens were predicted")


Reason = Literal["done", "accurate", "cancelled", "out_of_time"]


class Ended(Wire):
    type: Literal["training.ended"] = "training.ended"
    step: int
    why: Reason
    elapsed_s: float = Field(description="in all, time before an interruption included")


TrainingEvent = Started | Progress | Checkpoint | Ended
