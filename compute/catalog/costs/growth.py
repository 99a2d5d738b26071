"""What the cache of one layer holds at a step of writing: bytes by the formula, and pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from compute.events import ModelCard


@dataclass(frozen=True)
class Pages:
    """Pages of `block_size` tokens: tokens stand in them by their place in the text; one that holds none is freed.

    Source: Kwon et al. 2023, PagedAttention, section 4, arXiv:2309.06180; freed behind a window as vLLM does.
    """

    blocks: int
    unused_slots: int


def key_value_bytes(card: ModelCard, keys: int, value_bytes: int) -> int:
    """Bytes of one layer for so many tokens: 2 × keys × key-value heads × head size × bytes of a value."""
    return 2 * keys * card.kv_heads * card.head_dim * value_bytes


def pages(kept: Sequence[int], block_size: int) -> Pages:
    """Of tokens by their place in the text.

    >>> pages([0, 1, 2, 3, 4], 4)
    Pages(blocks=2, unused_slots=3)
    >>> pages([4, 5], 4)
    Pages(blocks=1, unused_slots=2)
    """
    blocks = len({token // block_size for token in kept})
    return Pages(blocks, blocks * block_size - len(kept))


def spans(kept: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Ascending tokens as neighbours: first, and one past the last.

    >>> spans([0, 1, 5, 6, 7])
    ((0, 2), (5, 8))
    """
    found: list[tuple[int, int]] = []
    for token in kept:
        if found and found[-1][1] == token:
            found[-1] = (found[-1][0], token + 1)
        else:
            found.append((token, token + 1))
    return tuple(found)
