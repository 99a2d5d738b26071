"""A run says on which device it is computed."""

from pathlib import Path

import pytest
import torch

from compute.engine import loaded
from compute.errors import UnknownModel
from compute.notebook import run
from tests.compute.lab_models import random_model


def test_a_lab_model_runs_on_the_processor_where_there_is_an_accelerator_too_and_says_so(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random_model(zoo / "one", "decoder")
    monkeypatch.setattr(loaded, "device", lambda: torch.device("cuda"))
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda place: "Accelerator")
    assert loaded.device_of("one") == torch.device("cpu")
    started = run(model="one", text="The cat.", folder=tmp_path / "out").state.started
    assert started is not None
    assert started.device == "CPU"


@pytest.mark.models
def test_a_pretrained_model_runs_on_the_accelerator_and_says_its_name(
    models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded, "device", lambda: torch.device("cuda"))
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda place: "Accelerator")
    assert loaded.device_name("smollm2-135m-instruct") == "Accelerator"


def test_a_model_that_is_not_there_has_no_device_of_its_own() -> None:
    with pytest.raises(UnknownModel):
        loaded.device_of("nobody")
    assert loaded.device_name("nobody") == loaded.device_name("smollm2-135m-instruct")
