"""What timing a pass by part adds to it."""

from collections.abc import Iterator
from functools import partial

import torch
from transformers import AutoTokenizer

from bench.report import Figure, paired
from bench.text import exact_text
from compute.catalog.models import model_card, model_folder
from compute.engine.loaded import device_of, loaded_models
from compute.engine.parts import Watch, one_pass, watched
from compute.engine.probe import Probe
from compute.engine.reader import Reader
from compute.events import RunTokens
from compute.spec import RunSpec
from compute.text import tokens_of

MODEL = "smollm2-135m-instruct"
TOKENS = (64, 256)
BOUND = 1.03


def _timed(reader: Reader, tokens: RunTokens) -> None:
    with watched(Watch(device_of(MODEL)), reader.model, None):
        one_pass(reader, tokens)


def _plain(reader: Reader, tokens: RunTokens) -> None:
    with Probe():
        one_pass(reader, tokens)


def figures(rounds: int) -> Iterator[Figure]:
    """Ratios of a pass with timers to the same without, medians of pairs."""
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    reader = loaded_models().get(MODEL, "float32")
    with torch.inference_mode():
        for count in TOKENS:
            spec = RunSpec(model=MODEL, text=exact_text(tokenizer, count))
            tokens = tokens_of(spec, model_card(MODEL), model_folder(MODEL))
            _, plain_s, ratio = paired(partial(_timed, reader, tokens), partial(_plain, reader, tokens), rounds)
            yield Figure("parts", f"pass timed by part ÷ plain, {count} tokens", ratio, "×", BOUND, f"{plain_s:.2f} s")
