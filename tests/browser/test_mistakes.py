"""Mistakes are answered at once with one clear sentence beside the field, and nothing that was typed is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import atlas_is_drawn, get_json, run_is_on_screen, run_text, type_text

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

MISTAKES = {
    "empty": ("", "empty"),
    "too_long": ("a" * 100_000, "100,000"),
    "too_many_tokens": ("7 5 3 " * 6_000, "8,192"),
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_sentence_and_the_text_stays(open_page: OpenPage, shot: Shot, text: str, said: str) -> None:
    page = open_page()
    atlas_is_drawn(page)
    field = type_text(page, text)
    field.press("Enter")
    problem = page.get_by_role("alert")
    expect(problem.first).to_contain_text(said, timeout=5_000)
    assert field.input_value() == text
    assert get_json(page, "/api/runs")["runs"] == []
    shot(page, "english")


def test_a_mistake_is_told_in_chinese_too(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN")
    atlas_is_drawn(page)
    page.keyboard.press("e")
    field = page.locator("header textarea").first
    field.fill("字" * 50_000)
    field.press("Enter")
    problem = page.get_by_role("alert").first
    expect(problem).to_contain_text("50,000")
    assert "characters" not in problem.inner_text()
    shot(page, "chinese")


def test_after_a_mistake_the_next_try_runs(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    type_text(page, "").press("Enter")
    expect(page.get_by_role("alert").first).to_be_visible()
    run_text(page, "Now there is something.")
    run_is_on_screen(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_somebody_elses_run_is_not_there(open_page: OpenPage, shot: Shot) -> None:
    page = open_page("/?run=00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("alert").first).to_contain_text("somebody else")
    shot(page, "not-there")
