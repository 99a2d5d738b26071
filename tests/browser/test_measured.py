"""What a text takes, measured on it: kernels, a text in pieces, and parts; beside what was computed."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, get_json, run_id, run_is_on_screen, run_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

SLOW_MS = 120_000
# 13 words of one token each, twelve times over: the model's tokens are those of the page.
LONG = " ".join(["The ferry to the island leaves at noon and comes back before dark."] * 12)


def cost(page: Page) -> Locator:
    atlas_is_drawn(page)
    page.get_by_role("tab", name="Cost", exact=True).click()
    return page.get_by_role("tabpanel")


def panel(view: Locator, name: str) -> Locator:
    return view.get_by_role("region", name=name, exact=True)


def measured(part: Locator) -> Locator:
    """Presses the button of a panel and waits for its table."""
    part.get_by_role("button", name="Measure on this text").click()
    table = part.get_by_role("table")
    expect(table).to_be_visible(timeout=SLOW_MS)
    return table


def difference(table: Locator, row: str) -> float:
    return float(
        table.get_by_role("row", name=re.compile(f"^{row}")).get_by_role("cell").last.get_attribute("title") or ""
    )


def spec_on_screen(page: Page) -> dict[str, object]:
    spec = get_json(page, f"/api/runs/{run_id(page)}")["spec"]
    assert isinstance(spec, dict)
    return spec


def test_kernels_are_compared_under_the_models_own_mask_and_under_a_window(open_page: OpenPage, shot: Shot) -> None:
    """15 tokens, 9 heads: causal allows 9 × 120 of 2,025 pairs, a window of 4 allows 9 × 54."""
    page = open_page(size=(1440, 1500))
    view = cost(page)
    kernels = panel(view, "Kernels")
    kernels.get_by_role("combobox", name="Layer").select_option("3")
    table = measured(kernels)
    expect(kernels).to_contain_text("layer 3 9 heads, 15 queries × 15 keys: 1,080 of 2,025 pairs allowed (53.3%)")
    expect(table.get_by_role("row")).to_have_count(4)
    assert all(difference(table, row) < 1e-5 for row in ("Naive", "Fused", "Block-sparse"))
    assert spec_on_screen(page)["measure_kernels"] == {"layer": 3, "rounds": 5}
    shot(page, "causal")
    # Another layer was not measured, and the first is still there.
    kernels.get_by_role("combobox", name="Layer").select_option("4")
    expect(table).to_have_count(0)
    kernels.get_by_role("combobox", name="Layer").select_option("3")
    expect(table).to_be_visible()
    page.get_by_role("group", name="Variants").get_by_role("button", name=re.compile("^Add a variant")).click()
    page.get_by_role("complementary", name="Setup").get_by_role("radio", name="Window", exact=True).click()
    page.get_by_role("button", name=re.compile("^Run")).click()
    pairs = view.get_by_role("group", name="Query–key pairs")
    expect(pairs.get_by_role("button")).to_have_text(re.compile(r"^54"), timeout=SLOW_MS)
    table = measured(kernels)
    expect(kernels).to_contain_text("486 of 2,025 pairs allowed (24.0%), Window 4")
    assert all(difference(table, row) < 1e-5 for row in ("Naive", "Fused", "Block-sparse"))
    shot(page, "window")


def test_a_text_in_pieces_draws_its_schedule_and_equals_one_pass(open_page: OpenPage, shot: Shot) -> None:
    """15 tokens in pieces of 8 and of 2: two and eight pieces; 15 × 46,080 bytes of cache at the end."""
    page = open_page(size=(1440, 1500))
    view = cost(page)
    prefill = panel(view, "Chunked prefill")
    prefill.get_by_role("button", name="4", exact=True).click()
    table = measured(prefill)
    for size, pieces in (("8 tokens", "2"), ("2 tokens", "8")):
        row = table.get_by_role("row", name=re.compile(f"^{size}"))
        expect(row.get_by_role("cell").nth(1)).to_have_text(pieces)
        expect(row.get_by_role("cell").last).to_have_text("equal")
    expect(table.get_by_role("row", name=re.compile("^4 tokens"))).to_have_count(0)
    schedule = prefill.get_by_role("img")
    expect(schedule).to_have_accessible_name(re.compile("Piece 1: queries 0–7, 8 keys.*Piece 2: queries 8–14, 15 keys"))
    prefill.get_by_role("button", name="2 tokens").click()
    expect(schedule).to_have_accessible_name(re.compile("Piece 8: queries 14–14, 15 keys"))
    expect(view).to_contain_text("Ring: 675 KiB measured at 15 tokens.")
    shot(page, "pieces")
    page.get_by_role("tab", name="Atlas", exact=True).click()
    page.get_by_role("tab", name="Cost", exact=True).click()
    expect(schedule).to_have_accessible_name(re.compile("Piece 8: queries 14–14, 15 keys"))
    # The same once more is measured anew, and what was measured first stays asked for.
    before = run_id(page)
    prefill.get_by_role("button", name="Measure again").click()
    page.wait_for_url(lambda url: before not in url, timeout=SLOW_MS)
    assert spec_on_screen(page)["measure_again"] == 1
    page.reload()
    expect(table).to_be_visible(timeout=SLOW_MS)


def test_time_by_part_adds_up_and_stands_beside_what_was_computed(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(size=(1440, 1500))
    view = cost(page)
    parts = panel(view, "This run, by part")
    parts.get_by_role("button", name="Measure", exact=True).click()
    expect(parts.get_by_role("columnheader", name="ms", exact=True)).to_be_visible(timeout=SLOW_MS)
    expect(parts.get_by_role("columnheader", name=re.compile("^[GT]FLOP.s$"))).to_be_visible()
    said = re.search(r"and ([\d.,]+) ms that belong to none add up to ([\d.,]+) ms", parts.inner_text())
    assert said is not None
    other, total = (float(number.replace(",", "")) for number in said.groups())
    cells = parts.locator("tbody tr td.timed:nth-last-child(2)").all_inner_texts()
    timed = [float(number.replace(",", "")) for number in cells if re.match(r"^[\d.,]+$", number)]
    assert len(timed) == 9  # of ten parts: the weighted sum is timed with the scores
    assert abs(sum(timed) + other - total) < 0.02 * total  # as they are written, to three digits
    view.get_by_role("combobox", name="Device").select_option("h100")
    expect(view).to_contain_text(re.compile(r"Ring: this run of 15 tokens, .* which is not this curve's device"))
    shot(page, "parts")


def test_measuring_is_cancelled_and_what_is_on_screen_stays(open_page: OpenPage) -> None:
    page = open_page(size=(1440, 1500))
    atlas_is_drawn(page)
    run_text(page, LONG)
    run_is_on_screen(page, 240)
    before = run_id(page)
    view = cost(page)
    kernels = panel(view, "Kernels")
    kernels.get_by_role("combobox", name="Layer").select_option("All 30")
    kernels.get_by_role("button", name="Measure on this text").click()
    expect(kernels.get_by_role("progressbar")).to_be_visible()
    kernels.get_by_role("button", name="Cancel").click()
    expect(kernels).to_contain_text("Cancelled. What is on screen stays.")
    assert run_id(page) == before
    expect(view.get_by_role("group", name="Compute")).to_contain_text("GFLOP")
    expect(kernels.get_by_role("button", name="Measure on this text")).to_be_enabled()


def test_an_encoder_is_not_read_in_pieces_and_says_why_and_its_kernels_are_compared(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page(size=(1440, 1500))
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Encoder", exact=True).click()
    page.get_by_role("button", name=re.compile("^Run")).click()
    run_is_on_screen(page, 120)
    view = cost(page)
    prefill = panel(view, "Chunked prefill")
    expect(prefill).to_contain_text("is an encoder: every token sees the whole text, which is read at once.")
    expect(prefill.get_by_role("button")).to_have_count(0)
    measured(panel(view, "Kernels"))
    expect(panel(view, "Kernels")).to_contain_text("pairs allowed (100.0%)")
    shot(page, "encoder")


def test_the_panels_are_whole_on_a_narrow_chinese_dark_screen(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN", dark=True, size=(390, 844))
    atlas_is_drawn(page)
    page.get_by_role("tab", name="开销", exact=True).click()
    view = page.get_by_role("tabpanel")
    for name in ("内核", "分块预填充"):
        part = panel(view, name)
        part.get_by_role("button", name="在此文本上测量").click()
        expect(part.get_by_role("table")).to_be_visible(timeout=SLOW_MS)
        part.scroll_into_view_if_needed()
        shot(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert view.evaluate("view => view.scrollWidth <= view.clientWidth")
