"""How the heads of a model look at one held-out example while it learns: at growing steps, small enough to be sent."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from compute.engine.keep import SIDE
from compute.engine.pooled import pooled
from compute.engine.probe import AttentionCall, Probe
from compute.engine.transformer import Transformer
from compute.lab.data import Data
from compute.lab.framing import FRAMINGS, NOTHING, Batch
from compute.lab.spec import LabSpec
from compute.lab.tokenizer import PAD_ID
from compute.lab.told import TrainingHeads, TrainingSentence
from compute.labels import label_alone
from compute.vocabulary import open_vocabulary
from compute.wire import PackedArray

SHARES = (0.0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.75)  # of all steps; the end is looked at besides
FEW_SHARES = (0.0, 0.1)  # of a model with many heads, whose pictures would fill the log
MANY_HEADS = 128
SCORED = 32  # held-out examples behind the induction score


def traced_steps(steps: int, model: LabSpec) -> frozenset[int]:
    """The steps after which the heads are looked at."""
    many = model.layers * model.heads > MANY_HEADS
    return frozenset(round(share * steps) for share in (FEW_SHARES if many else SHARES))


class Trace:
    """The example that is watched, and the batch behind the scores. `folder` holds the tokenizer."""

    def __init__(self, spec: LabSpec, data: Data, folder: Path) -> None:
        examples = data.held_out()[:SCORED]
        self.folder, rng = folder, np.random.default_rng(0)
        self.one = FRAMINGS[spec.architecture](examples[:1], data.learns_source, rng)
        self.many = FRAMINGS[spec.architecture](examples, data.learns_source, rng)

    def sentence(self) -> TrainingSentence:
        source = () if self.one.source is None else self._labels(self.one.source[0])
        wanted = tuple(None if label == NOTHING else self._label(label) for label in self.one.labels[0].tolist())
        return TrainingSentence(seq=0, tokens=self._labels(self.one.tokens[0]), source=source, wanted=wanted)

    @torch.no_grad()
    def heads(self, step: int, model: Transformer) -> Iterator[TrainingHeads]:
        """One event for each layer and kind of map."""
        scores = [_induction(call, self.many) for call in _calls(model, self.many)]
        for call, score in zip(_calls(model, self.one), scores, strict=True):
            queries, keys = call.q.shape[2], call.k.shape[2]
            block = -(-max(queries, keys) // SIDE)
            yield TrainingHeads(
                seq=0,
                step=step,
                kind=call.kind,
                layer=call.layer,
                queries=queries,
                keys=keys,
                block=block,
                overview=PackedArray.of(pooled(call, block).maxima[0].numpy()),
                induction=score,
            )

    def _labels(self, ids: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._label(int(one)) for one in ids)

    def _label(self, one: int) -> str:
        return label_alone(open_vocabulary(self.folder), one)


def _calls(model: Transformer, batch: Batch) -> list[AttentionCall]:
    """Every attention call of one pass over the batch, in order."""
    calls: list[AttentionCall] = []
    tokens = torch.from_numpy(batch.tokens)
    with Probe(calls.append):
        memory = None
        if batch.source is not None:
            source = torch.from_numpy(batch.source)
            memory = model.encode(source, source != PAD_ID)
        model.hidden(tokens, valid=tokens != PAD_ID, memory=memory)
    return calls


def _induction(call: AttentionCall, batch: Batch) -> tuple[float | None, ...]:
    """Per head, the mean share on keys with the token that is to be predicted, over the places where one stands.

    What an induction head does: it looks at what followed the earlier place of its token, which is what comes next.
    """
    keys = batch.source if call.kind == "cross" else batch.tokens
    labels = batch.labels
    if keys is None or call.q.shape[2] != labels.shape[1]:
        return (None,) * call.q.shape[1]
    there = torch.from_numpy(keys)[:, None, :] == torch.from_numpy(labels)[:, :, None]
    allowed = call.mask.to_dense(call.q.shape[2], call.k.shape[2])
    # Only places whose token to come can be seen at all say anything about where a head looks.
    asked = (there[:, None] & allowed).any(-1)[:, 0]
    if not bool(asked.any()):
        return (None,) * call.q.shape[1]
    share = (_weights(call, allowed) * there[:, None]).sum(-1)
    return tuple(share.movedim(1, 0)[:, asked].mean(-1).tolist())


def _weights(call: AttentionCall, allowed: Tensor) -> Tensor:
    """[batch, query_head, query, key], from the call's own row normalisers."""
    group = call.q.shape[1] // call.k.shape[1]
    scores = call.q @ call.k.repeat_interleave(group, 1).transpose(-1, -2) * call.scale
    if call.bias is not None:
        scores = scores + call.bias
    return (scores - call.lse[..., None]).exp().masked_fill(~allowed, 0.0)
