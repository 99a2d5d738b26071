"""A training as it is asked for: what is trained, for how long, what it will take, and what is refused. No torch."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from compute.catalog.params import Params, chosen, fill
from compute.errors import ExampleTooLong, InvalidRequest, TrainingTooLarge
from compute.lab.size import flops, parameters
from compute.lab.tasks import OwnText, TaskRow, check_own_text, tasks
from compute.lab.training import TrainSpec
from compute.settings import settings
from compute.wire import Wire

# Scores of one layer in one step that are held at once: 512 MiB in single precision.
MOST_SCORES = 2**27
# What a step takes besides its operations, as operations: 5 ms of a core that makes 40 of 10^9 in a second.
STEP_FLOPS = 2e8
NEAR = 4.0  # trainings whose steps differ by no more than this tell of each other's speed
MODEL_NAME = re.compile(r"trained-[0-9a-f]{20}-\d{1,7}")


class TrainingOrder(Wire):
    """What is to be trained, and the most time that it may take."""

    spec: TrainSpec
    minutes: float | None = Field(
        None, gt=0.0, le=24 * 60, description="it ends after this time, wherever it is; empty = when its steps are done"
    )

    def digest(self) -> str:
        """64 hexadecimal digits: equal orders are trained once."""
        spec = self.spec.digest()
        return spec if self.minutes is None else hashlib.sha256(f"{spec} {self.minutes!r}".encode()).hexdigest()


def model_name(digest: str, step: int) -> str:
    """Of the model that a training leaves after so many steps: other weights have another name."""
    return f"trained-{digest[:20]}-{step}"


def is_trained(name: str) -> bool:
    """Whether the name is that of a model trained on demand."""
    return MODEL_NAME.fullmatch(name) is not None


class Price(Wire):
    """What a training takes, before it begins."""

    parameters: int
    vocabulary: int = Field(description="different tokens; for a text of one's own, the most that there may be")
    longest: int = Field(description="tokens of the longest example, special ones included")
    tokens: int = Field(description="of all steps, padding included")
    expected_s: float | None = Field(
        description="by the speed of what this server trained, were nothing else going on; empty = not known yet"
    )


@dataclass(frozen=True)
class Speed:
    """A training that was measured: operations of a step, and the seconds of a core that it took."""

    step_flops: float
    step_s: float


def check(order: TrainingOrder) -> None:
    """Everything that can be known to be wrong with an order without training it.

    Raises:
        InvalidRequest: an unknown task, or parameters that don't fit it.
        TextTooShort, TextTooLarge, BadCharacter: a text of one's own that can't be learned from.
        ExampleTooLong: the model does not take the task's longest example.
        TrainingTooLarge: more than this server trains.
    """
    spec, limits = order.spec, settings()
    if spec.task.name == OWN_TEXT:
        check_own_text(str(spec.task.params.get("text", "")))
    row, params = task_of(spec)
    if not isinstance(params, OwnText):
        row.function(params)
    elif spec.model.architecture == "encoder-decoder":
        raise InvalidRequest("A text has no source to read. Choose a decoder or an encoder for it.", field="task")
    longest = longest_example(spec)
    if longest > spec.model.max_tokens:
        raise ExampleTooLong(longest, spec.model.max_tokens)
    for what, given, limit, field in (
        ("steps", spec.steps, limits.train_most_steps, "steps"),
        ("minutes", order.minutes or 0, limits.train_limit_s / 60, "minutes"),
        ("parameters", parameters(spec.model, vocabulary_of(spec)), limits.train_most_parameters, "model_dim"),
        ("scores in a layer", spec.batch * spec.model.heads * longest**2, MOST_SCORES, "batch"),
    ):
        if given > limit:
            raise TrainingTooLarge(what, given, limit, field)


def price(order: TrainingOrder, known: Sequence[Speed]) -> Price:
    """`known`: what was measured, newest first. Raises: as `check`."""
    check(order)
    spec = order.spec
    vocabulary, longest = vocabulary_of(spec), longest_example(spec)
    return Price(
        parameters=parameters(spec.model, vocabulary),
        vocabulary=vocabulary,
        longest=longest,
        tokens=spec.steps * spec.batch * longest,
        expected_s=_expected_s(order, known),
    )


def step_flops(spec: TrainSpec) -> float:
    """Operations of one step, as if every example were the longest."""
    longest = longest_example(spec)
    return flops(spec.model, vocabulary_of(spec), spec.batch * longest, longest)


def task_of(spec: TrainSpec) -> tuple[TaskRow, Params]:
    """Raises: InvalidRequest for an unknown task or parameters that it does not have."""
    row = chosen(tasks, "task", spec.task.name)
    return row, fill(row.params, spec.task.params)


def longest_example(spec: TrainSpec) -> int:
    """Tokens of the longest example as a model reads it in one row."""
    row, params = task_of(spec)
    source, target = row.longest(params)
    if spec.model.architecture == "encoder-decoder":
        return max(source, target) + 1
    return source + target + (3 if source else 2)


def vocabulary_of(spec: TrainSpec) -> int:
    row, params = task_of(spec)
    return params.pieces if isinstance(params, OwnText) else row.function(params).tokenizer.get_vocab_size()


OWN_TEXT = "own_text"


def _expected_s(order: TrainingOrder, known: Sequence[Speed]) -> float | None:
    """From the measured trainings that are near in operations: the quickest, as the others were held up."""
    if not known:
        return None
    wanted = _work(step_flops(order.spec))
    ratios = [_ratio(wanted, _work(speed.step_flops)) for speed in known]
    near = [speed for speed, ratio in zip(known, ratios, strict=True) if ratio <= NEAR * min(ratios)]
    seconds = order.spec.steps * min(speed.step_s * wanted / _work(speed.step_flops) for speed in near)
    return seconds if order.minutes is None else min(seconds, 60 * order.minutes)


def _work(step_flops: float) -> float:
    """What a step's time is proportional to."""
    return STEP_FLOPS + step_flops


def _ratio(one: float, other: float) -> float:
    return max(one, other) / min(one, other)
