"""Writing on with a decoder while its KV cache is watched: what grows, what a window evicts, what a cache saves."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, run_is_on_screen, run_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

SMOLLM_TOKEN = 30 * 2 * 3 * 64 * 4  # bytes: layers, keys and values, KV heads, numbers of a head, float32
WINDOW = 8


def cache(page: Page) -> Locator:
    return page.get_by_role("tabpanel").get_by_role("region", name="KV cache, step by step")


def watch(page: Page, tokens: int, block: int) -> None:
    """Opens Cost, asks for so many tokens in pages of so many, and starts."""
    page.get_by_role("tab", name="Cost", exact=True).click()
    for name, value in (("Tokens to write", tokens), ("Tokens of a page", block)):
        field = cache(page).get_by_role("spinbutton", name=name)
        field.fill(str(value))
        field.press("Tab")
    cache(page).get_by_role("button", name=re.compile("^Write")).click()


def is_whole(page: Page) -> None:
    """All steps are there: the steps stand in the panel while others are still being written."""
    expect(cache(page).get_by_role("button", name="Write again")).to_be_visible(timeout=120_000)
    expect(cache(page).get_by_role("progressbar")).to_have_count(0, timeout=120_000)


def choose_window_model(page: Page) -> None:
    atlas_is_drawn(page)
    page.get_by_role("combobox", name="Model").select_option("decoder-rope-window")


def test_smollm2_writes_on_and_each_step_tells_what_its_cache_holds(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    watch(page, 6, 16)
    run_is_on_screen(page, 120)
    is_whole(page)
    panel = cache(page)
    steps = int(panel.get_by_role("slider", name="Step").get_attribute("max") or 0) + 1
    assert 1 < steps <= 6
    tokens = 15 + steps - 1
    expect(panel).to_contain_text(f"2 × {tokens} × 3 × 64 × 4 × 30 = {SMOLLM_TOKEN * tokens:,}")
    expect(panel).to_contain_text(f"All {steps} steps tell the same token with the cache and without it.")
    expect(panel).to_contain_text("What is allocated is what the formula says, to the byte.")
    expect(panel).to_contain_text(f"{tokens} of {tokens} tokens are in the cache, in 2 pages of 16 places")
    panel.get_by_text("All steps in numbers").scroll_into_view_if_needed()
    shot(page, "cost")
    slider = panel.get_by_role("slider", name="Step")
    slider.focus()
    slider.press("Home")
    expect(panel).to_contain_text(f"2 × 15 × 3 × 64 × 4 × 30 = {SMOLLM_TOKEN * 15:,}")
    expect(panel).to_contain_text("15 of 15 tokens are in the cache, in 1 page of 16 places; 1 of them unused")
    slider.press("ArrowRight")
    expect(panel).to_contain_text(f"2 × 16 × 3 × 64 × 4 × 30 = {SMOLLM_TOKEN * 16:,}")


def test_what_was_written_has_maps_and_stands_in_the_output_beside_its_cache(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("spinbutton", name="Tokens to write, at most").fill("4")
    page.get_by_role("spinbutton", name="Tokens to write, at most").press("Tab")
    page.get_by_role("checkbox", name="Watch the KV cache").check()
    run_text(page, "One, two, three,")
    run_is_on_screen(page, 120)
    page.get_by_role("tab", name="Output", exact=True).click()
    is_whole(page)
    view = page.get_by_role("tabpanel")
    expect(view).to_contain_text("Written, greedy")
    view.get_by_role("button", pressed=False).nth(1).click()
    expect(view.get_by_role("heading", name=re.compile("^Step 2:"))).to_be_visible()
    expect(cache(page)).to_contain_text("Step 2:")
    shot(page, "output")
    before = cache(page).inner_text()
    page.reload()
    run_is_on_screen(page)
    expect(cache(page)).to_contain_text("Step 2:")
    assert cache(page).inner_text() == before
    query = int(page.url.split("query=")[1].split("&")[0])
    page.get_by_role("tab", name="Head", exact=True).click()
    expect(page.get_by_role("listbox").get_by_role("option", selected=True)).to_have_attribute(
        "aria-label", re.compile(str(query))
    )


def test_a_window_evicts_what_it_has_passed(open_page: OpenPage, shot: Shot) -> None:
    """decoder-rope-window sees 8 tokens: behind the 8 newest nothing is kept; pages of 4 are freed."""
    page = open_page()
    choose_window_model(page)
    run_text(page, "The trophy did not fit in the suitcase because it was too big ⇒")
    run_is_on_screen(page)
    watch(page, 12, 4)
    run_is_on_screen(page, 120)
    is_whole(page)
    panel = cache(page)
    slider = panel.get_by_role("slider", name="Step")
    slider.focus()
    slider.press("Home")
    slider.press("ArrowRight")
    expect(panel).to_contain_text("Step 1: ")
    said = re.search(r"Step 1: (\d+) tokens are read", panel.inner_text())
    assert said is not None
    read = int(said[1])
    layers, heads, size = 3, 4, 36  # of the model that ships: width 144
    expect(panel).to_contain_text(f"{WINDOW} of {read} tokens are in the cache")
    expect(panel).to_contain_text(
        f"2 × {WINDOW} × {heads} × {size} × 4 × {layers} = {2 * WINDOW * heads * size * 4 * layers:,}"
    )
    pages = {place // 4 for place in range(read - WINDOW, read)}
    expect(panel).to_contain_text(f"in {len(pages)} pages of 4 places; {4 * len(pages) - WINDOW} of them unused")
    evicted = panel.get_by_title(re.compile("^Token .*: evicted$"))
    expect(evicted).to_have_count(read - WINDOW)
    expect(panel.get_by_title(re.compile("^Page .*: freed$"))).to_have_count((read - WINDOW) // 4)
    expect(panel).to_contain_text("without eviction")
    panel.get_by_text("All steps in numbers").scroll_into_view_if_needed()
    shot(page, "window")


def test_writing_can_be_cancelled_and_its_steps_stay(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, "Once upon a time, in a village by the sea, there lived")
    run_is_on_screen(page)
    watch(page, 90, 16)
    panel = cache(page)
    expect(panel.get_by_role("progressbar")).to_have_attribute("aria-valuetext", re.compile("^Step "), timeout=120_000)
    panel.get_by_role("button", name="Cancel").click()
    expect(panel).to_contain_text(re.compile(r"Cancelled after \d+ steps?"), timeout=30_000)
    expect(panel.get_by_role("slider", name="Step")).to_be_visible()
    expect(panel.get_by_role("button", name="Write again")).to_be_enabled()


def test_what_keeps_no_cache_says_so(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    architecture = page.get_by_role("radiogroup", name="Architecture")
    page.get_by_role("tab", name="Cost", exact=True).click()
    architecture.get_by_role("radio", name="Encoder", exact=True).click()
    expect(cache(page)).to_contain_text("An encoder reads its text once and keeps no cache. Choose a decoder.")
    expect(cache(page).get_by_role("button")).to_have_count(0)
    architecture.get_by_role("radio", name="Enc–dec").click()
    expect(cache(page)).to_contain_text("an encoder-decoder reads two. Choose a decoder.")


def test_the_timeline_is_whole_on_a_narrow_chinese_dark_screen(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN", dark=True, size=(390, 844))
    atlas_is_drawn(page)
    page.get_by_role("tab", name="开销", exact=True).click()
    panel = page.get_by_role("tabpanel").get_by_role("region", name="KV 缓存，逐步")
    panel.get_by_role("spinbutton", name="续写词元数").fill("4")
    panel.get_by_role("button", name="续写并观察").click()
    expect(panel).to_contain_text("实际分配与公式逐字节相同。", timeout=120_000)
    expect(panel.get_by_role("progressbar")).to_have_count(0, timeout=60_000)
    panel.scroll_into_view_if_needed()
    shot(page, "cache")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_by_role("tabpanel").evaluate("view => view.scrollWidth <= view.clientWidth")
