"""What is written is true: every link leads somewhere, every example runs and gives what stands under it."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compute import tiny

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMAND_LINE = ROOT / "docs" / "command-line.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FRACTION = re.compile(r"\d+\.\d+")
PIECE = re.compile(r"\d+\.\d+|.", re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The language and the text of each fenced block."""
    return BLOCK.findall(page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings are linked."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    text = BLOCK.sub("", page.read_text("utf-8"))
    yield from (link for link in LINK.findall(text) if "://" not in link)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def same(shown: str, given: str) -> bool:
    """Whether an output is the one shown: … stands for anything, a fraction for what another machine rounds to."""
    pieces = PIECE.findall(shown.strip())
    forms = {"…": ".*", "fraction": r"(\d[\d.e-]*)"}
    pattern = "".join(
        forms.get("fraction" if FRACTION.fullmatch(piece) else piece, re.escape(piece)) for piece in pieces
    )
    match = re.fullmatch(pattern, given.strip(), re.DOTALL)
    if match is None:
        return False
    expected = [float(piece) for piece in pieces if FRACTION.fullmatch(piece)]
    return [float(number) for number in match.groups()] == pytest.approx(expected, abs=1e-3)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> Path:
    """A folder like the project's, with the prepared models and the operator's own that the page speaks of."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "var" / "models").mkdir(parents=True)
    for model in models_dir.resolve().iterdir():
        (folder / "var" / "models" / model.name).symlink_to(model)
    (folder / ".venv" / "bin").mkdir(parents=True)
    python = folder / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', "utf-8")
    python.chmod(0o755)
    tiny.saved(tiny.llama(), folder / "models" / "tiny-llama")
    (listing,) = [text for language, text in blocks(COMMAND_LINE) if language == "toml"]
    (folder / "models.toml").write_text(listing, "utf-8")
    return folder


def shell(commands: str, folder: Path) -> str:
    """The output of commands that all have to succeed."""
    settings = {"PYTHONPATH": str(ROOT), "TORCH_THREADS": "1", "MODELS_DIR": "var/models", "MODELS_FILE": "models.toml"}
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", commands],
        cwd=folder, env=os.environ | settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{commands}\n{done.stderr}"
    return done.stdout


@pytest.mark.models
@pytest.mark.parametrize("page", ["docs/command-line.md", "README.md"])
def test_every_command_runs_and_prints_what_stands_under_it(place: Path, page: str) -> None:
    given = None
    ran = 0
    for language, text in blocks(ROOT / page):
        if language == "sh" and "make " not in text:
            given = shell(text, place)
            ran += text.count("-m compute")
        elif given is not None and language in ("json", "csv"):
            assert same(text, given), f"shown:\n{text}\ngiven:\n{given}"
            given = None
    assert ran >= {"README.md": 3}.get(page, 12)


@pytest.mark.models
def test_the_notebook_of_the_page_gives_what_it_shows(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = [text for language, text in blocks(COMMAND_LINE) if language == "python"]
    (spec,) = [text for language, text in blocks(COMMAND_LINE) if "> spec.json" in text]
    shell(spec, place)
    monkeypatch.chdir(place)
    test = doctest.DocTestParser().get_doctest(code, {}, COMMAND_LINE.name, None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0
    assert result.attempted >= 7


def test_weights_from_elsewhere_have_no_way_in(place: Path) -> None:
    """C014: there is no import of custom weights, and the page says so; no command or field takes any."""
    assert "Weights made elsewhere cannot be brought in" in COMMAND_LINE.read_text("utf-8")
    refused = subprocess.run(
        [sys.executable, "-m", "compute", "run", "-", "--out", "custom"],
        cwd=place, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
        input='{"model": "smollm2-135m-instruct", "text": "a b", "weights": [0.9, 0.1]}',
    )  # fmt: skip
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "Standard input is not a spec: weights: Extra inputs are not permitted.\n"
    assert not (place / "custom").exists()


def test_make_help_lists_every_command_that_is_meant_to_be_typed() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = re.findall(r"^  make (\S+)", shown, re.MULTILINE)
    assert {"help", "run", "test", "bench", "clean"} <= set(named)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(named) <= set(targets)
