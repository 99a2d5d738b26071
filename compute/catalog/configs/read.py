"""From a config.json to a shape: the reader of its model type, or a refusal that names the types that are read."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from compute.catalog.configs.fields import Fields
from compute.catalog.configs.readers.bert import read_bert, read_distilbert, read_modernbert
from compute.catalog.configs.readers.deepseek import DEFAULTS, read_deepseek
from compute.catalog.configs.readers.gpt import (
    read_bloom,
    read_falcon,
    read_gpt2,
    read_gpt_neo,
    read_gptj,
    read_mpt,
    read_opt,
)
from compute.catalog.configs.readers.llama import FAMILIES, read_llama
from compute.catalog.configs.readers.plain import read_plain
from compute.catalog.configs.readers.seq2seq import read_bart, read_t5
from compute.catalog.configs.shape import Shape
from compute.errors import InvalidConfig, quoted

Reader = Callable[[Fields, str], Shape]

READERS: Mapping[str, Reader] = {
    "gpt2": read_gpt2,
    "gpt_bigcode": read_gpt2,
    "gpt_neo": read_gpt_neo,
    "gptj": read_gptj,
    "opt": read_opt,
    "bloom": read_bloom,
    "mpt": read_mpt,
    "falcon": read_falcon,
    "bert": read_bert,
    "roberta": read_bert,
    "xlm-roberta": read_bert,
    "distilbert": read_distilbert,
    "modernbert": read_modernbert,
    "t5": read_t5,
    "mt5": read_t5,
    "bart": read_bart,
    "marian": read_bart,
    **dict.fromkeys(FAMILIES, read_llama),
    **dict.fromkeys(DEFAULTS, read_deepseek),
}

# A config around the text model's own, which is what is read.
INNER = ("text_config", "llm_config", "language_config")
MOST_FIELDS = 1_000


def read_config(config: Mapping[str, object]) -> Shape:
    """The shape that a config.json states. Its `notices` name what was assumed, not read or contradictory.

    Raises: InvalidConfig, naming the field, for a model type that is not read and for numbers that cannot be.
    """
    if len(config) > MOST_FIELDS:
        raise InvalidConfig(
            f"A config is one JSON object of at most {MOST_FIELDS:,} fields.",
            field="config", why="fields", given=len(config), most=MOST_FIELDS,
        )  # fmt: skip
    model_type = config.get("model_type")
    inner = next((name for name in INNER if isinstance(config.get(name), Mapping)), None)
    if inner is not None and model_type not in READERS:
        return _inner(config, inner)
    fields = Fields(config)
    if model_type is None and (told := _told_by_class(config)) is not None:
        model_type = told
        fields.say(
            "type_by_class", f"The config has no model_type; its architectures name a {told}, and it is read as one.",
            model_type=told,
        )  # fmt: skip
    if model_type is None:
        shape = read_plain(fields, "decoder")
    elif isinstance(model_type, str) and model_type in READERS:
        shape = READERS[model_type](fields, model_type)
    else:
        near = difflib.get_close_matches(str(model_type), READERS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise InvalidConfig(
            f"model_type {quoted(str(model_type), 40)} is not read.{hint} Known are: {', '.join(READERS)}.",
            field="model_type",
            why="near" if near else "model_type",
            given=quoted(str(model_type), 40)[1:-1],
            near=near[0] if near else "",
            known=", ".join(READERS),
        )
    return replace(shape, notices=fields.finish())


# LlamaForCausalLM, GPT2LMHeadModel, T5Model.
CLASS = re.compile(r"(?P<family>\w+?)(?:For[A-Z]\w*|LMHeadModel|Model)")


def _told_by_class(config: Mapping[str, object]) -> str | None:
    """The model type of the class that `architectures` names first, where it is one that is read."""
    match config.get("architectures"):
        case [str(name), *_] if found := CLASS.fullmatch(name[:100]):
            family = found["family"].lower()
            return next((kind for kind in READERS if re.sub(r"[_-]", "", kind) == family), None)
    return None


def _inner(config: Mapping[str, object], name: str) -> Shape:
    inner = config[name]
    assert isinstance(inner, Mapping)
    if isinstance(inner.get("model_type"), str):
        shape = read_config(inner)
    else:
        types = {f"{config.get('model_type')}_text": 1, str(config.get("model_type")): 1}
        known = next((kind for kind in types if kind in READERS), None)
        shape = read_config(inner if known is None else {"model_type": known, **inner})
    outer = Fields(config)
    outer.say(
        "text_model_only", f"Only the text model in {name} is read; other parts (images, sound) are not counted.",
        field=name,
    )  # fmt: skip
    return replace(shape, notices=(*outer.notices, *shape.notices))
