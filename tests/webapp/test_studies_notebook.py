"""The notebook of a study, executed as its user would execute it."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

from .cast import Person
from .studying import saves

ROOT = Path(__file__).parent.parent.parent
TEXT = "He said: \"'''it's too heavy\\\" {now}"


def test_the_notebook_of_a_study_reproduces_its_runs(owner: Person) -> None:
    """Run by nbclient in a kernel of its own; the numbers it prints are the library's for the same spec."""
    from compute.notebook import run

    specs = [{"model": "encoder-decoder-rope", "text": text} for text in ("He put the book on the desk.", TEXT)]
    study = saves(owner, *specs, notes="Two texts; <b>no</b> code: `1 + 1`")
    answer = owner.get(f"/api/studies/{study}/notebook")
    assert answer["Content-Disposition"].endswith('.ipynb"')
    notebook = nbformat.reads(answer.content.decode(), as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    printed = "".join(output.get("text", "") for cell in code for output in cell.outputs)
    for letter, spec in zip("AB", specs, strict=True):
        recorded = run(**spec)
        kind, layer = sorted(recorded.state.layers)[0]
        weights = recorded.weights(layer=layer, head=0, kind=kind)
        assert f"{letter} {recorded!r} first head of the first layer: {weights.shape}\n{weights.round(3)}" in printed


def test_a_study_is_no_code_in_its_notebook(owner: Person) -> None:
    """C157: what a text, a title or a note holds stands in strings and in text cells alone."""
    import ast

    evil = "\"\"\"\nimport os\n''' \\"
    study = saves(owner, {"model": evil, "text": evil}, notes=evil)
    notebook = nbformat.reads(owner.get(f"/api/studies/{study}/notebook").content.decode(), as_version=4)
    code = [ast.parse(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    imported = {
        alias.name for tree in code for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    assert imported == set()
    strings = {node.value for tree in code for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert evil in strings
