"""The page and its files, as Vite builds them."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings


@pytest.fixture
def built(tmp_path: Path, settings: Settings) -> Path:
    """A page of two files, served as the real one is."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<script type="module" src="/static/assets/index-Ab12_-Cd.js"></script>')
    (tmp_path / "assets" / "index-Ab12_-Cd.js").write_text("1;")
    settings.PAGE = tmp_path
    settings.STATICFILES_DIRS = [tmp_path]
    return tmp_path


def test_the_page_is_served_at_the_root_and_never_from_an_old_copy(built: Path, guest: Client) -> None:
    answer = guest.get("/")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    assert answer["Cache-Control"] == "no-cache"
    assert "csrftoken" in answer.cookies


def test_its_files_carry_their_hash_and_are_kept_for_good(built: Path, guest: Client) -> None:
    answer = guest.get("/static/assets/index-Ab12_-Cd.js")
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert "Content-Security-Policy" in answer


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path: Path, guest: Client, settings: Settings) -> None:
    settings.PAGE = tmp_path
    answer = guest.get("/")
    assert answer.status_code == 503
    assert "make run" in answer.content.decode()
