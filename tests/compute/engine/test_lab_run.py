"""Lab models through the run: what is said and stored is what the model gives when it is called directly."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.engine.lab import load_model, train_into
from compute.engine.loaded import LoadedModels
from compute.engine.probe import AttentionCall, Probe
from compute.engine.run import Cancelled, execute
from compute.engine.transformer import Transformer
from compute.errors import InvalidRequest, OutOfRange, SecondTextRefused
from compute.events import RunEvent, RunHeads, RunLayer, RunTokens, Token, TokenRow
from compute.fold import RunState, fold
from compute.lab.tokenizer import ARROW_ID, END_ID, MASK_ID, START_ID
from compute.lab.training import TrainSpec
from compute.plain import plain
from compute.publish import pack
from compute.spec import RunSpec
from tests.compute.lab_models import random_model
from tests.compute.running import run

WeightsOf = Callable[[AttentionCall], Tensor]
ENGLISH, CHINESE = "The cat saw the dog.", "狗看见猫。"


def ids_of(folder: Path, text: str) -> list[int]:
    return load_model(folder).tokenizer.encode(text, add_special_tokens=False).ids


@torch.no_grad()
def calls_of(model: Transformer, tokens: list[int], source: list[int] | None = None) -> list[AttentionCall]:
    calls: list[AttentionCall] = []
    with Probe(calls.append):
        memory = None if source is None else model.encode(torch.tensor([source]))
        model(torch.tensor([tokens]), memory=memory)
    return calls


def check_maps(out: Path, calls: list[AttentionCall], weights_of: WeightsOf) -> None:
    """Every weight of every head that is stored is that of the call; what the mask hides is NaN."""
    for call in calls:
        record = Capture.at(out).record(call.kind, call.layer)
        queries, keys = call.q.shape[2], call.k.shape[2]
        expected = weights_of(call)[0].numpy()
        allowed = call.mask.to_dense(queries, keys).expand(1, 1, -1, -1)[0, 0].numpy()
        for head in range(call.q.shape[1]):
            stored = weights(record, 0, head, slice(0, queries), slice(0, keys))
            assert np.array_equal(~np.isnan(stored), allowed)
            assert np.abs(np.nan_to_num(stored) - expected[head]).max() < 1e-3


def tokens(state: RunState, side: str = "rows") -> tuple[Token, ...]:
    assert state.tokens is not None
    row: TokenRow = getattr(state.tokens, side)[0]
    return row.tokens


def ids(state: RunState, side: str = "rows") -> list[int]:
    return [token.id for token in tokens(state, side)]


def labels(state: RunState, side: str = "rows") -> list[str]:
    return [token.label for token in tokens(state, side)]


@pytest.mark.parametrize("position", ["none", "learned", "sinusoidal", "t5", "alibi", "rope"])
def test_every_map_of_an_encoder_decoder_is_the_models_own(
    position: str, zoo: Path, tmp_path: Path, weights_of: WeightsOf
) -> None:
    """C010: as many cross-attention maps as decoder layers, none missing. The target is given: teacher forcing."""
    folder = random_model(zoo / "both", "encoder-decoder", position={"name": position}, layers=3)
    said = run(tmp_path / "out", model="both", text=ENGLISH, second=CHINESE)
    source, target = [*ids_of(folder, ENGLISH), END_ID], [START_ID, *ids_of(folder, CHINESE)]
    layers = sorted((event.kind, event.layer) for event in said if isinstance(event, RunLayer))
    assert layers == [(kind, layer) for kind in ("cross", "decoder", "encoder") for layer in range(3)]
    shapes = {event.kind: (event.queries, event.keys) for event in said if isinstance(event, RunHeads)}
    n, m = len(source), len(target)
    assert shapes == {"encoder": (n, n), "decoder": (m, m), "cross": (m, n)}
    check_maps(tmp_path / "out", calls_of(load_model(folder).model, target, source), weights_of)


@pytest.mark.parametrize(
    "mask", [{"name": "causal"}, {"name": "sink_window", "params": {"sinks": 1, "window": 3}}, {"name": "prefix_lm"}]
)
def test_every_map_of_a_decoder_is_the_models_own(
    mask: dict[str, object], zoo: Path, tmp_path: Path, weights_of: WeightsOf
) -> None:
    folder = random_model(zoo / "one", "decoder", mask=mask)
    text = f"{ENGLISH} ⇒ {CHINESE}"
    state = fold(run(tmp_path / "out", model="one", text=text))
    expected_ids = [START_ID, *ids_of(folder, ENGLISH), ARROW_ID, *ids_of(folder, CHINESE)]
    assert ids(state) == expected_ids
    model = load_model(folder).model
    check_maps(tmp_path / "out", calls_of(model, expected_ids), weights_of)
    with torch.no_grad():
        shares = model(torch.tensor([expected_ids]))[0].softmax(-1)
    expected = [-float(shares[place, following].log()) for place, following in enumerate(expected_ids[1:])]
    assert list(state.next_token[0].losses[1:]) == pytest.approx(expected, abs=1e-4)
    assert state.next_token[0].top[0].id == int(shares[-1].argmax())


def test_each_head_has_a_map_of_its_own(zoo: Path, tmp_path: Path) -> None:
    """C004: four heads over six tokens are four maps of 6 x 6, no mean of them."""
    random_model(zoo / "one", "decoder")
    said = run(tmp_path / "out", model="one", text="The cat saw the dog")
    maps = [event.overview.numpy() for event in said if isinstance(event, RunHeads)]
    assert [one.shape for one in maps] == [(4, 6, 6)] * 2
    for one in maps:
        assert all(np.nanmax(np.abs(one[a] - one[b])) > 0.01 for a in range(4) for b in range(a))


def test_every_map_of_an_encoder_is_the_models_own(zoo: Path, tmp_path: Path, weights_of: WeightsOf) -> None:
    """The pair stands as in training; masked tokens are filled by the model's own probabilities."""
    folder = random_model(zoo / "one", "encoder")
    pair = [START_ID, *ids_of(folder, ENGLISH), ARROW_ID, *ids_of(folder, CHINESE), END_ID]
    hidden = [2, len(pair) - 3]
    state = fold(run(tmp_path / "out", model="one", text=ENGLISH, second=CHINESE, masked=hidden))
    read = [MASK_ID if place in hidden else number for place, number in enumerate(pair)]
    assert ids(state) == read
    model = load_model(folder).model
    check_maps(tmp_path / "out", calls_of(model, read), weights_of)
    with torch.no_grad():
        shares = model(torch.tensor([read]))[0].softmax(-1)
    places = state.filled[0].places
    assert [filled.place for filled in places] == hidden
    for filled in places:
        share = shares[filled.place]
        assert [choice.id for choice in filled.top] == share.topk(10).indices.tolist()
        assert [choice.probability for choice in filled.top] == pytest.approx(share.topk(10).values.tolist(), abs=1e-5)
        assert filled.masked is not None
        assert filled.masked.id == pair[filled.place]
        assert filled.masked.probability == pytest.approx(float(share[pair[filled.place]]), abs=1e-6)


