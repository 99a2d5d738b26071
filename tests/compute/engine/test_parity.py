"""The packaged models' runs, against transformers' own eager attention on the same tokens."""

from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.functional import cosine_similarity
from transformers import AutoModel, AutoModelForCausalLM, PreTrainedModel

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.catalog.models import model_folder
from compute.engine.loaded import LoadedModels
from compute.engine.run import execute
from compute.events import RunEvent
from compute.fold import RunState, fold
from compute.spec import RunSpec

pytestmark = pytest.mark.models

OUTPUT, WEIGHT = 1e-5, 1e-3  # design tolerances: float32 outputs, weights from a 16-bit capture
DECODER, ENCODER = "smollm2-135m-instruct", "all-minilm-l6-v2"
TROPHY = "The trophy did not fit in the suitcase because it was too big."


@pytest.fixture(scope="module")
def loaded(models_dir: Path) -> LoadedModels:
    return LoadedModels(2**32)


def run(loaded: LoadedModels, folder: Path, spec: RunSpec) -> tuple[RunState, Capture]:
    said: list[RunEvent] = []
    capture = Capture.at(folder)
    execute(spec, emit=said.append, writer=capture, should_stop=lambda: False, deadline_s=120, models=loaded)
    return fold(said), capture


def eager(kind: type[AutoModel] | type[AutoModelForCausalLM], name: str) -> PreTrainedModel:
    return kind.from_pretrained(model_folder(name), attn_implementation="eager", dtype=torch.float32).eval()


def largest_difference(
    capture: Capture, kind: str, attentions: tuple[torch.Tensor, ...], row: int, real: slice
) -> float:
    """Over every layer and head of one row, at its real tokens; a masked cell counts as 0."""
    worst = 0.0
    for layer, reference in enumerate(attentions):
        record = capture.record(kind, layer)
        for head in range(record.heads):
            ours = np.nan_to_num(weights(record, row, head, real, real))
            worst = max(worst, float(np.abs(ours - reference[row, head, real, real].numpy()).max()))
    return worst


@pytest.mark.parametrize("text", [TROPHY, "小王把书放在桌上，因为它太重了。"])
def test_the_decoder_is_the_reference(loaded: LoadedModels, tmp_path: Path, text: str) -> None:
    state, capture = run(loaded, tmp_path, RunSpec(model=DECODER, text=text))
    assert state.tokens is not None
    ids = torch.tensor([[token.id for token in state.tokens.rows[0].tokens]])
    with torch.no_grad():
        reference = eager(AutoModelForCausalLM, DECODER)(ids, output_attentions=True)
    probabilities = reference.logits[0, -1].softmax(-1)
    said = state.next_token[0]
    assert [c.id for c in said.top] == probabilities.topk(10).indices.tolist()
    for candidate in said.top:
        assert candidate.probability == pytest.approx(float(probabilities[candidate.id]), abs=OUTPUT)
    losses = torch.nn.functional.cross_entropy(reference.logits[0, :-1], ids[0, 1:], reduction="none")
    assert said.losses[0] is None
    # A loss is a difference of logits, which the tolerance is relative to.
    assert said.losses[1:] == pytest.approx(losses.tolist(), abs=OUTPUT * float(reference.logits.abs().max()))
    assert said.mean_loss == pytest.approx(float(losses.mean()), rel=OUTPUT)
    assert largest_difference(capture, "decoder", reference.attentions, 0, slice(0, ids.shape[1])) < WEIGHT


def test_the_trophy_sentence_is_fifteen_tokens_without_a_template(loaded: LoadedModels, tmp_path: Path) -> None:
    state, _ = run(loaded, tmp_path, RunSpec(model=DECODER, text=TROPHY))
    assert state.tokens is not None
    (row,) = state.tokens.rows
    assert [token.label for token in row.tokens][:3] == ["The", "␣trophy", "␣did"]
    assert len(row.tokens) == 15
    assert {token.role for token in row.tokens} == {"text"}
    assert (state.tokens.model.layers, state.tokens.model.query_heads, state.tokens.model.kv_heads) == (30, 9, 3)


