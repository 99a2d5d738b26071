"""Models are made ready once, from safetensors or GGUF only, with cards that tell the truth."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from transformers import PreTrainedModel

from compute.capture.store import Capture
from compute.catalog.models import model_card, model_folder, model_row, models, operator_rows
from compute.engine import sources
from compute.engine.loaded import LoadedModels
from compute.engine.run import execute
from compute.engine.sources import load, prepare_one
from compute.errors import InvalidModelsFile, ModelUnavailable, UnknownModel, UnsupportedModel
from compute.events import RunEvent
from compute.fold import fold
from compute.settings import settings
from compute.spec import RunSpec
from tests.compute import tiny

Listing = Callable[..., Path]
PIECES = ("a", "b", "##b", "cat")


@pytest.mark.models
@pytest.mark.parametrize(
    ("name", "parameters", "shape"),
    [("smollm2-135m-instruct", 134_515_008, (30, 9, 3, 8192)), ("all-minilm-l6-v2", 22_713_216, (6, 12, 12, 512))],
)
def test_the_packaged_models_are_what_their_papers_say(
    models_dir: Path, name: str, parameters: int, shape: tuple[int, int, int, int]
) -> None:
    card = model_card(name)
    assert card.parameters == parameters
    assert (card.layers, card.query_heads, card.kv_heads, card.context_tokens) == shape
    stored = load_file(model_folder(name) / "model.safetensors")
    assert {values.dtype for values in stored.values()} == {torch.float32}
    assert sum(values.numel() for values in stored.values()) == parameters  # the tied head is stored once


@pytest.mark.models
def test_smollm2_reads_each_digit_apart(models_dir: Path) -> None:
    """Its GGUF file says so ("smollm"), and a reader that takes it for GPT-2's joins them."""
    tokenizer = Tokenizer.from_file(str(model_folder("smollm2-135m-instruct") / "tokenizer.json"))
    assert tokenizer.encode("2026").tokens == ["2", "0", "2", "6"]
    assert tokenizer.encode("in 42").tokens == ["in", "Ġ", "4", "2"]


@pytest.mark.parametrize(
    ("make", "architecture", "limit"),
    [
        (tiny.llama, "decoder", 256),
        (tiny.gpt2, "decoder", 64),
        (tiny.bert, "encoder", 64),
        (tiny.roberta, "encoder", 64),
    ],
)
def test_a_local_folder_becomes_a_model(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel], architecture: str, limit: int
) -> None:
    """C065: RoBERTa's table of 66 rows serves 64 tokens, because positions begin at padding_idx + 1 = 2."""
    model = make()
    ready = list_model("local", tiny.saved(model, tmp_path / "source", pieces=PIECES))
    card = model_card("local")
    assert (card.architecture, card.context_tokens) == (architecture, limit)
    assert card.parameters == sum(values.numel() for values in model.parameters())
    assert card.accepts_second == (architecture == "encoder")
    assert [card.name for card in models()] == ["local"]
    again = load(ready, torch.float32, torch.device("cpu"))
    assert not again.training
    for name, values in model.state_dict().items():
        assert torch.equal(again.state_dict()[name], values)


def test_a_window_that_is_switched_off_is_told_although_a_saved_config_no_longer_names_it(
    list_model: Listing, tmp_path: Path
) -> None:
    """C022."""
    source = tiny.saved(tiny.qwen2(), tmp_path / "source", pieces=PIECES)
    config = json.loads((source / "config.json").read_text())
    (source / "config.json").write_text(json.dumps(config | {"sliding_window": 4096, "use_sliding_window": False}))
    list_model("local", source)
    card = model_card("local")
    assert [mask.row for mask in card.own_masks] == ["causal"]
    (said,) = card.mask_notices
    assert said.code == "window_without_effect"
    assert said.data["window"] == 4096
    assert "has no effect" in said.message


@pytest.mark.parametrize("make", [tiny.llama, tiny.gpt2, tiny.bert, tiny.roberta])
def test_a_local_model_reads_its_longest_text(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel]
) -> None:
    """C065: the limit of the card is one that the embedding can serve."""
    list_model("local", tiny.saved(make(), tmp_path / "source", pieces=PIECES))
    card = model_card("local")
    said: list[RunEvent] = []
    execute(
        RunSpec(model="local", text="a " * (card.context_tokens - 2)),
        emit=said.append,
        writer=Capture.at(tmp_path / "out"),
        should_stop=lambda: False,
        deadline_s=60,
        models=LoadedModels(2**30),
    )
    state = fold(said)
    assert state.tokens is not None
    assert len(state.tokens.rows[0].tokens) == card.context_tokens
    assert state.status == "finished"


