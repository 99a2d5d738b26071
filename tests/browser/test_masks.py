"""Masks as a user chooses, draws and uploads them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, get_json, inspector, run_id, run_is_on_screen, status

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]


def rail(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Setup")


def choose(page: Page, name: str) -> None:
    page.get_by_role("radiogroup", name="Mask").get_by_role("radio", name=name, exact=True).click()


def run(page: Page) -> dict[str, object]:
    """Presses Run; the spec of the run when it is on screen."""
    page.keyboard.press("Control+Enter")
    name = run_id(page)
    run_is_on_screen(page)
    spec = get_json(page, f"/api/runs/{name}")["spec"]
    assert isinstance(spec, dict)
    return spec


def editor(page: Page) -> Locator:
    """Opens the editor and waits for its map."""
    rail(page).get_by_role("button", name="Mask editor").click()
    dialog = page.get_by_role("dialog", name="Mask editor")
    expect(dialog.get_by_role("application")).to_be_visible()
    return dialog


def test_a_window_is_chosen_told_in_words_and_run(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    expect(rail(page)).to_contain_text("Token 10 it sees 0–10 (11 tokens)")
    choose(page, "Window")
    expect(rail(page)).to_contain_text("Token 10 it sees 7–10 (4 tokens)")
    window = rail(page).get_by_role("spinbutton", name="Window, own key included")
    window.fill("3")
    window.press("Tab")
    expect(rail(page)).to_contain_text("Token 10 it sees 8–10 (3 tokens)")
    expect(rail(page)).to_contain_text("42 of 225")
    expect(rail(page)).to_contain_text("A forced mask is not a trained one")
    spec = run(page)
    assert spec["mask"] == {
        "mask": {"type": "row", "name": "sliding_window", "params": {"window": 3}},
        "top_k": None,
        "how": "restrict",
        "layers": None,
        "heads": None,
        "kind": None,
    }
    cell = get_json(page, f"/api/runs/{run_id(page)}/cells/decoder/16/3/10/1")
    assert (cell["allowed"], cell["visible_keys"]) == (False, 3)
    for place in (page.get_by_role("banner"), inspector(page), status(page)):
        expect(place).to_contain_text("Forced: Window 3")
    page.get_by_role("tab", name="Output").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("A forced mask is not a trained one")
    shot(page, "output")
    page.reload()
    expect(page.get_by_role("banner")).to_contain_text("Forced: Window 3")
    rail(page).get_by_role("button", name="Back to the model's own").click()
    expect(rail(page)).to_contain_text("Token 10 it sees 0–10 (11 tokens)")


def test_a_mask_is_painted_with_keys_alone_undone_and_run(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    dialog = editor(page)
    tools = dialog.get_by_role("radiogroup", name="Tool")
    dialog.get_by_role("radiogroup", name="Paint or erase").get_by_role("radio", name="Erase").click()
    tools.get_by_role("radio", name="Column").click()
    dialog.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(dialog).to_contain_text("Token 0 The sees 0 (1 token)")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(dialog).to_contain_text("Token 4 fit sees 0, 2–4 (4 tokens)")
    tools.get_by_role("radio", name="Row").click()
    dialog.get_by_role("application").focus()
    page.keyboard.press("Space")
    expect(dialog).to_contain_text("1 token sees nothing: 4 fit.")
    page.keyboard.press("Control+z")
    expect(dialog).to_contain_text("Token 4 fit sees 0, 2–4 (4 tokens)")
    shot(page, "editor")
    dialog.get_by_role("button", name="Use this mask").click()
    expect(rail(page)).to_contain_text("Painted 15 × 15")
    spec = run(page)
    assert isinstance(spec["mask"], dict)
    assert spec["mask"]["mask"]["type"] == "cells"
    cell = get_json(page, f"/api/runs/{run_id(page)}/cells/decoder/0/0/4/1")
    assert (cell["allowed"], cell["visible_keys"]) == (False, 4)


def test_a_box_is_painted_with_the_pointer(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    dialog = editor(page)
    dialog.get_by_role("radiogroup", name="Tool").get_by_role("radio", name="Box").click()
    box = dialog.locator("canvas").bounding_box()
    assert box
    side = box["width"] / 15
    page.mouse.move(box["x"] + 12.5 * side, box["y"] + 0.5 * side)
    page.mouse.down()
    page.mouse.move(box["x"] + 14.5 * side, box["y"] + 1.5 * side, steps=4)
    page.mouse.up()
    expect(dialog).to_contain_text("Token 1 trophy sees 0–1, 12–14 (5 tokens)")
    expect(dialog).to_contain_text("126 of 225")


@pytest.mark.parametrize("file", ["csv", "json"])
def test_a_file_of_another_size_is_refused_with_both_sizes(open_page: OpenPage, file: str, tmp_path: Path) -> None:
    page = open_page()
    atlas_is_drawn(page)
    dialog = editor(page)
    matrix = tmp_path / f"mask.{file}"
    matrix.write_text({"csv": "1,0,0\n1,1,0\n1,1,1\n", "json": "[[1,0,0],[1,1,0],[1,1,1]]"}[file])
    dialog.locator("input[type=file]").set_input_files(matrix)
    expect(dialog.get_by_role("alert")).to_contain_text("The mask is 3 × 3; the text has 15 tokens.")
    matrix.write_text("\n".join(",".join("1" if key <= query else "x" for key in range(15)) for query in range(15)))
    dialog.locator("input[type=file]").set_input_files(matrix)
    expect(dialog.get_by_role("alert")).to_contain_text("Row 0, column 1, counted from 0, holds “x”")
    matrix.write_text("\n".join(",".join(str(int(key <= query)) for key in range(15)) for query in range(15)))
    dialog.locator("input[type=file]").set_input_files(matrix)
    expect(dialog).to_contain_text("15 × 15, 120 cells may attend")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    expect(dialog).to_contain_text("120 of 225")


def test_an_expression_points_at_the_character_that_is_wrong(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    dialog = editor(page)
    field = dialog.get_by_role("textbox", name="Expression")
    field.fill("0 <= distance < 4 or rabbit")
    alert = dialog.get_by_role("alert")
    expect(alert.locator("mark")).to_have_text("rabbit")
    expect(alert).to_contain_text("At character 21 stands “rabbit”.")
    expect(dialog.get_by_role("button", name="Use this mask")).to_be_disabled()
    shot(page, "expression")
    alert.get_by_role("button").click()
    assert field.evaluate("field => [field.selectionStart, field.selectionEnd]") == [21, 27]
    page.keyboard.type("first")
    expect(alert).to_have_count(0)
    expect(dialog).to_contain_text("At most 5 of 15 keys are in the cache at once")
    dialog.get_by_role("button", name="Use this mask").click()
    expect(rail(page)).to_contain_text("0 <= distance < 4 or first")


def test_masks_are_combined_and_what_generation_drops_is_told_step_by_step(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    choose(page, "Sink + window")
    dialog = editor(page)
    dialog.get_by_role("slider", name="Step (query)").fill("9")
    expect(dialog).to_contain_text("At step 9, 8 of 10 keys are kept: 0–3, 6–9. Dropped: 4–5.")
    dialog.get_by_role("combobox", name="With").select_option(label="Block-local")
    dialog.get_by_role("button", name="And", exact=True).click()
    expect(dialog).to_contain_text("Sink 4 + window 4 & Blocks of 4")
    dialog.get_by_role("button", name="Invert").click()
    expect(dialog).to_contain_text("not (Sink 4 + window 4 & Blocks of 4)")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog).not_to_contain_text("not (")


def test_a_decoder_without_its_causal_mask_is_told_why_its_loss_falls(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    choose(page, "Full")
    expect(rail(page)).to_contain_text("the loss falls for the wrong reason")
    expect(rail(page).get_by_role("radio", name="Replace")).to_be_checked()


def test_layers_that_are_not_there_are_refused_in_the_field(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    choose(page, "Window")
    rail(page).get_by_text("all layers, all heads").click()
    layers = rail(page).get_by_role("textbox", name="Layers")
    layers.fill("0-3, 99")
    layers.press("Tab")
    expect(rail(page).get_by_role("alert")).to_contain_text("Give numbers from 0 to 29")
    layers.fill("0-3")
    layers.press("Tab")
    expect(rail(page)).to_contain_text("layers 0–3; heads all")


@pytest.mark.parametrize("lang", ["en-GB", "zh-CN"])
@pytest.mark.parametrize(("size", "dark"), [((1440, 900), False), ((390, 844), True)], ids=["wide", "narrow"])
def test_nothing_of_the_masks_is_cut_off(
    open_page: OpenPage, shot: Shot, lang: str, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(size=size, lang=lang, dark=dark)
    atlas_is_drawn(page)
    if size[0] < 720:
        page.get_by_role("button", name={"en-GB": "Setup", "zh-CN": "设置"}[lang]).last.click()
    page.get_by_role("radio", name=re.compile(r"Sink \+ window|汇点 \+ 窗口")).click()
    page.get_by_role("button", name=re.compile("Mask editor|掩码编辑器")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("application")).to_be_visible()
    for place in (page.locator("html"), dialog):
        wide = place.evaluate("one => one.scrollWidth - one.clientWidth")
        assert wide <= 0, f"{wide} px too wide"
    shot(page, "editor")


def test_the_leak_detector_names_the_open_cells_and_shows_one_on_the_map(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("tab", name="Output").click()
    page.get_by_role("button", name="Check for leaks").click()
    run_is_on_screen(page)
    view = page.get_by_role("tabpanel")
    expect(view).to_contain_text("No output hears of a token that is hidden from it.", timeout=60_000)
    choose(page, "Full")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("banner")).to_contain_text("Forced: Full")
    expect(view).to_contain_text("an output hears of a token that was to be hidden from it", timeout=60_000)
    expect(view).to_contain_text("105 cells are open that the promise closes")
    expect(view).to_contain_text("the loss falls for the wrong reason")
    shot(page, "leaks")
    view.get_by_role("row").nth(1).get_by_role("button").click()
    expect(page.get_by_role("tab", name="Head")).to_have_attribute("aria-selected", "true")
    found = re.search(r"query=(\d+)&key=(\d+)", page.url)
    assert found
    assert int(found[2]) > int(found[1])


def test_a_forced_window_leads_to_the_model_that_was_trained_with_one(open_page: OpenPage) -> None:
    page = open_page()
    atlas_is_drawn(page)
    choose(page, "Window")
    rail(page).get_by_role("button", name=re.compile("^Use the model trained with it: Lab decoder")).click()
    window = page.get_by_role("radiogroup", name="Mask").get_by_role("radio", name="Window", exact=True)
    expect(window).to_be_checked()
    expect(rail(page).get_by_role("spinbutton", name="Window, own key included")).to_have_value("8")
    expect(rail(page)).not_to_contain_text("A forced mask is not a trained one")


def test_the_page_is_no_taller_than_its_window(open_page: OpenPage) -> None:
    """What is only read aloud stands within its panel, so that a focus moves the panel and not the page."""
    page = open_page()
    atlas_is_drawn(page)
    expect(rail(page).get_by_role("radiogroup", name="Position")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1  # the region that is read aloud
    expect(rail(page).get_by_role("img", name="The mask on your 15 × 15 tokens")).to_be_visible()
