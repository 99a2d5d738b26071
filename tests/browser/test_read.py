"""Reading the Atlas, one head and one cell; every number on screen against the HTTP interface or the stored run."""

import re
from collections.abc import Callable

import msgpack
import numpy as np
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, get_json, inspector, run_id, run_is_on_screen, run_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

TOKENS = 15  # of the stored English sentence


def example_id(page: Page) -> str:
    examples = get_json(page, "/api/examples")["examples"]
    assert isinstance(examples, list)
    return str(next(one["run"]["id"] for one in examples if one["lang"] == "en"))


def weights(page: Page, run: str, layer: int, head: int, query: int, hide: str = "") -> np.ndarray:
    """The row as the HTTP interface gives it, float32, masked NaN."""
    answer = page.request.get(f"/api/runs/{run}/rows/decoder/{layer}/{head}/{query}{hide}")
    assert answer.ok, answer.text()
    body = msgpack.unpackb(answer.body())
    return np.frombuffer(body["data"], "<f4").reshape(body["shape"])


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found
    return found


def number(text: str) -> float:
    """Reads 0.565 and 3.3×10⁻⁵."""
    digits, _, power = text.partition("×10")
    return float(digits) * 10.0 ** int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or "0")


def map_of(page: Page) -> FloatRect:
    """Where the cells of the Head view's map lie on the page."""
    return box(page.get_by_role("application").locator("canvas"))


def cell(page: Page, query: int, key: int, tokens: int = TOKENS) -> tuple[float, float]:
    area = map_of(page)
    side = min(area["width"], area["height"]) / tokens
    assert side > 4
    return area["x"] + area["width"] * (key + 0.5) / tokens, area["y"] + area["height"] * (query + 0.5) / tokens


def open_head(open_page: OpenPage, **how: object) -> Page:
    page = open_page(**how)
    atlas_is_drawn(page)
    page.keyboard.press("2")
    expect(page.get_by_role("application", name="Attention map of layer 16, head 3")).to_be_visible()
    return page


def test_a_click_pins_a_head_and_a_second_opens_it(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    area = box(page.get_by_role("application").locator("canvas"))
    page.mouse.move(area["x"] + 100, area["y"] + 120)
    hovered = inspector(page).inner_text().splitlines()[0]
    assert hovered != "Layer 16 · Head 3"
    page.mouse.move(area["x"] + area["width"] + 40, area["y"] - 60)
    expect(inspector(page)).to_contain_text("Layer 16 · Head 3")
    page.mouse.click(area["x"] + 100, area["y"] + 120)
    page.mouse.move(area["x"] + area["width"] + 40, area["y"] - 60)
    expect(inspector(page)).to_contain_text(hovered)
    page.mouse.dblclick(area["x"] + 100, area["y"] + 120)
    expect(page.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    shot(page, "opened")


@pytest.mark.parametrize(
    "measure", ["Entropy", "On first token", "On previous", "On itself", "Mean distance", "Largest weight"]
)
def test_heads_are_ordered_by_a_measure(open_page: OpenPage, shot: Shot, measure: str) -> None:
    page = open_page()
    atlas_is_drawn(page)
    chooser = page.get_by_role("combobox", name="Order of the heads")
    label = next(one for one in chooser.locator("option").all_inner_texts() if measure in one)
    chooser.select_option(label=label)
    page.get_by_role("application").focus()
    for _ in range(40):
        page.keyboard.press("ArrowUp")
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    rank = inspector(page).get_by_role("definition").filter(has_text=measure).inner_text()
    assert re.search(r"\blargest of 270", rank.replace("1st ", "")), rank
    assert re.search(r"(, largest|1st largest)", rank), rank
    shot(page, measure)


def test_every_weight_on_screen_is_the_models(open_page: OpenPage, shot: Shot) -> None:
    page = open_head(open_page)
    page.get_by_role("button", name="Table").click()
    shown = page.get_by_role("table").first
    run = example_id(page)
    for query in (3, 10, 14):
        row = shown.get_by_role("row").filter(has=page.get_by_role("rowheader", name=re.compile(rf"\b{query}$")))
        texts = row.get_by_role("cell").all_inner_texts()
        exact = weights(page, run, 16, 3, query)
        assert texts[query + 1 :] == ["masked"] * (TOKENS - query - 1)
        assert np.allclose([number(text) for text in texts[: query + 1]], exact[: query + 1], atol=6e-4)
        assert np.isnan(exact[query + 1 :]).all()
    shot(page, "table")


def test_hovering_a_cell_tells_its_exact_value(open_page: OpenPage, shot: Shot) -> None:
    page = open_head(open_page)
    run = example_id(page)
    for query, key in ((10, 1), (14, 13), (7, 7)):
        page.mouse.move(*cell(page, query, key))
        expect(inspector(page)).to_contain_text(f"{weights(page, run, 16, 3, query)[key]:.3f}")
    shot(page, "hover")


@pytest.mark.parametrize("ratio", [1, 2])
@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.5])
def test_the_tooltip_names_the_cell_under_the_pointer(open_page: OpenPage, zoom: float, ratio: int) -> None:
    """C127: the cell is floor((x - x0) / cell) whatever the browser's zoom and the screen's pixels."""
    # A browser's zoom of z is a viewport of 1/z the size at z times the pixels.
    page = open_head(open_page, size=(int(1440 / zoom), int(900 / zoom)), ratio=ratio * zoom)
    run = example_id(page)
    area = map_of(page)
    width = area["width"] / TOKENS
    for key in (1, 4, 9):
        exact = weights(page, run, 16, 3, 10)
        y = cell(page, 10, key)[1]
        for inside in (0.8, width - 0.8):
            page.mouse.move(area["x"] + key * width + inside, y)
            expect(inspector(page)).to_contain_text(f"{exact[key]:.3f}")


