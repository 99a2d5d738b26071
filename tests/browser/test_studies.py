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


def own_profile(page: Page, open_page: OpenPage) -> Page:
    """Somebody else opens the address that is on screen."""
    return open_page(page.url.removeprefix(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2]))


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


def test_the_sheet_keeps_the_cell_behind_it_and_says_which_tags_do_not_fit(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    expect(page).to_have_url(re.compile("query=10&key=1"))
    page.get_by_role("button", name="Save and share").click()
    tags = sheet(page).get_by_label("Tags")
    tags.fill("sink, " + "t" * 41)
    sheet(page).get_by_role("button", name="Save", exact=True).click()
    assert tags.evaluate("field => field.validationMessage") == "At most 20 tags, of at most 40 characters each."
    page.keyboard.press("Escape")
    expect(sheet(page)).to_be_hidden()
    expect(page).to_have_url(re.compile("query=10&key=1"))


def test_two_tabs_never_overwrite_each_other(open_page: OpenPage, shot: Shot) -> None:
    """Both are shown with what differs; one may keep its own as the next revision, or as a study apart."""
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
    told = sheet(second).get_by_role("row", name="Title")
    expect(told).to_contain_text("From the second tab")
    expect(told).to_contain_text("From the first tab")
    shot(second, "conflict")
    sheet(second).get_by_role("button", name="Keep mine as revision 3").click()
    expect(bar(second)).to_contain_text("Saved, revision 3")
    # The first tab knows revision 2, and saves by itself: it is asked, and nothing of the second is gone.
    first.get_by_role("tab", name="Head").click()
    expect(sheet(first)).to_contain_text("You changed revision 2; revision 3 is stored by now")
    expect(sheet(first).get_by_role("row", name="View")).to_contain_text("Head")
    sheet(first).get_by_role("button", name="Save mine as a new study").click()
    expect(bar(first)).to_contain_text("Saved, revision 1")
    first.goto("/studies")
    for title in ("From the first tab", "From the second tab"):
        expect(first.get_by_role("row", name=title)).to_be_visible()


def test_changes_are_saved_by_themselves_and_earlier_states_are_looked_at_and_restored(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page()
    atlas_is_drawn(page)
    saves(page, "Saved by itself")
    page.get_by_role("tab", name="Head").click()
    expect(bar(page)).to_contain_text("Saved, revision 2")
    page.get_by_role("radio", name="log scale").click()
    expect(bar(page)).to_contain_text("Saved, revision 3")
    page.get_by_role("button", name="Share", exact=True).click()
    sheet(page).get_by_text("Earlier states").click()
    expect(sheet(page).get_by_role("listitem").filter(has_text="Revision 3")).to_contain_text("saved by itself")
    shot(page, "history")
    sheet(page).get_by_role("listitem").filter(has_text="Revision 1").get_by_role("button", name="Look").click()
    expect(bar(page)).to_contain_text("Nothing that you change here is saved")
    expect(page.get_by_role("tab", name="Atlas")).to_have_attribute("aria-selected", "true")
    shot(page, "looked")
    page.get_by_role("button", name="Back to the newest").click()
    expect(page.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    expect(bar(page)).to_contain_text("Saved, revision 3")
    page.get_by_role("button", name="Share", exact=True).click()
    sheet(page).get_by_text("Earlier states").click()
    sheet(page).get_by_role("listitem").filter(has_text="Revision 1").get_by_role("button", name="Restore").click()
    expect(bar(page)).to_contain_text("Saved, revision 4")
    expect(page.get_by_role("tab", name="Atlas")).to_have_attribute("aria-selected", "true")


def test_nothing_is_lost_while_the_server_is_away(open_page: OpenPage) -> None:
    """What could not be saved stays in the browser when the page is closed, and is saved when the server is back."""
    page = open_page()
    atlas_is_drawn(page)
    saves(page, "The server leaves")
    path = urlsplit(page.url).path
    page.context.route(
        "**/api/studies/**", lambda route: route.abort() if route.request.method == "PATCH" else route.continue_()
    )
    page.get_by_role("tab", name="Head").click()
    expect(bar(page)).to_contain_text("Not saved: The server does not answer. Kept in this browser")
    context = page.context
    page.close()
    context.unroute("**/api/studies/**")
    again = context.new_page()
    again.goto(path)
    expect(again.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    expect(bar(again)).to_contain_text("Saved, revision 2")


def test_sixty_studies_are_reached_by_more_by_words_and_by_tag(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    saves(page, "The first")
    page.evaluate(
        """async (id) => {
          const study = await (await fetch(`/api/studies/${id}`)).json();
          const token = document.cookie.split("csrftoken=")[1].split(";")[0];
          for (let n = 1; n < 60; n++) {
            const body = { title: `Number ${n}`, notes: "", tags: n % 10 ? [] : ["tenth"], state: study.state };
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
            await fetch("/api/studies", { method: "POST", headers, body: JSON.stringify(body) });
          }
        }""",
        urlsplit(page.url).path.split("/")[2],
    )
    page.get_by_role("button", name="Studies", exact=True).click()
    expect(page.get_by_text("50 of 60")).to_be_visible()
    expect(page.get_by_role("row", name="The first")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("row", name="The first")).to_be_visible()
    page.wait_for_timeout(1000)
    assert len([url for url in asked if "/api/studies?" in url]) == 1
    expect(page.get_by_role("row", name="The first")).to_be_visible()
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    page.get_by_role("button", name="tenth").click()
    expect(page.get_by_text("5 studies")).to_be_visible()
    shot(page, "tagged")
    page.get_by_role("row", name="Number 50").get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Title").fill("The fiftieth")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="The fiftieth")).to_be_visible()
    page.get_by_role("row", name="The fiftieth").get_by_role("button", name="Duplicate").click()
    expect(page.get_by_text("6 studies")).to_be_visible()


def test_another_profile_opens_the_address_of_a_long_text_a_mask_and_a_view(open_page: OpenPage, shot: Shot) -> None:
    """The text is too long for an address, which names a draft; the run is private, and the settings are not."""
    page = open_page()
    atlas_is_drawn(page)
    setup = page.get_by_role("complementary", name="Setup")
    setup.get_by_role("radio", name="Window", exact=True).click()
    type_text(page, "A long way to go. " * 120)
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Head").click()
    page.wait_for_url(re.compile("draft.text="))
    guest = own_profile(page, open_page)
    expect(guest.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    setup = guest.get_by_role("complementary", name="Setup")
    expect(setup.get_by_role("radio", name="Window", exact=True)).to_be_checked()
    guest.keyboard.press("e")
    expect(guest.get_by_role("textbox", name="Sentence", exact=True)).to_have_value("A long way to go. " * 120)
    run_text(page, "The cat sat on the mat.")
    other = own_profile(page, open_page)
    expect(other.get_by_role("alert")).to_contain_text("The run of this address is not here")
    shot(other, "elsewhere")
    other.get_by_role("banner").get_by_role("button", name="Run").click()
    run_is_on_screen(other)
    expect(other.get_by_role("banner").get_by_role("option")).to_have_count(7)


def test_an_address_with_broken_parts_opens_with_the_rest_and_says_so(open_page: OpenPage) -> None:
    page = open_page("/#head&layer=99999999&head=3&scale=cubic&mask=e30&tokens=512")
    expect(page.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    note = page.get_by_role("complementary", name="Address")
    expect(note).to_contain_text("3 parts of the address mean nothing here")
    expect(note).to_contain_text("layer, scale and mask")
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)
    expect(page).to_have_url(re.compile("head=3.*tokens=512"))


def test_how_the_views_are_set_comes_back_after_a_reload_and_by_the_back_button(open_page: OpenPage) -> None:
    page = open_page("/#head&layer=3")
    atlas_is_drawn(page)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_url(re.compile("place="))
    page.get_by_role("tab", name="Cost").click()
    page.get_by_role("tabpanel").get_by_role("combobox", name="Precision").select_option("int8")
    page.get_by_role("spinbutton", name="Length, tokens").fill("4096")
    page.keyboard.press("Tab")
    page.wait_for_url(re.compile("tokens=4096.*precision=int8"))
    left = page.url
    page.reload()
    expect(page.get_by_role("tabpanel").get_by_role("combobox", name="Precision")).to_have_value("int8")
    assert page.url == left
    page.go_back()
    expect(page.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile("layer=3.*place="))
    page.go_forward()
    expect(page).to_have_url(left)


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
