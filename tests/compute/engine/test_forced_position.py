"""A forced position, held against transformers with the same config or the same ids, and against closed forms."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import LlamaForCausalLM, PreTrainedModel

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.catalog.positions.forced import ForcedPosition, places_of
from compute.engine.lab import load_model
from compute.engine.loaded import LoadedModels
from compute.engine.run import Cancelled, execute
from compute.errors import InvalidRequest
from compute.events import RunEvent, RunNextToken, RunTokens, RunWritten
from compute.spec import RunSpec
from tests.compute.conftest import Listing
from tests.compute.lab_models import random_model
from tests.compute.running import executed
from tests.compute.tiny import bert, gpt2, llama, opt, roberta, saved

TEXT = "The cat saw the dog on the mat."

TURNED = [
    ({"row": "rope", "params": {"theta": 500.0}}, {"rope_type": "default", "rope_theta": 500.0}),
    (
        {"row": "rope_linear", "params": {"factor": 4.0}},
        {"rope_type": "linear", "rope_theta": 10_000.0, "factor": 4.0},
    ),
    (
        {"row": "rope_dynamic", "params": {"factor": 4.0, "trained_tokens": 8}},
        {"rope_type": "dynamic", "rope_theta": 10_000.0, "factor": 4.0},
    ),
    (
        {"row": "rope_yarn", "params": {"factor": 4.0, "trained_tokens": 64}},
        {
            "rope_type": "yarn",
            "rope_theta": 10_000.0,
            "factor": 4.0,
            "original_max_position_embeddings": 64,
        },
    ),
    (
        {"row": "rope_yarn", "params": {"factor": 4.0, "trained_tokens": 64, "attention_factor": 1.5}},
        {
            "rope_type": "yarn",
            "rope_theta": 10_000.0,
            "factor": 4.0,
            "attention_factor": 1.5,
            "original_max_position_embeddings": 64,
        },
    ),
    (
        {"row": "rope_llama3", "params": {"factor": 8.0, "trained_tokens": 64}},
        {
            "rope_type": "llama3",
            "rope_theta": 10_000.0,
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 64,
        },
    ),
]


def run(out: Path, models: LoadedModels, **spec: object) -> list[RunEvent]:
    return executed(out, RunSpec.model_validate({"text": TEXT, **spec}), models=models)


def one(said: Sequence[RunEvent], kind: type[Any]) -> Any:
    return [event for event in said if isinstance(event, kind)][-1]


def losses(said: Sequence[RunEvent], row: int = 0) -> list[float]:
    told = [event for event in said if isinstance(event, RunNextToken)][row]
    return [loss for loss in told.losses if loss is not None]


def maps(out: Path, kind: str = "decoder", layers: int = 3, heads: int = 4, row: int = 0) -> np.ndarray:
    """[layer, head, query, key]; NaN where masked."""
    found = []
    for layer in range(layers):
        record = Capture.at(out).record(kind, layer)  # type: ignore[arg-type]
        everything = (slice(0, record.queries), slice(0, record.keys))
        found.append(np.stack([weights(record, row, head, *everything) for head in range(heads)]))
    return np.stack(found)


def eager(model: PreTrainedModel, ids: list[int], place: list[int]) -> tuple[list[float], np.ndarray]:
    """transformers' own losses and weights with these position ids, under a causal mask that is written out."""
    model.set_attn_implementation("eager")
    n = len(ids)
    hidden = torch.full((n, n), torch.finfo(torch.float32).min).triu(1)[None, None]
    with torch.no_grad():
        out = model(
            torch.tensor([ids]),
            attention_mask=hidden,
            position_ids=torch.tensor([place]),
            output_attentions=True,
        )
    told = torch.nn.functional.cross_entropy(out.logits[0, :-1], torch.tensor(ids[1:]), reduction="none")
    return told.tolist(), torch.cat(out.attentions).numpy()


def check(out: Path, said: list[RunEvent], expected: tuple[list[float], np.ndarray]) -> None:
    assert losses(said) == pytest.approx(expected[0], abs=1e-4)
    ours = maps(out)
    assert np.array_equal(np.isnan(ours[0, 0]), np.triu(np.ones_like(ours[0, 0]), 1).astype(bool))
    assert np.abs(np.nan_to_num(ours) - expected[1]).max() < 1e-3


def ids_of(said: Sequence[RunEvent]) -> list[int]:
    told: RunTokens = one(said, RunTokens)
    return [token.id for token in told.rows[0].tokens]


