"""Peak memory above the loaded weights, by text length: each length in a process of its own.

python -m bench.memory 1024      prints the peak in MiB
"""

import resource
import subprocess
import sys
from collections.abc import Iterator

from bench.report import Figure

LENGTHS = (512, 1024, 2048, 4096)
HEADS, LAYERS = 9, 30


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(tokens: int) -> float:
    from transformers import AutoTokenizer

    from bench.engine import MODEL, run_once
    from bench.text import exact_text
    from compute.catalog.models import model_folder
    from compute.spec import RunSpec

    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    run_once(RunSpec(model=MODEL, text="warm up"))
    loaded = peak_mib()
    run_once(RunSpec(model=MODEL, text=exact_text(tokenizer, tokens)))
    return peak_mib() - loaded


def figures() -> Iterator[Figure]:
    for tokens in LENGTHS:
        command = [sys.executable, "-m", "bench.memory", str(tokens)]
        above = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])
        eager = LAYERS * HEADS * tokens**2 * 4 / 2**20
        yield Figure(
            "memory", f"peak above the weights, {tokens} tokens", above, "MiB", None, f"eager: {eager:,.0f} MiB"
        )
        yield Figure("memory", f"peak above the weights per token, {tokens} tokens", above * 1024 / tokens, "KiB")


if __name__ == "__main__":
    print(measure(int(sys.argv[1])))
