"""Small lab models and token ids for the tests."""

import torch
from torch import Tensor, nn

from compute.engine.transformer import Transformer
from compute.lab.spec import LabSpec

POSITIONS = ("none", "learned", "sinusoidal", "t5", "alibi", "rope")


VOCAB = 61


def tokens(batch: int = 2, length: int = 11, seed: int = 0) -> Tensor:
    return torch.randint(VOCAB, (batch, length), generator=torch.Generator().manual_seed(seed))


def lab(architecture: str = "decoder", position: str | dict[str, object] = "rope", **other: object) -> Transformer:
    torch.manual_seed(1)
    given = {"model_dim": 32, "heads": 4, "ffn_dim": 48, "layers": 2, "max_tokens": 64, **other}
    where = {"name": position} if isinstance(position, str) else position
    spec = LabSpec.model_validate({"architecture": architecture, "position": where, **given})
    return Transformer(spec, VOCAB).eval()


def shake(model: nn.Module) -> None:
    """Random values everywhere, also where a fresh model has ones and zeros."""
    torch.manual_seed(2)
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.2)
