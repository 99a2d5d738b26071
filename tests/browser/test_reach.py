"""What somebody reaches with the keyboard alone, on a phone, at 200 % and with the system's own colours."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import atlas_is_drawn, inspector, type_text

OpenPage = Callable[..., Page]


def test_enter_opens_the_head_and_the_arrows_go_on_there(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("application").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("application", name="Attention map of layer 16, head 3")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(inspector(page)).to_contain_text("was 11")
    page.keyboard.press("1")
    expect(page.get_by_role("application", name="270 heads")).to_be_focused()


@pytest.mark.parametrize("lang", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("width", [390, 760, 1000, 1300])
def test_no_control_runs_off_to_the_right(open_page: OpenPage, width: int, lang: str) -> None:
    page = open_page(size=(width, 844), lang=lang)
    atlas_is_drawn(page)
    for view in "12":
        page.keyboard.press(view)
        off = page.evaluate(
            """() => {
                 const stage = document.querySelector('main').getBoundingClientRect();
                 return [...document.querySelectorAll('main .toolbar :is(button, input, select, label, [role=img])')]
                   .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > stage.right)
                   .map((one) => one.outerHTML.slice(0, 100));
               }"""
        )
        assert off == []


def test_the_foot_keeps_its_height_so_that_hovering_does_not_move_the_map(open_page: OpenPage) -> None:
    page = open_page(size=(1000, 800))
    atlas_is_drawn(page)
    page.keyboard.press("2")
    canvas = page.get_by_role("application").locator("canvas")
    before = canvas.bounding_box()
    assert before is not None
    for part in (0.1, 0.5, 0.9):
        page.mouse.move(before["x"] + 0.1 * before["width"], before["y"] + part * before["height"])
        expect(inspector(page)).to_be_visible()
        assert canvas.bounding_box() == before


def test_at_200_percent_on_a_low_screen_the_map_has_room_and_can_be_scrolled_to(open_page: OpenPage) -> None:
    page = open_page(size=(720, 450), ratio=2)
    atlas_is_drawn(page)
    for view in "12":
        page.keyboard.press(view)
        assert page.locator("main .room").evaluate("(room) => room.clientHeight") >= 200


def test_with_forced_colours_bars_and_choices_are_still_seen(open_page: OpenPage) -> None:
    page = open_page()
    page.emulate_media(forced_colors="active")
    atlas_is_drawn(page)
    look = "(one, name) => getComputedStyle(one)[name]"
    canvas = page.locator("body").evaluate(look, "backgroundColor")
    bar = inspector(page).locator(".track i").first
    assert bar.evaluate(look, "backgroundColor") != canvas
    assert page.get_by_role("tab", name="Atlas").evaluate(look, "outlineStyle") == "solid"
    assert page.get_by_role("tab", name="Head").evaluate(look, "outlineStyle") == "none"


def test_the_second_sentence_is_written_in_one_place(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("radio", name="Encoder").click()
    expect(page.get_by_role("textbox", name="Second sentence")).to_have_count(0)
    page.get_by_role("button", name="Write the second sentence").click()
    second = page.get_by_role("textbox", name="Second sentence")
    expect(second).to_have_count(1)
    expect(second).to_be_focused()
    second.fill("Another one.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Write the second sentence")).to_have_text("Another one.")


def test_another_text_that_is_run_during_a_run_takes_its_place(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    type_text(page, "one two three " * 300).press("Enter")
    page.wait_for_url("**run=*")
    first = page.url.split("run=")[1][:36]
    page.keyboard.press("e")
    page.get_by_role("textbox", name="Sentence", exact=True).fill("Something short.")
    page.get_by_role("textbox", name="Sentence", exact=True).press("Enter")
    page.wait_for_url(lambda url: "run=" in url and first not in url)
    expect(page.get_by_role("region", name="Run")).to_contain_text("Model ready", timeout=60_000)
    answer = page.request.get(f"/api/runs/{first}")
    assert answer.json()["status"] in ("cancelled", "finished")
