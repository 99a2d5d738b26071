"""From a training's specification to its data."""

from pathlib import Path

from pydantic import ValidationError

from compute.catalog.params import chosen, fill
from compute.errors import InvalidRequest
from compute.lab.corpus import pair_data, pair_tokenizer, read_pairs
from compute.lab.data import Data
from compute.lab.tasks import tasks
from compute.lab.training import TrainSpec

# The task that needs a file beside its specification.
PAIRS = "pairs"


def read_spec(file: Path) -> TrainSpec:
    """The specification in a JSON file. Raises: InvalidRequest with the first thing that is wrong."""
    try:
        return TrainSpec.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidRequest(f"{file.name}: {where or 'the file'}: {first['msg']}.", field=where or None) from error


def data_of(spec: TrainSpec, corpus: Path | None) -> Data:
    """The data of the specification's task. Raises: InvalidRequest for an unknown task or a missing corpus."""
    if spec.task.name == PAIRS:
        if corpus is None:
            raise InvalidRequest("The task “pairs” reads sentence pairs. Name their file by --corpus.", field="corpus")
        pairs = read_pairs(corpus)
        return pair_data(pairs, pair_tokenizer(pairs))
    row = chosen(tasks, "task", spec.task.name)
    return row.function(fill(row.params, spec.task.params))
