"""Trains a lab model: deterministic by seed, resumed where it stopped, its last checkpoint kept when cancelled."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from compute.engine.checkpoint import Reached, load_state, save_state
from compute.engine.transformer import Transformer
from compute.lab.data import Data, Example
from compute.lab.framing import FRAMINGS, NOTHING, Batch, without_answers
from compute.lab.tokenizer import PAD_ID
from compute.lab.training import Checkpoint, Ended, Progress, Reason, Started, TrainingEvent, TrainSpec

EVALUATED_AT_ONCE = 128
BETAS = (0.9, 0.98)
CLIPPED_NORM = 1.0


def train(
    spec: TrainSpec,
    data: Data,
    folder: Path,
    *,
    emit: Callable[[TrainingEvent], None],
    between: "Between" = lambda moment: None,
) -> Transformer:
    """Trains to the end and returns the model in evaluation mode, with its averaged weights where there are any.

    `folder` receives a checkpoint every `evaluate_every` steps and at the end; a training whose folder has one of the
    same spec goes on from there, and gives the weights that it would have given in one go. `between` is asked before
    each step; a reason ends the training there, with a checkpoint.
    """
    trainer = Trainer(spec, data)
    start = load_state(folder, spec.digest(), trainer.parts())
    emit(Started(steps=spec.steps, parameters=trainer.parameters(), from_step=start.step))
    begun, step = perf_counter() - start.elapsed_s, start.step
    why: Reason = "done"
    window = Window()

    def save() -> None:
        save_state(folder, spec.digest(), Reached(step, perf_counter() - begun), trainer.parts())

    while step < spec.steps:
        asked = between(Moment(step, perf_counter() - begun, trainer, save))
        if asked is not None:
            why = asked
            save()
            break
        window.add(trainer.step(step))
        step += 1
        if step % spec.report_every == 0 or step == spec.steps:
            emit(window.point(step, spec, trainer.rate(step - 1)))
            window = Window()
        if step % spec.evaluate_every == 0 or step == spec.steps:
            loss, accuracy, labels = evaluate(trainer.shown(), data)
            save()
            emit(Checkpoint(step=step, held_out_loss=loss, held_out_accuracy=accuracy, labels=labels))
            if spec.stop_at_accuracy is not None and accuracy >= spec.stop_at_accuracy:
                why = "accurate"
                break
    emit(Ended(step=step, why=why, elapsed_s=perf_counter() - begun))
    return trainer.shown()


@torch.no_grad()
def evaluate(model: Transformer, data: Data) -> tuple[float, float, int]:
    """Loss in nats a token, share of tokens predicted first, and their number, over what is held out."""
    model.train(False)
    examples = sorted(data.held_out(), key=lambda example: len(example.source) + len(example.target))
    rng = np.random.default_rng(0)
    loss, right, labels = 0.0, 0, 0
    for first in range(0, len(examples), EVALUATED_AT_ONCE):
        batch = _frame(model, examples[first : first + EVALUATED_AT_ONCE], data, rng)
        scored = score(model, batch)
        loss, right, labels = loss + float(scored.loss_sum), right + scored.right, labels + scored.labels
    return loss / labels, right / labels, labels


@dataclass(frozen=True)
class Scored:
    """Sums over the labels of a batch. `objective` is what is minimised: the mean, with smoothing."""

    objective: Tensor
    loss_sum: Tensor
    right: int
    labels: int


def score(model: Transformer, batch: Batch, label_smoothing: float = 0.0) -> Scored:
    """One pass over a batch; only places with a label are projected onto the vocabulary."""
    tokens, labels = torch.from_numpy(batch.tokens), torch.from_numpy(batch.labels)
    memory = None
    if batch.source is not None:
        source = torch.from_numpy(batch.source)
        memory = model.encode(source, _valid(source))
    labelled = labels != NOTHING
    # Single precision from here on: under autocast a logarithm of half precision would have two digits.
    logits = model.head(model.hidden(tokens, valid=_valid(tokens), memory=memory)[labelled]).float()
    wanted = labels[labelled]
    objective = functional.cross_entropy(logits, wanted, label_smoothing=label_smoothing)
    with torch.no_grad():
        loss_sum = functional.cross_entropy(logits, wanted, reduction="sum")
    return Scored(objective, loss_sum, int((logits.argmax(-1) == wanted).sum()), len(wanted))


class Trainer:
    """The model, its optimiser and the running mean of its weights."""

    def __init__(self, spec: TrainSpec, data: Data) -> None:
        self.spec, self.data = spec, data
        torch.manual_seed(spec.seed)
        self.model = Transformer(spec.model, data.tokenizer.get_vocab_size())
        matrices = [p for p in self.model.parameters() if p.ndim > 1]
        others = [p for p in self.model.parameters() if p.ndim <= 1]
        groups = [{"params": matrices, "weight_decay": spec.weight_decay}, {"params": others, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=spec.learning_rate, betas=BETAS, fused=True)
        torch.manual_seed(spec.seed)
        self.mean = Transformer(spec.model, data.tokenizer.get_vocab_size())

    def step(self, step: int) -> Scored:
        """One update. Everything random depends on seed and step alone, so that a resumed run repeats nothing else."""
        examples = self.data.batch(step, self.spec.batch, self.spec.seed)
        batch = _frame(self.model, examples, self.data, np.random.default_rng((self.spec.seed, step, 1)))
        torch.manual_seed(self.spec.seed * 1_000_003 + step)
        self.model.train(True)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(step)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.spec.precision == "bfloat16"):
            scored = score(self.model, batch, self.spec.label_smoothing)
        self.optimizer.zero_grad(set_to_none=True)
        scored.objective.backward()  # type: ignore[no-untyped-call]  # torch's stub has no types here
        nn.utils.clip_grad_norm_(self.model.parameters(), CLIPPED_NORM)
        self.optimizer.step()
        self._average(step)
        return scored

    def rate(self, step: int) -> float:
        """Rises linearly, then falls along half a cosine to a hundredth."""
        warm = self.spec.warmup_steps
        if step < warm:
            return self.spec.learning_rate * (step + 1) / warm
        done = (step - warm) / max(self.spec.steps - warm, 1)
        return self.spec.learning_rate * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)

    def shown(self) -> Transformer:
        """The model to evaluate, store and use."""
        return (self.mean if self.spec.average else self.model).eval()

    def parameters(self) -> int:
        return sum(parameter.numel() for parameter in self.model.parameters())

    def parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        """What a checkpoint holds."""
        return {"model": self.model, "mean": self.mean, "optimizer": self.optimizer}

    @torch.no_grad()
    def _average(self, step: int) -> None:
        if not self.spec.average:
            return
        memory = min(self.spec.average, (step + 1) / (step + 10))  # the first weights are soon forgotten
        for mean, now in zip(self.mean.parameters(), self.model.parameters(), strict=True):
            mean.lerp_(now, 1 - memory)


@dataclass(frozen=True)
class Moment:
    """A training between two steps: steps done, seconds taken in all, and how to store a checkpoint now."""

    step: int
    elapsed_s: float
    trainer: Trainer
    save: Callable[[], None]


Between = Callable[[Moment], Reason | None]


class Window:
    """Sums since the last point of the loss curve."""

    def __init__(self) -> None:
        self.begun, self.steps, self.loss, self.right, self.labels = perf_counter(), 0, 0.0, 0, 0

    def add(self, scored: Scored) -> None:
        self.steps += 1
        self.loss += float(scored.loss_sum)
        self.right += scored.right
        self.labels += scored.labels

    def point(self, step: int, spec: TrainSpec, rate: float) -> Progress:
        elapsed_s = max(perf_counter() - self.begun, 1e-9)
        return Progress(
            step=step,
            loss=self.loss / self.labels,
            accuracy=self.right / self.labels,
            learning_rate=rate,
            tokens_per_s=self.labels / elapsed_s,
            left_s=(spec.steps - step) * elapsed_s / self.steps,
        )


def _frame(model: Transformer, examples: Sequence[Example], data: Data, rng: np.random.Generator) -> Batch:
    batch = FRAMINGS[model.spec.architecture](examples, data.learns_source, rng)
    return batch if model.decoder is None else without_answers(batch, model.decoder.rule)


def _valid(tokens: Tensor) -> Tensor | None:
    valid = tokens != PAD_ID
    return None if bool(valid.all()) else valid
