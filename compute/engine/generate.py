"""Writes on with a lab model: the most probable token each time, or the best of several continuations kept in step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from compute.engine.transformer import Memory, Transformer


@dataclass(frozen=True)
class Written:
    """What was written after the prompt, the end token included if it came. score: log-probability a token."""

    tokens: tuple[int, ...]
    score: float


@torch.no_grad()
def greedy(model: Transformer, prompt: list[int], *, end: int, limit: int, memory: Memory | None = None) -> Written:
    """Takes the most probable token each time, until `end` or `limit` tokens."""
    return beam(model, prompt, end=end, limit=limit, memory=memory, width=1)[0]


def beam(
    model: Transformer,
    prompt: list[int],
    *,
    end: int,
    limit: int,
    memory: Memory | None = None,
    width: int,
    between: Callable[[], None] = lambda: None,
) -> list[Written]:
    """The `width` best continuations found, best first; see `beams`."""
    return beams(model, [prompt], end=end, limit=limit, memory=memory, width=width, between=between)[0]


@torch.no_grad()
def beams(
    model: Transformer,
    prompts: Sequence[list[int]],
    *,
    end: int,
    limit: int,
    memory: Memory | None = None,
    width: int,
    between: Callable[[], None] = lambda: None,
) -> list[list[Written]]:
    """For each of equally long prompts the `width` best continuations found, best first, by log-probability a token.

    In each step every kept continuation is tried with its `width` best next tokens and the best `width` of all are
    kept; one that ends steps aside. `between` is called before each step and may stop it by raising.
    Source: Wu et al. 2016, Google's Neural Machine Translation System, section 7 (with length penalty 1).
    """
    cache = model.new_cache()
    logits = model(torch.tensor(prompts), memory=memory, cache=cache)[:, -1]
    searches = [_Search(width) for _ in prompts]
    for length in range(1, limit + 1):
        between()
        share, token = logits.float().log_softmax(-1).topk(min(width, logits.shape[-1]), dim=-1)
        going_on: list[tuple[int, int]] = []
        first = 0
        for search in searches:
            own = slice(first, first + len(search.kept))
            going_on += [(first + row, new) for row, new in search.step(share[own], token[own], end)]
            first = own.stop
        if not going_on or length == limit:
            break
        rows = torch.tensor([row for row, _ in going_on])
        cache.branch(rows)
        memory = None if memory is None else memory.branch(rows)
        logits = model(torch.tensor([[new] for _, new in going_on]), memory=memory, cache=cache)[:, -1]
    return [search.found() for search in searches]


@dataclass
class _Search:
    """The continuations of one prompt that are kept in step, each with its log-probability, and those that ended."""

    width: int
    kept: list[tuple[tuple[int, ...], float]] = field(default_factory=lambda: [((), 0.0)])
    done: list[Written] = field(default_factory=list)

    def step(self, share: Tensor, token: Tensor, end: int) -> list[tuple[int, int]]:
        """One token more, from the best of each continuation; which ones go on, and with what."""
        tried = sorted(
            (
                (so_far + float(more), row, int(new))
                for row, (_, so_far) in enumerate(self.kept)
                for more, new in zip(share[row], token[row], strict=True)
            ),
            reverse=True,
        )[: self.width]
        grown = [((*self.kept[row][0], new), total, row) for total, row, new in tried]
        self.done += [Written(tokens, total / len(tokens)) for tokens, total, _ in grown if tokens[-1] == end]
        going_on = [] if len(self.done) >= self.width else [one for one in grown if one[0][-1] != end]
        self.kept = [(tokens, total) for tokens, total, _ in going_on]
        return [(row, tokens[-1]) for tokens, _, row in going_on]

    def found(self) -> list[Written]:
        cut_off = [Written(tokens, total / len(tokens)) for tokens, total in self.kept]
        return sorted(self.done + cut_off, key=lambda written: written.score, reverse=True)[: self.width]
