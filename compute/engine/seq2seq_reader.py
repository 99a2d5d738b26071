"""Encoder-decoders that transformers reads: they write a target greedily, or are given one, and read it once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor

from compute.engine import output, sources
from compute.engine.inputs import inputs_of
from compute.engine.pretrained import PretrainedReader
from compute.engine.reader import Between, Draft, States, Writing
from compute.engine.seq2seq import head_input, logits_of
from compute.events import RunEvent, RunTokens
from compute.spec import RunSpec
from compute.vocabulary import open_vocabulary
from compute.writing import continued


class Seq2SeqReader(PretrainedReader):
    """The decoder's row is what it read: each of its rows wrote one token, the first one the start token's."""

    def draft(self, spec: RunSpec, given: RunTokens, between: Between) -> Draft:
        (row,) = given.target
        end = -1 if given.model.end_token is None else given.model.end_token
        if spec.second is not None:
            ids = (*(token.id for token in row.tokens[1:]), *([end] if end >= 0 else []))
            return Draft(spec, given, Writing("given", ids, 0, (), end))
        limit = min(spec.most_tokens, given.model.context_tokens)
        ids = self._greedy(given, row.tokens[0].id, end, limit, between)
        grown = continued(row, open_vocabulary(self.folder), ids[:-1])
        return Draft(spec, given.model_copy(update={"target": (grown,)}), Writing("greedy", ids, 0, (), end))

    def read(self, tokens: RunTokens) -> States:
        target = torch.tensor([[token.id for token in row.tokens] for row in tokens.target], device=self.model.device)
        return head_input(self.model, inputs_of(self.model, tokens.rows) | {"decoder_input_ids": target})[0]

    def logits(self, states: Float[Tensor, "token model_dim"]) -> Float[Tensor, "token vocab"]:
        return logits_of(self.model, states.to(self.model.device, self.model.dtype))

    def say(self, states: States, draft: Draft, between: Between) -> Iterator[RunEvent]:
        if draft.writing is not None:
            yield output.written(self.logits, states[0], draft.writing, open_vocabulary(self.folder))

    def _greedy(self, given: RunTokens, start: int, end: int, limit: int, between: Between) -> tuple[int, ...]:
        """The largest logit each time, with a cache, and nothing else that a generation config may ask for."""
        inputs = inputs_of(self.model, given.rows)
        encoder = cast("Callable[[], Callable[..., object]]", self.model.get_encoder)()
        known = {name: inputs[name] for name in ("attention_mask",) if name in inputs}
        memory, cache = encoder(input_ids=inputs["input_ids"], **known), None
        ids: list[int] = []
        newest = start
        for _ in range(limit):
            between()
            step = self.model(
                encoder_outputs=memory,
                decoder_input_ids=torch.tensor([[newest]], device=self.model.device),
                cache=cache,
                use_cache=True,
                **known,
            )
            cache, newest = step.cache, int(step.logits[0, -1].argmax())
            ids.append(newest)
            if newest == end:
                break
        return tuple(ids)


def open_pretrained(folder: Path, dtype: torch.dtype, device: torch.device) -> PretrainedReader:
    """The reader of a prepared model, whatever its architecture."""
    model = sources.load(folder, dtype, device)
    return (Seq2SeqReader if model.config.is_encoder_decoder else PretrainedReader)(folder, model)
