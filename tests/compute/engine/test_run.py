"""A run says what happens layer by layer, and stops when it is told to."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import pytest
import torch
from transformers import AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM

from compute.capture.store import Capture
from compute.catalog.models import model_folder
from compute.engine.loaded import LoadedModels
from compute.engine.run import AHEAD, Cancelled, execute
from compute.errors import ModelUnavailable, RunTimedOut
from compute.events import RunEvent, RunHeads, RunLayer
from compute.fold import fold
from compute.notebook import RecordedRun
from compute.plain import plain
from compute.publish import pack
from compute.spec import RunSpec
from tests.compute import tiny

ROOM = 2**32
Listing = Callable[..., Path]


def run(
    folder: Path,
    spec: RunSpec,
    should_stop: Callable[[list[RunEvent]], bool] = lambda said: False,
    deadline_s: float = 60.0,
) -> list[RunEvent]:
    said: list[RunEvent] = []
    execute(
        spec,
        emit=said.append,
        writer=Capture.at(folder),
        should_stop=lambda: should_stop(said),
        deadline_s=deadline_s,
        models=LoadedModels(ROOM),
    )
    return said


@pytest.fixture
def deep(list_model: Listing, tmp_path: Path) -> str:
    torch.manual_seed(0)
    config = LlamaConfig(**{**tiny.SMALL, "num_hidden_layers": 12}, num_key_value_heads=2, intermediate_size=48)
    list_model("deep", tiny.saved(LlamaForCausalLM(config), tmp_path / "deep"))
    return "deep"


def test_events_come_in_the_order_that_a_page_draws_them(deep: str, tmp_path: Path) -> None:
    kinds = [event.type for event in run(tmp_path / "out", RunSpec(model=deep, text="hello world"))]
    assert kinds == [
        "run.stage",
        "run.tokens",
        "run.stage",
        *["run.heads", "run.layer"] * 12,
        "run.next_token",
        "run.finished",
    ]


def test_layers_are_told_while_later_ones_are_computed(deep: str, tmp_path: Path) -> None:
    told: list[int] = []

    def look(said: list[RunEvent]) -> bool:
        told.append(sum(isinstance(event, RunLayer) for event in said))
        return False

    run(tmp_path / "out", RunSpec(model=deep, text="hello world"), look)
    after_layer = told[1:13]  # the first look is before the first layer
    assert all(number >= done - AHEAD for done, number in enumerate(after_layer, 1))


def test_a_cancel_is_heard_between_two_layers(deep: str, tmp_path: Path) -> None:
    """C145: nothing is said of layers after the one in which the cancel came, and no capture is complete."""
    said: list[RunEvent] = []
    asked = 0

    def stop_after_four_layers() -> bool:
        nonlocal asked
        asked += 1
        return asked > 4

    with pytest.raises(Cancelled):
        execute(
            RunSpec(model=deep, text="hello world"),
            emit=said.append,
            writer=Capture.at(tmp_path / "out"),
            should_stop=stop_after_four_layers,
            deadline_s=60,
            models=LoadedModels(ROOM),
        )
    assert max((event.layer for event in said if isinstance(event, RunLayer)), default=-1) < 4
    assert not Capture.at(tmp_path / "out").is_complete()
    assert said[-1].type != "run.finished"


def test_a_run_past_its_deadline_is_stopped_between_layers(deep: str, tmp_path: Path) -> None:
    """C148: the run's own deadline, since the pool keeps none."""
    with pytest.raises(RunTimedOut) as stopped:
        run(tmp_path / "out", RunSpec(model=deep, text="hello"), deadline_s=0.0)
    assert stopped.value.data == {"limit_s": 0.0}


def test_a_stopped_run_leaves_the_model_ready_for_the_next(deep: str, tmp_path: Path) -> None:
    models, spec = LoadedModels(ROOM), RunSpec(model=deep, text="hello world")

    def layers(stop_after: int) -> list[int]:
        said: list[RunEvent] = []
        looks = iter([False] * stop_after + [True] * 99)
        with suppress(Cancelled):
            execute(
                spec,
                emit=said.append,
                writer=Capture.at(tmp_path / "out"),
                should_stop=lambda: next(looks),
                deadline_s=60,
                models=models,
            )
        return [event.layer for event in said if isinstance(event, RunLayer)]

    layers(5)
    assert layers(90) == list(range(12))


