"""Files of what is on screen: each kind is downloaded and opened by something else than the page."""

import base64
import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import numpy as np
from playwright.sync_api import Download, Locator, Page, expect

from .conftest import OpenPage
from .steps import atlas_is_drawn, inspector
from .test_compare import three_masks
from .test_studies import bar, saves

Shot = Callable[[Page, str], None]

SVG = "{http://www.w3.org/2000/svg}"
SENTENCE = ["The", "trophy", "did", "not", "fit", "in", "the", "suit"]
MASKED = 15 * 14 // 2


def menu(page: Page) -> Locator:
    """The open menu of files."""
    if page.get_by_role("group", name="Export").count() == 0:
        page.get_by_role("button", name="Export", exact=True).click()
    return page.get_by_role("group", name="Export")


def download(page: Page, what: Locator) -> Download:
    with page.expect_download() as found:
        what.click()
    return found.value


def picture(page: Page, kind: str) -> Download:
    return download(page, menu(page).get_by_role("button", name=kind, exact=True))


def numbers(page: Page, what: str) -> Download:
    return download(page, menu(page).get_by_role("button", name=what, exact=True))


def colours(page: Page, png: Path) -> tuple[int, int, int]:
    """Width, height and how many colours there are, as the browser decodes the file."""
    url = "data:image/png;base64," + base64.b64encode(png.read_bytes()).decode()
    found = page.evaluate(
        """async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const brush = canvas.getContext("2d");
          brush.drawImage(image, 0, 0);
          const { data } = brush.getImageData(0, 0, image.width, image.height);
          return [image.width, image.height, new Set(new Uint32Array(data.buffer)).size];
        }""",
        url,
    )
    return found[0], found[1], found[2]


def texts(svg: Path) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.parse(svg).iter(f"{SVG}text")]


def test_the_head_is_a_picture_with_its_legend_and_what_was_run(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("tab", name="Head").click()
    expect(inspector(page)).to_contain_text("0.565")
    file = picture(page, "SVG")
    assert file.suggested_filename == "SmolLM2-135M-Instruct-head-L16-H3-The-trophy-did-not-fit.svg"
    said = texts(file.path())
    assert [word for word in said if word in SENTENCE][: len(SENTENCE)] == SENTENCE
    assert "Head · layer 16, head 3 · it (10) → trophy (1)" in said
    whole = " ".join(said)
    for words in (
        "Model: SmolLM2-135M-Instruct",
        "Mask: Causal",
        "Position: RoPE",
        "masked",
        "√ scale",
        "Text: “The trophy",
    ):
        assert words in whole
    images = list(ElementTree.parse(file.path()).iter(f"{SVG}image"))
    assert [image.get("href", "")[:22] for image in images] == ["data:image/png;base64,"]
    shot(page, "export-menu")
    png = picture(page, "PNG")
    assert png.suggested_filename.endswith(".png")
    width, height, count = colours(page, png.path())
    assert min(width, height) > 1000
    # The scale, the hatch, three inks and the accent, and the steps between them where an edge is smoothed.
    assert count > 200


def test_every_view_is_a_picture_also_of_variants_beside_each_other(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    atlas = texts(picture(page, "SVG").path())
    assert [str(layer) for layer in range(30) if str(layer) in atlas] == [str(layer) for layer in range(30)]
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Output").click()
    output = picture(page, "SVG")
    assert output.suggested_filename == "SmolLM2-135M-Instruct-output-The-trophy-did-not-fit.svg"
    assert "Mean loss" in texts(output.path())
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Atlas").click()
    three_masks(page)
    page.get_by_role("tab", name="Head").click()
    expect(page.get_by_role("application").locator("canvas")).to_have_count(5)
    compared = picture(page, "SVG")
    assert len(list(ElementTree.parse(compared.path()).iter(f"{SVG}image"))) == 5
    drawing = compared.path().read_text()
    patterns = set(re.findall(r'<pattern[^>]* id="([^"]+)"', drawing))
    assert set(re.findall(r'fill="url\((?:&quot;)?#((?:removed|both)[^)&]+)', drawing)) <= patterns
    lines = [words[:8] for words in texts(compared.path())]
    assert any(name.startswith("removed") for name in patterns)
    assert [letter for letter in "ABC" if f"{letter}: Model" in lines] == ["A", "B", "C"]
    for letter in "ABC":
        expect(menu(page).get_by_role("button", name=f"{letter}: Layer 16, head 3, NPZ")).to_be_visible()


def test_the_numbers_are_those_on_screen(open_page: OpenPage) -> None:
    """C137: exactly what is shown, hidden cells too, with tokens and axes; numpy and csv read them."""
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("tab", name="Head").click()
    expect(inspector(page)).to_contain_text("0.565")
    file = numbers(page, "Layer 16, head 3, NPZ")
    assert file.suggested_filename == "SmolLM2-135M-Instruct-decoder-L16-H3-The-trophy-did-not-fit.npz"
    with np.load(file.path()) as read:
        weights, heads, tokens = read["weights"], read["heads"], read["key_tokens"]
        assert list(read["axes"]) == ["head", "query", "key"]
    assert weights.shape == (1, 15, 15)
    assert list(heads) == [3]
    assert tokens[1].endswith("trophy")
    assert f"{weights[0, 10, 1]:.3f}" == "0.565"
    assert int(np.isnan(weights).sum()) == MASKED
    np.testing.assert_allclose(np.nansum(weights, axis=2), 1, atol=2e-3)
    table = numbers(page, "Layer 16, head 3, CSV")
    lines = list(csv.reader(table.path().read_text().splitlines()))
    assert np.float32(lines[2 + 10][3 + 1]) == weights[0, 10, 1]
    assert lines[2][4] == ""
    page.keyboard.press("Escape")
    page.get_by_label("First token").check()
    page.get_by_label("Renormalise rows").check()
    with np.load(numbers(page, "Layer 16, head 3, NPZ").path()) as read:
        hidden = read["weights"]
    assert np.isnan(hidden[0, :, 0]).all()
    np.testing.assert_allclose(hidden[0, 10, 1], weights[0, 10, 1] / (1 - weights[0, 10, 0]), atol=1e-3)
    with np.load(numbers(page, "Layer 16, every head, NPZ").path()) as read:
        assert read["weights"].shape == (9, 15, 15)


def test_a_study_file_imports_and_a_saved_study_has_its_notebook(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    atlas_is_drawn(page)
    file = download(page, menu(page).get_by_role("button", name="Study file"))
    assert file.suggested_filename.endswith(".study.json")
    written = json.loads(file.path().read_text())
    assert (written["format"], written["version"]) == ("attention-atlas/study", 1)
    assert written["state"]["variants"][0]["spec"]["text"].startswith("The trophy")
    written["title"] = "From elsewhere"
    changed = tmp_path / "elsewhere.json"
    changed.write_text(json.dumps(written))
    menu(page).get_by_role("button", name="Notebook …").click()
    page.keyboard.press("Escape")
    saves(page, "With a notebook")
    notebook = download(page, menu(page).get_by_role("link", name="Notebook"))
    nbformat.validate(json.loads(notebook.path().read_text()))
    page.keyboard.press("Escape")
    page.goto("/studies")
    page.locator("input[type=file]").set_input_files(changed)
    expect(bar(page).or_(page.get_by_role("row", name="From elsewhere"))).to_contain_text("From elsewhere")
