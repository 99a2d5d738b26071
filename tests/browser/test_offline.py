"""The page as one file, opened from disk with the network cut: its views, their selection and their numbers."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Download, Page, expect

from .conftest import OpenPage
from .steps import atlas_is_drawn, inspector
from .test_compare import three_masks
from .test_export import colours, download, menu

Shot = Callable[[Page, str], None]
OpenFile = Callable[..., Page]
# Three variants have 810 heads.
MAKING_MS = 180_000
PLACES = ("layer=0&head=0&query=3&key=0", "layer=16&head=3&query=10&key=1", "layer=29&head=8&query=14&key=13")


@pytest.fixture
def open_file(browser: Browser) -> Iterator[OpenFile]:
    """Opens a file from disk with every request but its own refused: `open_file(path, "#head", lang="zh-CN")`."""
    contexts = []
    asked: list[str] = []
    faults: list[str] = []

    def open_as(file: Path, tail: str = "", *, lang: str = "en-GB", dark: bool = False, width: int = 1440) -> Page:
        context = browser.new_context(
            locale=lang, color_scheme="dark" if dark else "light", viewport={"width": width, "height": 900}
        )
        contexts.append(context)
        context.set_offline(True)
        context.route(re.compile("^(?!file:)"), lambda route: route.abort())
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(f"{file.as_uri()}{tail}")
        return page

    yield open_as
    for context in contexts:
        context.close()
    assert faults == []
    # Pictures that the page draws for itself have addresses of their own.
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []


def standalone(page: Page, to: Path) -> Path:
    """The file of what is on screen, whose size was told before."""
    expect(menu(page)).to_contain_text(re.compile(r"at most [\d.]+ MiB"))
    said = re.search(r"at most ([\d.]+) MiB", menu(page).inner_text())
    assert said
    with page.expect_download(timeout=MAKING_MS) as found:
        menu(page).get_by_role("button", name="Stand-alone page, HTML").click()
    file: Download = found.value
    path = to / file.suggested_filename
    file.save_as(path)
    assert path.suffix == ".html"
    assert path.stat().st_size <= float(said[1]) * 2**20 + 2**16
    page.keyboard.press("Escape")
    return path


def told(page: Page) -> str:
    """What the inspector says of the selected cell: its weight, its rank and how it was made."""
    expect(inspector(page)).to_contain_text("Weight = exp")
    expect(inspector(page).locator(".facts").first).to_contain_text("q·k")
    return re.sub(r"\s+", " ", inspector(page).inner_text())


def panel(page: Page) -> str:
    return re.sub(r"\s+", " ", page.locator("#view").inner_text())


def test_the_file_shows_every_view_as_the_server_does_without_a_network(
    open_page: OpenPage, open_file: OpenFile, tmp_path: Path, shot: Shot
) -> None:
    """C137: the numbers of cells at both ends of the model and between, and of every view, are the server's."""
    page = open_page("/#head&layer=16&head=3&query=10&key=1")
    expect(inspector(page)).to_contain_text("0.565")
    path = standalone(page, tmp_path)
    file = open_file(path)
    expect(inspector(file)).to_contain_text("0.565")
    expect(page.get_by_role("application").first).to_be_visible()
    expect(file.get_by_role("complementary", name="This file")).to_contain_text("SmolLM2-135M-Instruct · Mask: Causal")
    shot(file, "head")
    for place in PLACES:
        for one in (page, file):
            one.evaluate("hash => { location.hash = hash }", f"#head&{place}")
            layer, head = re.findall(r"\d+", place)[:2]
            expect(inspector(one)).to_contain_text(f"Layer {layer} · Head {head}")
        assert told(file) == told(page)
    for name, words in (("Output", "Mean loss"), ("Structure", "KV cache"), ("Cost", "GFLOP")):
        for one in (page, file):
            one.get_by_role("tab", name=name).click()
        expect(file.locator("#view")).to_contain_text(words)
        shot(file, name.lower())
    stats = [re.sub(r"\s+", " ", one.locator(".stats").inner_text()) for one in (page, file)]
    assert stats[0] == stats[1]
    for one in (page, file):
        one.get_by_role("tab", name="Output").click()
    # Next tokens and losses; what asks for another run is left out.
    columns = [re.sub(r"\s+", " ", one.locator("#view .columns").first.inner_text()) for one in (page, file)]
    assert columns[0] == columns[1]
    assert file.locator("#view").get_by_role("button", name="Check for leaks").count() == 0


def test_in_the_file_one_selects_hides_and_switches_language_and_theme(
    open_page: OpenPage, open_file: OpenFile, tmp_path: Path, shot: Shot
) -> None:
    page = open_page()
    atlas_is_drawn(page)
    file = open_file(standalone(page, tmp_path), lang="zh-CN", dark=True)
    expect(file.get_by_role("tab", name="总览")).to_have_attribute("aria-selected", "true")
    shot(file, "chinese-dark")
    file.get_by_role("button", name="Switch to English").or_(file.get_by_text("EN", exact=True)).first.click()
    file.get_by_role("tab", name="Head").click()
    file.get_by_role("application").first.focus()
    file.keyboard.press("ArrowDown")
    expect(file).to_have_url(re.compile("query=11&key=1"))
    expect(inspector(file)).to_contain_text("was 11 → trophy 1")
    before = inspector(file).inner_text()
    file.keyboard.press("]")
    expect(inspector(file)).to_contain_text("Layer 16 · Head 4")
    assert inspector(file).inner_text() != before
    file.get_by_label("First token").check()
    expect(file).to_have_url(re.compile("hide-first=1"))
    file.get_by_role("listbox").get_by_role("option").nth(5).click()
    expect(file).to_have_url(re.compile("query=5"))
    for what in ("Run", "Save", "Studies", "Edit"):
        assert file.get_by_role("button", name=what, exact=True).count() == 0
    file.reload()
    expect(inspector(file)).to_contain_text("Layer 16 · Head 4")
    picture = download(file, menu(file).get_by_role("button", name="PNG", exact=True))
    assert colours(file, picture.path())[2] > 100


def test_variants_beside_each_other_come_into_the_file(
    open_page: OpenPage, open_file: OpenFile, tmp_path: Path, shot: Shot
) -> None:
    page = open_page()
    atlas_is_drawn(page)
    three_masks(page)
    page.get_by_role("tab", name="Head").click()
    expect(page.get_by_role("application").locator("canvas")).to_have_count(5)
    file = open_file(standalone(page, tmp_path))
    expect(file.get_by_role("application").locator("canvas")).to_have_count(5)
    shot(file, "compare")
    # The way to models that were trained with a mask asks for other runs.
    assert panel(file) == panel(page).replace(" Compare with lab models", "")


def test_the_file_is_readable_on_a_narrow_screen(
    open_page: OpenPage, open_file: OpenFile, tmp_path: Path, shot: Shot
) -> None:
    page = open_page("/#head&layer=16&head=3&query=10&key=1")
    expect(inspector(page)).to_contain_text("0.565")
    file = open_file(standalone(page, tmp_path), width=390)
    expect(file.get_by_role("navigation")).to_contain_text("0.565")
    assert file.evaluate("document.documentElement.scrollWidth") == 390
    shot(file, "narrow")
