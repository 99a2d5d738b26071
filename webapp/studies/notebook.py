"""The notebook of a study: it runs every variant again with the library, and shows the weights of one head."""

from collections.abc import Sequence
from pprint import pformat

from pydantic import JsonValue

from compute.wire import Wire
from webapp.studies.files import StudyFile
from webapp.studies.state import Variant

NOTEBOOK_MEDIA = "application/x-ipynb+json"


def notebook(file: StudyFile) -> dict[str, JsonValue]:
    """A notebook in nbformat 4.5. Nothing of the study's text stands in it as code, but for the values of its specs."""
    cells = [
        _markdown(f"# {file.title}\n\n{file.notes}".strip()),
        _code(
            "from compute.notebook import run_spec\nfrom compute.spec import RunSpec\n\n"
            "runs = {}  # letter -> what the variant's run said, and the weights of every head"
        ),
        *(cell for variant in file.state.variants for cell in _variant(variant)),
        _code(
            "for letter, run in runs.items():\n"
            "    said = run.state.tokens\n"
            "    kind, layer = sorted(run.state.layers)[0]\n"
            "    weights = run.weights(layer=layer, head=0, kind=kind)\n"
            '    print(letter, run, "first head of the first layer:", weights.shape)\n'
            "    print(weights.round(3))"
        ),
    ]
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "cells": [{"id": f"cell-{number}", **cell} for number, cell in enumerate(cells)],
    }


def _variant(variant: Variant) -> Sequence[dict[str, JsonValue]]:
    name = f" {variant.name}" if variant.name else ""
    digest = variant.spec.digest()
    return (
        _markdown(f"## {variant.letter}{name}"),
        _code(
            f"spec = RunSpec.model_validate(\n{_indented(_fields(variant.spec))}\n)\n"
            f'assert spec.digest() == "{digest}", "this version of the library gives other numbers"\n'
            f'runs["{variant.letter}"] = run_spec(spec)\nruns["{variant.letter}"]'
        ),
    )


def _fields(spec: Wire) -> str:
    # A literal of plain values: repr quotes whatever the text holds.
    return pformat(spec.model_dump(mode="json", exclude_defaults=True), width=100, sort_dicts=False)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _markdown(text: str) -> dict[str, JsonValue]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(text: str) -> dict[str, JsonValue]:
    return {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": text}
