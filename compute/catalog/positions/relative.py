"""Positions that are added to the scores, by the distance between query and key."""

from functools import partial

import numpy as np
from pydantic import Field

from compute.catalog.params import NoParams, Params
from compute.catalog.positions.encoding import Encoding, Indices, LearnedTable, Numbers, Stack
from compute.catalog.positions.row import position
from compute.registry import Source


def alibi_slopes(heads: int) -> list[float]:
    """One slope a head: 2^(-8 i / n) for a power of two, else those of the power below and every other of the next.

    Source: Press, Smith, Lewis 2022, section 3, and the authors' rule for other numbers of heads.
    """
    below = 1 << (heads.bit_length() - 1)
    slopes = [2.0 ** (-8 * (head + 1) / below) for head in range(below)]
    between = [2.0 ** (-8 * (head + 1) / (2 * below)) for head in range(0, 2 * below, 2)]
    return slopes + between[: heads - below]


@position(
    title="ALiBi",
    formula=r"b_{h,i,j} = -m_h\,|i - j|,\; m_h = 2^{-8h/H}",
    source=Source("Press, Smith, Lewis 2022, Train Short, Test Long, section 3", "arXiv:2108.12409"),
    example=NoParams(),
)
def alibi(p: NoParams, stack: Stack) -> Encoding:
    """A penalty that grows with the distance, with a slope for each head: 0 on the diagonal, negative beside it.

    Some models add +slope * j instead: the rows differ by a constant, which softmax doesn't see.
    Head 0 of 8:

     0.0 -0.5 -1.0 -1.5
    -0.5  0.0 -0.5 -1.0
    -1.0 -0.5  0.0 -0.5
    -1.5 -1.0 -0.5  0.0
    """
    slopes = np.array(alibi_slopes(stack.heads))

    def bias(query: Indices, key: Indices) -> Numbers:
        distance = np.abs(query[:, None] - key[None, :])
        penalty: Numbers = 0.0 - slopes[:, None, None] * distance
        return penalty

    return Encoding(bias=bias)


class Buckets(Params):
    buckets: int = Field(32, ge=4, le=256, multiple_of=4, description="trained numbers a head, shared by all distances")
    max_distance: int = Field(
        128, ge=8, le=65_536, description="tokens from which on all distances share the last bucket"
    )


def t5_bucket(relative: Indices, *, two_way: bool, buckets: int, max_distance: int) -> Indices:
    """The bucket of key - query: one for each small distance, then ever wider ones up to max_distance.

    One-way stacks put every later key into bucket 0; two-way ones keep half of the buckets for later keys.
    """
    side = buckets // 2 if two_way else buckets
    offset = np.where(relative > 0, side, 0) if two_way else 0
    distance = np.abs(relative) if two_way else np.maximum(-relative, 0)
    exact = side // 2
    # Single precision, as in the published models: a distance on the border falls into the bucket it was trained with.
    ratio = np.log(np.maximum(distance, 1).astype(np.float32) / np.float32(exact)) / np.float32(
        np.log(max_distance / exact)
    )
    wide = np.minimum(exact + (ratio * np.float32(side - exact)).astype(np.int64), side - 1)
    bucket: Indices = offset + np.where(distance < exact, distance, wide)
    return bucket


@position(
    title="T5 relative bias",
    formula=r"b_{h,i,j} = B_{h,\mathrm{bucket}(j - i)}",
    source=Source(
        "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5), section 2.1", "arXiv:1910.10683"
    ),
    example=Buckets(),
)
def t5(p: Buckets, stack: Stack) -> Encoding:
    """A trained number for each head and bucket of distances, the same in all layers of a stack.

    The buckets in a decoder, which never looks ahead:

    0 0 0 0
    1 0 0 0
    2 1 0 0
    3 2 1 0
    """
    bucket = partial(t5_bucket, two_way=stack.two_way, buckets=p.buckets, max_distance=p.max_distance)
    return Encoding(bias=LearnedTable(p.buckets, lambda query, key: bucket(key[None, :] - query[:, None])))
