"""The list of masks, and how a mask looks on a text."""

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from django.http import HttpResponse

import compute.settings
from compute.settings import Settings

from .cast import SPEC, Person
from .player import CARD

Cells = npt.NDArray[np.bool_]


def unpacked(said: dict[str, object]) -> Cells:
    """[query, key], read bit by bit."""
    raw = base64.b64decode(str(said["bits"]))
    bits = [byte >> (7 - place) & 1 for byte in raw for place in range(8)]
    queries, keys = int(str(said["queries"])), int(str(said["keys"]))
    return np.array(bits[: queries * keys], dtype=bool).reshape(queries, keys)


def by_hand(see: Callable[[int, int], bool]) -> Cells:
    return np.array([[see(q, k) for k in range(8)] for q in range(8)])


PICTURES: dict[str, Callable[[int, int], bool]] = {
    "full": lambda q, k: True,
    "causal": lambda q, k: k <= q,
    "sliding_window": lambda q, k: 0 <= q - k < 3,
    "sink_window": lambda q, k: k <= q and (k < 1 or q - k < 2),
    "document": lambda q, k: "aaabbbcc"[q] == "aaabbbcc"[k],
    "prefix_lm": lambda q, k: k < 3 or k <= q,
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_mask_is_listed_with_its_picture(name: str, owner: Person) -> None:
    rows = {row["name"]: row for row in owner.get("/api/masks").json()["masks"]}
    assert (unpacked(rows[name]["picture"]) == by_hand(PICTURES[name])).all()


def test_every_mask_says_what_a_form_needs(owner: Person) -> None:
    said = owner.get("/api/masks").json()
    assert [row["name"] for row in said["masks"]][:3] == ["full", "causal", "padding"]
    for row in said["masks"]:
        assert row["source"]["work"]
        assert row["source"]["address"]
        assert row["formula"]
        assert row["params"]["properties"].keys() == row["example"].keys()
        for param in row["params"]["properties"].values():
            assert param["minimum"] <= param["default"] <= param["maximum"]
            assert param["description"]
    window = next(row for row in said["masks"] if row["name"] == "sliding_window")["params"]["properties"]["window"]
    assert window["description"] == "keys a query sees, its own included"


def test_the_picture_of_the_largest_scores_keeps_three_of_the_past(owner: Person) -> None:
    said = owner.get("/api/masks").json()["top_k"]
    assert said["source"]["address"] == "arXiv:2106.06899"
    cells = unpacked(said["picture"])
    assert cells.sum(axis=1).tolist() == [1, 2, 3, 3, 3, 3, 3, 3]
    assert not np.triu(cells, 1).any()


def preview(owner: Person, mask: object, text: str = "a b c d e f g h", **more: object) -> dict[str, Any]:
    """On the words of the text, one token each, after the model's start token if it has one."""
    answer = owner.post("/api/masks/preview", {"spec": {"model": "tiny", "text": text, "mask": mask}, **more})
    assert answer.status_code == 200, answer.content
    said: dict[str, Any] = answer.json()
    return said


def row(name: str, **params: int) -> dict[str, object]:
    return {"type": "row", "name": name, "params": params}


def slow(n: int, see: Callable[[int, int], bool]) -> list[list[int]]:
    """The keys of each query, one by one."""
    return [[k for k in range(n) if see(q, k)] for q in range(n)]


def seen_in(said: dict[str, Any]) -> list[list[int]]:
    return [np.flatnonzero(line).tolist() for line in unpacked(said["cells"])]


def test_without_a_mask_the_models_own_is_shown(owner: Person) -> None:
    said = preview(owner, None)
    n = len(said["queries"]["tokens"])
    assert seen_in(said) == slow(n, lambda q, k: k <= q)
    assert (said["pairs"], said["own_pairs"], said["dense_pairs"]) == (n * (n + 1) // 2, n * (n + 1) // 2, n * n)
    assert said["kept"] == list(range(1, n + 1))
    assert said["own"] is None


def test_a_window_restricts_a_decoder_and_drops_what_no_later_query_sees(owner: Person) -> None:
    said = preview(owner, {"mask": row("local", radius=2)}, own=True)
    n = len(said["queries"]["tokens"])
    assert seen_in(said) == slow(n, lambda q, k: 0 <= q - k <= 2)
    assert said["row_sums"] == [1, 2, *[3] * (n - 2)]
    assert said["last_needed"] == [min(key + 2, n - 1) for key in range(n)]
    assert said["kept"] == said["row_sums"]
    assert said["most_kept"] == 3
    assert np.array_equal(unpacked(said["own"]), np.tril(np.ones((n, n), dtype=bool)))


def test_a_mask_that_replaces_is_shown_alone(owner: Person) -> None:
    said = preview(owner, {"mask": row("local", radius=1), "how": "replace"})
    n = len(said["queries"]["tokens"])
    assert seen_in(said) == slow(n, lambda q, k: abs(q - k) <= 1)


def test_blind_queries_are_named_before_anything_runs(owner: Person) -> None:
    """C031."""
    said = preview(owner, {"mask": {"type": "expression", "text": "query > 2 and key < query"}})
    assert said["blind"] == [0, 1, 2]


def test_the_largest_scores_are_counted_although_nobody_knows_which_they_are(owner: Person) -> None:
    said = preview(owner, {"top_k": 3})
    n = len(said["queries"]["tokens"])
    assert said["row_sums"] == [min(q + 1, 3) for q in range(n)]
    assert said["pairs"] == sum(said["row_sums"])


def test_cells_of_another_size_are_refused_with_both_sizes(owner: Person) -> None:
    n = len(preview(owner, None)["queries"]["tokens"])
    cells = {"type": "cells", "tokens": 3, "bits": base64.b64encode(b"\xff\x80").decode()}
    answer = owner.post("/api/masks/preview", {"spec": {**SPEC, "text": "a b c d e f g h", "mask": {"mask": cells}}})
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_mask_size")
    assert "3 × 3" in answer.json()["message"]
    assert f"{n} tokens" in answer.json()["message"]


def test_an_expression_that_cannot_be_read_points_at_its_character(owner: Person) -> None:
    mask = {"mask": {"type": "expression", "text": "distance < 4 or rabbit"}}
    answer = owner.post("/api/masks/preview", {"spec": {**SPEC, "mask": mask}})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_expression")
    assert answer.json()["data"]["position"] == len("distance < 4 or ")


GEMMA = {
    "model_type": "gemma3_text", "num_hidden_layers": 2, "hidden_size": 32, "num_attention_heads": 4, "head_dim": 8,
    "num_key_value_heads": 2, "intermediate_size": 48, "vocab_size": 30, "sliding_window": 2,
    "layer_types": ["sliding_attention", "full_attention"],
}  # fmt: skip


def listed(parts: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, **facts: object) -> str:
    """A prepared model of that name whose tokens are words."""
    shutil.copytree(parts.models_dir / "tiny", parts.models_dir / name, dirs_exist_ok=True)
    card = CARD.model_validate(CARD.model_dump(mode="json") | {"name": name} | facts)
    (parts.models_dir / name / "card.json").write_text(card.model_dump_json())
    (tmp_path / "models.toml").write_text(f'[[model]]\nname = "{name}"\ntitle = "{name}"\npath = "{name}"\n')
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    compute.settings.settings.cache_clear()
    return name


@pytest.fixture
def encoder(parts: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return listed(parts, tmp_path, monkeypatch, "pair", architecture="encoder", accepts_second=True)


def test_layers_with_masks_of_their_own_are_told_apart_and_blind_in_one_is_blind(
    owner: Person, parts: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C022: in layer 0 a window of 2, in layer 1 all before; the picture is that of layer 0, or of the layer forced."""
    mixed = listed(parts, tmp_path, monkeypatch, "mixed")
    (parts.models_dir / mixed / "config.json").write_text(json.dumps(GEMMA))

    def shown(mask: object) -> dict[str, Any]:
        spec = {"model": mixed, "text": "a b c d e f", "mask": mask}
        said: dict[str, Any] = owner.post("/api/masks/preview", {"spec": spec}).json()
        return said

    said = shown(None)
    assert (said["own_layers"], seen_in(said)) == ([0], slow(6, lambda q, k: 0 <= q - k < 2))
    said = shown({"mask": row("full"), "layers": [1]})
    assert (said["own_layers"], seen_in(said)) == (None, slow(6, lambda q, k: k <= q))
    said = shown({"mask": {"type": "expression", "text": "distance >= 3 or query < 2"}})
    assert said["blind"] == [2, 3, 4, 5]


def test_padding_is_left_out_and_counted(owner: Person, encoder: str) -> None:
    spec = {"model": encoder, "text": "a b c", "second": "a", "second_as": "batch", "padding_side": "left"}
    said = owner.post("/api/masks/preview", {"spec": spec, "row": 1}).json()
    assert said["offset"] == 2
    assert len(said["queries"]["tokens"]) == said["cells"]["keys"]
    assert {token["role"] for token in said["queries"]["tokens"]} == {"text"}


def test_many_previews_in_a_minute_are_told_when_to_come_again(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from webapp.throttles import AddressPreviews

    monkeypatch.setattr(AddressPreviews, "THROTTLE_RATES", {"address_previews": "2/minute"})
    preview(owner, None)
    preview(owner, None)
    answer = owner.post("/api/masks/preview", {"spec": SPEC})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")


def upload(owner: Person, file: bytes, **more: object) -> HttpResponse:
    return owner.post("/api/masks/upload", {"file": base64.b64encode(file).decode(), **more})


def test_a_file_becomes_cells_that_a_run_takes(owner: Person) -> None:
    said = upload(owner, b"1,0\n1,1", tokens=2).json()
    assert (said["allowed"], said["own_hidden"]) == (3, 0)
    shown = preview(owner, {"mask": said["mask"], "how": "replace"}, "a b")
    assert seen_in(shown) == [[0], [0, 1]]


def test_a_file_whose_ones_hide_is_turned_round(owner: Person) -> None:
    assert upload(owner, b"0,1\n0,0").json()["own_hidden"] == 2
    assert upload(owner, b"0,1\n0,0", ones="hidden").json() == upload(owner, b"1,0\n1,1").json()


def test_a_file_for_another_text_is_refused_with_both_sizes(owner: Person) -> None:
    answer = upload(owner, b"1,0\n1,1", tokens=15)
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_mask_size")
    assert answer.json()["data"] == {"given": 2, "tokens": 15}


def test_a_file_that_is_no_mask_is_answered_by_one_sentence(owner: Person) -> None:
    answer = upload(owner, b"1,0\nx,1")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "mask_file_cell", "file")
    answer = owner.post("/api/masks/upload", {"file": "?"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


def test_a_file_of_just_the_stated_size_is_read_and_one_byte_more_is_refused(owner: Person) -> None:
    """As a request it is a third larger than as a file."""
    most = owner.get("/api/masks").json()["most_file_bytes"]
    whole = b"1,0\n1,1" + b"\n" * (most - 7)
    assert len(whole) == most
    assert upload(owner, whole).json()["allowed"] == 3
    refused = upload(owner, whole + b"\n")
    assert refused.status_code == 400
    assert (refused.json()["code"], refused.json()["data"]["limit"]) == ("mask_file_too_large", most)
