"""Rows of tokens as the tensors that a model reads."""

from collections.abc import Sequence
from inspect import signature

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from compute.engine.bridge import position_ids
from compute.engine.card import position_tables
from compute.events import TokenRow


def inputs_of(model: PreTrainedModel, rows: Sequence[TokenRow]) -> dict[str, Tensor]:
    """[batch, token] tensors by the names of the model's parameters. Padding is hidden, and shifts no position."""
    read = signature(model.forward).parameters
    place = next(model.parameters()).device
    inputs = {"input_ids": torch.tensor([[token.id for token in row.tokens] for row in rows], device=place)}
    real = torch.tensor([[token.role != "padding" for token in row.tokens] for row in rows], device=place)
    if not real.all():
        inputs["attention_mask"] = real.long()
        if "position_ids" in read:
            inputs["position_ids"] = position_ids(real) + first_position(model)
    if "token_type_ids" in read and getattr(model.config, "type_vocab_size", 1) > 1:
        inputs["token_type_ids"] = torch.tensor([_segments(row) for row in rows], device=place)
    return inputs


def first_position(model: nn.Module) -> int:
    """The row of the learned table that token 0 reads: after the padding's own in models like RoBERTa, else 0."""
    for table in position_tables(model):
        if table.padding_idx is not None and not hasattr(table, "offset"):
            return table.padding_idx + 1
    return 0


def _segments(row: TokenRow) -> list[int]:
    """1 from the first token of the second text of a pair on, else 0 (BERT, arXiv:1810.04805, section 3.1)."""
    texts = [token.text for token in row.tokens]
    second = texts.index(1) if {0, 1} <= set(texts) else len(texts)
    return [int(place >= second) for place in range(len(texts))]
