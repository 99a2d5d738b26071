"""Time of one 256 x 256 tile from a stored capture, at full resolution and pooled."""

import tempfile
from collections.abc import Iterator
from functools import partial

from transformers import AutoTokenizer

from bench.engine import MODEL
from bench.report import Figure, paired
from bench.text import exact_text
from compute.capture.store import CaptureStore
from compute.capture.tiles import tile
from compute.catalog.models import model_folder
from compute.engine.run import execute
from compute.spec import RunSpec


def figures() -> Iterator[Figure]:
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    spec = RunSpec(model=MODEL, text=exact_text(tokenizer, 2048))
    with tempfile.TemporaryDirectory() as folder:
        store = CaptureStore(folder)
        writer = store.writer(spec.digest())
        execute(spec, emit=lambda event: None, writer=writer, should_stop=lambda: False, deadline_s=600)
        record = store.record(spec.digest(), "decoder", 10)
        for level in (0, 1, 2, 3):
            last = (2048 >> level) // 256 - 1
            time_s, *_ = paired(partial(tile, record, 0, 3, level, last, 0), lambda: None, 15)
            yield Figure("tiles", f"256 × 256 tile of 2,048 tokens, level {level}", time_s * 1000, "ms")
