"""`python -m compute example DIR`: makes the stored examples anew, one folder each with its spec and its capture.

They are what a page shows before anything was run. To be made again whenever the numbers or the events change:

    python -m compute example webapp/runs/examples
"""

import argparse
import shutil
import sys
from pathlib import Path

from compute.spec import RunSpec

EXAMPLES = {
    "en": RunSpec(model="smollm2-135m-instruct", text="The trophy did not fit in the suitcase because it was too big."),
    "zh": RunSpec(model="smollm2-135m-instruct", text="小王把书放在桌上，因为它太重了。"),
    "minilm": RunSpec(
        model="all-minilm-l6-v2",
        text="The trophy did not fit in the suitcase.",
        second="It was too big.",
    ),
}


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "example",
        help="make the stored examples anew",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="where the examples lie; those in it are replaced")
    parser.set_defaults(command=example)


def example(arguments: argparse.Namespace) -> None:
    from compute.notebook import record

    for name, spec in EXAMPLES.items():
        folder: Path = arguments.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        record(spec, folder)  # times are those of a loaded model
        shutil.rmtree(folder)
        record(spec, folder)
        (folder / "spec.json").write_text(f"{spec.model_dump_json(indent=1)}\n", "utf-8")
        size = sum(file.stat().st_size for file in folder.iterdir())
        print(f"{name}: {size / 2**20:.2f} MiB in {folder}", file=sys.stderr)
