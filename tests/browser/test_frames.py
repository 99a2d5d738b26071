"""A shared study in a frame of another site: shown where the operator named that site, and nowhere else."""

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from .conftest import Neighbour, OpenPage
from .steps import inspector
from .test_studies import saves, sheet

Shot = Callable[[Page, str], None]


def snippet(page: Page, *, shows: tuple[str, ...]) -> str:
    """The HTML that the open sheet offers for a frame with nothing but these parts beside its view."""
    sheet(page).get_by_text("In another page").click()
    for part in ("Sentence", "Other views", "Inspector", "Language and theme"):
        sheet(page).get_by_label(part).set_checked(part in shows)
    return sheet(page).get_by_label("HTML to paste").input_value()


def test_a_study_is_shown_in_a_page_of_another_site_and_only_where_it_may(
    open_page: OpenPage, browser: Browser, neighbour: Neighbour, shot: Shot
) -> None:
    """C139: without a cookie, only to be read, and shut at once when the link is revoked."""
    page = open_page("/#head&layer=16&head=3&query=10&key=1")
    expect(inspector(page)).to_contain_text("0.565")
    saves(page, "For a blog", "Anyone with the link, read only")
    html = snippet(page, shows=("Inspector",))
    shot(page, "dialog")
    (neighbour.folder / "post.html").write_text(f"<!doctype html><title>A post</title><h1>My post</h1>{html}")

    allowed = open_page(f"{neighbour.address()}/post.html")
    frame = allowed.frame_locator("iframe")
    expect(frame.get_by_role("complementary", name="Inspector")).to_contain_text("0.565")
    expect(frame.get_by_role("complementary", name="Study")).to_contain_text("For a blog")
    for role in ("tab", "listbox"):
        assert frame.get_by_role(role).count() == 0
    for what in ("Run", "Export", "Save and share", "Add a variant"):
        assert frame.get_by_role("button", name=what).count() == 0
    assert allowed.context.cookies() == []
    frame.get_by_role("application").first.focus()
    allowed.keyboard.press("ArrowDown")
    expect(frame.get_by_role("complementary", name="Inspector")).to_contain_text("was 11 → trophy 1")
    shot(allowed, "allowed")

    elsewhere = browser.new_context().new_page()
    said: list[str] = []
    elsewhere.on("console", lambda message: said.append(message.text))
    elsewhere.goto(f"{neighbour.address('localhost')}/post.html", wait_until="networkidle")
    assert any("frame-ancestors" in text for text in said)
    assert elsewhere.frame_locator("iframe").get_by_text("For a blog").count() == 0
    elsewhere.context.close()

    sheet(page).get_by_label("Only me").check()
    sheet(page).get_by_role("button", name="Save", exact=True).click()
    expect(sheet(page)).to_be_hidden()
    allowed.reload()
    expect(frame.get_by_role("alert").first).to_be_visible()
    assert frame.get_by_text("0.565").count() == 0
    shot(allowed, "revoked")
