"""Which module of a model is which part of its costs, by its place and name; and what each part takes in a pass."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

import torch
from torch import nn

from compute.engine.allocated import Meter, meter
from compute.engine.forced import Forcing
from compute.engine.mask import Mask
from compute.engine.output import LOGIT_CELLS
from compute.engine.probe import Asked, AttentionCall, Probe
from compute.engine.reader import Between, Reader
from compute.events import Kind, RunTokens
from compute.measured import MeasuredPart, RunParts

ROUNDS = 3
OTHER = "other"
# Parts that are one piece of work stand for several figures.
FIGURES: Mapping[str, tuple[str, ...]] = {
    "qkv": ("q", "k", "v"),
    "attention": ("scores", "weighted_sum"),
    "cross_attention": ("scores", "weighted_sum"),
    OTHER: (),
}
ATTENTION: Mapping[Kind, str] = {"encoder": "attention", "decoder": "attention", "cross": "cross_attention"}

# The first that fits a module's path in its model; a module inside another takes its time from it.
NAMES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (part, re.compile(pattern))
    for part, pattern in (
        ("norms", r"(norm|_norms?|norms\.\d+|layer_?norm\d*|LayerNorm|layernorm_embedding|ln_\w+)$"),
        ("router", r"(^|\.)(router|gate)$"),
        ("shared_experts", r"\.shared_experts?$"),
        ("position", r"(position_embeddings|embed_positions|wpe|relative_attention_bias|rotary_emb|positions)$"),
        ("embedding", r"(word_embeddings|embed_tokens|wte|shared|token_type_embeddings|embed_in|(^|\.)embedding)$"),
        ("qkv", r"\.(c_attn|query_key_value|qkv_proj|Wqkv|qkv)$"),
        ("q", r"\.(q_proj|q_lin|q|query|q_[ab]_proj)$"),
        ("k", r"\.(k_proj|k_lin|k|key)$"),
        ("v", r"\.(v_proj|v_lin|v|value)$"),
        ("output", r"(\.(o_proj|out_lin|out_proj|o|out)|attn\.c_proj|attention\.dense|attention\.output\.dense)$"),
        ("ffn", r"(\.(mlp|ffn|feed_forward|DenseReluDense|fc1|fc2|intermediate|block_sparse_moe)|\d\.output\.dense)$"),
        ("pooler", r"(^|\.)pooler$"),
        ("head", r"^(lm_head|head|embed_out|cls|vocab_\w+)$"),
    )
)


def part_of(path: str, module: nn.Module) -> str | None:
    """The part that a module is; None = it belongs to the module around it, or to no part."""
    if isinstance(module, nn.Identity | nn.Dropout | nn.ModuleList):
        return None
    part = next((part for part, pattern in NAMES if pattern.search(path)), None)
    return "experts" if part == "ffn" and hasattr(module, "experts") else part


@dataclass
class _Total:
    seconds: float = 0.0
    calls: int = 0
    peak: int = 0


@dataclass
class _Open:
    """A part that has begun. inside: what parts within it took."""

    part: str
    began: float
    before: int
    inside: float = 0.0
    peak: int = 0


@dataclass
class Watch:
    """Time of each part, or with a meter its memory; a part within another is its own."""

    device: torch.device
    counted: Meter | None = None
    totals: dict[str, _Total] = field(default_factory=dict)
    _open: list[_Open] = field(default_factory=list)

    def begin(self, part: str) -> None:
        self._look()
        before = 0 if self.counted is None else self.counted.now()
        self._open.append(_Open(part, now(self.device), before))

    def end(self) -> None:
        done = now(self.device)
        self._look()
        part = self._open.pop()
        total = self.totals.setdefault(part.part, _Total())
        total.seconds += done - part.began - part.inside
        total.calls += 1
        total.peak = max(total.peak, part.peak)
        if self._open:
            self._open[-1].inside += done - part.began

    def _look(self) -> None:
        """The most so far belongs to the part that was under way."""
        if self.counted is None:
            return
        if self._open:
            self._open[-1].peak = max(self._open[-1].peak, self.counted.most() - self._open[-1].before)
        self.counted.restart()


@contextmanager
def watched(watch: Watch, model: nn.Module, forcing: Forcing | None) -> Iterator[None]:
    """Around a pass: every module that is a part, and every attention call, is watched."""
    hooks = []
    for path, module in model.named_modules():
        part = part_of(path, module)
        if part is not None:
            hooks.append(module.register_forward_pre_hook(lambda module, given, part=part: watch.begin(part)))
            hooks.append(module.register_forward_hook(lambda module, given, result: watch.end()))

    def before(asked: Asked) -> Mask:
        mask = asked.mask if forcing is None else forcing(asked)
        watch.begin(ATTENTION[asked.place.kind])
        return mask

    def after(call: AttentionCall) -> None:
        watch.end()

    try:
        with Probe(after, before):
            yield
    finally:
        for hook in hooks:
            hook.remove()


def now(device: torch.device) -> float:
    if device.type == "cuda":
        torch.cuda.synchronize(device)  # kernels run behind Python's back there
    return perf_counter()


def measured(reader: Reader, tokens: RunTokens, forcing: Callable[[], Forcing | None], between: Between) -> RunParts:
    """A pass over the tokens and the output head at all of them, by part; seq 0.

    Passes with timers and without are taken in turn; memory is counted in one more, which nobody times.
    """
    device = next(reader.model.parameters()).device

    def plain() -> float:
        between()
        began = now(device)
        with Probe(before=forcing()):
            one_pass(reader, tokens)
        return now(device) - began

    def timed() -> tuple[float, Watch]:
        between()
        watch = Watch(device)
        began = now(device)
        with watched(watch, reader.model, forcing()):
            one_pass(reader, tokens)
        return now(device) - began, watch

    plain()  # warms up
    rounds = [(plain(), timed()) for _ in range(ROUNDS)]
    elapsed, watch = sorted((timed for _, timed in rounds), key=lambda one: one[0])[ROUNDS // 2]
    with meter(device) as counted:
        memory = Watch(device, counted)
        memory.begin(OTHER)
        with watched(memory, reader.model, forcing()):
            one_pass(reader, tokens)
        memory.end()
    parts = [_told(part, total.seconds, total.calls, memory.totals[part].peak) for part, total in watch.totals.items()]
    rest = elapsed - sum(total.seconds for total in watch.totals.values())
    return RunParts(
        seq=0,
        parts=(*parts, _told(OTHER, rest, 0, memory.totals[OTHER].peak)),
        elapsed_ms=elapsed * 1e3,
        plain_ms=sorted(one for one, _ in rounds)[ROUNDS // 2] * 1e3,
        rounds=ROUNDS,
        accounting=counted.accounting,
    )


def _told(part: str, seconds: float, calls: int, peak: int) -> MeasuredPart:
    return MeasuredPart(
        part=part, figures=FIGURES.get(part, (part,)), ms=max(seconds, 0.0) * 1e3, calls=calls, peak_bytes=peak
    )


def one_pass(reader: Reader, tokens: RunTokens) -> None:
    """All tokens, and the output head at each of them where there is one."""
    step = max(1, LOGIT_CELLS // tokens.model.vocab)
    for states in reader.read(tokens):
        for start in range(0, len(states), step):
            try:
                reader.logits(states[start : start + step])
            except ValueError:  # there is no head
                return