def test_a_tokenizer_whose_unknown_token_is_not_in_its_vocabulary_is_refused(
    list_model: Listing, tmp_path: Path
) -> None:
    folder = tiny.saved(tiny.bert(), tmp_path / "source", pieces=PIECES)
    described = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    described["model"]["unk_token"] = "[NONE]"
    (folder / "tokenizer.json").write_text(json.dumps(described), "utf-8")
    with pytest.raises(ModelUnavailable, match="Name a token of its vocabulary as unk_token"):
        list_model("local", folder)
    assert not (tmp_path / "prepared" / "local").exists()


def test_pickled_weights_are_refused(list_model: Listing, tmp_path: Path) -> None:
    folder = tiny.saved(tiny.llama(), tmp_path / "source")
    (folder / "model.safetensors").rename(tmp_path / "aside")

    class Bomb:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path.touch, (tmp_path / "exploded",)  # type: ignore[return-value]

    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(ModelUnavailable, match="pickled weights are not read"):
        list_model("local", folder)
    assert not (tmp_path / "exploded").exists()
    assert not (tmp_path / "prepared" / "local").exists()


def test_code_that_comes_with_a_model_is_not_run(list_model: Listing, tmp_path: Path) -> None:
    folder = tiny.saved(tiny.llama(), tmp_path / "source")
    config = json.loads((folder / "config.json").read_text("utf-8"))
    config |= {
        "model_type": "homemade",
        "auto_map": {"AutoConfig": "code.Config", "AutoModelForCausalLM": "code.Model"},
    }
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    (folder / "code.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", "utf-8")
    with pytest.raises(ModelUnavailable):
        list_model("local", folder)
    assert not (tmp_path / "ran").exists()


def test_broken_weights_leave_nothing_behind(list_model: Listing, tmp_path: Path) -> None:
    folder = tiny.saved(tiny.llama(), tmp_path / "source")
    (folder / "model.safetensors").write_bytes(b"not safetensors")
    with pytest.raises(ModelUnavailable, match="transformers cannot read it"):
        list_model("local", folder)
    assert list((tmp_path / "prepared").iterdir()) == []


