"""How long the cost of a published model takes: every figure of the report, formulas filled in."""

from collections.abc import Iterator
from functools import partial

from bench.report import Figure, seconds
from compute.catalog.configs.published import published_model
from compute.catalog.configs.read import read_config
from compute.catalog.costs.report import Question, report

MODELS = ("gpt2", "llama-3-8b", "gemma-3-27b", "t5-small", "mixtral-8x7b", "gpt-oss-120b", "deepseek-v3")
BOUND_MS = 5.0


def figures(rounds: int) -> Iterator[Figure]:
    """The best of the rounds, for a question that was not asked before; the config is read once, as on a page."""
    for name in MODELS:
        shape = read_config(published_model(name).config)
        report(shape, Question(tokens=100))
        times = [seconds(partial(report, shape, Question(tokens=1_000 + n, batch=4))) for n in range(4 * rounds)]
        yield Figure("costs", f"cost of {name}, all figures", min(times) * 1000, "ms", BOUND_MS)