def test_after_twenty_switches_of_head_the_map_has_the_same_size(open_page: OpenPage) -> None:
    """C125: the plot neither shrinks nor loses its hover."""
    page = open_head(open_page)
    before = map_of(page)
    for _ in range(10):
        page.get_by_role("button", name="Next head").click()
        page.keyboard.press("[")
    assert map_of(page) == before
    page.mouse.move(*cell(page, 10, 1))
    expect(inspector(page)).to_contain_text("0.565")


def test_hiding_leaves_the_other_weights_and_renormalising_is_a_switch_of_its_own(
    open_page: OpenPage, shot: Shot
) -> None:
    """C119: hiding only hides."""
    page = open_head(open_page)
    run = example_id(page)
    page.get_by_role("checkbox", name="First token").check()
    page.mouse.move(*cell(page, 10, 1))
    expect(inspector(page)).to_contain_text("0.565")
    shot(page, "hidden")
    page.get_by_role("checkbox", name="Renormalise rows").check()
    exact = weights(page, run, 16, 3, 10, "?hide=first&renormalise=1")[1]
    whole = weights(page, run, 16, 3, 10)
    assert exact == pytest.approx(whole[1] / (1 - whole[0]), abs=1e-4)
    page.mouse.move(*cell(page, 10, 1))
    expect(page.get_by_role("main")).to_contain_text(re.compile(rf"{exact:.3f}|{exact:.2f}"[1:].replace("0.", r"\.")))
    shot(page, "renormalised")


def test_the_inspector_tells_how_a_weight_is_made(open_page: OpenPage, shot: Shot) -> None:
    page = open_head(open_page)
    page.mouse.click(*cell(page, 10, 1))
    made = inspector(page).get_by_role("group").filter(has_text="How this weight is made")
    if not made.get_by_text("Score", exact=True).is_visible():
        made.get_by_text("How this weight is made").click()
    parts = get_json(page, f"/api/runs/{example_id(page)}/cells/decoder/16/3/10/1")
    assert isinstance(parts["score"], float)
    assert isinstance(parts["lse"], float)
    expect(made).to_contain_text(f"{parts['score']:+.3f}")
    expect(made).to_contain_text("allowed")
    expect(made).to_contain_text(f"{-parts['lse']:+.3f}".replace("-", "−"))
    assert np.exp(parts["score"] - parts["lse"]) == pytest.approx(parts["weight"], abs=1e-5)
    expect(inspector(page)).to_contain_text("KV head 1, shared with 4 and 5")
    page.mouse.click(*cell(page, 3, 9))
    expect(inspector(page)).to_contain_text(re.compile("masked|cannot see"))
    shot(page, "masked-cell")


