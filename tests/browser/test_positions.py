"""Switching only the position encoding, shuffling the words, and a position that is forced."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, get_json, inspector, run_id, run_is_on_screen, run_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

TEXT = "He put the book on the desk because it was too heavy."


def positions(page: Page) -> Locator:
    return page.get_by_role("radiogroup", name="Position", exact=True)


def lab_encoder(page: Page, model: str) -> None:
    """A run of the text by a lab encoder."""
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Encoder", exact=True).click()
    page.get_by_role("combobox", name="Model").select_option(model)
    run_text(page, TEXT)
    run_is_on_screen(page)


def test_only_the_position_is_switched_and_what_was_looked_at_is_there_again(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    lab_encoder(page, "encoder-rope")
    page.keyboard.press("2")
    page.get_by_role("listbox").get_by_role("option").nth(4).click()
    expect(page).to_have_url(re.compile("query=4"))
    expect(inspector(page)).to_contain_text("Tokens a turn")
    shot(page, "rope")
    before = run_id(page)
    positions(page).get_by_role("radio", name="None").click()
    page.wait_for_url(lambda url: "run=" in url and before not in url)
    run_is_on_screen(page)
    expect(page).to_have_url(re.compile("query=4"))
    expect(inspector(page)).to_contain_text("this head sees a set")
    shot(page, "none")
    spec = get_json(page, f"/api/runs/{run_id(page)}")["spec"]
    assert isinstance(spec, dict)
    assert (spec["model"], spec["text"]) == ("encoder-none", TEXT)


def test_without_positions_the_outputs_go_with_the_words_and_with_them_they_do_not(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page()
    lab_encoder(page, "encoder-none")
    setup = page.get_by_role("complementary", name="Setup")
    setup.get_by_role("button", name="Shuffle the words").click()
    expect(setup).to_contain_text("Each output went with its token, and nothing else changed.", timeout=60_000)
    shot(page, "none")
    positions(page).get_by_role("radio", name="RoPE").click()
    expect(setup).to_contain_text("The outputs are not the old ones in another order.", timeout=60_000)
    page.keyboard.press("3")
    expect(page.get_by_role("tabpanel")).to_contain_text("Words in another order")
    shot(page, "rope")


def test_a_model_from_elsewhere_has_its_own_position_and_a_forced_one_is_said_to_be_so(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page()
    atlas_is_drawn(page)
    setup = page.get_by_role("complementary", name="Setup")
    expect(setup).to_contain_text("Others need a lab model: this one was trained with RoPE.")
    expect(positions(page).get_by_role("radio", name="ALiBi")).to_be_disabled()
    setup.get_by_text("Change it by force").click()
    offset = setup.get_by_role("spinbutton", name="Offset, tokens")
    offset.fill("100")
    offset.press("Tab")
    expect(setup).to_contain_text("Forced on SmolLM2-135M-Instruct: offset 100. It was not trained so.")
    run_text(page, "The trophy did not fit.")
    run_is_on_screen(page)
    page.keyboard.press("3")
    expect(page.get_by_role("tabpanel")).to_contain_text("Forced on SmolLM2-135M-Instruct: offset 100.")
    page.keyboard.press("2")
    expect(inspector(page)).to_contain_text("the query stands at 10")
    shot(page, "forced")
    setup.get_by_role("button", name="As trained").click()
    expect(setup).not_to_contain_text("Forced on")


def test_loss_beyond_the_length_of_training_is_drawn_for_each_encoding(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    lab_encoder(page, "encoder-rope")
    page.get_by_role("tab", name="Length").click()
    page.get_by_role("button", name=re.compile(r"Measure \d models?")).click()
    chart = page.get_by_role("img", name=re.compile("^Loss by position of .*RoPE"))
    expect(chart).to_contain_text("trained up to 128", timeout=120_000)
    expect(page.get_by_role("button", name=re.compile(r"Measure \d models?"))).to_be_visible(timeout=120_000)
    expect(chart).to_contain_text("None")
    shot(page, "curves")