def test_a_mask_that_is_typed_is_filled_too(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "one", "encoder")
    state = fold(run(tmp_path / "out", model="one", text="The <mask> saw the dog."))
    place = labels(state).index("<mask>")
    assert labels(state)[0] == "<start>"
    assert labels(state)[-1] == "<end>"
    assert [(filled.place, filled.masked) for filled in state.filled[0].places] == [(place, None)]
    assert state.filled[0].places[0].top[0].label


@torch.no_grad()
def by_hand(model: Transformer, prompt: list[int], source: list[int] | None, limit: int) -> list[int]:
    """Greedy without a cache: one whole pass for each token."""
    memory, written = None if source is None else model.encode(torch.tensor([source])), list[int]()
    while len(written) < limit and written[-1:] != [END_ID]:
        written.append(int(model(torch.tensor([[*prompt, *written]]), memory=memory)[0, -1].argmax()))
    return written


def test_what_an_encoder_decoder_writes_has_whole_maps(zoo: Path, tmp_path: Path, weights_of: WeightsOf) -> None:
    """C067, C069: 7 source tokens and 4 written ones make a cross map of 4 x 7 and a triangle of 4 x 4; rows are
    labelled by what the decoder read, so the first is its start token.
    """
    folder = random_model(zoo / "both", "encoder-decoder")
    model = load_model(folder).model
    source = [*ids_of(folder, ENGLISH), END_ID]
    assert len(source) == 7
    written = by_hand(model, [START_ID], source, 4)
    assert END_ID not in written
    said = run(tmp_path / "out", model="both", text=ENGLISH, most_tokens=4)
    first, last = (event for event in said if isinstance(event, RunTokens))
    state = fold(said)
    assert [token.label for token in first.target[0].tokens] == ["<start>"]
    assert [token.id for token in last.target[0].tokens] == [START_ID, *written[:-1]]
    assert said.index(last) < min(place for place, event in enumerate(said) if isinstance(event, RunHeads))
    shapes = {event.kind: event.overview.shape[1:] for event in said if isinstance(event, RunHeads)}
    assert shapes == {"encoder": (7, 7), "decoder": (4, 4), "cross": (4, 7)}
    own = weights(Capture.at(tmp_path / "out").record("decoder", 1), 0, 0, slice(0, 4), slice(0, 4))
    assert np.array_equal(np.isnan(own), np.triu(np.ones((4, 4), bool), 1))
    told = state.written[0]
    assert [step.id for step in told.steps] == written
    assert (told.how, told.ended, told.first_query) == ("greedy", False, 0)
    check_maps(tmp_path / "out", calls_of(model, [START_ID, *written[:-1]], source), weights_of)


