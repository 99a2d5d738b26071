"""Variants: one sentence under several masks beside each other, kept by the address, never compared silently."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, inspector, type_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

MINUTE = 60_000


def bar(page: Page) -> Locator:
    return page.get_by_role("group", name="Variants")


def add_variant(page: Page) -> None:
    bar(page).get_by_role("button", name=re.compile("^Add a variant")).click()


def choose_mask(page: Page, name: str) -> None:
    page.get_by_role("complementary", name="Setup").get_by_role("radio", name=name, exact=True).click()


def run_all(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Run")).click()


def table(page: Page) -> Locator:
    return page.get_by_role("table", name="Variants in numbers")


def row(page: Page, name: str) -> Locator:
    return table(page).get_by_role("row").filter(has_text=name)


def three_masks(page: Page) -> None:
    """Causal, a window and a window with sinks, run together and compared in the head view."""
    atlas_is_drawn(page)
    page.keyboard.press("2")
    add_variant(page)
    choose_mask(page, "Window")
    add_variant(page)
    choose_mask(page, "Sink + window")
    run_all(page)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(row(page, "KL from A")).not_to_contain_text("worker", timeout=2 * MINUTE)
    expect(row(page, "KL from A").get_by_role("cell")).to_contain_text(
        ["base", re.compile(r"\d\.\d"), re.compile(r"\d\.\d")]
    )


def test_causal_window_and_sinks_stand_beside_each_other(open_page: OpenPage, shot: Shot) -> None:
    page = open_page("/#head&layer=16&head=3&query=10&key=1")
    atlas_is_drawn(page)
    add_variant(page)
    choose_mask(page, "Window")
    expect(bar(page).get_by_role("button", name="Variant B: Window")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("complementary", name="Setup")).to_contain_text("Variant B differs from A in: mask")
    add_variant(page)
    choose_mask(page, "Sink + window")
    run_all(page)
    page.keyboard.press("c")
    view = page.get_by_role("tabpanel")
    expect(row(page, "Loss").get_by_role("cell").nth(2)).to_contain_text("+", timeout=2 * MINUTE)
    expect(row(page, "KL from A")).to_contain_text(re.compile(r"\d\.\d"), timeout=2 * MINUTE)
    expect(row(page, "Pairs allowed")).to_contain_text("120")
    expect(view).to_contain_text("forced")
    expect(view).to_contain_text("not a model trained with it")
    for letter in "BC":
        expect(view.get_by_role("img", name=re.compile(f"Variant {letter} less A"))).to_be_visible()
    cell = inspector(page)
    expect(cell).to_contain_text("Same cell in each variant")
    expect(cell).to_contain_text("0.565")
    expect(cell).to_contain_text("Next token after “it”")
    shot(page, "both")
    page.get_by_role("radio", name="Side by side").click()
    expect(view.get_by_role("img", name=re.compile("less A"))).to_have_count(0)
    page.keyboard.press("1")
    expect(page.get_by_role("application", name=re.compile("Divergence of 270 heads of variant B"))).to_be_visible()
    page.keyboard.press("3")
    expect(page.get_by_role("img", name="Loss of each token in variants A, B and C").first).to_be_visible()
    shot(page, "output")


def test_a_reload_and_the_back_button_keep_the_variants(open_page: OpenPage) -> None:
    page = open_page()
    three_masks(page)
    loss = row(page, "Loss").inner_text()
    names = [chip.inner_text() for chip in bar(page).get_by_role("button", name=re.compile("^Variant")).all()]
    page.reload()
    expect(row(page, "KL from A").get_by_role("cell").nth(2)).to_contain_text(re.compile(r"\d\.\d"), timeout=MINUTE)
    assert row(page, "Loss").inner_text() == loss
    assert [chip.inner_text() for chip in bar(page).get_by_role("button", name=re.compile("^Variant")).all()] == names
    page.keyboard.press("1")
    expect(page.get_by_role("tab", name="Atlas")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(row(page, "Loss")).to_be_visible()
    bar(page).get_by_role("button", name=re.compile("^Variant C")).click()
    bar(page).get_by_role("button", name="Remove variant C").click()
    expect(bar(page).get_by_role("button", name=re.compile("^Variant"))).to_have_count(2)


def test_tokens_that_differ_are_said_and_maps_of_other_lengths_are_not_laid_over_each_other(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page("/#head&layer=5&head=1&query=4&key=1")
    atlas_is_drawn(page)
    add_variant(page)
    type_text(page, "The trophy did not fit in the suitcase because it was too small.")
    page.get_by_role("checkbox", name="Only in B").check()
    field = page.get_by_role("textbox", name="Sentence", exact=True)
    field.fill("The trophy did not fit in the suitcase because it was too small.")
    field.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    view = page.get_by_role("tabpanel")
    expect(view).to_contain_text("places are compared one to one", timeout=2 * MINUTE)
    type_text(page, "The trophy did not fit in.").press("Enter")
    page.keyboard.press("Escape")
    expect(view).to_contain_text("compared up to there", timeout=2 * MINUTE)
    expect(view).to_contain_text("whose places do not stand for each other")
    shot(page, "apart")
