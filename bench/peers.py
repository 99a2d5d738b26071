"""This page and BertViz side by side: the same text and model, from the model's answer to all heads on screen."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from bench import bertviz
from bench.engine import MODEL
from bench.page import watched
from bench.report import Figure
from bench.text import exact_ids, exact_text
from compute.catalog.models import model_folder
from scripts.running import App

LENGTHS = (64, 128, 256)
CACHE = Path("var/bench")


def figures(app: App) -> Iterator[Figure]:
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    fused = AutoModelForCausalLM.from_pretrained(model_folder(MODEL), attn_implementation="sdpa")
    with watched(app) as browser, torch.inference_mode():
        for length in LENGTHS:
            ids = exact_ids(tokenizer, length)
            plain = partial(fused, ids, use_cache=False)
            plain()
            start = time.perf_counter()
            plain()
            forward_s = time.perf_counter() - start
            seen = browser.run(exact_text(tokenizer, length))
            # From Enter to the last picture, queue, capture and network included, less what the model itself takes.
            answer_s = (seen["drawn"] - seen["start"]) / 1000 - forward_s
            elements = browser.page.evaluate("() => document.getElementsByTagName('*').length")
            yield Figure("atlas", f"this page, {length} tokens: answer to all heads on screen", answer_s, "s")
            yield Figure("atlas", f"this page, {length} tokens: bytes on the socket", seen["bytes"] / 1e6, "MB")
            yield Figure("atlas", f"this page, {length} tokens: elements of the page", elements, "")
    eager = AutoModelForCausalLM.from_pretrained(model_folder(MODEL), attn_implementation="eager")
    with torch.inference_mode():
        yield from bertviz.figures(eager, tokenizer, LENGTHS, CACHE)
