"""Models that transformers reads, as a run uses them."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from jaxtyping import Float
from torch import Tensor, nn
from transformers import PreTrainedModel

from compute.asked import room
from compute.catalog.positions.forced import rotary_params
from compute.engine import output
from compute.engine.card import architecture_of
from compute.engine.connect import connect
from compute.engine.inputs import inputs_of
from compute.engine.layers import layers_of
from compute.engine.reader import Between, Draft, States, Writing
from compute.engine.rotary import turned
from compute.engine.routes import listen
from compute.engine.standing import Standing, given_tokens, stands
from compute.engine.steps import PretrainedSteps, Steps
from compute.events import RunEvent, RunTokens, TokenRow
from compute.spec import RunSpec
from compute.standing import own_rotary
from compute.vocabulary import open_vocabulary
from compute.writing import continued


class PretrainedReader:
    """A prepared model; a decoder writes on where it is asked to."""

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
        if spec.continue_tokens < 1:
            return Draft(spec, given)
        (row,) = given.rows
        writing = self._write_on(row, min(spec.continue_tokens, room(given)), between)
        read = writing.ids[:-1] if writing.ended else writing.ids
        grown = continued(row, open_vocabulary(self.folder), read)
        return Draft(spec, given.model_copy(update={"rows": (grown,)}), writing)

    def _write_on(self, row: TokenRow, limit: int, between: Between) -> Writing:
        """The largest logit each time, with a cache, and nothing else that a generation config may ask for."""
        steps, new, ids = self.steps(), [token.id for token in row.tokens], list[int]()
        while len(ids) < limit and steps.ends.isdisjoint(ids):
            between()
            new = [int(self.logits(steps.feed(new)[0, -1:])[0].float().argmax())]
            ids += new
        return Writing("greedy", tuple(ids), len(row.tokens) - 1, (), next(iter(steps.ends.intersection(ids)), -1))

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
            vocabulary = open_vocabulary(self.folder)
            yield from output.next_tokens(logits, states, rows, vocabulary, between)
            if draft.writing is not None:
                yield output.written(self.logits, states[0], draft.writing, vocabulary)
        else:
            yield output.sentences(states, rows)
