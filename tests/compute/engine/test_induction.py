"""The induction lesson makes an induction head."""

from pathlib import Path

import torch

from compute.engine.lab import load_model, train_into
from compute.engine.probe import AttentionCall, Probe
from compute.lab.recipe import data_of
from compute.lab.tokenizer import ARROW_ID, START_ID
from compute.lab.zoo import lessons


@torch.no_grad()
def test_a_head_looks_at_what_followed_the_tokens_earlier_place(tmp_path: Path) -> None:
    """Mean weight, over held-out texts, from each asked token to the one after its first occurrence: above 0.8."""
    spec = lessons()["induction"]
    with torch.enable_grad():
        train_into(tmp_path, spec, None, emit=lambda event: None)
    model, scores = load_model(tmp_path).model, []
    for source, target in data_of(spec, None).held_out()[:100]:
        ids, calls = [START_ID, *source, ARROW_ID, *target], list[AttentionCall]()
        with Probe(calls.append):
            model(torch.tensor([ids]))
        arrow, found = ids.index(ARROW_ID), [ids.index(token) for token in target]
        weights = []
        for call in calls:
            scored = call.q @ call.k.transpose(-1, -2) * call.scale
            allowed = call.mask.to_dense(len(ids), len(ids))
            weights.append(scored.masked_fill(~allowed, -torch.inf).softmax(-1)[0])
        every = torch.stack(weights)  # layer head query key
        asked = [every[:, :, arrow + place, key] for place, key in enumerate(found)]
        scores.append(torch.stack(asked).mean(0))
    assert torch.stack(scores).mean(0).max() > 0.8