@pytest.mark.parametrize(("rotary", "stated"), TURNED, ids=lambda value: str(value.get("row", "")))
def test_a_forced_rotation_is_that_of_a_config_which_says_so(
    list_model: Listing, tmp_path: Path, rotary: dict[str, object], stated: dict[str, object]
) -> None:
    """C057, C059: base and scaling as transformers computes them from its config."""
    folder = list_model("plain", saved(llama(), tmp_path / "plain"))
    said = run(tmp_path / "out", LoadedModels(2**30), model="plain", position={"rotary": rotary})
    config = LlamaForCausalLM.from_pretrained(folder).config
    config.rope_parameters = dict(stated)
    if stated["rope_type"] == "dynamic":
        config.max_position_embeddings = 8
    changed = LlamaForCausalLM.from_pretrained(folder, config=config)
    ids = ids_of(said)
    check(tmp_path / "out", said, eager(changed, ids, list(range(len(ids)))))


@pytest.mark.parametrize(
    "forced",
    [{"ids": "zero"}, {"ids": "shuffled", "seed": 3}, {"offset": 20}, {"ids": "zero", "offset": 5}],
    ids=str,
)
@pytest.mark.parametrize("make", [llama, gpt2], ids=["rope", "learned"])
def test_forced_ids_are_read_as_position_ids_and_hide_nothing(
    list_model: Listing, tmp_path: Path, forced: dict[str, object], make: Any
) -> None:
    """Positions that don't count on would be taken for several packed texts, were the mask not said."""
    folder = list_model("plain", saved(make(), tmp_path / "plain"))
    said = run(tmp_path / "out", LoadedModels(2**30), model="plain", position=forced)
    n = len(ids_of(said))
    place = {
        "zero": np.zeros(n, dtype=int),
        "shuffled": np.random.default_rng(3).permutation(n),
        "counted": np.arange(n),
    }[str(forced.get("ids", "counted"))] + int(str(forced.get("offset", 0)))
    reference = type(make()).from_pretrained(folder)
    check(tmp_path / "out", said, eager(reference, ids_of(said), place.tolist()))


@pytest.mark.parametrize("forced", [{"rotary": TURNED[3][0]}, {"ids": "shuffled"}], ids=["rotation", "ids"])
def test_the_next_run_is_unforced_and_the_same_as_before(
    list_model: Listing, tmp_path: Path, forced: dict[str, object]
) -> None:
    list_model("plain", saved(llama(), tmp_path / "plain"))
    models = LoadedModels(2**30)
    before = losses(run(tmp_path / "before", models, model="plain"))
    assert losses(run(tmp_path / "forced", models, model="plain", position=forced)) != before
    asked = iter((False, False, True))
    with pytest.raises(Cancelled):  # stopped between two layers, with the change in place
        execute(
            RunSpec.model_validate({"model": "plain", "text": TEXT, "position": forced}),
            emit=lambda event: None,
            writer=Capture.at(tmp_path / "half"),
            should_stop=lambda: next(asked),
            deadline_s=60,
            models=models,
        )
    assert losses(run(tmp_path / "after", models, model="plain")) == before
    assert np.array_equal(np.nan_to_num(maps(tmp_path / "after")), np.nan_to_num(maps(tmp_path / "before")))


def test_an_offset_alone_changes_no_weight_of_a_model_with_rope(list_model: Listing, tmp_path: Path) -> None:
    """C062: scores depend on the distance; position 100 is as good a start as position 0."""
    list_model("plain", saved(llama(), tmp_path / "plain"))
    models = LoadedModels(2**30)
    run(tmp_path / "here", models, model="plain")
    run(tmp_path / "there", models, model="plain", position={"offset": 100})
    assert np.nanmax(np.abs(maps(tmp_path / "here") - maps(tmp_path / "there"))) < 1e-4


