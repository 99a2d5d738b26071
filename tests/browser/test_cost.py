"""What a run costs and why; the same at another length, on another device; and a config that is read in eight steps."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import atlas_is_drawn, inspector, run_is_on_screen, run_text

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
        exact(panel, "Largest batch, all in one pass", figures["largest_batch"], "texts")
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
    """Window 4 on 15 tokens allows 1 + 2 + 3 + 12 × 4 = 54 pairs of a head; the causal mask 120, all cells are 225."""
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("group", name="Variants").get_by_role("button", name=re.compile("^Add a variant")).click()
    page.get_by_role("complementary", name="Setup").get_by_role("radio", name="Window", exact=True).click()
    page.get_by_role("button", name=re.compile("^Run")).click()
    page.get_by_role("tab", name="Cost", exact=True).click()
    panel = page.get_by_role("tabpanel")
    pairs = panel.get_by_role("group", name="Query–key pairs")
    expect(pairs.get_by_role("button")).to_have_text(re.compile(r"^54\s*of 225"), timeout=60_000)
    expect(pairs).to_contain_text("A120")
    expect(pairs).to_contain_text("per head, allowed by the mask")
    pairs.get_by_role("button").click()
    expect(inspector(page)).to_contain_text("= 4 × (4 + 1) / 2 + (15 − 4) × 4")
    expect(inspector(page)).to_contain_text("1,620")  # 54 in 30 layers
    expect(panel.get_by_role("columnheader", name="A MFLOP")).to_be_visible()
    shot(page, "two")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(pairs).to_contain_text("A120")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, "two-narrow")


def test_batch_and_concurrency_are_two_choices_with_their_own_memory_and_time(open_page: OpenPage, shot: Shot) -> None:
    """30 texts in the cache, passes over 4: 8 passes."""
    page = open_page()
    panel = opened(page, "Cost")
    batch, concurrency = (panel.get_by_role("spinbutton", name=name) for name in ("Batch", "Concurrency"))
    concurrency.fill("30")
    concurrency.press("Tab")
    cache = 2_048 * 30 * 2 * 3 * 64 * 4
    exact(panel, "KV cache", 30 * cache, "bytes")
    one = asked(page, {"tokens": 2_048, "precision": "fp32"})["memory_by_part.activations"]
    exact(panel, "Activations, workspace", one, "bytes")
    batch.fill("4")
    batch.press("Tab")
    assert isinstance(one, int)
    exact(panel, "Activations, workspace", 4 * one, "bytes")
    exact(panel, "KV cache", 30 * cache, "bytes")
    exact(panel, "Passes over 30 texts", 8, "passes")
    panel.get_by_role("button", name=re.compile("^Passes over 30 texts")).click()
    expect(inspector(page)).to_contain_text("= ⌈30 / 4⌉")
    shot(page, "thirty")
    batch.fill("64")
    batch.press("Tab")
    expect(concurrency).to_have_value("64")  # a pass over 64 texts keeps 64 caches
    concurrency.fill("8")
    concurrency.press("Tab")
    expect(concurrency).to_have_value("64")


def test_scores_and_the_weighted_sum_move_bytes_of_their_own(open_page: OpenPage) -> None:
    """Keys of 3 heads and queries of 9, 64 numbers of 4 bytes, 15 tokens, 30 layers; 225 cells stored, or 120."""
    page = open_page()
    panel = opened(page, "Cost")
    moved = f"{30 * 15 * (3 + 9) * 64 * 4:,} B"
    for name in ("Scores", "Weighted sum"):
        expect(panel.get_by_role("row", name=re.compile(f"^{name}")).get_by_title(moved)).to_be_visible()
    panel.get_by_role("row", name=re.compile("^Scores")).click()
    for cells in (225, 120):
        expect(inspector(page).get_by_title(f"{30 * 9 * cells * 4:,} B", exact=True)).to_be_visible()


def test_an_encoder_has_no_cache_in_either_view(open_page: OpenPage, shot: Shot) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Encoder").click()
    run_text(page, "Dogs bark at night.")
    run_is_on_screen(page)
    page.get_by_role("tab", name="Cost", exact=True).click()
    panel = page.get_by_role("tabpanel")
    pairs = panel.get_by_role("group", name="Query–key pairs")
    expect(pairs.get_by_role("button")).to_have_text(re.compile(r"^49\s*of 49"))  # 7 tokens
    expect(panel.get_by_role("group", name="KV cache")).to_contain_text("An encoder keeps no cache.")
    expect(panel.get_by_role("spinbutton", name="Concurrency")).to_be_disabled()
    shot(page, "cost")
    page.get_by_role("tab", name="Structure", exact=True).click()
    inference = panel.get_by_role("listitem").filter(has_text="Inference: KV cache and parallelism")
    expect(inference).to_contain_text("An encoder keeps no cache.")
    expect(inference).not_to_contain_text("Values a token leaves")
    head = panel.get_by_role("listitem").filter(has_text="Output head and objective")
    expect(head).to_contain_text("none; a pooler on the first token")
    shot(page, "structure")


def test_an_encoder_decoder_shows_its_three_kinds_of_pairs_both_caches_and_both_blocks(
    open_page: OpenPage, shot: Shot
) -> None:
    page = open_page()
    atlas_is_drawn(page)
    page.get_by_role("radiogroup", name="Architecture").get_by_role("radio", name="Enc–dec").click()
    run_text(page, "I like cats.")
    run_is_on_screen(page)
    page.get_by_role("tab", name="Cost", exact=True).click()
    panel = page.get_by_role("tabpanel")
    pairs = panel.get_by_role("group", name="Query–key pairs")
    pairs.get_by_role("button").click()
    said = re.search(r"(\d+)\s*of (\d+)", pairs.inner_text())
    assert said
    allowed, dense = map(int, said.groups())
    n = round(dense**0.5)
    assert (n * n, n * (n + 1) // 2) == (dense, allowed)
    kinds = re.search(r"encoder (\d+); across (\d+)", pairs.inner_text())
    assert kinds
    source = round(int(kinds[1]) ** 0.5)
    assert (source**2, source * n) == (int(kinds[1]), int(kinds[2]))
    # 3 layers, keys and values of 4 heads of 36 numbers, 4 bytes: of the output, and of the source once
    a_token = 3 * 2 * 4 * 36 * 4
    expect(panel.get_by_role("group", name="KV cache")).to_contain_text(f"{a_token:,} B per output token")
    expect(panel.get_by_role("group", name="KV cache")).to_contain_text(f"source {source * a_token:,} B")
    exact(panel, "KV cache", (n + source) * a_token, "bytes")
    shot(page, "cost")
    page.get_by_role("tab", name="Structure", exact=True).click()
    expect(panel).to_contain_text("Encoder block, 3 times")
    expect(panel).to_contain_text("Decoder block, 3 times")
    masks = panel.get_by_role("listitem").filter(has_text="Mask and visibility")
    expect(masks).to_contain_text("3 layers: Full")
    expect(masks).to_contain_text("3 layers: Causal")
    exact(panel, "KV cache of one token of the source", a_token // 2, "bytes")  # bf16 in this view
    shot(page, "structure")


TRAPS: list[tuple[str, str]] = [
    ('{"model_type": "llama", "num_key_value_heads": 5}', "32 query heads can't share 5"),
    ('{"model_type": "llama", "hidden_size": NaN}', "This is not JSON"),
    ('{"model_type": "llama", "num_hidden_layers": -2}', "num_hidden_layers is -2. It is a whole number from 1"),
    ('[{"model_type": "llama"}]', "This is JSON, but no object"),
    ('{"model_type": "lama"}', "Did you mean llama?"),
]


def test_a_file_is_read_by_choosing_and_by_dropping_and_traps_are_named(open_page: OpenPage, shot: Shot) -> None:
    """C022, C075, C077, C078."""
    page = open_page()
    panel = opened(page, "Structure")
    panel.get_by_role("button", name="Your config.json").click()
    upload = panel.get_by_label("Open a file…")
    latent = {"model_type": "deepseek_v3", "num_key_value_heads": 128, "num_hidden_layers": 61}
    upload.set_input_files(
        {"name": "config.json", "mimeType": "application/json", "buffer": json.dumps(latent).encode()}
    )
    expect(panel).to_contain_text("latent attention keeps 576 values a token and layer")
    exact(panel, "KV cache of one token", 61 * 576 * 2, "bytes")
    for text, sentence in TRAPS:
        upload.set_input_files({"name": "config.json", "mimeType": "application/json", "buffer": text.encode()})
        expect(panel.get_by_role("alert")).to_contain_text(sentence)
        expect(panel.get_by_role("listitem")).to_have_count(0)  # nothing of an earlier model stands beside a refusal
    huge = b'{"model_type": "llama", "x": "' + b"x" * 3_000_000 + b'"}'
    upload.set_input_files({"name": "config.json", "mimeType": "application/json", "buffer": huge})
    expect(panel.get_by_role("alert")).to_contain_text("at most 200,000 are read")
    field = panel.get_by_role("textbox", name="config.json")
    data = page.evaluate_handle(
        """text => {
          const kept = new DataTransfer();
          kept.items.add(new File([text], "config.json"));
          return kept;
        }""",
        json.dumps({"model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": False}),
    )
    field.dispatch_event("drop", {"dataTransfer": data})
    expect(panel).to_contain_text("sliding_window 4,096 has no effect: use_sliding_window is false")
    shot(page, "dropped")


def test_what_the_reader_remarks_is_chinese_on_the_chinese_page(open_page: OpenPage, shot: Shot) -> None:
    page = open_page(lang="zh-CN")
    panel = opened(page, "结构")
    panel.get_by_role("button", name="自己的 config.json").click()
    field = panel.get_by_role("textbox", name="config.json")
    scaling = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32_768}
    field.fill(json.dumps({"model_type": "qwen2", "sliding_window": 4_096, "rope_scaling": scaling}))
    expect(panel).to_contain_text("YaRN：以 32,768 词元训练，拉伸 4 倍")
    expect(panel).to_contain_text("sliding_window 4,096 无效：缺少 use_sliding_window")
    shot(page, "remarks")
    field.fill('{"model_type": "llama", "num_key_value_heads": 5}')
    expect(panel.get_by_role("alert")).to_contain_text("32 个查询头无法均分 5 个键值头（32 % 5 = 2）")


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
