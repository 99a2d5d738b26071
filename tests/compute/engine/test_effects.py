"""What a variant does to the output, against torch's own divergence, loops and the models' own logits."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.functional import kl_div
from transformers import AutoModel, AutoModelForCausalLM

from compute.capture.store import Capture
from compute.catalog.models import model_folder
from compute.compare.wire import Effects
from compute.engine.compare import compare
from compute.engine.loaded import LoadedModels, loaded_models
from compute.errors import IncomparableRuns
from compute.lab.tokenizer import MASK_ID
from compute.notebook import record
from compute.spec import RunSpec
from compute.vocabulary import open_vocabulary
from tests.compute import tiny
from tests.compute.lab_models import random_model

Listing = Callable[..., Path]
TEXT = "The trophy did not fit."


@pytest.fixture
def effects(tmp_path: Path) -> Callable[..., Effects]:
    """effects(base, variant, keep): both are run and compared; `keep` False takes the stored states away before."""

    loaded_models.cache_clear()  # models of other tests have the same names

    def of(base: dict[str, object], variant: dict[str, object], keep: bool = True) -> Effects:
        sides = []
        for name, given in (("base", base), ("variant", variant)):
            spec = RunSpec.model_validate(given)
            record(spec, tmp_path / name)
            if not keep:
                (tmp_path / name / "states.safetensors").unlink()
            sides.append((spec, Capture.at(tmp_path / name)))
        return compare(sides[0], sides[1], LoadedModels(2**30))

    return of


@pytest.fixture
def llamas(list_model: Listing, tmp_path: Path) -> tuple[str, str]:
    """Two models of one shape and one vocabulary with other weights, whose logits are far from even."""
    for seed, name in enumerate(("one", "two")):
        torch.manual_seed(seed)
        model = tiny.llama()
        for values in model.parameters():
            values.data *= 3
        list_model(name, tiny.saved(model, tmp_path / name))
    return "one", "two"


@torch.inference_mode()
def logs_of(name: str, ids: list[int]) -> torch.Tensor:
    model = AutoModelForCausalLM.from_pretrained(model_folder(name), dtype=torch.float32)
    return model(torch.tensor([ids])).logits[0].double().log_softmax(-1)


def test_a_decoders_effects_are_those_of_its_whole_distributions(
    effects: Callable[..., Effects], llamas: tuple[str, str]
) -> None:
    (row,) = effects({"model": "one", "text": TEXT}, {"model": "two", "text": TEXT}).tokens
    ids = ids_of("one", TEXT)
    base, variant = logs_of("one", ids), logs_of("two", ids)
    assert row.places == tuple(range(len(ids)))
    assert (row.how, row.different) == ("same", ())
    np.testing.assert_allclose(row.kl, kl_div(variant, base, reduction="none", log_target=True).sum(-1), atol=1e-5)
    slow = [
        sum(math.exp(p) * (p - q) for p, q in zip(ours, theirs, strict=True))
        for ours, theirs in zip(base.tolist(), variant.tolist(), strict=True)
    ]
    assert row.mean_kl == pytest.approx(sum(slow) / len(ids), abs=1e-5)
    tops = base.argmax(-1)
    assert row.agrees == tuple((variant.argmax(-1) == tops).tolist())
    assert row.agreement == sum(row.agrees)
    change = [math.exp(variant[i, top]) - math.exp(base[i, top]) for i, top in enumerate(tops)]
    np.testing.assert_allclose(row.top_change, change, atol=1e-6)
    losses = [-float(variant[i, after]) for i, after in enumerate(ids[1:])]
    np.testing.assert_allclose(row.variant_loss[:-1], losses, atol=1e-5)  # type: ignore[arg-type]
    assert row.variant_loss[-1] is None
    assert row.mean_variant_loss == pytest.approx(sum(losses) / len(losses), abs=1e-5)
    assert row.losses_compared == len(ids) - 1
    assert [candidate.id for candidate in row.base_top[2]] == base[2].topk(3).indices.tolist()
    assert row.variant_top[2][0].probability == pytest.approx(math.exp(variant[2].max()), abs=1e-6)


def test_states_that_an_older_capture_lacks_are_made_by_running_it_again(
    effects: Callable[..., Effects], llamas: tuple[str, str]
) -> None:
    both = {"model": "one", "text": TEXT}, {"model": "two", "text": TEXT}
    assert effects(*both, keep=False) == effects(*both)


def test_a_run_against_itself_changes_nothing(effects: Callable[..., Effects], llamas: tuple[str, str]) -> None:
    (row,) = effects({"model": "one", "text": TEXT}, {"model": "one", "text": TEXT}).tokens
    assert row.mean_kl == pytest.approx(0, abs=1e-12)
    assert (row.agreement, row.mean_top_change) == (len(row.places), 0)
    assert row.mean_base_loss == row.mean_variant_loss


def test_padding_is_compared_in_no_row(effects: Callable[..., Effects], list_model: Listing, tmp_path: Path) -> None:
    list_model("bert", tiny.saved(tiny.bert(), tmp_path / "bert"))
    spec = {"model": "bert", "text": "hello world", "second": "hi", "second_as": "batch"}
    found = effects(spec, {**spec, "dtype": "bfloat16"}).sentences
    assert found is not None
    real = [[value is not None for value in row] for row in found.tokens]
    assert all(real[0])
    assert real[1] == [True] * sum(real[1]) + [False] * (len(real[1]) - sum(real[1]))
    assert found.compared == sum(map(sum, real))


@torch.inference_mode()
def test_sentence_vectors_are_compared_by_their_cosine(
    effects: Callable[..., Effects], list_model: Listing, tmp_path: Path
) -> None:
    torch.manual_seed(0)
    list_model("bert", tiny.saved(tiny.bert(), tmp_path / "bert"))
    found = effects({"model": "bert", "text": "hello world"}, {"model": "bert", "text": "hello earth"}).sentences
    assert found is not None
    model = AutoModel.from_pretrained(model_folder("bert"), dtype=torch.float32)
    one, other = (
        model(torch.tensor([ids_of("bert", text)])).last_hidden_state[0].double().numpy()
        for text in ("hello world", "hello earth")
    )

    def away(a: np.ndarray, b: np.ndarray) -> float:  # type: ignore[type-arg]
        return float(1 - a @ b / math.sqrt(a @ a) / math.sqrt(b @ b))

    assert found.sentences[0] == pytest.approx(away(one.mean(0), other.mean(0)), abs=1e-5)
    np.testing.assert_allclose(found.tokens[0], [away(a, b) for a, b in zip(one, other, strict=True)], atol=1e-5)  # type: ignore[arg-type]
    assert found.mean_token == pytest.approx(np.mean(found.tokens[0]))  # type: ignore[arg-type]


def test_another_vocabulary_is_refused_and_not_compared_by_numbers_that_happen_to_match(
    effects: Callable[..., Effects], llamas: tuple[str, str], zoo: Path
) -> None:
    random_model(zoo / "lab", "decoder")
    with pytest.raises(IncomparableRuns, match="of another vocabulary"):
        effects({"model": "one", "text": "The cat."}, {"model": "lab", "text": "The cat."})


def test_texts_that_part_are_compared_up_to_there(effects: Callable[..., Effects], llamas: tuple[str, str]) -> None:
    (row,) = effects({"model": "one", "text": "The cat sat"}, {"model": "one", "text": "The catalogue"}).tokens
    shared = len("The cat")
    assert (row.how, row.places) == ("prefix", tuple(range(shared)))
    # The last of them has read the same as well, and says the same.
    assert row.mean_kl == pytest.approx(0, abs=1e-9)


def test_a_word_replaced_by_another_is_named(effects: Callable[..., Effects], llamas: tuple[str, str]) -> None:
    (row,) = effects({"model": "one", "text": "a big cat"}, {"model": "one", "text": "a fat cat"}).tokens
    assert (row.how, row.different) == ("places", (2, 3, 4))
    assert row.kl[1] == pytest.approx(0, abs=1e-9)
    assert row.kl[5] is not None
    assert row.kl[5] > 0


def test_lab_decoders_of_other_positions_are_compared(effects: Callable[..., Effects], zoo: Path) -> None:
    random_model(zoo / "rope", "decoder", position={"name": "rope"})
    random_model(zoo / "alibi", "decoder", position={"name": "alibi"})
    (row,) = effects({"model": "rope", "text": "The cat."}, {"model": "alibi", "text": "The cat."}).tokens
    assert row.how == "same"
    assert row.mean_kl is not None
    assert row.mean_kl > 0


def test_an_encoder_is_compared_where_both_runs_mask_a_token(effects: Callable[..., Effects], zoo: Path) -> None:
    random_model(zoo / "rope", "encoder", position={"name": "rope"})
    random_model(zoo / "none", "encoder", position={"name": "none"})
    text = "The cat saw the dog."
    whole = {"model": "rope", "text": text}
    assert effects(whole, {**whole, "model": "none"}).tokens == ()
    (row,) = effects({**whole, "masked": (1, 2)}, {**whole, "model": "none", "masked": (2, 3)}).tokens
    assert row.places == (2,)
    assert row.losses_compared == 1
    assert ids_of("rope", text)[0] != MASK_ID


def test_a_translation_is_compared_with_its_end_token(effects: Callable[..., Effects], zoo: Path) -> None:
    random_model(zoo / "rope", "encoder-decoder", position={"name": "rope"})
    random_model(zoo / "t5", "encoder-decoder", position={"name": "t5"})
    given = {"text": "The cat saw the dog.", "second": "狗看见猫。"}
    (row,) = effects({"model": "rope", **given}, {"model": "t5", **given}).tokens
    assert row.losses_compared == len(row.places)
    assert None not in row.variant_loss


def ids_of(model: str, text: str) -> list[int]:
    return list(open_vocabulary(model_folder(model)).tokenizer.encode(text).ids)
