"""Models of the lab as a run uses them: one reader for each architecture."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor, nn

from compute.asked import room
from compute.catalog.positions import Rotation
from compute.catalog.positions.forced import Rotary, rotary_params
from compute.engine import output
from compute.engine.generate import beam
from compute.engine.lab import load_model
from compute.engine.reader import Between, Draft, Reader, States, Writing
from compute.engine.standing import Standing, given_tokens, stands
from compute.engine.steps import LabSteps, Steps
from compute.engine.transformer import Memory, Transformer
from compute.events import Candidate, Filled, ModelCard, RunEvent, RunFilled, RunTokens, TokenRow
from compute.lab.spec import Architecture, Choice
from compute.lab.tokenizer import END_ID, MASK_ID
from compute.labels import label_alone
from compute.spec import RunSpec
from compute.standing import own_rotary
from compute.text import encode
from compute.vocabulary import open_vocabulary
from compute.writing import continued


class LabReader:
    """What all three have in common. They run on the processor: an accelerator is no faster for their few numbers."""

    def __init__(self, folder: Path, model: Transformer) -> None:
        self.folder, self.model = folder, model

    @property
    def bytes(self) -> int:
        return sum(values.nbytes for values in self.model.parameters())

    def layers(self) -> Sequence[nn.Module]:
        stacks = (self.model.encoder, self.model.decoder)
        return [block for stack in stacks if stack is not None for block in stack.blocks]

    def standing(self, spec: RunSpec, given: RunTokens) -> AbstractContextManager[None]:
        forced = spec.position
        if forced is None:
            return nullcontext()
        rotation = None if forced.rotary is None else self._rotation(forced.rotary, given.model)
        return stands(Standing(forced, given_tokens(given), rotation))

    def _rotation(self, rotary: Rotary, card: ModelCard) -> Rotation | None:
        params = rotary_params(rotary, own_rotary(card)).model_dump()
        turned = self.model.spec.model_copy(update={"position": Choice(name=rotary.row, params=params)})
        return turned.encoding(two_way=False).rotate

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        return Draft(spec, given)

    def steps(self) -> Steps:
        if self.model.spec.architecture != "decoder":
            raise ValueError("the model is no decoder")
        return LabSteps(self.model)

    def read(self, tokens: RunTokens) -> States:
        return self.model.hidden(_ids(tokens.rows), valid=_valid(tokens.rows))

    def logits(self, states: Float[Tensor, "token model_dim"]) -> Float[Tensor, "token vocab"]:
        found: Tensor = self.model.head(states.to(next(self.model.parameters()).dtype))
        return found

    def _write(self, spec: RunSpec, prompt: TokenRow, limit: int, memory: Memory | None, between: Between) -> Writing:
        width = spec.beam_width if spec.decode == "beam" else 1
        found = beam(
            self.model, [token.id for token in prompt.tokens],
            end=END_ID, limit=limit, memory=memory, width=width, between=between,
        )  # fmt: skip
        return Writing(spec.decode, found[0].tokens, len(prompt.tokens) - 1, tuple(found))

    def _continued(self, row: TokenRow, written: Sequence[int]) -> TokenRow:
        return continued(row, open_vocabulary(self.folder), written)


class EncoderReader(LabReader):
    """Fills what is masked."""

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        whole = encode(draft.spec.model_copy(update={"masked": ()}), draft.tokens.model, self.folder)
        for number, (row, before) in enumerate(zip(draft.tokens.rows, whole, strict=True)):
            places = [place for place, token in enumerate(row.tokens) if token.id == MASK_ID]
            shares = self.model.head(states[number, places]).float().softmax(-1)
            yield RunFilled(
                seq=0,
                row=number,
                places=tuple(
                    self._filled(place, before.tokens[place].id, share)
                    for place, share in zip(places, shares, strict=True)
                ),
            )

    def _filled(self, place: int, before: int, share: Tensor) -> Filled:
        vocabulary = open_vocabulary(self.folder)
        masked = Candidate(id=before, label=label_alone(vocabulary, before), probability=float(share[before]))
        top = output.likeliest(share, vocabulary)
        return Filled(place=place, top=top, masked=None if before == MASK_ID else masked)


class DecoderReader(LabReader):
    """Writes on where it is asked to; its row then holds all that it wrote but the end token."""

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        (row,) = given.rows
        limit = min(spec.continue_tokens, room(given))
        if limit < 1:
            return Draft(spec, given)
        writing = self._write(spec, row, limit, None, between)
        kept = writing.ids[:-1] if writing.ended else writing.ids
        tokens = given.model_copy(update={"rows": (self._continued(row, kept),)})
        return Draft(spec, tokens, writing)

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        vocabulary = open_vocabulary(self.folder)
        yield from output.next_tokens(self.model.head, states, draft.tokens.rows, vocabulary, between)
        if draft.writing is not None:
            yield output.written(self.model.head, states[0], draft.writing, vocabulary)


class TranslatorReader(LabReader):
    """Writes the target, or is given it; the decoder's row is what it read to do so: each row wrote one token."""

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        (start,) = given.target
        if spec.second is not None:
            ids = (*(token.id for token in start.tokens[1:]), END_ID)
            return Draft(spec, given, Writing("given", ids, 0, ()))
        limit = min(spec.most_tokens, given.model.context_tokens)
        writing = self._write(spec, start, limit, self._memory(given), between)
        tokens = given.model_copy(update={"target": (self._continued(start, writing.ids[:-1]),)})
        return Draft(spec, tokens, writing)

    def read(self, tokens: RunTokens) -> States:
        return self.model.hidden(_ids(tokens.target), memory=self._memory(tokens))

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        if draft.writing is not None:
            yield output.written(self.model.head, states[0], draft.writing, open_vocabulary(self.folder))

    def _memory(self, tokens: RunTokens) -> Memory:
        return self.model.encode(_ids(tokens.rows), _valid(tokens.rows))


READERS: Mapping[Architecture, type[EncoderReader] | type[DecoderReader] | type[TranslatorReader]] = {
    "encoder": EncoderReader,
    "decoder": DecoderReader,
    "encoder-decoder": TranslatorReader,
}


def open_lab(folder: Path, dtype: torch.dtype, device: torch.device) -> Reader:
    """The model of a folder that `save_model` wrote."""
    model = load_model(folder).model
    nn.Module.to(model, dtype)
    return READERS[model.spec.architecture](folder, model)


def _ids(rows: Sequence[TokenRow]) -> Tensor:
    return torch.tensor([[token.id for token in row.tokens] for row in rows])


def _valid(rows: Sequence[TokenRow]) -> Tensor | None:
    """False = padding, by what the token is there for: a model may well read the padding's own token as another."""
    valid = torch.tensor([[token.role != "padding" for token in row.tokens] for row in rows])
    return None if bool(valid.all()) else valid
