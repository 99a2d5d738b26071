"""The fields of a config, each under all its names; what is missing, unknown or contradictory is told, not guessed."""

import re
from collections.abc import Mapping
from typing import TypeVar

from compute.errors import InvalidConfig
from compute.events import Notice

T = TypeVar("T")
JsonMap = Mapping[str, object]
MOST = 10**9

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
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST:
            raise InvalidConfig(
                f"{name} is {_short(given)}. It is a whole number from {least:,} to {MOST:,}.", field=name
            )
        return value

    def real(self, *names: str, default: float) -> float:
        """A number above 0."""
        name, given = self._first(names)
        if given is None:
            return default
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < 1e15:
            raise InvalidConfig(f"{name} is {_short(given)}. It is a number above 0.", field=name)
        return given

    def flag(self, *names: str, default: bool) -> bool:
        name, given = self._first(names)
        if given is None:
            return default
        if not isinstance(given, bool):
            raise InvalidConfig(f"{name} is {_short(given)}. It is true or false.", field=name)
        return given

    def text(self, name: str, default: str) -> str:
        _, given = self._first((name,))
        return given if isinstance(given, str) else default

    def table(self, *names: str) -> JsonMap:
        """An object inside the config; empty where it is absent or null."""
        name, given = self._first(names)
        if given is not None and not isinstance(given, Mapping):
            raise InvalidConfig(f"{name} is {_short(given)}. It is an object, or null.", field=name)
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
                    field=name,
                )
        return given[0] if given else (names[0], None)


def divided(fields: Fields, what: str, given: int, by: str, count: int) -> int:
    """given / count. Raises: InvalidConfig if that is not whole."""
    if given % count:
        raise InvalidConfig(f"{what} is {given:,}, which {by} {count:,} does not divide. Choose a divisor.", field=by)
    return given // count


def kv_heads_of(heads: int, kv_heads: int, name: str) -> int:
    """kv_heads, if so many can be shared by the query heads. Raises: InvalidConfig (C077)."""
    if heads % kv_heads:
        raise InvalidConfig(
            f"{heads} query heads can't share {kv_heads} key-value heads evenly ({heads} % {kv_heads} = "
            f"{heads % kv_heads}). Choose a divisor of {heads}.",
            field=name,
        )
    return kv_heads


def _short(value: object) -> str:
    return repr(value)[:60]
