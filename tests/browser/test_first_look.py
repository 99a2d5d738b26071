"""What somebody sees who opens the page for the first time."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

SIZES = {"wide": (1440, 900), "drawer": (1000, 800), "narrow": (390, 844)}


def atlas(page: Page) -> None:
    """Waits until the Atlas is drawn."""
    expect(page.get_by_role("application")).to_be_visible()


def test_a_stored_example_labelled_as_such_is_on_screen_at_once(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas(page)
    expect(page.get_by_role("banner")).to_contain_text("Stored example")
    expect(page.get_by_role("application", name="270 heads, 30 layers by 9 heads")).to_be_visible()
    expect(page.get_by_role("button", name="All 270")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    shot(page, "light")


def test_the_page_speaks_the_browsers_chinese(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN")
    atlas(page)
    expect(page.get_by_role("banner")).to_contain_text("预存示例")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.get_by_role("listbox")).to_contain_text("20")
    shot(page, "chinese")
    words = page.locator("body").inner_text()
    for title in page.locator("[lang=en]").all_inner_texts():  # of a work that is cited
        words = words.replace(title, "")
    known = {"Attention Atlas", "SmolLM2", "Instruct", "KV", "RoPE", "RMSNorm", "SwiGLU", "FFN", "EN", "Ctrl", "float"}
    known |= {"llm", "smollm", "Apache", "CPU", "ms", "nats", "bfloat", "Log", "M", "B", "s", "θ"}
    known |= {"ALiBi", "NoPE", "BigBird", "Longformer", "Top-k", "rad"}
    left = {word for word in re.findall(r"[A-Za-z]{3,}", words) if not any(word in name for name in known)}
    assert left == set()


@pytest.mark.parametrize("lang", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_nothing_is_cut_off_at_any_width(
    open_page: OpenPage, shot: Shot, size: tuple[int, int], dark: bool, lang: str
) -> None:
    page = open_page(size=size, dark=dark, lang=lang)
    atlas(page)
    for number, view in enumerate(("atlas", "head", "output"), start=1):
        page.keyboard.press(str(number))
        expect(page.get_by_role("tab").nth(number - 1)).to_have_attribute("aria-selected", "true")
        overflow = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"{view} is {overflow} px too wide"
        shot(page, view)


def test_language_and_theme_switch_by_hand_and_are_remembered(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas(page)
    page.get_by_role("button", name="Switch to dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Switch to Chinese").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.reload()
    atlas(page)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    shot(page, "remembered")


def test_every_control_can_be_reached_by_the_keyboard_and_has_a_name(open_page: OpenPage) -> None:
    page = open_page()
    atlas(page)
    names = page.evaluate(
        """() => [...document.querySelectorAll('button, a[href], input, select, textarea, [tabindex="0"], summary')]
             .filter((e) => e.checkVisibility({ visibilityProperty: true }))
             .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.title
                              || e.innerText?.trim() || e.labels?.length))
             .map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert names == []
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement?.outerHTML.slice(0, 200)"))
    assert len(reached) >= 15
    assert any('role="application"' in html for html in reached)


def test_the_keys_are_listed(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    shot(page, "keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
