"""The whole app, started as a user starts it, and a real Chromium in front of it."""

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scripts.running import ROOT, App

SHOTS = ROOT / "artefacts" / "screenshots"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Neighbour:
    """Another site, whose pages are what is put into its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        handler = partial(SimpleHTTPRequestHandler, directory=folder)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.server.server_port}"


@pytest.fixture(scope="session")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neighbour]:
    """Its pages at 127.0.0.1 may show shared studies in frames; those at localhost may not."""
    site = Neighbour(tmp_path_factory.mktemp("neighbour"))
    yield site
    site.server.shutdown()
    site.server.server_close()


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory, neighbour: Neighbour) -> Iterator[App]:
    running = App(tmp_path_factory.mktemp("app"), EMBED_ORIGINS=neighbour.address())
    try:
        running.wait()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield running
        running.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(app: App, browser: Browser) -> Iterator[OpenPage]:
    """Opens the app as somebody new: `open_page(path="/", lang="en-GB", dark=False, size=(1440, 900))`."""
    contexts: list[BrowserContext] = []

    def open_as(
        path: str = "/",
        *,
        lang: str = "en-GB",
        dark: bool = False,
        size: tuple[int, int] = (1440, 900),
        ratio: float = 1,
    ) -> Page:
        context = browser.new_context(
            locale=lang,
            color_scheme="dark" if dark else "light",
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=ratio,
            base_url=app.address,
        )
        contexts.append(context)
        page = context.new_page()
        # A fault in the page, or something that the content security policy stopped, fails the journey.
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(path)
        return page

    faults: list[str] = []
    yield open_as
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keeps a picture of the page as a build artefact."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    name = request.node.name

    def keep(page: Page, what: str) -> None:
        page.screenshot(path=SHOTS / f"{name}-{what}.png")

    return keep
