"""The fields of a config, each under all its names; what is missing, unknown or contradictory is told, not guessed."""

import re
from collections.abc import Mapping
from typing import TypeVar

from compute.errors import InvalidConfig
from compute.events import Notice

T = TypeVar("T")
JsonMap = Mapping[str, object]
MOST_REAL = 1e15
MOST = 10**9
MOST_LAYERS = 10_000
LAYERS = {
    "num_hidden_layers",
    "n_layer",
    "num_layers",
    "n_layers",
    "encoder_layers",
    "decoder_layers",
    "num_decoder_layers",
}

# Said of a model, and nothing that its costs depend on.
BESIDE = re.compile(
    r".*(drop|token_id|token_index|init|_name_or_path|dtype|eps|epsilon|activation|hidden_act|version|softcap|jitter|coef|cache|"
    r"prefix|labels?|id2|2id|summary|task_specific|problem_type|slow_but_exact|pretraining_tp|output_|return_dict|"
    r"scale|scaling_factor|upcast|fp32|multiplier|beam|gradient_checkpointing|quantiz|auto_map|tokenizer|swiglu|topk|"
    r"norm_topk|n_group|scoring|aux|router_|generation|attn_impl|classifier|_model_type|bias_y_init|mscale|"
    r"finetuned|is_decoder|is_encoder_decoder|max_length|min_length|chunk_size_feed|do_sample|num_return|top_k$|"
    r"top_p$|temperature|repetition|length_penalty|early_stopping|pruned|torchscript|add_.*|tp_|ep_|pp_|sep_|"
    r"rope_interleave|architectures|experts_implementation|debug|masked_softmax|unk_|position_embedding_type|"
    r"bf16_flops|flops_per|bytes_per_s|finetuning|bad_words|remove_invalid|exponential|diversity|no_repeat|"
    r"forced_|use_bidirectional|query_pre_attn|use_parallel_residual|logits_scaling|forced_|suppress|encoder_no|num_hidden_groups|gated_mlp|language|vocab_type|parameters$).*"
)


