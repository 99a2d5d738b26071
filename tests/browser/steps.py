"""What a user does, in words."""

from playwright.sync_api import Locator, Page, expect

STORED = "Stored example"


def atlas_is_drawn(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible()


def run_text(page: Page, text: str) -> None:
    """Opens the editor, replaces the text, presses Enter and waits until the run has its address."""
    before = page.url.split("run=")[-1][:36]
    type_text(page, text).press("Enter")
    page.wait_for_url(lambda url: "run=" in url and before not in url)


def type_text(page: Page, text: str) -> Locator:
    """Opens the editor and replaces the text; the field that holds it."""
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    field = page.get_by_role("textbox", name="Sentence", exact=True)
    field.fill(text)
    return field


def run_is_on_screen(page: Page, timeout_s: float = 60) -> None:
    """The user's own run is there, whole."""
    expect(page.get_by_role("banner")).not_to_contain_text(STORED, timeout=timeout_s * 1000)
    expect(status(page)).to_contain_text("Model ready", timeout=timeout_s * 1000)


def status(page: Page) -> Locator:
    return page.get_by_role("region", name="Run", exact=True)


def inspector(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Inspector")


def run_id(page: Page) -> str:
    page.wait_for_url("**run=*")
    return page.url.split("run=")[1][:36]


def get_json(page: Page, path: str) -> dict[str, object]:
    """What the HTTP interface answers to this user."""
    answer = page.request.get(path)
    assert answer.ok, answer.text()
    found: dict[str, object] = answer.json()
    return found