def test_what_is_stored_folds_to_what_was_said(deep: str, tmp_path: Path) -> None:
    said = run(tmp_path / "out", RunSpec(model=deep, text="hello world"))
    stored = Capture.at(tmp_path / "out").events()
    assert stored == said
    assert fold(stored).status == "finished"
    assert fold(stored).finished is not None


def test_times_and_bytes_of_each_layer_are_told(deep: str, tmp_path: Path) -> None:
    began = perf_counter()
    said = run(tmp_path / "out", RunSpec(model=deep, text="hello world"))
    whole_ms = (perf_counter() - began) * 1e3
    layers = [event for event in said if isinstance(event, RunLayer)]
    assert all(0 < layer.attention_ms <= layer.elapsed_ms for layer in layers)
    assert sum(layer.elapsed_ms for layer in layers) < whole_ms
    sizes = [file.stat().st_size for file in sorted((tmp_path / "out").glob("decoder-*.safetensors"))]
    assert [layer.captured_bytes for layer in layers] == sizes
    finished = fold(said).finished
    assert finished is not None
    assert finished.captured_bytes == sum(sizes) + (tmp_path / "out" / "states.safetensors").stat().st_size


def test_the_last_states_are_kept_and_give_the_models_own_logits(deep: str, tmp_path: Path) -> None:
    run(tmp_path / "out", RunSpec(model=deep, text="hello world"))
    states = Capture.at(tmp_path / "out").states()
    assert states is not None
    models = LoadedModels(ROOM)
    model = AutoModelForCausalLM.from_pretrained(model_folder(deep), dtype=torch.float32)
    ids = [token.id for token in RecordedRun(tmp_path / "out").tokens()]
    with torch.inference_mode():
        expected = model(torch.tensor([ids])).logits[0]
        found = models.get(deep, "float32").logits(torch.from_numpy(states[0].copy()))
    assert torch.allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_every_precision_gives_events_of_strict_json(deep: str, tmp_path: Path, dtype: str) -> None:
    """C045, C047: no NaN or infinity stands bare in any event."""
    said = run(tmp_path / "out", RunSpec.model_validate({"model": deep, "text": "hello world", "dtype": dtype}))
    for event in said:
        json.loads(json.dumps(plain(event), allow_nan=False))
        assert len(pack(event)) < 2**20
    heads = next(event for event in said if isinstance(event, RunHeads))
    triangle = torch.from_numpy(heads.overview.numpy().copy()).isnan()
    assert torch.equal(triangle[0], torch.ones(11, 11).triu(1).bool())


def test_an_error_while_a_layer_is_stored_ends_the_run(deep: str, tmp_path: Path) -> None:
    class Full(Capture):
        def put(self, record: object) -> int:
            raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        execute(
            RunSpec(model=deep, text="hello"),
            emit=lambda event: None,
            writer=Full(Capture.at(tmp_path).files, str(tmp_path)),
            should_stop=lambda: False,
            deadline_s=60,
            models=LoadedModels(ROOM),
        )


def test_loaded_models_stay_within_the_limit(list_model: Listing, tmp_path: Path) -> None:
    for name in ("one", "two"):
        list_model(name, tiny.saved(tiny.llama(), tmp_path / name))
    size = 4 * sum(values.numel() for values in tiny.llama().parameters())
    models = LoadedModels(size + size // 2)
    first = models.get("one", "float32")
    assert models.get("one", "float32") is first
    models.get("two", "float32")
    assert not models.holds("one", "float32")
    assert models.holds("two", "float32")
    with pytest.raises(ModelUnavailable, match="MODEL_MEMORY_BYTES"):
        LoadedModels(size // 2).get("one", "float32")
