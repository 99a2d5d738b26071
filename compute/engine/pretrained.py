"""Models that transformers reads, as a run uses them."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import torch
from torch import nn
from transformers import PreTrainedModel

from compute.engine import output, sources
from compute.engine.connect import connect
from compute.engine.inputs import inputs_of
from compute.engine.layers import layers_of
from compute.engine.reader import Between, Draft, States
from compute.events import RunEvent, RunTokens
from compute.spec import RunSpec
from compute.vocabulary import open_vocabulary


class PretrainedReader:
    """A prepared model; it writes nothing of its own."""

    def __init__(self, folder: Path, model: PreTrainedModel) -> None:
        """Raises: UnsupportedModel if the model's attention does not pass through the one door."""
        connect(model)
        self.folder, self.model = folder, model

    @classmethod
    def open(cls, folder: Path, dtype: torch.dtype, device: torch.device) -> "PretrainedReader":
        return cls(folder, sources.load(folder, dtype, device))

    @property
    def bytes(self) -> int:
        return sum(values.nbytes for values in self.model.parameters())

    def layers(self) -> Sequence[nn.Module]:
        return layers_of(self.model)

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        return Draft(spec, given)

    def read(self, tokens: RunTokens) -> States:
        return output.last_hidden(self.model, inputs_of(self.model, tokens.rows))

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        rows = draft.tokens.rows
        if draft.tokens.model.architecture == "decoder":
            logits = partial(output.logits_of, self.model)
            yield from output.next_tokens(logits, states, rows, open_vocabulary(self.folder), between)
        else:
            yield output.sentences(states, rows)
