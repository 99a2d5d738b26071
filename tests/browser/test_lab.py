"""Translating with the encoder-decoder that ships, and its three kinds of map."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import atlas_is_drawn, inspector, run_is_on_screen, run_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

CHARACTER = re.compile(r"[一-鿿]")
CHINESE = re.compile(r"[一-鿿]{3,}")


def translate(page: Page, text: str = "He put the book on the desk.") -> None:
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Enc–dec").click()
    run_text(page, text)
    run_is_on_screen(page)


def choose_model(page: Page, architecture: str, name: str) -> None:
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name=architecture, exact=True).click()
    page.get_by_role("combobox", name="Model").select_option(name)


def kinds(page: Page, name: str) -> None:
    page.get_by_role("radiogroup", name="Kind of map").get_by_role("radio", name=name).click()


def test_a_sentence_is_translated_step_by_step(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    translate(page)
    page.keyboard.press("3")
    view = page.get_by_role("tabpanel")
    expect(view).to_contain_text("Written, greedy")
    expect(view).to_contain_text(CHINESE)
    view.get_by_role("button", pressed=False).first.click()
    expect(view.get_by_role("heading", name=re.compile("^Step 0:"))).to_be_visible()
    shot(page, "output")


def test_a_beam_tells_what_else_it_found(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Enc–dec").click()
    page.get_by_role("radio", name="Beam").click()
    translate(page)
    page.keyboard.press("3")
    view = page.get_by_role("tabpanel")
    expect(view).to_contain_text("Written, best of a beam")
    view.get_by_text("All that the beam found").click()
    expect(view.get_by_role("row")).not_to_have_count(0)
    shot(page, "output")


def test_cross_attention_has_the_target_as_queries_and_the_source_as_keys(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    translate(page, "I like cats.")
    page.keyboard.press("2")
    source = page.get_by_role("listbox", name="Tokens of the source")
    target = page.get_by_role("listbox", name="Tokens of the target")
    expect(source).to_contain_text("cats")
    expect(target).to_contain_text(CHARACTER)
    target.get_by_role("option").nth(1).click()
    source.get_by_role("option").nth(2).click()
    expect(inspector(page)).to_contain_text("→ cats 2")
    expect(page).to_have_url(re.compile("kind=cross.*query=1&key=2"))
    shot(page, "cross")
    kinds(page, "Encoder")
    expect(page.get_by_role("listbox")).to_have_count(1)
    expect(page.get_by_role("listbox")).to_contain_text("cats")
    kinds(page, "Decoder")
    expect(page.get_by_role("listbox")).to_contain_text(CHARACTER)
    expect(page.get_by_role("listbox")).not_to_contain_text("cats")


def test_a_chosen_cell_of_cross_attention_is_there_again_after_a_reload(open_page: OpenPage) -> None:
    page = open_page()
    translate(page, "I like cats.")
    page.keyboard.press("2")
    page.get_by_role("listbox", name="Tokens of the target").get_by_role("option").nth(3).click()
    page.get_by_role("listbox", name="Tokens of the source").get_by_role("option").nth(1).click()
    expect(inspector(page)).to_contain_text("→ like 1")
    page.reload()
    expect(inspector(page)).to_contain_text("→ like 1")
    expect(page).to_have_url(re.compile("query=3&key=1"))


def test_a_given_target_is_read_instead_of_written(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Enc–dec").click()
    page.keyboard.press("e")
    page.get_by_role("textbox", name="Given target").fill("我喜欢猫。")
    run_text(page, "I like cats.")
    run_is_on_screen(page)
    page.keyboard.press("3")
    expect(page.get_by_role("tabpanel")).to_contain_text("Given to the decoder")
    expect(page.get_by_role("tabpanel")).to_contain_text("我喜欢猫。")


def test_a_translation_opens_on_a_head_that_reads_word_by_word(open_page: OpenPage, shot: Shot) -> None:
    """Lines lead from each target token above to the source below; the chosen query's are in front."""
    page = open_page()
    translate(page, "I like cats.")
    expect(page).to_have_url(re.compile("kind=cross"))
    expect(page).to_have_url(re.compile(r"layer=[12]"))
    page.keyboard.press("2")
    figure = page.get_by_role("application")
    expect(figure.locator("svg path.on")).not_to_have_count(0)
    expect(figure.locator("svg path.other")).not_to_have_count(0)
    shot(page, "lines")


def test_a_decoder_continues_the_pair_with_its_translation(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    choose_model(page, "Decoder", "decoder-rope")
    most = page.get_by_role("spinbutton", name="Tokens to write, at most")
    most.fill("24")
    most.blur()
    run_text(page, "He put the book on the desk. ⇒")
    run_is_on_screen(page)
    page.keyboard.press("3")
    view = page.get_by_role("tabpanel")
    expect(view).to_contain_text("Written, greedy")
    expect(view).to_contain_text(CHINESE)
    expect(page.get_by_role("listbox", name="Tokens")).to_contain_text("桌")
    shot(page, "output")


def test_a_click_masks_a_token_and_the_encoder_fills_it(open_page: OpenPage, shot: Shot) -> None:
    """It is masked at once; a second click shows it again."""
    page = open_page()
    atlas_is_drawn(page)
    choose_model(page, "Encoder", "encoder-rope")
    run_text(page, "He put the book on the desk.")
    run_is_on_screen(page)
    page.keyboard.press("3")
    view = page.get_by_role("tabpanel")
    expect(view.get_by_role("heading", name="Fill masked tokens")).to_be_visible()
    view.get_by_role("button", name="book", exact=True).click()
    run_is_on_screen(page)
    expect(view.get_by_role("button", name="book")).to_have_attribute("aria-pressed", "true")
    expect(view).to_contain_text("“␣book” was masked; its probability here is")
    expect(page.get_by_role("listbox", name="Tokens")).to_contain_text("<mask>")
    shot(page, "filled")
    view.get_by_role("button", name="book").click()
    run_is_on_screen(page)
    expect(view).not_to_contain_text("was masked")
    expect(page.get_by_role("listbox", name="Tokens")).to_contain_text("book")


@pytest.mark.parametrize("lang", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "narrow"])
def test_nothing_of_a_translation_is_cut_off(open_page: OpenPage, shot: Shot, lang: str, size: tuple[int, int]) -> None:
    page = open_page(size=(1440, 900), dark=True)
    translate(page)
    if lang == "zh-CN":
        page.get_by_role("button", name="Switch to Chinese").click()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for number, view in enumerate(("atlas", "head", "output"), start=1):
        page.keyboard.press(str(number))
        overflow = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"{view} is {overflow} px too wide"
        shot(page, view)
