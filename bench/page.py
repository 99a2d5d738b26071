"""The page in a real Chromium: drawing, hovering and selecting by Chromium's own event times."""

import shutil
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Page, sync_playwright

from bench.report import Figure
from scripts.running import App

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

# Notes when the canvas was last touched, when the socket last spoke and how much it said.
WATCH = """
window.seen = { drawn: 0, burst: 0, message: 0, bytes: 0 };
for (const name of ['drawImage', 'putImageData', 'fillRect', 'strokeRect']) {
  const real = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...given) {
    const now = performance.now();
    if (now - seen.drawn > 4) seen.burst = now;
    const out = real.apply(this, given);
    seen.drawn = performance.now();
    return out;
  };
}
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', (event) => {
      seen.message = performance.now();
      seen.bytes += event.data.byteLength ?? event.data.size ?? event.data.length;
    });
  }
};
// From an event's own time to the end of the next frame's style, layout and paint on the main thread.
window.untilPainted = (type) => { window.painted = new Promise((done) => addEventListener(type, (event) =>
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => done(performance.now() - event.timeStamp);
    after.port2.postMessage(0);
  }), { once: true, capture: true })); };
"""
SETTLE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"


@dataclass(frozen=True)
class Watched:
    page: Page

    def painted_ms(self, kind: str, action: Callable[[], object]) -> float:
        """From the event of this kind that the action makes until the page is painted anew."""
        self.page.evaluate(SETTLE)
        self.page.evaluate("(kind) => untilPainted(kind)", kind)
        action()
        waited: float = self.page.evaluate("() => painted")
        return waited

    def seen(self) -> dict[str, float]:
        found: dict[str, float] = self.page.evaluate("() => window.seen")
        return found

    def run(self, text: str, timeout_s: float = 120) -> dict[str, float]:
        """Types the text, runs it and waits for the last picture; times in ms since Enter."""
        page = self.page
        page.keyboard.press("e")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(text)
        before = page.url
        page.evaluate("() => Object.assign(seen, { message: 0, bytes: 0, start: performance.now() })")
        page.keyboard.press("Enter")
        page.wait_for_function("(before) => location.href !== before && seen.message > 0", arg=before)
        page.wait_for_function(
            "() => performance.now() - Math.max(seen.message, seen.drawn) > 700", timeout=timeout_s * 1000, polling=100
        )
        return self.seen()


@contextmanager
def watched(app: App) -> Iterator[Watched]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(app.address)
        page.wait_for_selector("canvas")
        yield Watched(page)
        browser.close()


def figures(app: App) -> Iterator[Figure]:
    with watched(app) as browser:
        page = browser.page
        atlas = page.locator("canvas").first.bounding_box()
        assert atlas

        bursts = []
        for number in range(6):
            page.evaluate(SETTLE)
            page.emulate_media(color_scheme="light" if number % 2 else "dark")
            page.evaluate(SETTLE)
            seen = browser.seen()
            bursts.append(seen["drawn"] - seen["burst"])
        yield Figure("page", "Atlas of 270 heads, every picture made anew", statistics.median(bursts), "ms", 16)

        def over(number: int) -> Callable[[], None]:
            spot = (atlas["x"] + 40 + 47 * number, atlas["y"] + 60 + 47 * (number % 7))
            return lambda: page.mouse.move(*spot)

        def press() -> None:
            page.mouse.down()
            page.mouse.up()

        over(9)()
        hovers = [browser.painted_ms("mousemove", over(number)) for number in range(8)]
        yield Figure("page", "hovering a head, event to paint", statistics.median(hovers), "ms", 16)
        clicks = []
        for number in range(8):
            over(number)()
            clicks.append(browser.painted_ms("click", press))
        yield Figure("page", "selecting a head, event to paint", statistics.median(clicks), "ms", 16)
        seen = browser.run("The ferry to the island leaves at noon and comes back before dark.")
        yield Figure(
            "page", "last picture after the last message", max(0.0, seen["drawn"] - seen["message"]), "ms", 100
        )
        yield Figure("page", "bytes on the socket, 15 tokens", seen["bytes"] / 1024, "KiB")
        elements = page.evaluate("() => document.getElementsByTagName('*').length")
        yield Figure("page", "elements of the page", elements, "")
