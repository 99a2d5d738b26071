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

from compute.catalog.models import model_card, model_folder
from compute.errors import InvalidRequest
from compute.events import RunEvent
from compute.plain import plain
from compute.spec import RunSpec
from compute.text import encode


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "run",
        help="run a model over a text and keep the capture",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("spec", type=Path, help="a file with the run's inputs as JSON; - reads standard input")
    parser.add_argument("--out", type=Path, required=True, help="folder for the capture; made if it is not there")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> None:
    spec = read_spec(arguments.spec)
    encode(spec, model_card(spec.model), model_folder(spec.model))  # a mistake is told before torch is loaded
    from compute.notebook import record

    def show(event: RunEvent) -> None:
        print(json.dumps(plain(event), ensure_ascii=False, allow_nan=False), flush=True)

    record(spec, arguments.out, show)


def read_spec(file: Path) -> RunSpec:
    """Raises: InvalidRequest, naming the field, if the file is not a spec."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
        return RunSpec.model_validate_json(text)
    except UnicodeDecodeError:
        raise InvalidRequest(f"{file} is not text in UTF-8.") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise InvalidRequest(f"{file} is not a spec: {where}: {first['msg']}.", field=where) from None
