"""A model's facts in words and figures, read from its config and its modules."""

from collections.abc import Iterator

from torch import nn
from transformers import PretrainedConfig, PreTrainedModel
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES, MODEL_FOR_MASKED_LM_MAPPING_NAMES

from compute.catalog.models import ModelRow
from compute.catalog.positions.weights import TABLES
from compute.errors import UnsupportedModel
from compute.events import Architecture, ModelCard

POST_NORM = frozenset({"bert", "roberta", "xlm-roberta", "camembert", "electra", "distilbert", "albert", "mpnet"})
GATED = {"silu": "SwiGLU", "gelu": "GeGLU", "gelu_pytorch_tanh": "GeGLU", "gelu_new": "GeGLU", "relu": "ReGLU"}
PLAIN = {"gelu": "GELU", "gelu_new": "GELU", "gelu_pytorch_tanh": "GELU", "relu": "ReLU", "silu": "SiLU"}


def architecture_of(config: PretrainedConfig) -> Architecture:
    """By what the family is trained for: continuing a text makes a decoder."""
    if config.is_encoder_decoder:
        return "encoder_decoder"
    kind = config.model_type
    encodes = kind in MODEL_FOR_MASKED_LM_MAPPING_NAMES and not getattr(config, "is_decoder", False)
    return "encoder" if encodes or kind not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES else "decoder"


def card_of(row: ModelRow, model: PreTrainedModel) -> ModelCard:
    config = model.config
    heads: int = config.num_attention_heads
    architecture = architecture_of(config)
    return ModelCard(
        name=row.name,
        title=row.title,
        architecture=architecture,
        layers=config.num_hidden_layers,
        query_heads=heads,
        kv_heads=_figure(config, "num_key_value_heads", heads),
        head_dim=_figure(config, "head_dim", config.hidden_size // heads),
        model_dim=config.hidden_size,
        vocab=config.vocab_size,
        context_tokens=context_tokens(model),
        parameters=sum(values.numel() for values in model.parameters()),  # tied matrices are listed once
        position=_position(model),
        norm=_norm(model),
        ffn=_ffn(model),
        source=row.source,
        license=row.license,
        accepts_second=architecture != "decoder",
        start_token=_start_token(model) if architecture == "encoder_decoder" else None,
        end_token=config.eos_token_id if architecture == "encoder_decoder" else None,
    )


def _start_token(model: PreTrainedModel) -> int:
    """What its decoder begins with. T5 begins with its padding token, which is no padding there."""
    for config in (model.generation_config, model.config):
        found = getattr(config, "decoder_start_token_id", None)
        if isinstance(found, int):
            return found
    raise UnsupportedModel(type(model).__name__, "its config names no decoder_start_token_id.")


def context_tokens(model: PreTrainedModel) -> int:
    """Most tokens in one row: the config's figure, or less where the learned table has fewer usable rows.

    RoBERTa numbers positions from padding_idx + 1, so 514 rows serve 512 tokens; OPT and BART keep an offset.
    """
    limits = [usable_rows(table) for table in position_tables(model)]
    stated = _figure(model.config, "max_position_embeddings", 0)
    return min([*limits, *([stated] if stated else [])], default=2048)


def usable_rows(table: nn.Embedding) -> int:
    offset = getattr(table, "offset", 0)
    start = 0 if table.padding_idx is None or offset else table.padding_idx + 1
    return table.num_embeddings - start - int(offset)


def position_tables(model: nn.Module) -> Iterator[nn.Embedding]:
    for name, module in model.named_modules():
        if isinstance(module, nn.Embedding) and name.rsplit(".", 1)[-1] in TABLES:
            yield module


def _figure(config: PretrainedConfig, name: str, otherwise: int) -> int:
    value = getattr(config, name, None)
    return otherwise if value is None else int(value)


def _position(model: PreTrainedModel) -> str:
    if any(name.endswith("relative_attention_bias") for name, _ in model.named_modules()):
        return "relative bias"
    rope = getattr(model.config, "rope_parameters", None) or {}
    if "rope_theta" in rope:
        scaling = "" if rope.get("rope_type", "default") == "default" else f", {rope['rope_type']} scaling"
        return f"RoPE, θ = {rope['rope_theta']:,.0f}{scaling}"
    if rope:
        return "RoPE, θ by layer"
    tables = list(position_tables(model))
    return f"learned, {usable_rows(tables[0]):,} positions" if tables else "inside the model"


def _norm(model: PreTrainedModel) -> str:
    names = [type(module).__name__ for module in model.modules()]
    kind = "RMSNorm" if any("RMSNorm" in name for name in names) else "LayerNorm"
    return f"{kind}, {'after' if model.config.model_type in POST_NORM else 'before'} each block"


def _ffn(model: PreTrainedModel) -> str:
    config = model.config
    activation = next(
        (
            str(getattr(config, name))
            for name in ("hidden_act", "activation_function", "hidden_activation", "activation")
            if getattr(config, name, None)
        ),
        "gelu",
    )
    gated = any(name.endswith("gate_proj") for name, _ in model.named_modules())
    word = (GATED if gated else PLAIN).get(activation, activation)
    width = next(
        (
            int(getattr(config, name))
            for name in ("intermediate_size", "n_inner", "ffn_dim", "hidden_dim")
            if getattr(config, name, None)
        ),
        4 * config.hidden_size,
    )
    return f"{word}, {width:,} wide"