def test_every_piece_of_a_chinese_character_shows_it(loaded: LoadedModels, tmp_path: Path) -> None:
    """The byte-level vocabulary cuts most of these characters into pieces; `part` tells them apart."""
    state, _ = run(loaded, tmp_path, RunSpec(model=DECODER, text="小王把书放在桌上，因为它太重了。"))
    assert state.tokens is not None
    tokens = state.tokens.rows[0].tokens
    assert "".join(f"{t.label}{t.part or ''}" for t in tokens) == (
        "小1小2王1王2把1把2书1书2放1放2在桌1桌2桌3上，因1因2为它1它2太1太2重1重2了。"
    )


def test_a_pair_is_read_with_its_segments(loaded: LoadedModels, tmp_path: Path) -> None:
    state, capture = run(loaded, tmp_path, RunSpec(model=ENCODER, text="It rains.", second="The street is wet."))
    assert state.tokens is not None
    tokens = state.tokens.rows[0].tokens
    segments = [0] * 5 + [1] * 6  # [CLS] it rains . [SEP] | the street is wet . [SEP]
    assert len(tokens) == 11
    ids = torch.tensor([[token.id for token in tokens]])
    with torch.no_grad():
        reference = eager(AutoModel, ENCODER)(ids, token_type_ids=torch.tensor([segments]), output_attentions=True)
    hidden = reference.last_hidden_state[0]
    first, second = hidden[1:4].mean(0), hidden[5:10].mean(0)
    assert state.sentences is not None
    assert state.sentences.similarity[0][1] == pytest.approx(float(cosine_similarity(first, second, dim=0)), abs=OUTPUT)
    assert state.sentences.token_similarity[0][0] is None
    assert largest_difference(capture, "encoder", reference.attentions, 0, slice(0, 11)) < WEIGHT


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_padded_row_is_what_it_is_alone(loaded: LoadedModels, tmp_path: Path, side: str) -> None:
    """C033, C048: padding shifts no position and is never seen; its own rows are empty."""
    texts = ("A cat sat on the mat in the sun.", "Dogs bark.")
    spec = {"model": ENCODER, "text": texts[0], "second": texts[1], "second_as": "batch", "padding_side": side}
    state, capture = run(loaded, tmp_path, RunSpec.model_validate(spec))
    assert state.tokens is not None
    assert state.sentences is not None
    model = eager(AutoModel, ENCODER)
    vectors = []
    for number, row in enumerate(state.tokens.rows):
        real = [place for place, token in enumerate(row.tokens) if token.role != "padding"]
        ids = torch.tensor([[row.tokens[place].id for place in real]])
        with torch.no_grad():
            alone = model(ids, output_attentions=True)
        vectors.append(alone.last_hidden_state[0].mean(0))
        span = slice(real[0], real[-1] + 1)
        attentions = tuple(
            torch.nn.functional.pad(a, (span.start, 0, span.start, 0)).expand(2, -1, -1, -1) for a in alone.attentions
        )
        assert largest_difference(capture, "encoder", attentions, number, span) < WEIGHT
        padded = [place for place in range(len(row.tokens)) if place not in real]
        whole = weights(capture.record("encoder", 0), number, 0, slice(0, len(row.tokens)), slice(0, len(row.tokens)))
        assert np.isnan(whole[padded]).all()
        assert np.isnan(whole[:, padded]).all()
    expected = float(cosine_similarity(vectors[0], vectors[1], dim=0))
    assert state.sentences.similarity[0][1] == pytest.approx(expected, abs=OUTPUT)
    assert state.sentences.similarity[0][0] == pytest.approx(1.0, abs=OUTPUT)


def test_a_single_text_has_the_vector_of_sentence_transformers(loaded: LoadedModels, tmp_path: Path) -> None:
    """Mean over all tokens, [CLS] and [SEP] included: the model's own pooling configuration."""
    state, _ = run(loaded, tmp_path, RunSpec(model=ENCODER, text="Dogs bark."))
    assert state.tokens is not None
    assert state.sentences is not None
    ids = torch.tensor([[token.id for token in state.tokens.rows[0].tokens]])
    with torch.no_grad():
        hidden = eager(AutoModel, ENCODER)(ids).last_hidden_state[0]
    expected = cosine_similarity(hidden, hidden.mean(0, keepdim=True), dim=-1).tolist()
    assert list(state.sentences.token_similarity[0]) == pytest.approx(expected, abs=OUTPUT)
    assert state.sentences.dimensions == 384