def test_weights_that_are_not_in_the_files_are_not_made_up(list_model: Listing, tmp_path: Path) -> None:
    folder = tiny.saved(tiny.llama(), tmp_path / "source")
    weights = load_file(folder / "model.safetensors")
    del weights["model.layers.1.self_attn.q_proj.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelUnavailable, match=r"lack 1 of its weights, model\.layers\.1\."):
        list_model("local", folder)


def test_preparing_again_makes_the_same_model(list_model: Listing, tmp_path: Path) -> None:
    ready = list_model("local", tiny.saved(tiny.llama(), tmp_path / "source"))
    before = {file.name: file.read_bytes() for file in ready.iterdir()}
    prepare_one(model_row("local"), ready, lambda line: None)
    assert {file.name: file.read_bytes() for file in ready.iterdir()} == before


def test_a_model_that_is_not_prepared_says_what_to_do(list_model: Listing) -> None:
    with pytest.raises(ModelUnavailable, match="python -m compute prepare"):
        model_folder("all-minilm-l6-v2")
    with pytest.raises(UnknownModel) as refused:
        model_folder("../etc/passwd")
    assert refused.value.data["known"] == "smollm2-135m-instruct, all-minilm-l6-v2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[model]", "it is not TOML"),
        ("[[model]]\nname = 'x'", "model 1 lacks title, path"),
        ("[[model]]\nname = '../x'\ntitle = 'X'\npath = 'x'", "the name “../x” may hold"),
        ("[[model]]\nname = 'x'\ntitle = 'X'\npath = 'x'\ncode = 'x'", "model 1 has code, which nothing reads"),
        ("[[model]]\nname = 'all-minilm-l6-v2'\ntitle = 'X'\npath = 'x'", "which is taken"),
        ("[[model]]\nname = 1\ntitle = 'X'\npath = 'x'", "model 1 is not a table of strings"),
        ("model = 'x'", "model 1 is not a table of strings"),
    ],
)
def test_a_wrong_list_of_models_says_where(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "models.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidModelsFile, match=sentence.replace("(", "\\(")):
        operator_rows(file)


def test_an_absent_list_has_no_models(tmp_path: Path) -> None:
    assert operator_rows(tmp_path / "models.toml") == ()


@pytest.mark.parametrize(
    ("make", "name"),
    [(tiny.bloom, "BloomForCausalLM (bloom)"), (tiny.big_bird, "BigBirdModel (big_bird)")],
    ids=["BLOOM", "BigBird"],
)
def test_a_model_that_cannot_be_captured_is_refused_when_it_is_prepared(
    list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel], name: str
) -> None:
    """C011: BigBird pads inside and attends by blocks, so it is refused by name before anything can be queued."""
    with pytest.raises(UnsupportedModel, match="past AttentionInterface") as refused:
        list_model("local", tiny.saved(make(), tmp_path / "source", pieces=PIECES))
    assert refused.value.message.startswith(f"{name} cannot be captured: ")
    assert models() == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"num_hidden_layers": "three"}, "transformers cannot read it"),
        ({"num_attention_heads": 5}, "transformers cannot read it"),
        ({"vocab_size": 301}, "transformers cannot read it"),
    ],
)
def test_a_config_that_does_not_fit_is_one_sentence(
    list_model: Listing, tmp_path: Path, wrong: dict[str, object], sentence: str
) -> None:
    folder = tiny.saved(tiny.llama(), tmp_path / "source")
    config = json.loads((folder / "config.json").read_text("utf-8")) | wrong
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    with pytest.raises(ModelUnavailable, match=sentence) as refused:
        list_model("local", folder)
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("content", [b"", b"GGUF junk", b"junk"])
def test_a_file_that_is_no_gguf_is_one_sentence(list_model: Listing, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.gguf").write_bytes(content)
    with pytest.raises(ModelUnavailable, match="transformers cannot read it") as refused:
        list_model("local", tmp_path / "broken.gguf")
    assert "\n" not in refused.value.message


def test_a_model_without_attention_is_refused(list_model: Listing, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModel, match="MambaForCausalLM"):
        list_model("local", tiny.saved(tiny.mamba(), tmp_path / "source"))


def test_a_refused_model_keeps_no_other_from_being_prepared(
    list_model: Listing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = tiny.saved(tiny.llama(), tmp_path / "good")
    (tmp_path / "empty").mkdir()
    paths = {"first": tmp_path / "empty", "absent": tmp_path / "absent", "good": good}
    entries = (f'[[model]]\nname = "{name}"\ntitle = "{name}"\npath = "{path}"\n' for name, path in paths.items())
    settings().models_file.write_text("".join(entries), "utf-8")
    monkeypatch.setattr(sources, "rows", lambda: operator_rows(settings().models_file))
    said: list[str] = []
    with pytest.raises(ModelUnavailable, match="absent does not exist"):
        sources.prepare(said.append)
    assert [card.name for card in models()] == ["good"]
    assert any("holds no safetensors or GGUF weights" in line for line in said)


def test_an_opt_folder_gives_its_next_token(list_model: Listing, tmp_path: Path) -> None:
    """Its head asks the decoder inside its body, past the body itself."""
    model = tiny.opt()
    list_model("local", tiny.saved(model, tmp_path / "source", pieces=PIECES))
    said: list[RunEvent] = []
    execute(
        RunSpec(model="local", text="a b cat"),
        emit=said.append,
        writer=Capture.at(tmp_path / "out"),
        should_stop=lambda: False,
        deadline_s=60,
        models=LoadedModels(2**30),
    )
    state = fold(said)
    assert state.tokens is not None
    ids = [token.id for token in state.tokens.rows[0].tokens]
    with torch.no_grad():
        expected = model.eval()(torch.tensor([ids])).logits[0, -1].softmax(-1)
    first = state.next_token[0].top[0]
    assert first.id == int(expected.argmax())
    assert first.probability == pytest.approx(float(expected.max()), abs=1e-5)


def test_distilbert_tells_the_width_of_its_feed_forward(list_model: Listing, tmp_path: Path) -> None:
    list_model("local", tiny.saved(tiny.distilbert(), tmp_path / "source", pieces=PIECES))
    assert model_card("local").ffn == "GELU, 48 wide"
