"""`python -m compute run spec.json --out DIR`: one run, its events as lines of JSON, its capture in a folder.

    echo '{"model": "smollm2-135m-instruct", "text": "The trophy did not fit."}' > spec.json
    python -m compute run spec.json --out trophy > trophy.jsonl
    python -m compute weights trophy --layer 3 --head 2

A line is an event as on the stream (docs/stream.md); an array is nested lists, in which null is a masked cell.
"""

import argparse
import json
import sys
from pathlib import Path

from pydantic import ValidationError

from compute.begin import begin
from compute.errors import BadCharacter, InvalidRequest, quoted
from compute.events import RunEvent
from compute.plain import plain
from compute.spec import RunSpec
from compute.strict import as_form, read_json


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "run",
        help="run a model over a text and keep the capture",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("spec", type=Path, help="a file with the run's inputs as JSON; - reads standard input")
    parser.add_argument("--out", type=Path, required=True, help="folder for the capture; one that is there is replaced")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> None:
    spec = read_spec(arguments.spec)
    begin(spec, arguments.out)  # a mistake is told before torch is loaded
    from compute.notebook import record

    def show(event: RunEvent) -> None:
        print(json.dumps(plain(event), ensure_ascii=False, allow_nan=False), flush=True)

    record(spec, arguments.out, show)


def read_spec(file: Path) -> RunSpec:
    """Raises: InvalidRequest, naming the field, if the file is not a spec; BadCharacter for a surrogate in it."""
    from_input = str(file) == "-"
    name = "Standard input" if from_input else str(file)
    try:
        return as_form(RunSpec, read_json(sys.stdin.buffer.read() if from_input else file.read_bytes()))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        bad = BadCharacter.first_in(where, first["input"]) if first["type"] == "string_unicode" else None
        raise bad or InvalidRequest(f"{name} is not a spec: {_one_line(where)}: {first['msg']}.", field=where) from None
    except ValueError as error:
        raise InvalidRequest(f"{name} is not a spec: {error}.") from None


def _one_line(where: str) -> str:
    return quoted(where)[1:-1]
