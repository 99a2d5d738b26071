"""What the engine's tests share: shapes checked at run time, one thread, and the weights of a call."""

from collections.abc import Callable

import pytest
import torch
from jaxtyping import install_import_hook
from torch import Tensor

install_import_hook(
    [
        f"compute.engine.{name}"
        for name in (
            "attend",
            "kernels",
            "mask",
            "ruled",
            "top",
            "seen",
            "probe",
            "bridge",
            "blocks",
            "cache",
            "place",
            "transformer",
        )
    ],
    "beartype.beartype",
)

from compute.engine.probe import AttentionCall  # noqa: E402  (after the hook, so that its shapes are checked)

torch.set_num_threads(1)


@pytest.fixture
def weights_of() -> Callable[[AttentionCall], Tensor]:
    """Every weight [batch, query_head, query, key] by the formula that a capture relies on."""

    def weights(call: AttentionCall) -> Tensor:
        q, k = call.q.float(), call.k.float()
        k = k.repeat_interleave(q.shape[1] // k.shape[1], 1)
        scores = q @ k.transpose(-1, -2) * call.scale
        if call.softcap is not None:
            scores = call.softcap * torch.tanh(scores / call.softcap)
        if call.bias is not None:
            scores = scores + call.bias.float()
        allowed = call.mask.to_dense(q.shape[2], k.shape[2], q.device)
        return torch.exp(scores - call.lse[..., None]).masked_fill(~allowed, 0.0)

    return weights
