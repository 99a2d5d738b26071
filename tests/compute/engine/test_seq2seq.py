"""Encoder-decoders in transformers' folders, through the run: what is written, and every map of both sides."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import PreTrainedModel

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.catalog.models import model_card
from compute.errors import InvalidRequest, UnsupportedModel
from compute.events import RunEvent, RunHeads, RunLayer
from compute.fold import RunState, fold
from tests.compute import running, tiny

Listing = Callable[..., Path]
PIECES = ("a", "b", "cat", "dog", "saw", "the")
SOURCE = "the cat saw the dog"  # seven tokens with [CLS] and [SEP]

families = pytest.mark.parametrize("make", [tiny.t5, tiny.bart])


def stirred(make: Callable[[], PreTrainedModel]) -> PreTrainedModel:
    """Random weights that are far from flat attention, and that do not write the same token for ever."""
    torch.manual_seed(3)
    model = make().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim > 1:
                parameter.normal_(0.0, 0.3)
    model.tie_weights()
    return model


def run(out: Path, **spec: object) -> list[RunEvent]:
    return running.run(out, **{"model": "local", "text": SOURCE, **spec})


def ids(state: RunState, side: str) -> list[int]:
    assert state.tokens is not None
    return [token.id for token in getattr(state.tokens, side)[0].tokens]


@families
def test_every_map_of_both_sides_is_that_of_eager_attention(
    make: Callable[[], PreTrainedModel], list_model: Listing, tmp_path: Path
) -> None:
    """C010: as many cross-attention maps as decoder layers, none missing, each heads x target x source.
    C069: its target is given; rows are labelled by what the decoder reads, the start token first, which in T5 is its
    padding token and hidden from nobody.
    """
    model = stirred(make)
    list_model("local", tiny.saved(model, tmp_path / "source", pieces=PIECES))
    said = run(tmp_path / "out", second="a b")
    state = fold(said)
    assert state.status == "finished"
    card = model_card("local")
    source, target = ids(state, "rows"), ids(state, "target")
    assert state.tokens is not None
    read = state.tokens.target[0].tokens
    assert (read[0].id, read[0].role) == (model.config.decoder_start_token_id, "special")
    assert [token.label for token in read[1:]] == ["[CLS]", "a", "b"]
    assert [step.label for step in state.written[0].steps] == ["[CLS]", "a", "b", "[SEP]"]
    model.set_attn_implementation("eager")
    with torch.no_grad():
        theirs = model(
            input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([target]), output_attentions=True
        )
    expected = {"encoder": theirs.encoder_attentions, "decoder": theirs.decoder_attentions}
    expected["cross"] = theirs.cross_attentions
    assert {(event.kind, event.layer) for event in said if isinstance(event, RunLayer)} == {
        (kind, layer) for kind in expected for layer in range(card.layers)
    }
    for kind, layers in expected.items():
        for layer, maps in enumerate(layers):
            assert maps.shape == (1, 4, *{"encoder": (len(source),) * 2, "decoder": (len(target),) * 2}.get(
                kind, (len(target), len(source))
            ))  # fmt: skip
            record = Capture.at(tmp_path / "out").record(kind, layer)
            for head in range(4):
                ours = weights(record, 0, head, slice(0, maps.shape[2]), slice(0, maps.shape[3]))
                assert np.abs(np.nan_to_num(ours) - maps[0, head].numpy()).max() < 1e-3
                assert np.isnan(ours).any() == (kind == "decoder")
    shares = theirs.logits[0].softmax(-1)
    told = state.written[0]
    assert told.how == "given"
    for place, step in enumerate(told.steps):
        assert step.probability == pytest.approx(float(shares[place, step.id]), abs=1e-5)
        assert [choice.id for choice in step.top] == shares[place].topk(10).indices.tolist()


@families
def test_what_is_written_is_what_transformers_writes_greedily_and_its_maps_are_whole(
    make: Callable[[], PreTrainedModel], list_model: Listing, tmp_path: Path
) -> None:
    """C067: 7 source tokens and 4 new ones make a cross map of 4 x 7 for each layer and head, not one tuple a step."""
    model = stirred(make)
    list_model("local", tiny.saved(model, tmp_path / "source", pieces=PIECES))
    said = run(tmp_path / "out", most_tokens=4)
    state = fold(said)
    source = ids(state, "rows")
    assert len(source) == 7
    with torch.no_grad():
        expected = model.generate(torch.tensor([source]), max_new_tokens=4, do_sample=False, num_beams=1)[0].tolist()
    told = state.written[0]
    assert [step.id for step in told.steps] == expected[1:]
    assert ids(state, "target") == expected[:-1]
    written = len(told.steps)
    shapes = {event.kind: event.overview.shape[1:] for event in said if isinstance(event, RunHeads)}
    assert shapes == {"encoder": (7, 7), "decoder": (written, written), "cross": (written, 7)}
    assert written == 4 or told.ended
    own = weights(Capture.at(tmp_path / "out").record("decoder", 1), 0, 0, slice(0, written), slice(0, written))
    assert np.array_equal(np.isnan(own), np.triu(np.ones((written, written), bool), 1))


def test_its_card_tells_what_its_decoder_begins_and_ends_with(list_model: Listing, tmp_path: Path) -> None:
    list_model("local", tiny.saved(tiny.t5(), tmp_path / "source", pieces=PIECES))
    card = model_card("local")
    assert (card.architecture, card.start_token, card.end_token) == ("encoder_decoder", 0, 3)
    assert (card.layers, card.query_heads, card.head_dim) == (2, 4, 8)
    assert card.position == "relative bias"
    assert card.accepts_second


def test_sides_of_different_depth_are_refused_with_both_numbers(list_model: Listing, tmp_path: Path) -> None:
    deep = tiny.t5(num_decoder_layers=3)
    with pytest.raises(UnsupportedModel, match="2 encoder and 3 decoder layers"):
        list_model("local", tiny.saved(deep, tmp_path / "source", pieces=PIECES))


def test_one_without_a_start_token_is_refused(list_model: Listing, tmp_path: Path) -> None:
    nameless = tiny.t5(decoder_start_token_id=None)
    nameless.generation_config.decoder_start_token_id = None
    with pytest.raises(UnsupportedModel, match="names no decoder_start_token_id"):
        list_model("local", tiny.saved(nameless, tmp_path / "source", pieces=PIECES))


@pytest.mark.parametrize(
    ("asked", "field"),
    [({"decode": "beam"}, "decode"), ({"second": "a", "second_as": "batch"}, "second_as"), ({"masked": [1]}, "masked")],
)
def test_what_it_does_not_do_is_refused(
    asked: dict[str, object], field: str, list_model: Listing, tmp_path: Path
) -> None:
    list_model("local", tiny.saved(tiny.t5(), tmp_path / "source", pieces=PIECES))
    with pytest.raises(InvalidRequest) as refused:
        run(tmp_path / "out", **asked)
    assert refused.value.field == field