class Fields:
    """One config while it is read. `notices` collects what has to be said; `finish` adds the unknown fields."""

    def __init__(self, config: JsonMap) -> None:
        self.config = config
        self.notices: list[Notice] = []
        self._read: set[str] = {"model_type"}

    def has(self, *names: str) -> bool:
        """Whether one of the names is given and not null."""
        self._read.update(names)
        return any(self.config.get(name) is not None for name in names)

    def whole(self, *names: str, default: int, least: int = 1) -> int:
        """A whole number; the default of the model's type is used, and said, where none is given."""
        found = self.maybe(*names, least=least)
        return self._assumed(names[0], default) if found is None else found

    def maybe(self, *names: str, least: int = 1) -> int | None:
        """A whole number, or None where it is absent or null."""
        name, given = self._first(names)
        if given is None:
            return None
        value = int(given) if isinstance(given, float) and given.is_integer() else given
        most = MOST_LAYERS if name in LAYERS else MOST
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidConfig(
                f"{name} is {_short(given)}. It is a whole number from {least:,} to {most:,}.",
                field=name, why="whole", given=_short(given), least=least, most=most,
            )  # fmt: skip
        return value

    def real(self, *names: str, default: float) -> float:
        """A number above 0."""
        name, given = self._first(names)
        if given is None:
            return default
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < MOST_REAL:
            raise _not_above_0(name, given)
        return given

    def flag(self, *names: str, default: bool) -> bool:
        name, given = self._first(names)
        if given is None:
            return default
        if not isinstance(given, bool):
            raise InvalidConfig(
                f"{name} is {_short(given)}. It is true or false.", field=name, why="flag", given=_short(given)
            )
        return given

    def text(self, name: str, default: str) -> str:
        _, given = self._first((name,))
        if given is not None and not isinstance(given, str):
            raise InvalidConfig(
                f"{name} is {_short(given)}. It is a word.", field=name, why="word", given=_short(given)
            )
        return default if given is None else given

    def layer_numbers(self, name: str) -> list[int] | None:
        """Numbers of layers, or one number for each layer; None where it is absent or null."""
        given = self.raw(name)
        if given is None:
            return None
        if not isinstance(given, list) or any(isinstance(one, bool) or not isinstance(one, int) for one in given):
            raise InvalidConfig(
                f"{name} is {_short(given)}. It is a list of whole numbers.",
                field=name, why="numbers", given=_short(given),
            )  # fmt: skip
        return given

    def table(self, *names: str) -> JsonMap:
        """An object inside the config; empty where it is absent or null."""
        name, given = self._first(names)
        if given is not None and not isinstance(given, Mapping):
            raise InvalidConfig(
                f"{name} is {_short(given)}. It is an object, or null.", field=name, why="object", given=_short(given)
            )
        return given or {}

    def raw(self, *names: str) -> object:
        return self._first(names)[1]

    def beside(self, *names: str) -> None:
        """These fields are known, and nothing that is counted depends on them."""
        self._read.update(names)

    def say(self, code: str, message: str, **data: str | int | float | bool | None) -> None:
        self.notices.append(Notice(code=code, message=message, data=data))

    def finish(self) -> tuple[Notice, ...]:
        """Every notice; fields that nothing reads are named in one."""
        unknown = sorted(
            str(name) for name in self.config if name not in self._read and not BESIDE.fullmatch(str(name))
        )
        if unknown:
            listed = ", ".join(name[:60] for name in unknown[:12]) + (" …" if len(unknown) > 12 else "")
            self.say("unknown_field", f"Not read, and not counted in any figure: {listed}.", fields=listed)
        return tuple(self.notices)

    def _assumed(self, name: str, default: int) -> int:
        self.say(
            "default_used",
            f"{name} is absent; the default of this model type is used: {default:,}.",
            field=name,
            value=default,
        )
        return default

    def _first(self, names: tuple[str, ...]) -> tuple[str, object]:
        """The first name that is given with a value. Two names with two values contradict each other."""
        self._read.update(names)
        given = [(name, self.config[name]) for name in names if self.config.get(name) is not None]
        for name, value in given[1:]:
            if value != given[0][1]:
                self.say(
                    "contradiction",
                    f"{given[0][0]} is {_short(given[0][1])} and {name} is {_short(value)}; the first is used.",
                    why="names",
                    field=name,
                    value=_short(value),
                    first=given[0][0],
                    used=_short(given[0][1]),
                )
        return given[0] if given else (names[0], None)


def divided(fields: Fields, what: str, given: int, by: str, count: int) -> int:
    """given / count. Raises: InvalidConfig if that is not whole."""
    if given % count:
        raise InvalidConfig(
            f"{what} is {given:,}, which {by} {count:,} does not divide. Choose a divisor.",
            field=by, why="divides", what=what, given=given, count=count,
        )  # fmt: skip
    return given // count


def kv_heads_of(heads: int, kv_heads: int, name: str) -> int:
    """kv_heads, if so many can be shared by the query heads. Raises: InvalidConfig (C077)."""
    if heads % kv_heads:
        raise InvalidConfig(
            f"{heads} query heads can't share {kv_heads} key-value heads evenly ({heads} % {kv_heads} = "
            f"{heads % kv_heads}). Choose a divisor of {heads}.",
            field=name,
            why="kv_heads",
            heads=heads,
            kv_heads=kv_heads,
            rest=heads % kv_heads,
        )
    return kv_heads


def number_in(table: JsonMap, name: str, of: str) -> float | None:
    """A number above 0 of an object inside the config, which is called `of`; None where it is absent or null."""
    value = table.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < MOST_REAL:
        raise _not_above_0(f"{of}.{name}", value)
    return value


def _not_above_0(name: str, given: object) -> InvalidConfig:
    return InvalidConfig(
        f"{name} is {_short(given)}. It is a number above 0.", field=name, why="above_0", given=_short(given)
    )


def _short(value: object) -> str:
    return repr(value)[:60]
