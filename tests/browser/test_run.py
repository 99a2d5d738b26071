"""Typing a sentence and watching its heads arrive."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from scripts.running import App
from tests.browser.steps import (
    atlas_is_drawn,
    get_json,
    inspector,
    run_id,
    run_is_on_screen,
    run_text,
    status,
)
from tests.compute.workers import HANGS_S, wait_for

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

LONG = "The old sailor looked at the sea and said that the boat would come back with silver fish. " * 30
SCRIPTS = {
    "english": "The keeper of the keys opens the gate.",
    "chinese": "小王把书放在桌上，因为它太重了。",
    "arabic": "القطة نائمة على السجادة",
    "hindi": "बिल्ली चटाई पर सो रही है",
    "thai": "แมวนอนอยู่บนเสื่อ",
    "emoji": "👩‍👩‍👧 eats 🍜 in Zürich",
    "blanks": "hello  world\n\n\tagain",
}


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_any_script_runs_and_its_tokens_can_be_read(open_page: OpenPage, shot: Shot, text: str) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, text)
    run_is_on_screen(page)
    labels = page.get_by_role("banner").inner_text()
    assert not re.search("[ĠĊÃâ\ufffd]", labels.replace("Zürich", ""))
    page.keyboard.press("2")
    expect(page.get_by_role("application")).to_have_attribute("aria-label", re.compile("Attention map"))
    shot(page, "head")


def test_layers_are_there_while_later_ones_are_computed(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, LONG)
    expect(status(page)).to_contain_text(re.compile(r"Layer \d+ of 30"), timeout=60_000)
    expect(page.get_by_role("tab", name="Output")).to_be_disabled()
    shot(page, "half-way")
    page.keyboard.press("2")
    page.get_by_role("button", name=re.compile(r"Show layer \d+, the newest here")).click()
    expect(page.get_by_role("application", name=re.compile(r"Attention map of layer \d+, head 3"))).to_be_visible()
    shot(page, "newest-layer")
    page.keyboard.press("1")
    run_is_on_screen(page)
    shot(page, "whole")
    page.get_by_role("tab", name="Output").click()
    expect(page.get_by_role("tabpanel", name="Output")).to_contain_text("Ten likeliest tokens")
    shot(page, "output")


def test_cancel_stops_between_layers_and_keeps_what_is_there(open_page: OpenPage, shot: Shot) -> None:
    """C145: no frame comes after a cancel, and the worker is free again."""
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, LONG + "Cancel this one.")
    expect(status(page)).to_contain_text(re.compile(r"Layer \d+ of 30"), timeout=60_000)
    page.get_by_role("button", name="Cancel").first.click()
    expect(page.get_by_role("main")).to_contain_text("Cancelled", timeout=10_000)
    assert get_json(page, f"/api/runs/{run_id(page)}")["status"] == "cancelled"
    shot(page, "cancelled")
    run_text(page, "Free again.")
    run_is_on_screen(page)


def test_a_reload_and_a_second_tab_show_the_run_that_goes_on(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, LONG + "Seen twice.")
    expect(status(page)).to_contain_text(re.compile(r"Layer \d+ of 30"), timeout=60_000)
    second = page.context.new_page()
    second.goto(page.url)
    page.reload()
    for tab in (page, second):
        run_is_on_screen(tab)
        expect(tab.get_by_role("application", name="270 heads, 30 layers by 9 heads")).to_be_visible()
        expect(status(tab)).to_contain_text("30 of 30 layers")


def test_a_lost_connection_is_said_and_the_run_is_shown_complete(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    network = {"is_up": True, "frames": 0, "refused": 0}

    def between(socket: WebSocketRoute) -> None:
        """The network goes down after six frames, and stays down until it is put up again."""
        if not network["is_up"]:
            network["refused"] += 1
            socket.close(code=1011)
            return
        server = socket.connect_to_server()

        def pass_on(message: bytes | str) -> None:
            network["frames"] += 1
            if network["frames"] == 6:
                network["is_up"] = False
                socket.close(code=1011)
            elif network["is_up"]:
                socket.send(message)

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/"), between)
    run_text(page, LONG + "Cut off.")
    expect(page.get_by_role("main")).to_contain_text("Connection lost", timeout=60_000)
    expect(page.get_by_role("main")).to_contain_text("The run goes on and nothing is lost.")
    shot(page, "lost")
    end = time.monotonic() + 30
    while network["refused"] == 0:
        assert time.monotonic() < end, "the page does not try again by itself"
        page.wait_for_timeout(100)
    network["is_up"] = True
    page.get_by_role("button", name="Try now").click()
    run_is_on_screen(page)
    expect(status(page)).to_contain_text("30 of 30 layers")


def test_a_killed_worker_does_not_leave_the_run_hanging(app: App, open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    run_text(page, LONG + "The worker dies on this one.")
    expect(status(page)).to_contain_text(re.compile(r"Layer \d+ of 30"), timeout=60_000)
    for worker in celery_processes(app):
        os.kill(worker, signal.SIGKILL)
    identity = run_id(page)

    def has_ended_or_restarted() -> bool:
        events = page.request.get(f"/api/runs/{identity}/events").body()
        return events.count(b"run.started") >= 2 or b"run.failed" in events

    wait_for(has_ended_or_restarted)
    run_is_on_screen(page, timeout_s=HANGS_S)
    assert get_json(page, f"/api/runs/{identity}")["status"] == "finished"
    expect(status(page)).to_contain_text("attempt 2")
    shot(page, "taken-up-again")


def celery_processes(app: App) -> list[int]:
    """The worker's own process, below its supervisor, below the launcher."""
    listing = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()]
    family = {app.process.pid}
    for _ in range(6):
        family |= {int(pid) for pid, parent, _ in rows if int(parent) in family}
    return [int(pid) for pid, _, command in rows if int(pid) in family and " -m celery " in command]


