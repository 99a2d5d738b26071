"""What capturing everything costs beside the plain forward pass of the same model on the same text."""

import tempfile
import time
from collections.abc import Iterator
from functools import partial

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from bench.report import Figure, paired
from bench.text import exact_ids, exact_text
from compute.capture.store import CaptureStore
from compute.catalog.models import model_folder
from compute.engine.run import execute
from compute.events import RunEvent
from compute.spec import RunSpec

MODEL = "smollm2-135m-instruct"
BOUNDS = {256: 1.35, 1024: 1.35, 2048: 1.5}


def run_once(spec: RunSpec) -> list[RunEvent]:
    """A whole run with its capture, as the worker does it."""
    events: list[RunEvent] = []
    with tempfile.TemporaryDirectory() as folder:
        writer = CaptureStore(folder).writer(spec.digest())
        execute(spec, emit=events.append, writer=writer, should_stop=lambda: False, deadline_s=600)
    return events


def figures(rounds: int) -> Iterator[Figure]:
    """Ratios of a run, and of transformers' eager attention, to a plain fused forward pass; medians of pairs."""
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    fused, eager = (
        AutoModelForCausalLM.from_pretrained(model_folder(MODEL), dtype=torch.float32, attn_implementation=kind)
        for kind in ("sdpa", "eager")
    )
    with torch.inference_mode():
        for tokens, bound in BOUNDS.items():
            ids = exact_ids(tokenizer, tokens)
            spec = RunSpec(model=MODEL, text=exact_text(tokenizer, tokens))
            plain = partial(fused, ids, use_cache=False)
            _, time_s, ratio = paired(partial(run_once, spec), plain, rounds)
            what = f"run with all overviews ÷ plain forward, {tokens} tokens"
            yield Figure("engine", what, ratio, "×", bound, f"plain: {time_s:.2f} s")
            full = partial(eager, ids, output_attentions=True, use_cache=False)
            _, _, ratio = paired(full, plain, max(1, rounds // 2))
            yield Figure("engine", f"eager with output_attentions ÷ plain forward, {tokens} tokens", ratio, "×")


def first_overview() -> Iterator[Figure]:
    """How soon a first picture comes, in layers."""
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    spec = RunSpec(model=MODEL, text=exact_text(tokenizer, 256))
    run_once(spec)
    start, first = time.perf_counter(), 0.0
    layer_ms: list[float] = []

    def hear(event: RunEvent) -> None:
        nonlocal first
        if event.type == "run.heads" and not first:
            first = time.perf_counter() - start
        elif event.type == "run.layer":
            layer_ms.append(event.elapsed_ms)

    with tempfile.TemporaryDirectory() as folder:
        writer = CaptureStore(folder).writer(spec.digest())
        execute(spec, emit=hear, writer=writer, should_stop=lambda: False, deadline_s=600)
    one = sorted(layer_ms)[len(layer_ms) // 2] / 1000
    yield Figure("engine", "first overview after the start ÷ time of one layer, 256 tokens", first / one, "layers")
