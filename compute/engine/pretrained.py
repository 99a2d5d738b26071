"""Models that transformers reads, as a run uses them."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from jaxtyping import Float
from torch import Tensor, nn
from transformers import PreTrainedModel

from compute.catalog.positions.forced import rotary_params
from compute.engine import output
from compute.engine.card import architecture_of
from compute.engine.connect import connect
from compute.engine.inputs import inputs_of
from compute.engine.layers import layers_of
from compute.engine.reader import Between, Draft, States
from compute.engine.rotary import turned
from compute.engine.routes import listen
from compute.engine.standing import Standing, given_tokens, stands
from compute.engine.steps import PretrainedSteps, Steps
from compute.events import RunEvent, RunTokens
from compute.spec import RunSpec
from compute.standing import own_rotary
from compute.vocabulary import open_vocabulary


class PretrainedReader:
    """A prepared model; it writes nothing of its own."""

    def __init__(self, folder: Path, model: PreTrainedModel) -> None:
        """Raises: UnsupportedModel if the model's attention does not pass through the one door."""
        connect(model)
        listen(model)
        self.folder, self.model = folder, model

    @property
    def bytes(self) -> int:
        return sum(values.nbytes for values in self.model.parameters())

    def layers(self) -> Sequence[nn.Module]:
        return layers_of(self.model)

    @contextmanager
    def standing(self, spec: RunSpec, given: RunTokens) -> Iterator[None]:
        forced = spec.position
        with ExitStack() as stack:
            if forced is not None:
                stack.enter_context(stands(Standing(forced, given_tokens(given))))
                if forced.rotary is not None:
                    params = rotary_params(forced.rotary, own_rotary(given.model))
                    stack.enter_context(turned(self.model, forced.rotary.row, params))
            yield

    def steps(self) -> Steps:
        if architecture_of(self.model.config) != "decoder":
            raise ValueError(f"{type(self.model).__name__} is no decoder")
        return PretrainedSteps(self.model)

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        return Draft(spec, given)

    def read(self, tokens: RunTokens) -> States:
        return output.last_hidden(self.model, inputs_of(self.model, tokens.rows))

    def logits(self, states: Float[Tensor, "token model_dim"]) -> Float[Tensor, "token vocab"]:
        if architecture_of(self.model.config) != "decoder":
            raise ValueError(f"{type(self.model).__name__} has no output head")
        return output.logits_of(self.model, states.to(self.model.device, self.model.dtype))

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        rows = draft.tokens.rows
        if draft.tokens.model.architecture == "decoder":
            logits = partial(output.logits_of, self.model)
            yield from output.next_tokens(logits, states, rows, open_vocabulary(self.folder), between)
        else:
            yield output.sentences(states, rows)