@pytest.mark.parametrize("position", ["rope", "alibi", "t5", "sinusoidal", "none"])
def test_left_padding_moves_no_position_of_a_lab_model(zoo: Path, tmp_path: Path, position: str) -> None:
    """C048, C050: five tokens of padding before a text change none of its maps."""
    random_model(zoo / "lab", "encoder", position={"name": position})
    models, short = LoadedModels(2**30), "The cat sat."
    run(tmp_path / "alone", models, model="lab", text=short)
    said = run(
        tmp_path / "padded", models, model="lab", text=TEXT, second=short, second_as="batch", padding_side="left"
    )
    told: RunTokens = one(said, RunTokens)
    pad = sum(token.role == "padding" for token in told.rows[1].tokens)
    assert pad >= 5
    alone = maps(tmp_path / "alone", "encoder", layers=2)
    padded = maps(tmp_path / "padded", "encoder", layers=2, row=1)
    assert np.abs(padded[:, :, pad:, pad:] - alone).max() < 1e-3  # stored in 16 bits each
    if position in ("rope", "alibi", "t5"):
        run(tmp_path / "zero", models, model="lab", text=short, position={"ids": "zero"})
        assert np.abs(maps(tmp_path / "zero", "encoder", layers=2) - alone).max() > 1e-2


@pytest.mark.parametrize("position", ["rope", "alibi", "t5"])
@pytest.mark.parametrize("architecture", ["encoder", "decoder"])
def test_all_tokens_at_one_place_is_no_position_at_all(
    zoo: Path, tmp_path: Path, position: str, architecture: str
) -> None:
    """A rotation by nothing and a bias that is the same everywhere are seen by no softmax."""
    random_model(zoo / "lab", architecture, position={"name": position})
    said = run(tmp_path / "zero", LoadedModels(2**30), model="lab", position={"ids": "zero"})
    model = load_model(zoo / "lab").model
    stack = model.encoder if architecture == "encoder" else model.decoder
    assert stack is not None
    stack.positions.turning = stack.positions.biases = None
    expected = eager_lab(model, ids_of(said))
    assert np.abs(np.nan_to_num(maps(tmp_path / "zero", architecture, layers=2)) - expected).max() < 1e-3