def test_keys_move_through_queries_and_keys_and_escape_clears(open_page: OpenPage) -> None:
    page = open_head(open_page)
    figure = page.get_by_role("application")
    figure.focus()
    page.keyboard.press("ArrowDown")
    expect(inspector(page)).to_contain_text(re.compile(r"was\s*11"))
    page.keyboard.press("ArrowRight")
    expect(inspector(page)).to_contain_text(re.compile(r"did\s*2"))
    page.keyboard.press("]")
    expect(inspector(page)).to_contain_text("Layer 16 · Head 4")
    page.keyboard.press("Escape")
    expect(inspector(page)).not_to_contain_text("visible keys")


@pytest.mark.parametrize("scale", ["linear scale", "log scale"])
def test_the_legend_follows_the_scale(open_page: OpenPage, shot: Shot, scale: str) -> None:
    """C121: the ends of the legend are the range of the data, 0 to 1."""
    page = open_head(open_page)
    page.get_by_role("radio", name=scale).click()
    legend = page.get_by_role("img", name=re.compile("Weights from 0 to 1"))
    expect(legend).to_have_attribute("aria-label", re.compile(scale.split()[0]))
    expect(legend).to_contain_text("1")
    shot(page, scale)


def test_two_thousand_tokens_pan_and_zoom_and_their_tiles_are_exact(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, "The old sailor looked at the sea and said that the boat would come back. " * 120)
    run_is_on_screen(page, timeout_s=180)
    shot(page, "atlas")
    page.keyboard.press("2")
    figure = page.get_by_role("application")
    expect(figure).to_have_attribute("aria-label", re.compile(r"[12],\d{3} queries"))
    shot(page, "whole")
    area = map_of(page)
    page.mouse.move(area["x"] + area["width"] * 0.3, area["y"] + area["height"] * 0.6)
    for _ in range(12):
        page.mouse.wheel(0, -240)
    page.wait_for_load_state("networkidle")
    shot(page, "zoomed")
    page.mouse.down()
    page.mouse.move(area["x"] + 60, area["y"] + 60, steps=8)
    page.mouse.up()
    page.wait_for_load_state("networkidle")
    shot(page, "panned")
    run = run_id(page)
    answer = page.request.get(f"/api/runs/{run}/tiles/decoder/16/3?row=0&level=0&y=3&x=1")
    assert "immutable" in answer.headers["cache-control"]
    body = msgpack.unpackb(answer.body())
    tile = np.frombuffer(body["data"], "<f2").reshape(body["shape"])
    exact = weights(page, run, 16, 3, 3 * 256 + 17)[256:512]
    assert np.allclose(tile[17], exact, atol=1e-3)
    elements = page.evaluate("() => document.getElementsByTagName('*').length")
    assert elements < 3000, "C123: no element per cell"


def test_text_with_markup_is_text_everywhere(open_page: OpenPage, shot: Shot) -> None:
    """C157: nothing that is typed becomes markup or script."""
    attack = '"><img src=x onerror=alert(1)> <b>bold</b> <script>alert(2)</script>'
    page = open_page()
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    atlas_is_drawn(page)
    run_text(page, attack)
    run_is_on_screen(page)
    for view in ("1", "2", "3"):
        page.keyboard.press(view)
        shot(page, f"view-{view}")
        assert page.locator("img, b:has-text('bold') > b, script:not([src])").count() == 0
    page.reload()
    run_is_on_screen(page)
    assert page.locator("img").count() == 0
