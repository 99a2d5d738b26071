"""The capture of a long text by a packaged model, against transformers' eager attention."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModelForCausalLM

from compute.capture.record import AttentionRecord, Half
from compute.capture.weights import weights
from compute.catalog.models import model_folder
from compute.engine.connect import connect
from compute.engine.keep import keep, record_of
from compute.engine.overview import overview
from compute.engine.probe import AttentionCall, Probe
from compute.events import Token, TokenRow

pytestmark = pytest.mark.models

TOKENS = 1000
EVERY = slice(0, TOKENS)
TEXT = " ".join(
    f"In chapter {number}, the {animal} that had crossed the {place} said: “{number} times {number} is {number**2}.”"
    for number, (animal, place) in enumerate(
        [
            (animal, place)
            for animal in ("cat", "old heron", "fox", "snail")
            for place in ("river", "sea", "Alps", "ice")
        ]
        * 3
    )
)


def test_every_weight_of_a_thousand_tokens_is_within_a_thousandth_of_eager_attention(models_dir: Path) -> None:
    """All 270 heads; pictures of blocks of 16 x 16 cells alike. A thousand tokens take no more than 48 MB."""
    folder = model_folder("smollm2-135m-instruct")
    ids = Tokenizer.from_file(str(folder / "tokenizer.json")).encode(TEXT).ids[:TOKENS]
    assert len(ids) == TOKENS
    row = TokenRow(
        tokens=tuple(Token(id=i, label="", raw="", start=0, end=0, text=0, word=0, part=0, role="text") for i in ids)
    )
    ours = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    connect(ours)
    records: list[AttentionRecord] = []
    pictures: list[Half] = []

    def on_call(call: AttentionCall) -> None:
        kept = keep(call)
        records.append(record_of(kept))
        pictures.extend(event.overview.numpy() for event in overview(kept, [row]))

    with torch.inference_mode(), Probe(on_call=on_call):
        ours.model(torch.tensor([ids]))
    theirs = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
    compared = []

    def compare(layer: int, module: nn.Module, given: object, returned: tuple[Tensor, Tensor]) -> None:
        for head, eager in enumerate(returned[1][0]):
            found = weights(records[layer], 0, head, EVERY, EVERY)
            assert np.abs(np.nan_to_num(found) - eager.numpy()).max() < 1e-3
            np.testing.assert_allclose(np.nansum(found, 1), 1, atol=1e-4)
            np.testing.assert_allclose(pictures[layer][head], picture(eager), atol=5e-4)  # half precision
            compared.append(head)

    for layer, block in enumerate(theirs.model.layers):
        block.self_attn.register_forward_hook(partial(compare, layer))
    with torch.inference_mode():
        theirs.model(torch.tensor([ids]))
    assert len(compared) == 270
    assert sum(r.query.code.nbytes + r.key.code.nbytes + r.lse.nbytes for r in records) < 48e6


def picture(eager: Tensor) -> Tensor:
    """The largest weight of each 16 x 16 block of a causal map; NaN above the diagonal."""
    unseen = torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1)
    padded = torch.nn.functional.pad(eager.masked_fill(unseen, -1), (0, -TOKENS % 16, 0, -TOKENS % 16), value=-1)
    blocks = -(-TOKENS // 16)
    largest = padded.view(blocks, 16, blocks, 16).amax((1, 3))
    return largest.masked_fill(largest < 0, torch.nan)