@torch.no_grad()
@pytest.mark.parametrize("position", ["rope", "t5", "learned"])
def test_the_maps_of_what_was_written_are_those_of_the_steps_that_wrote_it(
    position: str, zoo: Path, tmp_path: Path, weights_of: WeightsOf
) -> None:
    """Step by step with a cache, as it was written, within 1e-4 of the one pass that is shown."""
    folder = random_model(zoo / "one", "decoder", position={"name": position})
    state = fold(run(tmp_path / "out", model="one", text=ENGLISH, continue_tokens=6))
    read = ids(state)
    prompt = 1 + len(ids_of(folder, ENGLISH))
    model = load_model(folder).model
    assert read[prompt:] == by_hand(model, read[:prompt], None, 6)
    cache, calls = model.new_cache(), list[AttentionCall]()
    with Probe(calls.append):
        for number in read:
            model(torch.tensor([[number]]), cache=cache)
    for place in range(len(read)):
        for call in calls[2 * place : 2 * place + 2]:
            expected = weights_of(call)[0, :, 0].numpy()
            record = Capture.at(tmp_path / "out").record("decoder", call.layer)
            for head in range(4):
                row = weights(record, 0, head, slice(place, place + 1), slice(0, place + 1))[0]
                assert np.abs(row - expected[head]).max() < 1e-4
    told = state.written[0]
    assert told.first_query == prompt - 1
    assert [step.id for step in told.steps] == read[prompt:]


@torch.no_grad()
def test_each_step_tells_its_probability_and_the_alternatives(zoo: Path, tmp_path: Path) -> None:
    folder = random_model(zoo / "both", "encoder-decoder")
    state = fold(run(tmp_path / "out", model="both", text=ENGLISH, second="猫坐"))
    told = state.written[0]
    assert (told.how, told.text, told.ended, told.hypotheses) == ("given", "猫坐", True, ())
    assert labels(state, "target") == ["<start>", "猫", "坐"]
    assert [step.label for step in told.steps] == ["猫", "坐", "<end>"]
    model, target = load_model(folder).model, ids_of(folder, "猫坐")
    memory = model.encode(torch.tensor([[*ids_of(folder, ENGLISH), END_ID]]))
    for place, step in enumerate(told.steps):
        share = model(torch.tensor([[START_ID, *target[:place]]]), memory=memory)[0, -1].softmax(-1)
        assert step.probability == pytest.approx(float(share[[*target, END_ID][place]]), abs=1e-5)
        assert [choice.id for choice in step.top] == share.topk(10).indices.tolist()


@pytest.mark.parametrize("architecture", ["encoder-decoder", "decoder"])
def test_a_model_that_has_learned_to_copy_copies(architecture: str, zoo: Path, tmp_path: Path) -> None:
    spec = TrainSpec.model_validate(
        {
            "model": {"architecture": architecture, "layers": 2, "model_dim": 32, "ffn_dim": 64},
            "task": {"name": "copy", "params": {"letters": 4, "shortest": 2, "longest": 3}},
            "steps": 600, "batch": 32, "warmup_steps": 20, "learning_rate": 0.01, "evaluate_every": 50,
            "stop_at_accuracy": 0.995,
        }
    )  # fmt: skip
    train_into(zoo / "copy", spec, None, emit=lambda event: None)
    asked = {"text": "c a b"} if architecture == "encoder-decoder" else {"text": "c a b ⇒", "continue_tokens": 9}
    state = fold(run(tmp_path / "greedy", model="copy", **asked))
    told = state.written[0]
    assert (told.text, told.ended) == ("c a b", True)
    assert [step.label for step in told.steps] == ["c", "a", "b", "<end>"]
    assert all(step.probability > 0.9 for step in told.steps)
    side = "target" if architecture == "encoder-decoder" else "rows"
    assert labels(state, side)[-3:] == ["c", "a", "b"]
    assert "<end>" not in labels(state, side)
    by_beam = fold(run(tmp_path / "beam", model="copy", decode="beam", beam_width=3, **asked)).written[0]
    assert (by_beam.how, by_beam.text, by_beam.steps) == ("beam", "c a b", told.steps)
    scores = [found.score for found in by_beam.hypotheses]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 3
    logs = np.log([step.probability for step in told.steps])
    assert scores[0] == pytest.approx(logs.mean(), abs=1e-3)


