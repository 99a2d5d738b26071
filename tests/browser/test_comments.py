"""Notes in Markdown, and comments on a study: pinned, answered by a guest, moderated by the owner."""

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import OpenPage
from .steps import atlas_is_drawn
from .test_studies import bar, sheet

Shot = Callable[[Page, str], None]

NASTY = '"><img src=x onerror=alert(1)>'
NOTES = f"""The **sink** takes most.

- [fine](https://a.example/x)
- [not fine](javascript:alert(1))
- ![pixel](https://evil.example/pixel.png)

{NASTY}<script>alert(1)</script>
"""


def panel(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Notes and comments")


def threads(page: Page) -> Locator:
    return panel(page).locator("ol > li")


def shared(page: Page, *, comments: bool, notes: str = "") -> str:
    """Saves what is on screen as a study that a link opens: the link's path."""
    atlas_is_drawn(page)
    page.get_by_role("button", name="Save and share").click()
    sheet(page).get_by_label("Title").fill("The trophy")
    if notes:
        sheet(page).get_by_label("What it shows").fill(notes)
    sheet(page).get_by_label("Anyone with the link, read only").check()
    sheet(page).get_by_label("Comments on").set_checked(comments)
    sheet(page).get_by_role("button", name="Save", exact=True).click()
    link = sheet(page).get_by_role("textbox", name="Link").input_value()
    sheet(page).get_by_role("button", name="Close").click()
    return urlsplit(link).path


def opens_comments(page: Page) -> None:
    bar(page).get_by_role("button", name=re.compile("comment")).click()
    expect(panel(page)).to_be_visible()


def says(page: Page, text: str, on: str = "The whole study") -> None:
    panel(page).get_by_role("combobox", name="On", exact=True).select_option(label=on)
    before, field = threads(page).count(), panel(page).get_by_role("textbox", name="Write a comment")
    field.fill(text)
    panel(page).get_by_role("button", name="Comment", exact=True).click()
    expect(threads(page)).to_have_count(before + 1)
    expect(field).to_have_value("")


def signs_up(page: Page, name: str) -> None:
    """From the panel; the page begins anew where it was."""
    panel(page).get_by_role("button", name="Sign in or sign up").click()
    account = page.get_by_role("dialog")
    account.get_by_role("button", name="Sign up").first.click()
    account.get_by_label("User name").fill(name)
    account.get_by_role("textbox", name="Password", exact=True).fill("correct horse battery")
    account.locator("form").get_by_role("button", name="Sign up").click()


def pinned_cell(page: Page) -> tuple[str | None, ...]:
    words = dict(pair.partition("=")[::2] for pair in page.url.split("#")[-1].split("&"))
    return tuple(words.get(name) for name in ("layer", "head", "query", "key"))


def test_a_comment_on_a_cell_is_answered_by_a_guest_and_hidden_by_the_owner(open_page: OpenPage, shot: Shot) -> None:
    """C157: what others write is text. The pin selects its cell; what is new is there without a reload."""
    owner = open_page()
    path = shared(owner, comments=True)
    opens_comments(owner)
    place = panel(owner).get_by_role("combobox", name="On", exact=True).locator("option").nth(1).inner_text()
    says(owner, f"Look **here**. {NASTY}", place)
    assert "→" in place
    cell = pinned_cell(owner)
    expect(threads(owner).get_by_role("strong")).to_have_text("here")
    expect(owner.get_by_role("img", name=re.compile("^1 comment on layer"))).to_be_visible()
    shot(owner, "owner")

    guest = open_page(path)
    atlas_is_drawn(guest)
    opens_comments(guest)
    expect(threads(guest)).to_contain_text(NASTY)
    guest.get_by_role("listbox").get_by_role("option").first.click()
    assert pinned_cell(guest) != cell
    threads(guest).get_by_role("button", name=f"Show {place}").click()
    expect(guest.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    assert pinned_cell(guest) == cell
    expect(guest.get_by_role("img", name=re.compile("^1 comment on “"))).to_be_visible()
    expect(panel(guest)).to_contain_text("Sign in to write")
    expect(panel(guest).get_by_role("textbox")).to_have_count(0)

    signs_up(guest, "mei")
    expect(bar(guest)).to_contain_text("Read only")
    opens_comments(guest)
    threads(guest).get_by_role("button", name="Reply").click()
    threads(guest).get_by_role("textbox").fill("אני רואה 👋🏽")
    threads(guest).get_by_role("button", name="Reply").last.click()
    expect(threads(guest)).to_contain_text("אני רואה 👋🏽")
    says(guest, "Rude.")
    shot(guest, "guest")

    expect(threads(owner).filter(has_text="אני רואה")).to_contain_text("mei")
    rude = threads(owner).filter(has_text="Rude.")
    rude.get_by_role("button", name="Hide").click()
    expect(rude).to_contain_text("Hidden from everybody but its author.")
    threads(owner).filter(has_text="here").get_by_role("button", name="Resolve").click()
    expect(panel(owner)).to_contain_text("1 resolved thread")
    expect(threads(guest).filter(has_text="Rude.")).to_contain_text("Hidden by the owner")
    other = open_page(path)
    opens_comments(other)
    expect(panel(other)).to_contain_text("1 resolved thread")
    expect(panel(other)).not_to_contain_text("Rude.")


def test_a_link_without_comments_shows_none_and_the_interface_refuses(open_page: OpenPage) -> None:
    owner = open_page()
    path = shared(owner, comments=False)
    opens_comments(owner)
    says(owner, "For myself.")
    guest = open_page(path)
    expect(bar(guest)).to_contain_text("Read only")
    expect(bar(guest).get_by_role("button", name=re.compile("comment"))).to_have_count(0)
    study = urlsplit(owner.url).path.split("/")[-1]
    answer = guest.request.get(f"/api/studies/{study}/comments")
    assert (answer.status, answer.json()["code"]) == (403, "comments_off")


def test_what_was_written_is_kept_when_it_cannot_be_sent(open_page: OpenPage) -> None:
    page = open_page()
    shared(page, comments=True)
    opens_comments(page)
    field = panel(page).get_by_role("textbox", name="Write a comment")
    page.route("**/comments", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    field.fill("Not lost.")
    panel(page).get_by_role("button", name="Comment", exact=True).click()
    expect(panel(page).get_by_role("alert")).to_be_visible()
    expect(field).to_have_value("Not lost.")
    page.reload()
    page.unroute("**/comments")
    opens_comments(page)
    expect(field).to_have_value("Not lost.")
    panel(page).get_by_role("button", name="Comment", exact=True).click()
    expect(threads(page)).to_contain_text("Not lost.")
    expect(field).to_have_value("")
    threads(page).get_by_role("button", name="Edit").click()
    threads(page).get_by_role("textbox").fill("Changed.")
    threads(page).get_by_role("button", name="Save").click()
    expect(threads(page)).to_contain_text("edited")
    threads(page).get_by_role("button", name="Delete").click()
    threads(page).get_by_role("button", name="Delete").click()
    expect(panel(page)).to_contain_text("No comments yet.")


@pytest.mark.parametrize(("dark", "size", "lang"), [(False, (1440, 900), "en-GB"), (True, (390, 844), "zh-CN")])
def test_a_guest_reads_notes_in_markdown_and_nothing_in_them_runs(
    dark: bool, size: tuple[int, int], lang: str, open_page: OpenPage, shot: Shot
) -> None:
    """C157: markup is text, a picture is a link, and no other address is asked for anything."""
    owner = open_page()
    path = shared(owner, comments=True, notes=NOTES)
    guest = open_page(path, dark=dark, size=size, lang=lang)
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url))
    atlas_is_drawn(guest)
    notes = guest.get_by_role("complementary", name="说明与评论" if lang == "zh-CN" else "Notes and comments")
    if size[0] < 721:
        guest.locator("#study-panel").click()
    expect(notes.get_by_role("strong")).to_have_text("sink")
    expect(notes).to_contain_text(NASTY)
    expect(notes).to_contain_text("[not fine](javascript:alert(1))")
    links = notes.get_by_role("link")
    assert [link.get_attribute("href") for link in links.all()] == [
        "https://a.example/x",
        "https://evil.example/pixel.png",
    ]
    assert all(link.get_attribute("rel") == "noopener noreferrer nofollow ugc" for link in links.all())
    expect(notes.locator("img, script")).to_have_count(0)
    assert not any("evil.example" in url for url in asked), json.dumps(asked)
    shot(guest, f"notes-{lang}")
    owner.get_by_role("button", name="Share", exact=True).click()
    expect(sheet(owner).get_by_role("strong")).to_have_text("sink")
