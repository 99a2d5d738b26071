"""Training a model of one's own in the browser: watched, cancelled, used, named anew, deleted."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, run_is_on_screen

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

PERCENT = re.compile(r"([\d.]+) %")
LONG_MS = 240_000


def form(page: Page) -> Locator:
    return page.get_by_role("form", name="A model of your own")


def open_form(page: Page) -> None:
    atlas_is_drawn(page)
    page.get_by_role("button", name="Train a model…").click()
    expect(form(page).get_by_role("button", name="Start training")).to_be_enabled()


def fill(page: Page, label: str, value: str) -> None:
    field = form(page).get_by_label(label, exact=True)
    field.fill(value)
    field.press("Tab")


def small_copy(page: Page, name: str) -> None:
    """A copy task that is learned in a few hundred steps."""
    open_form(page)
    fill(page, "Different letters", "8")
    fill(page, "Most letters", "4")
    fill(page, "Name", name)


def start(page: Page) -> Locator:
    """Starts it; the region of the live training."""
    expect(form(page).get_by_role("button", name="Start training")).to_be_enabled()
    form(page).get_by_role("button", name="Start training").click()
    page.wait_for_url("**training=*")
    name = form(page).page.locator(".training").get_attribute("aria-label") or ""
    return page.get_by_role("region", name=name, exact=True)


def status(live: Locator) -> Locator:
    return live.get_by_role("status").first


def test_a_copy_model_is_trained_to_over_99_percent_used_renamed_and_deleted(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    small_copy(page, "My copier")
    expect(form(page).get_by_role("status")).to_contain_text("parameters")
    live = start(page)
    expect(status(live)).to_contain_text(re.compile(r"^Step \d+ of 1,500$"), timeout=LONG_MS)
    expect(live.get_by_role("application")).to_be_visible(timeout=LONG_MS)
    shot(page, "live")

    page.reload()
    expect(status(live)).to_contain_text("Accurate enough after step", timeout=LONG_MS)
    held_out = PERCENT.search(live.get_by_text(re.compile(r"held out [\d.]+ %")).inner_text())
    assert held_out
    assert float(held_out[1]) > 99
    expect(
        live.get_by_role("img", name=re.compile(r"^Loss by step, nats a token: .* in training and .* held out"))
    ).to_be_visible()
    slider = live.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "0")
    shot(page, "done")

    live.get_by_role("button", name="Use this model").click()
    run_is_on_screen(page)
    expect(page.get_by_role("combobox", name="Model").locator("option:checked")).to_have_text("My copier")
    atlas_is_drawn(page)
    shot(page, "used")

    page.get_by_role("tab", name="Train").click()
    listed = page.get_by_role("region", name="Your trainings")
    listed.get_by_role("button", name="Rename: My copier").click()
    page.get_by_role("textbox", name="New name of My copier").fill("Copier of eight letters")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Model").locator("option:checked")).to_have_text("Copier of eight letters")

    listed.get_by_role("button", name="Delete Copier of eight letters").click()
    expect(listed.get_by_role("button", name="Keep")).to_be_focused()
    listed.get_by_role("button", name="Delete", exact=True).click()
    expect(listed).to_contain_text("None yet.")
    expect(page.get_by_role("option", name="Copier of eight letters")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Run")).click()
    expect(page.get_by_text("This trained model is not here").first).to_be_visible()
    shot(page, "deleted")


def test_a_cancelled_training_keeps_its_model(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN", dark=True)
    atlas_is_drawn(page)
    page.get_by_role("button", name="训练一个模型…").click()
    page.get_by_role("button", name="归纳头").click()
    page.get_by_role("button", name="开始训练").click()
    live = page.locator(".training")
    expect(status(live)).to_contain_text(re.compile(r"第 [1-9]\d* 步，共 2,500 步"), timeout=LONG_MS)
    live.get_by_role("button", name="取消训练").click()
    expect(status(live)).to_contain_text("取消，模型已保留", timeout=LONG_MS)
    expect(live.get_by_role("button", name="使用此模型")).to_be_visible()
    shot(page, "cancelled")


def test_what_cannot_be_trained_is_said_in_place_before_the_start(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(size=(390, 844))
    atlas_is_drawn(page)
    page.goto(f"{page.url.split('#')[0]}#train")
    expect(form(page).get_by_role("button", name="Start training")).to_be_enabled()
    form(page).get_by_label("Task", exact=True).select_option(label="Own text")
    form(page).get_by_label("Text to learn, up to 1 MB").fill("Too short.")
    expect(form(page)).to_contain_text("The text is too short to learn from")
    expect(form(page).get_by_role("button", name="Start training")).to_be_disabled()
    shot(page, "short text")
    form(page).get_by_label("Task", exact=True).select_option(label="Copy")
    fill(page, "Query heads", "5")
    expect(form(page)).to_contain_text("A width of 64 can't be split among 5 heads. Choose a multiple.")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
