"""python -m bench [--only engine,first,attention,masks,memory,tiles,costs,parts,compare,crowd,page,peers]
[--rounds 5] [--json FILE]"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import torch

from bench import attention, compare, costs, crowd, engine, masks, memory, page, parts, peers, tiles
from bench.report import Figure, keep
from compute.settings import settings
from scripts.running import App


def with_app(figures: Callable[[App], Iterator[Figure]]) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder))
        try:
            app.wait()
            yield from figures(app)
        finally:
            app.stop()


SECTIONS: dict[str, Callable[[int], Iterator[Figure]]] = {
    "engine": engine.figures,
    "first": lambda rounds: engine.first_overview(),
    "attention": attention.figures,
    "masks": masks.figures,
    "memory": lambda rounds: memory.figures(),
    "tiles": lambda rounds: tiles.figures(),
    "costs": costs.figures,
    "parts": parts.figures,
    "compare": lambda rounds: with_app(compare.figures),
    "crowd": lambda rounds: with_app(crowd.figures),
    "page": lambda rounds: with_app(page.figures),
    "peers": lambda rounds: with_app(peers.figures),
}


def main() -> None:
    os.environ["TRANSFORMERS_VERBOSITY"] = "error"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections, with commas")
    parser.add_argument("--rounds", type=int, default=5, help="counted rounds of each pair")
    parser.add_argument("--json", type=Path, default=Path("artefacts/bench.json"))
    wish = parser.parse_args()
    torch.set_num_threads(settings().torch_threads)
    print(f"torch threads: {torch.get_num_threads()}")
    found: list[Figure] = []
    for name in wish.only.split(","):
        for figure in SECTIONS[name](wish.rounds):
            print(figure.line(), flush=True)
            found.append(figure)
    keep(found, wish.json)


if __name__ == "__main__":
    main()