@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_moves_nothing(side: str, zoo: Path, tmp_path: Path) -> None:
    """Each row of a batch is what it is alone, wherever the shorter one is padded."""
    random_model(zoo / "one", "encoder", position={"name": "learned"})
    short = "猫<mask>"
    both = fold(
        run(
            tmp_path / "both", model="one", text=short, second=ENGLISH, second_as="batch", padding_side=side, masked=[1]
        )
    )
    alone = fold(run(tmp_path / "alone", model="one", text=short, masked=[1]))
    roles = [token.role for token in tokens(both)]
    pads = roles.count("padding")
    assert pads > 0
    assert (roles[0] == "padding") == (side == "left")
    start = pads if side == "left" else 0
    for mine, theirs in zip(both.filled[0].places, alone.filled[0].places, strict=True):
        assert mine.place == theirs.place + start
        assert [c.id for c in mine.top] == [c.id for c in theirs.top]
        assert [c.probability for c in mine.top] == pytest.approx([c.probability for c in theirs.top], abs=1e-5)
    assert both.filled[1].places == ()
    count = len(roles) - pads
    for layer in range(2):
        padded, single = (Capture.at(tmp_path / name).record("encoder", layer) for name in ("both", "alone"))
        real = slice(start, start + count)
        ours = weights(padded, 0, 3, real, real)
        assert np.abs(ours - weights(single, 0, 3, slice(0, count), slice(0, count))).max() < 1e-3


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("architecture", ["encoder", "decoder", "encoder-decoder"])
def test_every_event_is_strict_json_in_every_precision(
    architecture: str, dtype: str, zoo: Path, tmp_path: Path
) -> None:
    random_model(zoo / "one", architecture)
    more = {"encoder": {"masked": [1]}, "decoder": {"continue_tokens": 3}, "encoder-decoder": {"decode": "beam"}}
    said = run(tmp_path / "out", model="one", text=ENGLISH, dtype=dtype, **more[architecture])
    for event in said:
        json.loads(json.dumps(plain(event), allow_nan=False))
        assert len(pack(event)) < 2**20
    assert Capture.at(tmp_path / "out").events() == said


def test_a_cancel_is_heard_between_two_tokens(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "one", "decoder")
    asked = 0

    def third() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    said: list[RunEvent] = []
    with pytest.raises(Cancelled):
        execute(
            RunSpec(model="one", text=ENGLISH, continue_tokens=20),
            emit=said.append, writer=Capture.at(tmp_path / "out"), should_stop=third, deadline_s=60,
            models=LoadedModels(2**30),
        )  # fmt: skip
    assert asked == 4
    assert not any(isinstance(event, RunHeads) for event in said)


@pytest.mark.parametrize(
    ("architecture", "asked", "error", "field"),
    [
        ("decoder", {"second": "x"}, SecondTextRefused, "second"),
        ("decoder", {"masked": [1]}, InvalidRequest, "masked"),
        ("encoder-decoder", {"masked": [1]}, InvalidRequest, "masked"),
        ("encoder-decoder", {"continue_tokens": 2}, InvalidRequest, "continue_tokens"),
        ("encoder-decoder", {"second": "x", "second_as": "batch"}, InvalidRequest, "second_as"),
        ("encoder", {"decode": "beam"}, InvalidRequest, "decode"),
        ("encoder", {"continue_tokens": 2}, InvalidRequest, "continue_tokens"),
        ("encoder", {"masked": [0]}, InvalidRequest, "masked"),
        ("encoder", {"masked": [99]}, OutOfRange, "masked"),
    ],
)
def test_what_an_architecture_cannot_do_is_refused_before_anything_is_computed(
    architecture: str, asked: dict[str, object], error: type[InvalidRequest], field: str, zoo: Path, tmp_path: Path
) -> None:
    random_model(zoo / "one", architecture)
    with pytest.raises(error) as refused:
        run(tmp_path / "out", model="one", text=ENGLISH, **asked)
    assert refused.value.field == field
    assert not (tmp_path / "out").exists()
