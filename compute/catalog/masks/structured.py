"""Masks that follow the structure of a text: blocks, a prefix, documents."""

from collections import Counter

from pydantic import Field

from compute.catalog.masks.row import mask
from compute.catalog.masks.rule import Allowed, Indices, Text
from compute.catalog.params import NoParams, Params
from compute.registry import Source


class Block(Params):
    block: int = Field(4, ge=1, le=65_536, description="tokens of a block")


@mask(
    title="Block-local (chunked)",
    formula=r"k \le q,\; \lfloor k / b \rfloor = \lfloor q / b \rfloor",
    source=Source(
        "Meta 2025, Llama 4 model card: chunked attention of layers with RoPE",
        "https://github.com/meta-llama/llama-models/blob/main/models/llama4/MODEL_CARD.md",
    ),
    example=Block(block=3),
    pairs=lambda p, text: text.tokens // p.block * _triangle(p.block) + _triangle(text.tokens % p.block),
)
def block_local(q: Indices, k: Indices, p: Block, text: Text) -> Allowed:
    """The text is cut into blocks of b tokens; each query sees itself and what came before it in its block.

    ■ · · · · · ·
    ■ ■ · · · · ·
    ■ ■ ■ · · · ·
    · · · ■ · · ·
    · · · ■ ■ · ·
    · · · ■ ■ ■ ·
    · · · · · · ■
    """
    seen: Allowed = (k <= q) & (k // p.block == q // p.block)
    return seen


def _triangle(n: int) -> int:
    return n * (n + 1) // 2


class Prefix(Params):
    prefix: int = Field(3, ge=0, le=65_536, description="tokens at the start that all queries see; 0 and 1 are causal")


@mask(
    title="Prefix-LM",
    formula=r"k < p \;\lor\; k \le q",
    source=Source(
        "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5), section 3.2.1", "arXiv:1910.10683"
    ),
    example=Prefix(prefix=3),
    pairs=lambda p, text: _triangle(text.tokens) + _triangle(max(min(p.prefix, text.tokens) - 1, 0)),
)
def prefix_lm(q: Indices, k: Indices, p: Prefix, text: Text) -> Allowed:
    """The first p tokens see each other both ways; the rest is causal.

    ■ ■ ■ · ·
    ■ ■ ■ · ·
    ■ ■ ■ · ·
    ■ ■ ■ ■ ·
    ■ ■ ■ ■ ■
    """
    seen: Allowed = (k < p.prefix) | (k <= q)
    return seen


@mask(
    title="Documents",
    formula=r"\mathrm{doc}(k) = \mathrm{doc}(q)",
    source=Source(
        "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5), section 2.3 (packing)", "arXiv:1910.10683"
    ),
    example=NoParams(),
    drawn_on=Text(6, documents=(0, 0, 1, 1, 1, 2)),
    pairs=lambda p, text: sum(count**2 for count in Counter(text.documents or (0,) * text.tokens).values()),
)
def document(q: Indices, k: Indices, p: NoParams, text: Text) -> Allowed:
    """Several documents in one sequence don't see each other. A separator belongs to the document that it ends.

    Both ways inside a document; a decoder intersects it with causal.

    ■ ■ · · · ·
    ■ ■ · · · ·
    · · ■ ■ ■ ·
    · · ■ ■ ■ ·
    · · ■ ■ ■ ·
    · · · · · ■
    """
    seen: Allowed = text.document_of(q) == text.document_of(k)
    return seen
