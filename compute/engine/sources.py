"""Where weights come from: a model's own files, made once into one plain folder that maps in a moment.

Only safetensors and GGUF are read: no pickle, and no code that comes with a model.
"""

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import torch
from tokenizers import Tokenizer
from tokenizers import pre_tokenizers as split
from torch import nn
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    PretrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)
from transformers.utils.logging import disable_progress_bar

from compute.catalog.models import CARD, ModelRow, masks_of, rows
from compute.engine.card import architecture_of, card_of
from compute.engine.connect import connect
from compute.engine.output import last_hidden
from compute.engine.seq2seq import check_seq2seq
from compute.errors import AtlasError, ModelUnavailable, UnsupportedModel
from compute.events import Architecture, ModelCard
from compute.settings import settings

cast("Callable[[], None]", disable_progress_bar)()  # each step has a line of its own

Say = Callable[[str], None]

# Letters that few vocabularies have: an Egyptian hieroglyph, a Glagolitic letter, a Cuneiform sign.
STRANGE = "𓀀 ⰀⰁ 𒀀"
# What a GGUF file calls a pre-tokenizer that transformers reads as GPT-2's: digits stand alone in it.
DIGITS_APART = frozenset({"smollm"})


def prepare(say: Say) -> None:
    """Makes MODELS_DIR/{name}/ for every row that has none. `say` gets a line for each step.

    One that is refused does not keep the others from being made.

    Raises:
        ModelUnavailable, UnsupportedModel: as `prepare_one`; of several, the last, after `say` has told the others.
    """
    refused: list[AtlasError] = []
    for row in rows():
        folder = settings().models_dir / row.name
        if (folder / CARD).exists():
            say(f"{row.title}: ready in {folder}")
            continue
        try:
            prepare_one(row, folder, say)
        except (ModelUnavailable, UnsupportedModel) as error:
            refused.append(error)
    for earlier in refused[:-1]:
        say(earlier.message)
    if refused:
        raise refused[-1]


def prepare_one(row: ModelRow, folder: Path, say: Say) -> None:
    """Makes the folder in one step: it is there whole or not at all.

    Raises:
        ModelUnavailable: files are missing, broken or of a kind that is not read.
        UnsupportedModel: its attention or its output would not be what is shown. It is tried here, so that what is
            listed can be run.
    """
    origin = row.origin()
    say(f"{row.title}: reading {origin.name}; this happens once and takes up to half a minute")
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{row.name}-", dir=folder.parent))
    try:
        tokenizer, model = _read(row, origin)
        say(f"{row.title}: writing {folder}")
        _forget_quantisation(model)
        model.config.dtype = torch.float32
        model.save_pretrained(draft, max_shard_size="1TB")
        tokenizer.save(str(draft / "tokenizer.json"))
        # What saving leaves out of a config, such as a window that is switched off, is read where it still stands.
        told = masks_of(origin / "config.json")[1]
        card = _tried(row, model).model_copy(update={"mask_notices": told})
        (draft / CARD).write_text(card.model_dump_json(indent=1), "utf-8")
        _open_to_readers(draft)
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    say(f"{row.title}: ready")


@torch.no_grad()
def _tried(row: ModelRow, model: PreTrainedModel) -> ModelCard:
    """The card of a model that was run on a few tokens. Raises: UnsupportedModel."""
    try:
        connect(model)
        TRIALS[architecture_of(model.config)](model)
        return card_of(row, model)
    except AtlasError:
        raise
    except Exception as error:  # a model of another kind lacks whatever it lacks
        raise UnsupportedModel(row.title, f"a trial on three tokens failed ({one_line(error)}).") from error


def _first_state(model: PreTrainedModel) -> None:
    last_hidden(model, {"input_ids": torch.tensor([[0, 1, 2]])})


# What the output of each architecture is tried by; raises UnsupportedModel.
TRIALS: Mapping[Architecture, Callable[[PreTrainedModel], None]] = {
    "decoder": _first_state,
    "encoder": _first_state,
    "encoder_decoder": check_seq2seq,
}


def _open_to_readers(folder: Path) -> None:
    """The web may run as another user than the one who prepares."""
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.chmod(0o644)


def load(folder: Path, dtype: torch.dtype, device: torch.device) -> PreTrainedModel:
    """A prepared model on its device, with dropout off."""
    config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    model = _weights(config, folder, None, dtype)
    nn.Module.to(model, device)  # the stub of PreTrainedModel.to has lost its parameters
    return model


