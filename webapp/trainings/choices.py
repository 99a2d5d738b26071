"""What can be chosen of a training, from the tables that the trainings themselves read."""

from functools import cache

from compute.catalog.blocks import feed_forwards, norms
from compute.catalog.masks import masks
from compute.catalog.params import NoParams, Params
from compute.catalog.positions import positions
from compute.lab.spec import LabSpec
from compute.lab.tasks import tasks
from compute.lab.training import TrainSpec
from compute.lab.zoo import lessons
from compute.registry import Row
from compute.settings import settings
from compute.trainings import TRAINER_ALIVE
from webapp.runs import parts
from webapp.trainings import wire

# Masks that follow from a batch rather than from a model.
OF_THE_BATCH = ("padding",)


def choices() -> wire.TrainingChoices:
    alive = bool(parts.client().exists(TRAINER_ALIVE))
    return _fixed().model_copy(update={"worker_alive": alive})


@cache
def _fixed() -> wire.TrainingChoices:
    limits = settings()
    return wire.TrainingChoices(
        model=LabSpec.model_json_schema(),
        training=_training(limits.train_most_steps),
        positions=tuple(_row(row, row.params) for row in positions),
        masks=tuple(_row(row, row.params) for row in masks if row.name not in OF_THE_BATCH),
        norms=tuple(_row(row, NoParams) for row in norms),
        feed_forwards=tuple(_row(row, NoParams) for row in feed_forwards),
        tasks=tuple(_row(row, row.params) for row in tasks),
        lessons=tuple(wire.TrainingLesson(name=name, spec=spec) for name, spec in lessons().items()),
        most_steps=limits.train_most_steps,
        most_minutes=limits.train_limit_s / 60,
        most_parameters=limits.train_most_parameters,
        worker_alive=False,
    )


def _training(most_steps: int) -> dict[str, object]:
    """The schema of a training, with the steps that this server allows."""
    schema = TrainSpec.model_json_schema()
    steps = schema["properties"]["steps"]
    steps["maximum"] = min(steps["maximum"], most_steps)
    return schema


def _row(row: Row, params: type[Params]) -> wire.ChoiceRow:
    schema = params.model_json_schema()
    return wire.ChoiceRow(name=row.name, title=row.title, formula=row.formula, help=row.help, params=schema)