@torch.no_grad()
def eager_lab(model: Any, ids: list[int]) -> np.ndarray:
    """[layer, head, query, key] by writing the softmax out."""
    from compute.engine.probe import AttentionCall, Probe

    calls: list[AttentionCall] = []
    with Probe(calls.append):
        model(torch.tensor([ids]))
    found = []
    for call in calls:
        key = call.k.repeat_interleave(call.q.shape[1] // call.k.shape[1], dim=1)
        score = call.scale * call.q @ key.transpose(-1, -2)
        score = score if call.bias is None else score + call.bias
        score = score.masked_fill(~call.mask.to_dense(len(ids), len(ids)), -torch.inf)
        found.append(score.softmax(-1)[0].numpy())
    return np.stack(found)


def test_shuffled_places_give_alibi_the_distances_between_them(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "lab", "encoder", position={"name": "alibi"})
    said = run(tmp_path / "out", LoadedModels(2**30), model="lab", position={"ids": "shuffled", "seed": 7})
    n = len(ids_of(said))
    place = np.random.default_rng(7).permutation(n)
    bias = Capture.at(tmp_path / "out").record("encoder", 0).bias
    assert bias is not None
    assert bias.dense is not None
    for head, slope in enumerate((0.25, 0.0625, 0.015625, 0.00390625)):
        for query in range(n):
            for key in range(n):
                expected = -slope * abs(int(place[query]) - int(place[key]))
                assert bias.dense[0, head, query, key] == pytest.approx(expected)


def test_a_lab_models_base_is_that_of_a_model_made_with_it(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "lab", "decoder", position={"name": "rope"})
    random_model(zoo / "other", "decoder", position={"name": "rope", "params": {"theta": 50.0}})
    models = LoadedModels(2**30)
    forced = {"rotary": {"row": "rope", "params": {"theta": 50.0}}}
    changed = losses(run(tmp_path / "a", models, model="lab", position=forced))
    made = losses(run(tmp_path / "b", models, model="other"))  # the same seed, so the same weights
    assert changed == pytest.approx(made, abs=1e-5)
    assert changed != pytest.approx(losses(run(tmp_path / "c", models, model="lab")), abs=1e-3)


@pytest.mark.parametrize("forced", [{"ids": "shuffled"}, {"ids": "zero"}, {"offset": 30}], ids=str)
@pytest.mark.parametrize("position", ["rope", "t5", "alibi", "sinusoidal"])
def test_what_is_written_step_by_step_is_what_one_pass_over_it_says(
    zoo: Path, tmp_path: Path, position: str, forced: dict[str, object]
) -> None:
    """A token keeps its place while the text grows: the likeliest token of the one pass is what the step wrote."""
    if position in ("t5", "alibi") and "offset" in forced:
        forced = {"ids": "zero"}
    random_model(zoo / "lab", "decoder", position={"name": position})
    said = run(tmp_path / "out", LoadedModels(2**30), model="lab", continue_tokens=8, position=forced)
    written: RunWritten = one(said, RunWritten)
    assert [step.top[0].id for step in written.steps] == [step.id for step in written.steps]
    assert len(written.steps) >= 1


def test_places_are_dealt_out_among_the_tokens_given_and_each_row_s_own() -> None:
    counted = np.array([[0, 1, 2, 3, 4, 5], [0, 0, 0, 1, 2, 3]])
    place = places_of(ForcedPosition(ids="shuffled", seed=1, offset=10), counted, 4)
    assert sorted(place[0, :4]) == [10, 11, 12, 13]
    assert place[0, 4:].tolist() == [14, 15]
    assert sorted(place[1, 2:]) == [10, 11, 12, 13]
    assert place[0, :4].tolist() != [10, 11, 12, 13]


REFUSED = [
    ("gpt2", gpt2, {"rotary": {"row": "rope_yarn"}}, "it turns nothing"),
    ("gpt2", gpt2, {"offset": 60}, "Choose at most"),
    ("roberta", roberta, {"offset": 60}, "ends at 63"),
    ("llama", llama, {"rotary": {"row": "rope", "params": {"pairing": "interleaved"}}}, "pairs that it turns"),
    ("llama", llama, {"rotary": {"row": "rope_linear", "params": {"factor": 0.5}}}, "at least 1"),
    ("llama", llama, {"rotary": {"row": "rope_linear", "params": {"width": 2}}}, "Known are"),
    (
        "llama",
        llama,
        {"rotary": {"row": "rope_llama3", "params": {"low_freq_factor": 4.0}}},
        "less than high_freq_factor",
    ),
]


@pytest.mark.parametrize(("name", "make", "forced", "sentence"), REFUSED)
def test_what_a_prepared_model_cannot_be_given_is_refused_with_the_reason(
    list_model: Listing, tmp_path: Path, name: str, make: Any, forced: dict[str, object], sentence: str
) -> None:
    """C065: an offset counts against the rows of the table that can be used."""
    list_model(name, saved(make(), tmp_path / name))
    with pytest.raises(InvalidRequest, match=sentence) as refused:
        run(tmp_path / "out", LoadedModels(2**30), model=name, position=forced)
    assert (refused.value.field or "").startswith("position.")


@pytest.mark.parametrize(
    ("position", "forced", "sentence"),
    [
        ("none", {"offset": 1}, "no positions that could be moved"),
        ("none", {"ids": "zero"}, "no positions that could be changed"),
        ("alibi", {"offset": 1}, "distances alone"),
        ("t5", {"offset": 1}, "distances alone"),
        ("t5", {"rotary": {"row": "rope"}}, "turns nothing"),
        ("learned", {"offset": 60}, "ends at 63"),
    ],
)
def test_what_a_lab_model_cannot_be_given_is_refused_with_the_reason(
    zoo: Path, tmp_path: Path, position: str, forced: dict[str, object], sentence: str
) -> None:
    random_model(zoo / "lab", "decoder", position={"name": position})
    with pytest.raises(InvalidRequest, match=sentence):
        run(tmp_path / "out", LoadedModels(2**30), model="lab", position=forced)


@pytest.mark.parametrize("make", [bert, roberta, opt], ids=["bert", "roberta", "opt"])
def test_other_tables_take_an_offset_too(list_model: Listing, tmp_path: Path, make: Any) -> None:
    """Offset 3 reads the rows that tokens 3, 4, … read without it."""
    list_model("plain", saved(make(), tmp_path / "plain"))
    models = LoadedModels(2**30)
    kind = "decoder" if make is opt else "encoder"
    run(tmp_path / "here", models, model="plain", text="a b")
    run(tmp_path / "there", models, model="plain", text="a b", position={"offset": 3})
    assert np.nanmax(np.abs(maps(tmp_path / "here", kind) - maps(tmp_path / "there", kind))) > 1e-6


def test_a_position_that_changes_nothing_names_the_same_capture() -> None:
    plain = RunSpec(model="any", text="a")
    assert RunSpec.model_validate({"model": "any", "text": "a", "position": {}}).digest() == plain.digest()
    assert RunSpec.model_validate({"model": "any", "text": "a", "position": {"offset": 1}}).digest() != plain.digest()
