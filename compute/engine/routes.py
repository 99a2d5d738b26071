"""Which experts a mixture-of-experts layer sends each token to, heard from the routers of any family."""

from collections.abc import Sequence
from functools import partial

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from compute.engine.blocks import Routing, report
from compute.engine.card import architecture_of
from compute.engine.probe import Place
from compute.events import Kind, Routes, TokenRow
from compute.wire import PackedArray

# What transformers calls the modules that give (logits, shares, experts) of every token.
ROUTER = "TopKRouter"


def listen(model: PreTrainedModel) -> None:
    """Has the routers of a model report their choices from now on."""
    kind: Kind = "decoder" if architecture_of(model.config) == "decoder" else "encoder"
    for name, module in model.named_modules():
        layer = next((int(part) for part in name.split(".") if part.isdigit()), None)
        if type(module).__name__.endswith(ROUTER) and layer is not None:
            module.register_forward_hook(partial(_heard, Place(kind, layer)))


def _heard(place: Place, module: nn.Module, arguments: object, result: object) -> None:
    if not (isinstance(result, tuple) and len(result) == 3 and all(isinstance(part, Tensor) for part in result)):
        return
    logits, share, expert = result
    if share.shape == expert.shape and not torch.is_floating_point(expert):
        report(Routing(place, logits.shape[-1], expert, share))


def routes_of(routing: Routing, rows: Sequence[TokenRow]) -> tuple[Routes, ...]:
    """The choices by row, best first."""
    shares, order = routing.share.float().sort(dim=-1, descending=True, stable=True)
    experts = routing.expert.gather(-1, order)
    choices = experts.shape[-1]
    by_row = zip(
        experts.reshape(len(rows), -1, choices).tolist(), shares.reshape(len(rows), -1, choices).cpu(), strict=True
    )
    return tuple(
        Routes(experts=routing.experts, expert=tuple(map(tuple, expert)), share=PackedArray.of(share.numpy()))
        for expert, share in by_row
    )
