"""Saving what is on screen, sharing it, opening it as somebody else."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from .conftest import OpenPage
from .steps import atlas_is_drawn, run_is_on_screen, run_text, type_text

NASTY = '"><img src=x onerror=alert(1)>'


Shot = Callable[[Page, str], None]


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def bar(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Studies")


def saves(page: Page, title: str, who: str = "Only me") -> None:
    """Opens the sheet, names the study, says who can open it, and saves."""
    page.get_by_role("button", name="Save and share").click()
    sheet(page).get_by_label("Title").fill(title)
    sheet(page).get_by_label(who).check()
    sheet(page).get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/studies/[0-9a-f-]{36}"))
    expect(bar(page)).to_contain_text("Saved, revision")


def shares(page: Page, title: str, who: str) -> str:
    """Saves, and gives the path of the new link."""
    saves(page, title, who)
    link = sheet(page).get_by_role("textbox", name="Link").input_value()
    sheet(page).get_by_role("button", name="Close").click()
    return urlsplit(link).path


def test_a_saved_study_opens_exactly_as_it_was_left(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, "The cat sat on the mat.")
    run_is_on_screen(page)
    page.get_by_role("tab", name="Head").click()
    left = page.url.split("?")[1]
    saves(page, "The cat")
    page.get_by_role("button", name="Close the study").click()
    page.goto("/studies")
    expect(page.get_by_role("row", name="The cat")).to_contain_text("Only me")
    shot(page, "studies-list")
    page.get_by_role("searchbox").fill("nothing like it")
    expect(page.get_by_text("No study has these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("CAT mat")
    page.get_by_role("button", name="The cat").click()
    expect(page.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    run_is_on_screen(page)
    assert page.url.split("?")[1] == left
    page.reload()
    expect(bar(page)).to_contain_text("The cat")
    assert page.url.split("?")[1] == left


def test_a_guest_opens_a_link_copies_the_study_and_is_shut_out_when_it_is_revoked(
    open_page: OpenPage, shot: Shot
) -> None:
    """C157, C159: off until the owner shares; the sheet says what is included; a title of markup stays text."""
    owner = open_page()
    atlas_is_drawn(owner)
    owner.get_by_role("button", name="Save and share").click()
    expect(sheet(owner).get_by_label("Only me")).to_be_checked()
    owner.keyboard.press("Escape")
    path = shares(owner, NASTY, "Anyone with the link, may copy")
    guest = open_page(path)
    expect(bar(guest)).to_contain_text(NASTY)
    expect(bar(guest)).to_contain_text("Read only")
    atlas_is_drawn(guest)
    shot(guest, "study-guest")
    guest.get_by_role("button", name="Make a copy of your own").click()
    guest.wait_for_url(re.compile(r"/studies/[0-9a-f-]{36}"))
    expect(bar(guest)).to_contain_text("Saved, revision 1")
    guest.goto(path)
    expect(bar(guest)).to_contain_text("Read only")
    owner.get_by_role("button", name="Share", exact=True).click()
    expect(sheet(owner)).to_contain_text("What the link opens")
    shot(owner, "study-sheet")
    sheet(owner).get_by_label("Only me").check()
    sheet(owner).get_by_role("button", name="Save", exact=True).click()
    expect(sheet(owner)).to_be_hidden()
    guest.reload()
    expect(bar(guest)).to_contain_text("This study is not here")


def test_a_deleted_study_comes_back_at_a_click(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    saves(page, "Soon gone")
    page.get_by_role("button", name="Studies", exact=True).click()
    page.get_by_role("row", name="Soon gone").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("row", name="Soon gone")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("row", name="Soon gone")).to_be_visible()


def test_two_tabs_never_overwrite_each_other(open_page: OpenPage) -> None:
    """The second is told both revisions, and may keep its own as a study apart."""
    first = open_page()
    atlas_is_drawn(first)
    saves(first, "Shared by two tabs")
    second = first.context.new_page()
    second.goto(first.url)
    expect(bar(second)).to_contain_text("Saved, revision 1")
    saves(first, "From the first tab")
    expect(bar(first)).to_contain_text("revision 2")
    second.get_by_role("button", name="Share", exact=True).click()
    sheet(second).get_by_label("Title").fill("From the second tab")
    sheet(second).get_by_role("button", name="Save", exact=True).click()
    expect(sheet(second)).to_contain_text("You changed revision 1; revision 2 is stored by now")
    sheet(second).get_by_role("button", name="Save mine as a new study").click()
    expect(bar(second)).to_contain_text("From the second tab")
    second.goto("/studies")
    for title in ("From the first tab", "From the second tab"):
        expect(second.get_by_role("row", name=title)).to_be_visible()


def test_the_settings_of_a_study_that_was_never_run_come_back_whole(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    setup = page.get_by_role("complementary", name="Setup")
    setup.get_by_role("radio", name="Window", exact=True).click()
    type_text(page, "Only typed.")
    page.keyboard.press("Escape")
    saves(page, "Never run")
    elsewhere = page.context.new_page()
    elsewhere.goto(urlsplit(page.url).path)
    atlas_is_drawn(elsewhere)
    expect(bar(elsewhere)).to_contain_text("Saved, revision 1")
    setup = elsewhere.get_by_role("complementary", name="Setup")
    expect(setup.get_by_role("radio", name="Window", exact=True)).to_be_checked()
    elsewhere.keyboard.press("e")
    expect(elsewhere.get_by_role("textbox", name="Sentence", exact=True)).to_have_value("Only typed.")


def test_the_gallery_is_looked_through_by_everybody(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("button", name="Save and share").click()
    sheet(page).get_by_label("Title").fill("For everybody")
    sheet(page).get_by_label("Also in the public gallery").check()
    sheet(page).get_by_role("button", name="Save", exact=True).click()
    expect(bar(page)).to_contain_text("Saved, revision")
    stranger = open_page("/studies")
    expect(stranger.get_by_text("No studies yet.")).to_be_visible()
    stranger.get_by_role("radio", name="Gallery").click()
    row = stranger.get_by_role("row", name="For everybody")
    expect(row).to_contain_text("Everybody, in the gallery")
    expect(row.get_by_role("button", name="Delete")).to_have_count(0)
    row.get_by_role("button", name="For everybody").click()
    expect(bar(stranger)).to_contain_text("Read only")
    atlas_is_drawn(stranger)
