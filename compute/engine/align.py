"""Which source words a translation was read from: cross-attention, row by row of the target."""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from compute.engine.lab import LabModel
from compute.engine.probe import AttentionCall, Probe
from compute.lab.tokenizer import END_ID, START_ID


@dataclass(frozen=True, eq=False)
class Alignment:
    """Cross-attention of a sentence and its translation. Row i is the query that predicts target token i.

    source, target: the tokens' texts; both end with the end token.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    weights: Float[Tensor, "layer head target source"]

    def strongest(self, target: int) -> Int[Tensor, "layer head"]:
        """The source token that each head looks at most when it predicts this target token."""
        return self.weights[:, :, target].argmax(-1)


@torch.no_grad()
def align(lab: LabModel, source: str, target: str) -> Alignment:
    """The maps of an encoder-decoder that is given the translation. Decoder rows are labelled by what they predict."""
    sides = lab.tokenizer.encode_batch([source, target], add_special_tokens=False)
    ids = [[*side.ids, END_ID] for side in sides]
    texts = [
        (*(text[start:end].strip() for start, end in side.offsets), "<end>")
        for side, text in zip(sides, (source, target), strict=True)
    ]
    calls: list[AttentionCall] = []
    memory = lab.model.encode(torch.tensor([ids[0]]))
    with Probe(calls.append):
        lab.model(torch.tensor([[START_ID, *ids[1][:-1]]]), memory=memory)
    weights = torch.stack([_weights(call) for call in calls if call.kind == "cross"])
    return Alignment(texts[0], texts[1], weights)


def _weights(call: AttentionCall) -> Float[Tensor, "head query key"]:
    keys = call.k.repeat_interleave(call.q.shape[1] // call.k.shape[1], 1)
    return torch.exp(call.q @ keys.transpose(-1, -2) * call.scale - call.lse[..., None])[0]
