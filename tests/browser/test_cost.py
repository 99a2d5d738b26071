"""What a run costs and why; the same at another length, on another device; and a config that is read in eight steps."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, inspector

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]

MODEL = "smollm2-135m-instruct"


def opened(page: Page, view: str) -> Locator:
    atlas_is_drawn(page)
    page.get_by_role("tab", name=view, exact=True).click()
    return page.get_by_role("tabpanel")


def asked(page: Page, question: dict[str, object]) -> dict[str, object]:
    """What the HTTP interface answers to the same question, by the names of the figures."""
    token = next(one for one in page.context.cookies() if one.get("name") == "csrftoken").get("value", "")
    answer = page.request.post(
        "/api/costs",
        data={"model": MODEL, "question": question},
        headers={"X-CSRFToken": str(token), "Origin": page.url.split("/#")[0].rstrip("/"), "Referer": page.url},
    )
    assert answer.ok, answer.text()
    return {one["name"]: one["value"] for one in answer.json()["figures"]}


def exact(panel: Locator, label: str, value: object, unit: str) -> None:
    """The button of a number tells every digit."""
    assert isinstance(value, int)
    expect(panel.get_by_role("button", name=f"{label}: {value:,} {unit}", exact=True).first).to_be_visible()


def test_the_length_moves_every_figure_to_what_the_interface_answers(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    panel = opened(page, "Cost")
    figures = asked(page, {"tokens": 2_048, "precision": "fp32"})
    exact(panel, "KV cache", figures["kv_bytes"], "bytes")
    exact(panel, "Total", figures["total_memory"], "bytes")
    slider = panel.get_by_role("slider", name="Length")
    slider.focus()
    for _ in range(16):
        slider.press("ArrowRight")
    expect(panel.get_by_role("spinbutton", name="Length, tokens")).to_have_value("4096")
    figures = asked(page, {"tokens": 4_096, "precision": "fp32"})
    exact(panel, "KV cache", figures["kv_bytes"], "bytes")
    exact(panel, "Total", figures["total_memory"], "bytes")
    # 4,096 tokens × 30 layers × 2 × 3 heads × 64 numbers × 4 bytes
    assert figures["kv_bytes"] == 4_096 * 30 * 2 * 3 * 64 * 4
    shot(page, "4096")


def test_precision_and_device_change_what_fits_and_units_only_how_it_is_written(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page()
    panel = opened(page, "Cost")
    # 134,515,008 parameters of 4 bytes, and of 2
    exact(panel, "Weights", 134_515_008 * 4, "bytes")
    panel.get_by_role("combobox", name="Precision").select_option("bf16")
    exact(panel, "Weights", 134_515_008 * 2, "bytes")
    weights = panel.get_by_role("button", name=re.compile("^Weights: "))
    expect(weights).to_have_text("257 MiB")
    panel.get_by_role("combobox", name="Unit of bytes").select_option("GB")
    expect(weights).to_have_text("269 MB")
    panel.get_by_role("combobox", name="Unit of FLOPs").select_option("MFLOP")
    expect(panel.get_by_role("button", name=re.compile("^Compute: "))).to_contain_text("4,042.7MFLOP")
    for device, batch in (("l4", "L4 24 GB"), ("h200", "H200 SXM 141 GB")):
        panel.get_by_role("combobox", name="Device").select_option(device)
        figures = asked(page, {"tokens": 2_048, "precision": "bf16", "device": device})
        exact(panel, "Largest batch of this length", figures["largest_batch"], "texts")
        expect(panel).to_contain_text(batch)
    shot(page, "h200")


def test_each_number_tells_its_formula_with_the_numbers_filled_in(open_page: OpenPage) -> None:
    page = open_page()
    panel = opened(page, "Cost")
    expect(inspector(page)).to_contain_text("= 2 × 30 × 9 × 64 × 15 × (15 + 1) / 2")
    row = panel.get_by_role("row", name=re.compile("^Scores"))
    row.focus()
    row.press("ArrowDown")
    panel.get_by_role("row", name=re.compile("^Weighted sum")).press("ArrowDown")
    expect(inspector(page)).to_contain_text("Output projection")
    expect(inspector(page)).to_contain_text("= 2 × 15 × 30 × 576 × 576")
    panel.get_by_role("button", name=re.compile("^KV cache: 94,371,840")).click()
    expect(inspector(page)).to_contain_text("= 30 × 2,048 × 2 × 3 × 64 × 4")


def test_a_window_beside_the_models_own_mask_is_counted_for_itself(open_page: OpenPage, shot: Shot) -> None:
    """Window 4 on 15 tokens allows 1 + 2 + 3 + 12 × 4 = 54 pairs of a head in each of 30 layers."""
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("group", name="Variants").get_by_role("button", name=re.compile("^Add a variant")).click()
    page.get_by_role("complementary", name="Setup").get_by_role("radio", name="Window", exact=True).click()
    page.get_by_role("button", name=re.compile("^Run")).click()
    page.get_by_role("tab", name="Cost", exact=True).click()
    panel = page.get_by_role("tabpanel")
    pairs = panel.get_by_role("group", name="Query–key pairs")
    expect(pairs.get_by_role("button")).to_have_text(re.compile(r"1,620"), timeout=60_000)
    expect(pairs).to_contain_text("3,600")
    expect(panel.get_by_role("columnheader", name="A MFLOP")).to_be_visible()
    shot(page, "two")


def test_a_config_with_traps_is_read_and_each_is_named_in_its_place(open_page: OpenPage, shot: Shot) -> None:
    """A window that has no effect, and a head_dim that is not width / heads (C075)."""
    page = open_page()
    panel = opened(page, "Structure")
    panel.get_by_role("button", name="Your config.json").click()
    field = panel.get_by_role("textbox", name="config.json")
    config = {
        "model_type": "qwen3", "hidden_size": 1_024, "num_attention_heads": 16, "num_key_value_heads": 8,
        "head_dim": 128, "num_hidden_layers": 28, "intermediate_size": 3_072, "vocab_size": 151_936,
        "tie_word_embeddings": True, "max_position_embeddings": 40_960, "sliding_window": 4_096,
        "use_sliding_window": False,
    }  # fmt: skip
    field.fill(json.dumps(config))
    attention = panel.get_by_role("listitem").filter(has_text="Attention and heads")
    expect(attention).to_contain_text("GQA")
    expect(attention).to_contain_text("head_dim is 128, not width / heads")
    masks = panel.get_by_role("listitem").filter(has_text="Mask and visibility")
    expect(masks).to_contain_text("sliding_window 4,096 has no effect")
    expect(masks).to_contain_text("28 layers: Causal")
    # 28 layers × 2 × 8 heads × 128 numbers × 2 bytes
    exact(panel, "KV cache of one token", 28 * 2 * 8 * 128 * 2, "bytes")
    shot(page, "traps")


def test_latent_attention_is_told_by_its_own_cache(open_page: OpenPage, shot: Shot) -> None:
    """DeepSeek-V2-Lite keeps 512 + 64 numbers a token in each of 27 layers."""
    page = open_page()
    panel = opened(page, "Structure")
    panel.get_by_role("button", name="Published").click()
    panel.get_by_role("combobox", name="Published model").select_option("deepseek-v2-lite")
    attention = panel.get_by_role("listitem").filter(has_text="Attention and heads")
    expect(attention).to_contain_text("MLA")
    expect(attention).to_contain_text("16 query heads (outlined) read one latent of 576 numbers")
    exact(panel, "KV cache of one token", 27 * (512 + 64) * 2, "bytes")
    tensor = panel.get_by_role("spinbutton", name="Tensor")
    tensor.fill("3")
    tensor.press("Tab")
    expect(panel).to_contain_text("16 query heads can't be shared evenly by 3 devices.")
    tensor.fill("4")
    tensor.press("Tab")
    expect(panel.get_by_role("button", name="Weights of a device: 7,858,543,616 bytes")).to_be_visible()
    shot(page, "latent")


def test_a_broken_config_is_refused_in_a_sentence_at_its_field(open_page: OpenPage) -> None:
    page = open_page()
    panel = opened(page, "Structure")
    panel.get_by_role("button", name="Your config.json").click()
    field = panel.get_by_role("textbox", name="config.json")
    field.fill('{"model_type": "llama",\n "hidden_size" 3}')
    expect(panel.get_by_role("alert")).to_contain_text("it breaks at line 2, column 16")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill('{"model_type": "llama", "num_attention_heads": "x"}')
    expect(panel.get_by_role("alert")).to_contain_text("num_attention_heads is 'x'. It is a whole number")
    field.fill('{"model_type": "llama"}')
    expect(panel.get_by_role("alert")).to_have_count(0)
    expect(panel).to_contain_text("the default of this model type is used")


def test_both_views_are_whole_on_a_narrow_chinese_dark_screen(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN", dark=True, size=(390, 844))
    atlas_is_drawn(page)
    for name, words in (("开销", "本次运行，按部件"), ("结构", "分词")):
        page.get_by_role("tab", name=name, exact=True).click()
        expect(page.get_by_role("tabpanel")).to_contain_text(words)
        shot(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.get_by_role("tabpanel").evaluate("view => view.scrollWidth <= view.clientWidth")