def test_an_encoder_takes_a_second_sentence_as_a_pair_or_as_a_row(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("radio", name="Encoder").click()
    page.keyboard.press("e")
    page.get_by_role("textbox", name="Sentence", exact=True).fill("The cat sleeps on the mat.")
    page.get_by_role("banner").get_by_role("textbox", name="Second sentence").fill(
        "A kitten lies on a rug and dreams of fish."
    )
    page.get_by_role("textbox", name="Sentence", exact=True).press("Enter")
    run_is_on_screen(page)
    expect(page.get_by_role("application", name="72 heads, 6 layers by 12 heads")).to_be_visible()
    shot(page, "pair")
    page.get_by_role("tab", name="Output").click()
    shot(page, "pair-output")
    page.get_by_role("radio", name=re.compile("[Rr]ow")).click()
    before = run_id(page)
    page.get_by_role("button", name="Run").click()
    page.wait_for_url(re.compile(f"run=(?!{before})"))
    run_is_on_screen(page)
    page.get_by_role("tab", name="Head").click()
    shot(page, "padded-row")
    expect(inspector(page)).to_be_visible()


def test_the_same_spec_is_computed_once_and_each_has_a_run_of_their_own(open_page: OpenPage) -> None:
    first, second = open_page(), open_page()
    runs = []
    for page in (first, second):
        atlas_is_drawn(page)
        run_text(page, "Two people ask the same.")
        run_is_on_screen(page)
        runs.append(get_json(page, f"/api/runs/{run_id(page)}"))
    assert runs[0]["digest"] == runs[1]["digest"]
    assert runs[0]["id"] != runs[1]["id"]
    stranger = second.request.get(f"/api/runs/{runs[0]['id']}")
    nowhere = second.request.get("/api/runs/00000000-0000-4000-8000-000000000000")
    assert (stranger.status, stranger.text()) == (nowhere.status, nowhere.text())
    assert stranger.status == 404
