"""Rows of tokens as the tensors that a model reads."""

from collections.abc import Sequence
from inspect import signature

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from compute.engine.bridge import position_ids
from compute.engine.card import architecture_of, position_tables
from compute.engine.standing import standing_now
from compute.errors import InvalidRequest
from compute.events import Kind, TokenRow


def inputs_of(model: PreTrainedModel, rows: Sequence[TokenRow]) -> dict[str, Tensor]:
    """[batch, token] tensors by the names of the model's parameters. Padding is hidden, and shifts no position.

    Raises: InvalidRequest where a run forces positions on a model that is told none.
    """
    read = signature(model.forward).parameters
    place = next(model.parameters()).device
    inputs = {"input_ids": torch.tensor([[token.id for token in row.tokens] for row in rows], device=place)}
    real = torch.tensor([[token.role != "padding" for token in row.tokens] for row in rows], device=place)
    standing = standing_now()
    if standing is not None and "position_ids" not in read:
        raise InvalidRequest(
            f"{type(model).__name__} counts its positions itself. Choose another model, or leave position out.",
            field="position",
        )
    if standing is not None or not real.all():
        # Said even where nothing is padding: without it ids that don't count on would be taken for several texts.
        inputs["attention_mask"] = real.long()
        if "position_ids" in read:
            counted = position_ids(real)
            kind: Kind = "decoder" if architecture_of(model.config) == "decoder" else "encoder"
            stand = counted if standing is None else standing.places(kind, counted)
            inputs["position_ids"] = stand + first_position(model)
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
