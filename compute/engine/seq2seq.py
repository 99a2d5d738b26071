"""The output head of an encoder-decoder that transformers reads, and the trial that it is the whole of its output."""

from collections import Counter
from collections.abc import Mapping

import torch
from jaxtyping import Float
from torch import Tensor
from transformers import PreTrainedModel

from compute.engine import output
from compute.engine.connect import TRIAL_TOLERANCE, connect
from compute.engine.reader import States
from compute.errors import UnsupportedModel


def head_input(model: PreTrainedModel, inputs: Mapping[str, Tensor]) -> tuple[States, Tensor]:
    """What the output head reads in one pass, [batch, token, model_dim], and the model's own logits."""
    caught: list[Tensor] = []
    hook = output.head_of(model).register_forward_pre_hook(lambda module, arguments: caught.append(arguments[0]))
    try:
        logits: Tensor = model(**inputs, use_cache=False).logits
    finally:
        hook.remove()
    if not caught:
        raise UnsupportedModel(type(model).__name__, "its output does not come from its output head.")
    return caught[-1], logits


def logits_of(model: PreTrainedModel, states: Float[Tensor, "*token model_dim"]) -> Float[Tensor, "*token vocab"]:
    """The head on what it reads; BART and Marian add a constant to each token."""
    logits: Tensor = output.head_of(model)(states)
    constant = getattr(model, "final_logits_bias", None)
    return logits if constant is None else logits + constant[0]


@torch.no_grad()
def check_seq2seq(model: PreTrainedModel) -> None:
    """Refuses an encoder-decoder of which something else would be shown than it does.

    Raises: UnsupportedModel where its sides have not as many layers and heads, or its output is made in another way.
    """
    places = Counter(place.kind for place in connect(model))
    heads = {model.config.num_attention_heads, getattr(model.config, "decoder_attention_heads", None)} - {None}
    if places["encoder"] != places["decoder"] or len(heads) > 1:
        sides = f"{places['encoder']} encoder and {places['decoder']} decoder layers, {sorted(heads)} heads"
        raise UnsupportedModel(type(model).__name__, f"its two sides differ in size ({sides}).")
    ids = torch.tensor([[0, 1, 2]])
    states, theirs = head_input(model, {"input_ids": ids, "decoder_input_ids": ids})
    ours = logits_of(model, states)
    if not torch.allclose(ours, theirs, rtol=0.0, atol=TRIAL_TOLERANCE[states.dtype] * float(theirs.abs().max())):
        raise UnsupportedModel(type(model).__name__, "its output head does more than multiply and add.")
