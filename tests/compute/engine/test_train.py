"""Training: what it learns, that it repeats itself to the last bit, and what it keeps; writing on."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import torch

from compute.engine.generate import beam, greedy
from compute.engine.lab import load_model, train_into
from compute.engine.probe import AttentionCall, Probe
from compute.engine.train import Trainer, evaluate, score, train
from compute.engine.transformer import Transformer
from compute.errors import InvalidRequest
from compute.lab.corpus import PIECES
from compute.lab.data import Stored
from compute.lab.framing import FRAMINGS, NOTHING
from compute.lab.recipe import data_of, read_spec
from compute.lab.spec import LabSpec
from compute.lab.stored import Card
from compute.lab.tokenizer import ARROW_ID, END_ID, START_ID
from compute.lab.training import Checkpoint, Ended, Progress, Started, TrainingEvent, TrainSpec
from compute.lab.zoo import zoo

PREFIX_OF_4 = {"name": "prefix_lm", "params": {"prefix": 4}}


def spec(architecture: str = "decoder", task: str = "copy", **other: object) -> TrainSpec:
    model = {
        "architecture": architecture,
        "layers": 1,
        "model_dim": 32,
        "ffn_dim": 48,
        "dropout": 0.1,
        "max_tokens": 64,
    }
    given = {"steps": 12, "batch": 8, "warmup_steps": 4, "report_every": 4, "evaluate_every": 6, **other}
    return TrainSpec.model_validate({"model": model, "task": {"name": task}, **given})


def weights(model: Transformer) -> torch.Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


@pytest.mark.parametrize("average", [0.0, 0.9])
@pytest.mark.parametrize("architecture", ["decoder", "encoder", "encoder-decoder"])
def test_a_training_that_was_cancelled_and_taken_up_again_ends_with_the_same_weights(
    architecture: str, average: float, tmp_path: Path
) -> None:
    wanted = spec(architecture, average=average)
    data = data_of(wanted, None)
    in_one_go = train(wanted, data, tmp_path / "one", emit=lambda event: None)
    told: list[TrainingEvent] = []
    for cuts in (3, 5, 100):
        asked = itertools.count()
        resumed = train(
            wanted, data, tmp_path / "cut", emit=told.append,
            between=lambda moment: "cancelled" if next(asked) >= cuts else None,  # noqa: B023
        )  # fmt: skip
    assert [event.from_step for event in told if isinstance(event, Started)] == [0, 3, 8]
    assert [event.why for event in told if isinstance(event, Ended)] == ["cancelled", "cancelled", "done"]
    assert torch.equal(weights(resumed), weights(in_one_go))


def test_another_seed_gives_other_weights_and_the_same_seed_the_same(tmp_path: Path) -> None:
    data = data_of(spec(), None)
    one, same, other = (
        weights(train(spec(seed=seed), data, tmp_path / name, emit=lambda event: None))
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert torch.equal(one, same)
    assert not torch.equal(one, other)
    assert spec(seed=1).digest() != spec(seed=2).digest()


def test_a_checkpoint_of_another_training_is_not_gone_on_from(tmp_path: Path) -> None:
    told: list[TrainingEvent] = []
    for seed in (1, 2):
        train(spec(seed=seed), data_of(spec(), None), tmp_path, emit=told.append)
    assert [event.from_step for event in told if isinstance(event, Started)] == [0, 0]


def test_its_curve_and_checkpoints_are_told(tmp_path: Path) -> None:
    told: list[TrainingEvent] = []
    train(spec(), data_of(spec(), None), tmp_path, emit=told.append)
    assert [event.step for event in told if isinstance(event, Progress)] == [4, 8, 12]
    assert [event.step for event in told if isinstance(event, Checkpoint)] == [6, 12]
    assert isinstance(told[0], Started)
    assert isinstance(told[-1], Ended)
    first = next(event for event in told if isinstance(event, Progress))
    assert abs(first.loss - np.log(22)) < 2.5  # 22 tokens, about even at the start


@pytest.mark.parametrize("architecture", ["decoder", "encoder-decoder"])
def test_a_small_model_learns_to_sort_two_letters(architecture: str, tmp_path: Path) -> None:
    wanted = TrainSpec.model_validate(
        {
            "model": {"architecture": architecture, "layers": 2, "model_dim": 32, "ffn_dim": 64},
            "task": {"name": "sort", "params": {"letters": 4, "shortest": 2, "longest": 3}},
            "steps": 400, "batch": 32, "warmup_steps": 20, "learning_rate": 0.01, "evaluate_every": 50,
            "stop_at_accuracy": 0.99,
        }
    )  # fmt: skip
    data = data_of(wanted, None)
    model = train(wanted, data, tmp_path, emit=lambda event: None)
    assert evaluate(model, data)[1] >= 0.99
    source = [data.tokenizer.token_to_id(letter) for letter in "cab"]
    if architecture == "decoder":
        written = greedy(model, [START_ID, *source, ARROW_ID], end=END_ID, limit=8)
    else:
        memory = model.encode(torch.tensor([[*source, END_ID]]))
        written = greedy(model, [START_ID], end=END_ID, limit=8, memory=memory)
    assert [data.tokenizer.id_to_token(number) for number in written.tokens] == ["a", "b", "c", "<end>"]


@torch.no_grad()
@pytest.mark.parametrize("architecture", ["decoder", "encoder", "encoder-decoder"])
def test_the_objective_is_the_smoothed_mean_over_the_labels_alone(architecture: str) -> None:
    trainer = Trainer(spec(architecture), data_of(spec(), None))
    model = trainer.model.eval()
    batch = FRAMINGS[model.spec.architecture](trainer.data.batch(0, 6, 0), False, np.random.default_rng(0))
    tokens, memory = torch.from_numpy(batch.tokens), None
    if batch.source is not None:
        source = torch.from_numpy(batch.source)
        memory = model.encode(source, source != 0)
    logits = model(tokens, valid=tokens != 0, memory=memory).double().numpy()
    share = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    places = [(row, place) for row, place in np.ndindex(batch.labels.shape) if batch.labels[row, place] != NOTHING]
    surprise = [-np.log(share[at][batch.labels[at]]) for at in places]
    spread = [-np.log(share[at]).mean() for at in places]
    for smoothing in (0.0, 0.1):
        scored = score(model, batch, smoothing)
        expected = (1 - smoothing) * np.mean(surprise) + smoothing * np.mean(spread)
        assert scored.objective.item() == pytest.approx(expected, abs=1e-5)
        assert scored.loss_sum.item() == pytest.approx(sum(surprise), rel=1e-5)
        assert scored.labels == len(places)
        assert scored.right == sum(share[at].argmax() == batch.labels[at] for at in places)


def test_what_a_place_sees_is_not_to_be_predicted() -> None:
    """A prefix of 4 reads itself both ways: places 0 to 2 see the token after them. Under a causal mask none does."""
    wanted = spec()
    prefix = wanted.model_copy(
        update={"model": LabSpec.model_validate(wanted.model.model_dump() | {"mask": PREFIX_OF_4})}
    )
    data = data_of(wanted, None)
    batch = FRAMINGS["decoder"](data.held_out(), True, np.random.default_rng(0))
    labels = int((batch.labels != NOTHING).sum())
    taught = Stored(data.tokenizer, data.held_out(), data.held_out())
    counted = {mask: evaluate(Trainer(one, taught).model, taught)[2] for mask, one in (("c", wanted), ("p", prefix))}
    assert counted == {"c": labels, "p": labels - 3 * len(data.held_out())}


def test_half_precision_products_change_a_step_by_a_hundredth_and_leave_the_weights_in_single() -> None:
    losses = []
    for precision in ("float32", "bfloat16"):
        trainer = Trainer(spec("encoder-decoder", precision=precision), data_of(spec(), None))
        scored = [trainer.step(step) for step in range(8)]
        losses.append(sum(float(one.loss_sum) for one in scored) / sum(one.labels for one in scored))
        assert all(parameter.dtype == torch.float32 for parameter in trainer.model.parameters())
    assert losses[0] != losses[1]
    assert losses[1] == pytest.approx(losses[0], rel=1e-2)


@torch.no_grad()
def test_the_maps_of_what_was_written_are_whole() -> None:
    """C067: 7 source tokens and 4 written ones: cross-attention is 4 x 7, self-attention 4 x 4 and causal."""
    torch.manual_seed(5)
    model, calls = Transformer(spec("encoder-decoder").model, 30).eval(), list[AttentionCall]()
    memory = model.encode(torch.tensor([[5, 6, 7, 8, 9, 10, END_ID]]))
    written = greedy(model, [START_ID], end=-1, limit=4, memory=memory).tokens
    with Probe(calls.append):
        logits = model(torch.tensor([[START_ID, *written[:-1]]]), memory=memory)
    assert tuple(logits[0].argmax(-1).tolist()) == written
    shapes = {call.kind: (call.q.shape[2], call.k.shape[2]) for call in calls}
    assert shapes == {"decoder": (4, 4), "cross": (4, 7)}
    own = next(call for call in calls if call.kind == "decoder")
    assert own.mask.to_dense(4, 4).int().tolist() == [[[[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]]]


def test_the_rate_rises_and_falls() -> None:
    trainer = Trainer(spec(steps=104, warmup_steps=4, learning_rate=0.01), data_of(spec(), None))
    assert [trainer.rate(step) for step in range(4)] == pytest.approx([0.0025, 0.005, 0.0075, 0.01])
    assert trainer.rate(54) == pytest.approx(0.01 * (0.01 + 0.99 / 2))
    assert trainer.rate(104) == pytest.approx(0.0001)


@torch.no_grad()
def test_a_wide_beam_finds_the_most_probable_continuation() -> None:
    """All continuations of up to 3 tokens are tried in the test."""
    torch.manual_seed(3)
    model = Transformer(spec().model, 5).eval()
    end, prompt = 4, [1, 2]

    def log_share(written: tuple[int, ...]) -> float:
        shares = model(torch.tensor([[*prompt, *written]])).log_softmax(-1)[0]
        return sum(float(shares[len(prompt) - 1 + place, token]) for place, token in enumerate(written)) / len(written)

    endings = [(*body, end) for length in range(3) for body in itertools.product(range(4), repeat=length)]
    open_ones = list(itertools.product(range(4), repeat=3))
    best = max([*endings, *open_ones], key=log_share)
    found = beam(model, prompt, end=end, limit=3, width=5**3)
    assert found[0].tokens == best
    assert found[0].score == pytest.approx(log_share(best), abs=1e-5)


@torch.no_grad()
def test_greedy_writing_takes_the_largest_logit_of_an_uncached_run() -> None:
    torch.manual_seed(4)
    model, text = Transformer(spec().model, 30).eval(), [1, 7, 9]
    for _ in range(6):
        text.append(int(model(torch.tensor([text]))[0, -1].argmax()))
    assert list(greedy(model, [1, 7, 9], end=-1, limit=6).tokens) == text[3:]


def test_a_stored_model_is_the_trained_one_in_half_precision_and_its_card_tells_of_the_stored_file(
    tmp_path: Path,
) -> None:
    wanted = spec("encoder-decoder", average=0.5)
    train_into(tmp_path / "stored", wanted, None, emit=lambda event: None)
    stored = load_model(tmp_path / "stored")
    trained = train(wanted, data_of(wanted, None), tmp_path / "again", emit=lambda event: None)
    assert stored.spec == wanted
    assert torch.equal(weights(stored.model), weights(trained).half().float())
    card = Card.model_validate_json((tmp_path / "stored" / "card.json").read_bytes())
    figures = evaluate(stored.model, data_of(wanted, None))
    assert (card.held_out_loss, card.held_out_accuracy, card.held_out_labels) == figures
    assert card.parameters == sum(parameter.numel() for parameter in stored.model.parameters())
    assert {file.name for file in (tmp_path / "stored").iterdir()} == {
        "card.json", "model.safetensors", "spec.json", "tokenizer.json",
    }  # fmt: skip


def test_a_finished_training_is_not_done_again(tmp_path: Path) -> None:
    told: list[TrainingEvent] = []
    first = train_into(tmp_path, spec(), None, emit=told.append)
    again = train_into(tmp_path, spec(), None, emit=told.append)
    assert again == first
    assert sum(isinstance(event, Started) for event in told) == 1
    train_into(tmp_path, spec(seed=5), None, emit=told.append)
    assert sum(isinstance(event, Started) for event in told) == 2


def test_every_shipped_model_is_small_enough_to_ship() -> None:
    """2 to 5 MB in half precision, a tied output counted once."""
    for name, wanted in zoo().items():
        parameters = sum(parameter.numel() for parameter in Transformer(wanted.model, PIECES).parameters())
        assert 2e6 < 2 * parameters < 5e6, name


def test_a_wrong_specification_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text('{"model": {"architecture": "decoder", "layers": 0}, "task": {"name": "copy"}}')
    with pytest.raises(InvalidRequest, match=r"wrong.json: model.layers: Input should be greater than or equal to 1"):
        read_spec(file)
    with pytest.raises(InvalidRequest, match="There is no task “cope”"):
        data_of(spec(task="cope"), None)
    with pytest.raises(InvalidRequest, match="Name their file by --corpus"):
        data_of(spec(task="pairs"), None)
