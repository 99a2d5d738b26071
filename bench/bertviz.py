"""BertViz on the same text and model: from the model's answer to all heads on screen.

An optional extra, without which the section has no rows: `.venv/bin/pip install -c constraints.txt -e '.[bench]'`.
Its page asks a content network for three libraries; they are answered from npm packages of the same versions
(jQuery 2.1.0 for 2.0.0, which npm does not hold).
"""

import importlib.util
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Route, sync_playwright

from bench.report import Figure
from bench.text import exact_ids

LIBRARIES = {
    "require.min.js": ("requirejs@2.3.6", "require.js"),
    "d3.min.js": ("d3@5.7.0", "dist/d3.min.js"),
    "jquery.min.js": ("jquery@2.1.0", "dist/jquery.min.js"),
}
PATIENCE_S = 120.0

# Two animation frames without a change of the element count: everything is there.
SETTLED = """() => new Promise(done => { let last = -1, since = performance.now();
  const all = document.getElementsByTagName('*');
  const look = () => { const now = performance.now(); if (all.length !== last) { last = all.length; since = now; }
    if (now - since > 1000 && document.querySelector('#vis svg line')) done({ms: since, elements: last});
    else requestAnimationFrame(look); }; look(); })"""


def libraries(folder: Path) -> dict[str, Path]:
    """The three files, fetched once into `folder`."""
    for package, _ in LIBRARIES.values():
        if not (folder / package).exists():
            (folder / package).mkdir(parents=True)
            subprocess.run(["npm", "pack", "--silent", package], cwd=folder / package, check=True, capture_output=True)
            archive = next((folder / package).glob("*.tgz"))
            subprocess.run(["tar", "xzf", archive.name], cwd=folder / package, check=True)
    return {name: folder / package / "package" / inside for name, (package, inside) in LIBRARIES.items()}


def figures(model: Any, tokenizer: Any, lengths: tuple[int, ...], cache: Path) -> Iterator[Figure]:
    """For each length: seconds from the model's answer to all heads on screen, bytes of the page, its elements."""
    if importlib.util.find_spec("bertviz") is None:
        return
    from bertviz import model_view

    files = libraries(cache)
    for length in lengths:
        ids = exact_ids(tokenizer, length)
        attentions = model(ids, output_attentions=True).attentions
        tokens = tokenizer.convert_ids_to_tokens(ids[0])
        start = time.perf_counter()
        html = model_view(attentions, tokens, html_action="return").data
        made = time.perf_counter() - start
        what = f"model_view, {length} tokens: answer to all heads on screen"
        try:
            drawn, elements = drawn_page(html, files)
        except Error:  # the browser gave no answer in time, or its renderer died
            yield Figure("bertviz", what, PATIENCE_S, "s", None, "not drawn by then")
            continue
        yield Figure("bertviz", what, made + drawn, "s")
        yield Figure("bertviz", f"model_view, {length} tokens: bytes of the page", len(html.encode()) / 1e6, "MB")
        yield Figure("bertviz", f"model_view, {length} tokens: elements of the page", elements, "")


def drawn_page(html: str, files: dict[str, Path]) -> tuple[float, int]:
    """Seconds from navigation to the last change of the page, and its number of elements."""

    def answer(route: Route) -> None:
        name = route.request.url.split("?")[0].rsplit("/", 1)[-1]
        if name in files:
            route.fulfill(path=files[name], content_type="text/javascript")
        elif route.request.url.startswith("file:"):
            route.continue_()
        else:
            route.abort()

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "page.html"
        page_file.write_text(f"<!doctype html><meta charset=utf-8><body>{html}</body>")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.route("**/*", answer)
        # Set up before the page: an evaluation on a busy page knows no time limit of its own.
        page.add_init_script(f"({SETTLED})().then((found) => {{ window.settled = found; }});")
        page.goto(page_file.as_uri(), wait_until="commit")
        settled = page.wait_for_function("() => window.settled").json_value()
        browser.close()
    return settled["ms"] / 1000, settled["elements"]
