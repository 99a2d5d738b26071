"""What a mask saves: attention under it beside full causal attention, at the size of the packaged decoder's layers."""

from collections.abc import Iterator
from functools import partial

import torch

from bench.report import Figure, paired
from compute.catalog.masks.expression import parse
from compute.engine.attend import attend, kernel_name
from compute.engine.mask import Mask
from compute.engine.seen import as_mask

TOKENS = 4096
# Of full causal attention at TOKENS tokens, as measured; what is promised is promised of the window.
MASKS: dict[str, float | None] = {
    "sliding_window(window=256)": 0.35,
    "local(radius=128)": None,
    "sink_window(sinks=4, window=252)": None,
    "block_local(block=256)": None,
    "dilated_window(window=256, dilation=4)": None,
    "longformer(radius=128, global_tokens=4)": None,
    "bigbird(radius=128, global_tokens=4, random_keys=3)": None,
}


def figures(rounds: int) -> Iterator[Figure]:
    """Ratios of attention under a mask to causal attention over the same queries, keys and values."""
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(1, heads, TOKENS, 64, generator=generator) for heads in (9, 3, 3))
    with torch.inference_mode():
        causal = partial(attend, q, k, v, scale=0.125, mask=Mask(causal=True))
        for text, bound in MASKS.items():
            mask = as_mask(parse(text), TOKENS, TOKENS, None)
            under = partial(attend, q, k, v, scale=0.125, mask=mask)
            _, full_s, ratio = paired(under, causal, rounds)
            what = f"{text} ÷ causal, {TOKENS:,} tokens"
            beside = f"causal: {full_s:.2f} s; {kernel_name(q, k, v, mask, None, None)}"
            yield Figure("masks", what, ratio, "×", bound, beside)
