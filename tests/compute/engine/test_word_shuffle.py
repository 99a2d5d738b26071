"""The word-shuffle test, against passes over the shuffled tokens that are written out here."""

from pathlib import Path

import pytest
import torch

from compute.engine.lab import load_model
from compute.engine.shuffle import new_order
from compute.events import RunEvent, RunShuffled, RunTokens, Token, TokenRow
from tests.compute import running
from tests.compute.conftest import Listing
from tests.compute.lab_models import random_model
from tests.compute.tiny import bert, llama, saved

TEXT = "The cat saw the dog on the mat."


def run(out: Path, **spec: object) -> list[RunEvent]:
    return running.run(out, **{"text": TEXT, "word_shuffle": 0, **spec})


def shuffled(said: list[RunEvent]) -> list[RunShuffled]:
    return [event for event in said if isinstance(event, RunShuffled)]


def row_of(said: list[RunEvent], number: int = 0) -> TokenRow:
    return [event for event in said if isinstance(event, RunTokens)][-1].rows[number]


def ids(said: list[RunEvent]) -> list[int]:
    return [token.id for token in row_of(said).tokens]


def test_the_words_stand_in_another_order_each_of_them_whole(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "lab", "encoder", position={"name": "none"})
    said = run(tmp_path / "out", model="lab")
    (told,) = shuffled(said)
    tokens = row_of(said).tokens
    assert sorted(told.order) == list(range(len(tokens)))
    assert told.order != tuple(sorted(told.order))
    for place, token in enumerate(tokens):
        if token.role == "special":
            assert told.order[place] == place
    where = {token: place for place, token in enumerate(told.order)}
    for place in range(1, len(tokens)):
        if tokens[place].word == tokens[place - 1].word != -1:
            assert where[place] == where[place - 1] + 1
    assert told.words == len({token.word for token in tokens if token.role == "text"})


def test_a_word_alone_stays_where_it_is() -> None:
    token = Token(id=1, label="a", raw="a", start=0, end=1, text=0, word=0, part=0, role="text")
    assert new_order([token], 0) == [0]
    assert new_order([token, token.model_copy(update={"word": 1})], 0) == [1, 0]
    assert new_order([token, token.model_copy(update={"word": 1})], 3) == [1, 0]


@torch.no_grad()
@pytest.mark.parametrize("position", ["none", "rope", "learned", "alibi", "t5", "sinusoidal"])
def test_the_changes_are_those_between_two_passes(zoo: Path, tmp_path: Path, position: str) -> None:
    random_model(zoo / "lab", "encoder", position={"name": position})
    said = run(tmp_path / "out", model="lab")
    (told,) = shuffled(said)
    model, given = load_model(zoo / "lab").model, ids(said)
    before = model.hidden(torch.tensor([given]))[0]
    after = model.hidden(torch.tensor([[given[place] for place in told.order]]))[0]
    for place, token in enumerate(told.order):
        change = (after[place] - before[token]).abs().max() / before.square().mean().sqrt()
        assert told.changes[token] == pytest.approx(float(change), rel=1e-3, abs=2e-6)
        was, now = (model.head(state).log_softmax(-1) for state in (before[token], after[place]))
        divergence = float((was.exp() * (was - now)).sum())
        assert told.divergences is not None
        assert told.divergences[token] == pytest.approx(divergence, rel=1e-3, abs=1e-5)
    assert told.largest == max(change for change in told.changes if change is not None)
    if position == "none":
        assert told.largest < 1e-5
        assert told.agreeing == told.compared == len(given)
    else:
        assert told.largest > 1e-2


def test_a_causal_mask_is_an_order_too(zoo: Path, tmp_path: Path) -> None:
    """Without positions a decoder still sees who comes before whom."""
    random_model(zoo / "lab", "decoder", position={"name": "none"})
    (told,) = shuffled(run(tmp_path / "out", model="lab"))
    assert told.largest > 1e-2


@pytest.mark.parametrize(("position", "moved"), [("none", False), ("rope", True)])
def test_a_translator_without_positions_in_its_encoder_translates_a_bag_of_words(
    zoo: Path, tmp_path: Path, position: str, moved: bool
) -> None:
    """Its decoder reads the same target again; what it sees of the source is a set."""
    random_model(zoo / "lab", "encoder-decoder", position={"name": position})
    (told,) = shuffled(run(tmp_path / "out", model="lab", second="狗看见猫。"))
    assert told.side == "target"
    assert (told.largest > 1e-3) is moved


def test_each_row_of_a_batch_is_shuffled_for_itself_and_padding_is_left_out(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "lab", "encoder", position={"name": "none"})
    said = run(tmp_path / "out", model="lab", second="The cat sat.", second_as="batch", padding_side="left")
    first, second = shuffled(said)
    assert (first.row, second.row) == (0, 1)
    assert first.largest < 1e-5
    assert second.largest < 1e-5
    for place, token in enumerate(row_of(said, 1).tokens):
        assert (second.changes[place] is None) is (token.role == "padding")


def test_models_from_elsewhere_are_tested_too(list_model: Listing, tmp_path: Path) -> None:
    list_model("llama", saved(llama(), tmp_path / "llama"))
    list_model("bert", saved(bert(), tmp_path / "bert"))
    (told,) = shuffled(run(tmp_path / "a", model="llama"))
    assert told.divergences is not None
    assert told.largest > 1e-3
    (told,) = shuffled(run(tmp_path / "b", model="bert"))
    assert told.divergences is told.agreeing is None


def test_a_run_that_is_not_asked_says_nothing_of_it(zoo: Path, tmp_path: Path) -> None:
    random_model(zoo / "lab", "encoder", position={"name": "none"})
    assert shuffled(run(tmp_path / "out", model="lab", word_shuffle=None)) == []


@pytest.mark.parametrize(("name", "moved"), [("encoder-none", False), ("encoder-rope", True)])
def test_the_encoder_that_ships_without_positions_sees_a_set_and_the_one_with_rope_does_not(
    tmp_path: Path, name: str, moved: bool
) -> None:
    """Permutation equivariance of the shipped weights, to 1e-5."""
    for seed, text in enumerate(("He put the book on the desk because it was too heavy.", "我喜欢猫，也喜欢狗。")):
        (told,) = shuffled(run(tmp_path / str(seed), model=name, text=text, word_shuffle=seed))
        assert (told.largest > 0.1) is moved
        assert told.largest < 1e-5 or moved
