"""Variants: what four of one text cost through the app, beside four runs without it; how soon a difference is drawn."""

import statistics
import time
from collections.abc import Iterator
from functools import partial

import httpx
from transformers import AutoTokenizer

from bench.engine import MODEL, run_once
from bench.page import SETTLE, watched
from bench.report import Figure, seconds
from bench.text import exact_text
from compute.catalog.models import model_folder
from compute.spec import RunSpec
from scripts.running import App

TOKENS = 512
ROUNDS = 3
MASKS = (
    None,
    {"mask": {"type": "row", "name": "sliding_window", "params": {"window": 64}}},
    {"mask": {"type": "row", "name": "sink_window", "params": {"sinks": 2, "window": 64}}},
    {"mask": {"type": "row", "name": "block_local", "params": {"block": 64}}},
)


def figures(app: App) -> Iterator[Figure]:
    """Four variants as the page runs them, beside the same four specs without web, queue and page, in turn."""
    tokenizer = AutoTokenizer.from_pretrained(model_folder(MODEL))
    ratios, times = [], []
    for number in range(ROUNDS + 1):
        # A text of its own each time: what was computed before is only replayed.
        text = f"{number} {exact_text(tokenizer, TOKENS - 2)}"
        specs = [RunSpec.model_validate({"model": MODEL, "text": text, "mask": mask}) for mask in MASKS]
        through = _through(app.address, specs)
        alone = sum(seconds(partial(run_once, spec)) for spec in specs)
        if number > 0:  # the first loads the models
            ratios.append(through / alone)
            times.append(through)
    what = f"four variants of {TOKENS} tokens through the app ÷ four runs without it"
    yield Figure("compare", what, statistics.median(ratios), "×", 1.15, f"{statistics.median(times):.2f} s")
    yield from drawing(app)


def _through(address: str, specs: list[RunSpec]) -> float:
    """Seconds from the first request until the last of the runs has ended."""
    with httpx.Client(base_url=address, timeout=60) as client:
        client.get("/api/models")
        headers = {"X-CSRFToken": client.cookies["csrftoken"], "Referer": address}
        start = time.perf_counter()
        bodies = [spec.model_dump(mode="json") for spec in specs]
        runs = [client.post("/api/runs", json=body, headers=headers).raise_for_status().json() for body in bodies]
        for run in runs:
            while client.get(f"/api/runs/{run['id']}").json()["status"] not in ("finished", "failed", "crashed"):
                time.sleep(0.05)
        return time.perf_counter() - start


# Runs on the page: the time inside the drawing of each difference map, colours and hatch included.
DRAWN = """async () => {
  const times = [];
  const real = window.requestAnimationFrame;
  window.requestAnimationFrame = (work) => real((now) => { const from = performance.now(); work(now);
    times.push(performance.now() - from); });
  for (const scheme of [0, 1, 2, 3, 4, 5]) {
    document.querySelector('[role=application]').dispatchEvent(
      new KeyboardEvent('keydown', { key: scheme % 2 ? '0' : '+', bubbles: true }));
    await new Promise((done) => setTimeout(done, 250));
  }
  window.requestAnimationFrame = real;
  return times.filter((time) => time > 0.05);
}"""


def drawing(app: App) -> Iterator[Figure]:
    with watched(app) as browser:
        page = browser.page
        page.goto(f"{app.address}/#head&layer=16&head=3&query=10&key=1&compare=difference&variants={WINDOW}")
        page.wait_for_selector("[role=application]")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector('[aria-label^="Variant B less A"]', timeout=120_000)
        page.wait_for_timeout(3000)
        page.evaluate(SETTLE)
        times = page.evaluate(DRAWN)
        yield Figure("compare", "a difference map drawn anew", statistics.median(times), "ms", 16)


# [[{"mask": window 4}, null]], as the address holds it.
WINDOW = (
    "W1t7Im1hc2siOnsibWFzayI6eyJ0eXBlIjoicm93IiwibmFtZSI6InNsaWRpbmdfd2luZG93IiwicGFyYW1zIjp7IndpbmRvdyI6NH19LCJ0b3Bf"
    "ayI6bnVsbCwiaG93IjoicmVzdHJpY3QiLCJsYXllcnMiOm51bGwsImhlYWRzIjpudWxsLCJraW5kIjpudWxsfX0sbnVsbF1d"
)
