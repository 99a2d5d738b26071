"""The whole app, started as a user starts it, and a real Chromium in front of it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
SHOTS = ROOT / "artefacts" / "screenshots"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_up(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


class App:
    """A running Attention Atlas: its address, and the process group that the launcher leads."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "app.log"
        kept = {name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "DATABASE_URL"}}
        self.environment = kept | {
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "CAPTURE_URL": str(folder / "captures"),
            "HF_HUB_OFFLINE": "1",
        }
        for command in (["migrate", "--verbosity", "0"], ["install_examples"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=self.environment, check=True)
        self.process = subprocess.Popen(
            [sys.executable, "scripts/launch.py"],
            cwd=ROOT,
            env=self.environment,
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self, seconds: float = 90) -> None:
        end = time.monotonic() + seconds
        while not is_up(f"{self.address}/readyz"):
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"the app did not come up:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.2)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    running = App(tmp_path_factory.mktemp("app"))
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