def _weights(config: PretrainedConfig, folder: Path, gguf: str | None, dtype: torch.dtype) -> PreTrainedModel:
    """The model with every weight from its files: transformers would fill in what they lack with random numbers."""
    loaded: object = HEADS[architecture_of(config)].from_pretrained(
        folder,
        dtype=dtype,
        local_files_only=True,
        trust_remote_code=False,
        output_loading_info=True,
        **({"gguf_file": gguf} if gguf else {"use_safetensors": True}),
    )
    model, report = cast("tuple[PreTrainedModel, dict[str, list[str]]]", loaded)
    missing = {name for name in report["missing_keys"] if not name.startswith("pooler.")}
    if missing or report["mismatched_keys"]:
        wrong = sorted(missing) or [str(name) for name in report["mismatched_keys"]]
        raise ValueError(f"its files lack {len(wrong)} of its weights, {wrong[0]} first")
    if report["missing_keys"]:
        model.register_module("pooler", None)  # many encoders are kept without it; nothing here reads it
    nn.Module.eval(model)
    return model


HEADS: Mapping[Architecture, type[AutoModel] | type[AutoModelForCausalLM] | type[AutoModelForSeq2SeqLM]] = {
    "decoder": AutoModelForCausalLM,
    "encoder": AutoModel,
    "encoder_decoder": AutoModelForSeq2SeqLM,
}


def _read(row: ModelRow, origin: Path) -> tuple[Tokenizer, PreTrainedModel]:
    folder, gguf = _files(row, origin)
    where: dict[str, str] = {"gguf_file": gguf} if gguf else {}
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **where)
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **where)
        model = _weights(config, folder, gguf, torch.float32)
    except AtlasError:
        raise
    except Exception as error:  # of a file that it did not expect, transformers raises anything
        raise ModelUnavailable(row.title, f"transformers cannot read it ({one_line(error)}).") from error
    if not isinstance(tokenizer, PreTrainedTokenizerFast):
        raise ModelUnavailable(row.title, "its tokenizer has no tokenizer.json form, which is needed for positions.")
    plain = tokenizer.backend_tokenizer
    plain.no_padding()
    plain.no_truncation()
    if gguf and _gguf_pre_tokenizer(folder / gguf) in DIGITS_APART:
        plain.pre_tokenizer = split.Sequence(
            [split.Digits(individual_digits=True), split.ByteLevel(add_prefix_space=False)]
        )
    _check_unknown(row, plain)
    return plain, model


def _check_unknown(row: ModelRow, tokenizer: Tokenizer) -> None:
    """Raises: ModelUnavailable for a tokenizer that fails at what it does not know, in place of any run."""
    try:
        tokenizer.encode(STRANGE)
    except Exception as error:  # tokenizers raises nothing narrower
        raise ModelUnavailable(
            row.title,
            f"its tokenizer fails at characters that it does not know ({one_line(error)}). "
            "Name a token of its vocabulary as unk_token of the model in tokenizer.json.",
        ) from error


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200].rstrip(" .") or type(error).__name__


def _forget_quantisation(model: PreTrainedModel) -> None:
    """The weights are float32 by now; what still names the quantised file would have saving refused."""
    model.config.__dict__.pop("quantization_config", None)
    model.__dict__.pop("hf_quantizer", None)


def _files(row: ModelRow, origin: Path) -> tuple[Path, str | None]:
    """The folder, and the GGUF file in it if that is what holds the weights."""
    if origin.is_file():
        if origin.suffix != ".gguf":
            raise ModelUnavailable(row.title, f"{origin.name} is neither a folder nor a GGUF file.")
        return origin.parent, origin.name
    if any(origin.glob("*.safetensors")):
        return origin, None
    gguf = sorted(origin.glob("*.gguf"))
    if len(gguf) == 1:
        return origin, gguf[0].name
    if len(gguf) > 1:
        raise ModelUnavailable(row.title, f"{origin} holds {len(gguf)} GGUF files. Name the one to read.")
    raise ModelUnavailable(row.title, f"{origin} holds no safetensors or GGUF weights; pickled weights are not read.")


def _gguf_pre_tokenizer(file: Path) -> str:
    from gguf import GGUFReader

    field = GGUFReader(file).get_field("tokenizer.ggml.pre")
    return "" if field is None else str(field.contents())
