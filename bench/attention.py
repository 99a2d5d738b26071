"""What attention should take, its FLOPs by the rate that this machine reaches, beside what it took in a run."""

from collections.abc import Iterator

import torch
from transformers import AutoTokenizer

from bench.engine import BOUNDS, MODEL, run_once
from bench.report import Figure
from bench.text import exact_text
from compute.catalog.configs.known import shape_of_model
from compute.catalog.costs import figure_of
from compute.catalog.models import model_folder
from compute.engine.measure import product_rate
from compute.spec import RunSpec


def figures(rounds: int) -> Iterator[Figure]:
    """Computed FLOPs ÷ the rate of a large matrix product, in ms; and its share of the time, the best of some runs."""
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    rate = product_rate("cpu", torch.float32)
    for tokens in BOUNDS:
        (told,) = figure_of(shape_of_model(MODEL), "attention_flops", tokens=tokens)
        flops = float(told.value or 0)
        spec = RunSpec(model=MODEL, text=exact_text(tokenizer, tokens))
        took_ms = min(_attention_ms(spec) for _ in range(max(1, rounds // 2)))
        computed_ms = flops / rate * 1e3
        achieved = f"took {took_ms:.3g} ms, {flops / took_ms / 1e6:.3g} GFLOP/s"
        beside = f"{flops / 1e9:.3g} GFLOP at {rate / 1e9:.3g} GFLOP/s; {achieved}"
        yield Figure("attention", f"attention FLOPs ÷ achieved rate, {tokens} tokens", computed_ms, "ms", None, beside)
        yield Figure("attention", f"of the time that attention took, {tokens} tokens", computed_ms / took_ms, "×")


def _attention_ms(spec: RunSpec) -> float:
    return sum(event.attention_ms for event in run_once(spec) if event.type == "run.layer")
