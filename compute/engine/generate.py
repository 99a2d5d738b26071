"""Writes on with a lab model: the most probable token each time, or the best of several continuations kept in step."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

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


@torch.no_grad()
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
    """The `width` best continuations found, best first, by log-probability a token.

    In each step every kept continuation is tried with its `width` best next tokens and the best `width` of all are
    kept; one that ends steps aside. `between` is called before each step and
    may stop it by raising. Source: Wu et al. 2016, Google's Neural Machine Translation System, section 7
    (with length penalty 1).
    """
    cache = model.new_cache()
    logits = model(torch.tensor([prompt]), memory=memory, cache=cache)[:, -1]
    kept: list[tuple[tuple[int, ...], float]] = [((), 0.0)]
    done: list[Written] = []
    for length in range(1, limit + 1):
        between()
        log_share, token = logits.float().log_softmax(-1).topk(min(width, logits.shape[-1]), dim=-1)
        tried = sorted(
            (
                (sum_so_far + float(more), row, int(new))
                for row, (_, sum_so_far) in enumerate(kept)
                for more, new in zip(log_share[row], token[row], strict=True)
            ),
            reverse=True,
        )[:width]
        done += [Written((*kept[row][0], new), total / length) for total, row, new in tried if new == end]
        going_on = [(total, row, new) for total, row, new in tried if new != end]
        if not going_on or len(done) >= width:
            break
        rows = torch.tensor([row for _, row, _ in going_on])
        kept = [((*kept[row][0], new), total) for total, row, new in going_on]
        if length < limit:
            cache.branch(rows)
            newest = torch.tensor([[new] for _, _, new in going_on])
            logits = model(newest, memory=_repeated(memory, len(rows)), cache=cache)[:, -1]
    else:
        done += [Written(tokens, total / limit) for tokens, total in kept]
    return sorted(done, key=lambda written: written.score, reverse=True)[:width]


def _repeated(memory: Memory | None, count: int) -> Memory | None:
    if memory is None:
        return None
    valid = None if memory.valid is None else memory.valid[:1].expand(count, -1)
    return Memory(memory.hidden[:1].expand(count, -1, -1), valid)
