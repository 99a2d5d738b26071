"""Trains what was ordered, from its checkpoint on where there is one, and keeps the model under its own name."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time

import torch
from torch import nn

from compute.engine.checkpoint import forget_state
from compute.engine.lab import save_model
from compute.engine.trace import Trace, traced_steps
from compute.engine.train import Moment, train
from compute.engine.transformer import Transformer
from compute.lab.order import Speed, TrainingOrder, model_name, step_flops
from compute.lab.recipe import data_of
from compute.lab.stored import CARD, TOKENIZER, read_card
from compute.lab.told import (
    ToldEvent,
    TrainingCheckpoint,
    TrainingEnded,
    TrainingProgress,
    TrainingStarted,
    TrainingStored,
)
from compute.lab.training import Checkpoint, Ended, Progress, Reason, Started, TrainingEvent
from compute.trainings import WORK

SAVED_EVERY_S = 10.0

Emit = Callable[[ToldEvent], None]


@dataclass(frozen=True)
class Asked:
    """What is heard from outside: to stop, and that somebody left who wants the model as it is."""

    stop: Callable[[], bool]
    keep: Callable[[], bool]


def train_order(
    order: TrainingOrder, trained_dir: Path, limit_s: float, *, attempt: int, asked: Asked, emit: Emit
) -> Speed | None:
    """Says everything from the start to the end; gives the speed that was measured, if a step was made.

    Raises: InvalidRequest, TextTooShort, ...: the order can't be trained.
    """
    job = _Job(order, trained_dir, min(limit_s, 60 * order.minutes if order.minutes else limit_s), attempt, asked, emit)
    return job.run()


@dataclass
class _Job:
    order: TrainingOrder
    trained_dir: Path
    limit_s: float
    attempt: int
    asked: Asked
    emit: Emit
    traced: set[int] = field(default_factory=set)
    saved_at: float = field(default_factory=perf_counter)
    stepped_at: float | None = None
    steps_s: list[float] = field(default_factory=list)

    def run(self) -> Speed | None:
        spec = self.order.spec
        self.work.mkdir(parents=True, exist_ok=True)
        self.data = data_of(spec, None)
        self.data.tokenizer.save(str(self.work / TOKENIZER))
        self.trace = Trace(spec.model, self.data, self.work)
        self.steps = traced_steps(spec.steps, spec.model)
        told: list[Ended] = []

        def tell(event: TrainingEvent) -> None:
            if isinstance(event, Ended):
                told.append(event)
            else:
                self.pass_on(event)

        model = train(spec, self.data, self.work, emit=tell, between=self.between)
        (ended,) = told
        self.end(ended, model)
        return Speed(step_flops(spec), median(self.steps_s)) if self.steps_s else None

    @property
    def work(self) -> Path:
        return self.trained_dir / WORK / self.order.digest()

    def pass_on(self, event: Started | Progress | Checkpoint) -> None:
        match event:
            case Started():
                vocabulary = self.data.tokenizer.get_vocab_size()
                threads = torch.get_num_threads()
                self.emit(
                    TrainingStarted(
                        seq=0, attempt=self.attempt, vocabulary=vocabulary, threads=threads, **event.model_dump()
                    )
                )
                self.emit(self.trace.sentence())
            case Progress():
                self.emit(TrainingProgress(seq=0, **event.model_dump()))
            case Checkpoint():
                self.emit(TrainingCheckpoint(seq=0, **event.model_dump()))

    def between(self, moment: Moment) -> Reason | None:
        """Measures steps by the time of this thread, which waiting for a core is no part of; looking at the model is
        no part of them either.
        """
        if self.stepped_at is not None:
            self.steps_s.append(thread_time() - self.stepped_at)
        asked = self._between(moment)
        self.stepped_at = thread_time()
        return asked

    def _between(self, moment: Moment) -> Reason | None:
        if moment.step in self.steps:
            self.look(moment.step, moment.trainer.shown())
        if self.asked.stop():
            return "cancelled"
        if moment.elapsed_s > self.limit_s:
            return "out_of_time"
        if moment.step and self.asked.keep():
            self.store(Ended(step=moment.step, why="cancelled", elapsed_s=moment.elapsed_s), moment.trainer.shown())
        if perf_counter() - self.saved_at > SAVED_EVERY_S:
            moment.save()
            self.saved_at = perf_counter()
        return None

    def look(self, step: int, model: Transformer) -> None:
        self.traced.add(step)
        nn.Module.eval(model)
        for event in self.trace.heads(step, model):
            self.emit(event)

    def end(self, ended: Ended, model: Transformer) -> None:
        """Keeps the model; one that has made no step is none."""
        if ended.step == 0:
            self.emit(TrainingEnded(seq=0, **ended.model_dump(), model=None))
            return
        if ended.step not in self.traced:
            self.look(ended.step, model)
        name = self.store(ended, model)
        self.emit(TrainingEnded(seq=0, **ended.model_dump(), model=name))
        if ended.why != "cancelled":
            forget_state(self.work)

    def store(self, ended: Ended, model: Transformer) -> str:
        """The folder of the model, whole, unless it is there already; then says so."""
        spec, name = self.order.spec, model_name(self.order.digest(), ended.step)
        folder = self.trained_dir / name
        if not (folder / CARD).exists():
            save_model(folder, spec, self.data, model, ended)
        card = read_card(folder)
        self.emit(
            TrainingStored(
                seq=0,
                step=ended.step,
                model=name,
                held_out_loss=card.held_out_loss,
                held_out_accuracy=card.held_out_accuracy,
                parameters=card.parameters,
            )
        )
        return name
