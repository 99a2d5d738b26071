"""Tiny random models in real transformers folders, as an operator would list them."""

from pathlib import Path

from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    BertConfig,
    BertModel,
    BigBirdConfig,
    BigBirdModel,
    BloomConfig,
    BloomForCausalLM,
    DistilBertConfig,
    DistilBertModel,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    MambaConfig,
    MambaForCausalLM,
    MixtralConfig,
    MixtralForCausalLM,
    OPTConfig,
    OPTForCausalLM,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
    RobertaConfig,
    RobertaModel,
    T5Config,
    T5ForConditionalGeneration,
)

from tests.compute.tokenizers_ import byte_level, word_piece

SEP = 3  # where `pieces` are given

SMALL = {"vocab_size": 300, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4}


def llama() -> PreTrainedModel:
    return LlamaForCausalLM(
        LlamaConfig(**SMALL, num_key_value_heads=2, intermediate_size=48, max_position_embeddings=256)
    )


def qwen2() -> PreTrainedModel:
    return Qwen2ForCausalLM(
        Qwen2Config(**SMALL, num_key_value_heads=2, intermediate_size=48, max_position_embeddings=256)
    )


def gpt2() -> PreTrainedModel:
    return GPT2LMHeadModel(GPT2Config(vocab_size=300, n_embd=32, n_layer=3, n_head=4, n_positions=64))


def mixtral() -> PreTrainedModel:
    experts = {"num_local_experts": 4, "num_experts_per_tok": 2}
    return MixtralForCausalLM(
        MixtralConfig(**SMALL, **experts, num_key_value_heads=2, intermediate_size=48, max_position_embeddings=256)
    )


def bert() -> PreTrainedModel:
    return BertModel(BertConfig(**SMALL, intermediate_size=48, max_position_embeddings=64))


def roberta() -> PreTrainedModel:
    config = RobertaConfig(**SMALL, intermediate_size=48, max_position_embeddings=66, pad_token_id=1)
    return RobertaModel(config, add_pooling_layer=False)


def t5(**other: object) -> PreTrainedModel:
    """Its start token is its padding token, 0."""
    sizes = {"vocab_size": 300, "d_model": 32, "d_ff": 48, "num_layers": 2, "num_heads": 4, "d_kv": 8}
    return T5ForConditionalGeneration(T5Config(**{**sizes, "decoder_start_token_id": 0, "eos_token_id": SEP, **other}))


def bart() -> PreTrainedModel:
    """Its decoder begins with the end token, 2."""
    layers = {"encoder_layers": 3, "decoder_layers": 3, "encoder_attention_heads": 4, "decoder_attention_heads": 4}
    widths = {"d_model": 32, "encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "max_position_embeddings": 64}
    return BartForConditionalGeneration(
        BartConfig(vocab_size=300, **layers, **widths, eos_token_id=SEP, forced_eos_token_id=None)
    )


def bloom() -> PreTrainedModel:
    return BloomForCausalLM(BloomConfig(vocab_size=300, hidden_size=32, n_layer=2, n_head=4))


def big_bird() -> PreTrainedModel:
    config = BigBirdConfig(**SMALL, intermediate_size=48, max_position_embeddings=64, block_size=4)
    return BigBirdModel(config)


def mamba() -> PreTrainedModel:
    return MambaForCausalLM(MambaConfig(vocab_size=300, hidden_size=32, num_hidden_layers=2))


def opt() -> PreTrainedModel:
    return OPTForCausalLM(OPTConfig(**SMALL, ffn_dim=48, word_embed_proj_dim=32, max_position_embeddings=64))


def distilbert() -> PreTrainedModel:
    sizes = {"vocab_size": 300, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 48}
    return DistilBertModel(DistilBertConfig(**sizes, max_position_embeddings=64))


def saved(model: PreTrainedModel, folder: Path, *, pieces: tuple[str, ...] = ()) -> Path:
    """The model as a folder; a WordPiece tokenizer of `pieces` if there are any, else single bytes."""
    folder.mkdir(parents=True)
    model.save_pretrained(folder)
    _ = word_piece(folder, *pieces) if pieces else byte_level(folder)
    PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json")).save_pretrained(folder)
    return folder
