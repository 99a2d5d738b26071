"""Tiny pretrained decoders that write, and what transformers itself writes with them."""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor
from transformers import AutoModelForCausalLM, PreTrainedModel

from tests.compute import tiny
from tests.compute.conftest import Listing


def put(list_model: Listing, tmp_path: Path, make: Callable[[], PreTrainedModel]) -> Path:
    """Attention far from uniform, so that a wrong key shows in the tokens."""
    torch.manual_seed(1)
    model = make()
    for values in model.parameters():
        values.data.mul_(3.0)
    folder = tiny.saved(model, tmp_path / "made")
    list_model("tiny", folder)
    return folder


def by_eager(folder: Path, ids: list[int], count: int, window: int | None = None) -> list[int]:
    """The likeliest token each time, from transformers' eager attention over the whole text, no cache."""
    model = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    written: list[int] = []
    for _ in range(count):
        now = torch.tensor([[*ids, *written]])
        n = now.shape[1]
        options = {}
        if window is not None:
            distance = torch.arange(n)[:, None] - torch.arange(n)[None, :]
            allowed = (distance >= 0) & (distance < window)
            options["attention_mask"] = torch.zeros(n, n).masked_fill(~allowed, torch.finfo(torch.float32).min)[
                None, None
            ]
        with torch.no_grad():
            written.append(int(model(now, use_cache=False, **options).logits[0, -1].argmax()))
    return written


def by_transformers(folder: Path, ids: list[int], count: int, **options: object) -> list[int]:
    """Greedy writing by `generate`, with its own attention and its own cache."""
    model = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    given = torch.tensor([ids])
    found: Tensor = model.generate(
        given, attention_mask=torch.ones_like(given), do_sample=False, max_new_tokens=count, pad_token_id=0, **options
    )
    return [int(number) for number in found[0, len(ids) :]]
