"""What is measured of a head: how its rows spread and where they point, on this input."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from compute.events import HeadMeasures
from compute.registry import Registry, Row, Source

Single = npt.NDArray[np.float32]
Bool = npt.NDArray[np.bool_]
Int = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rows:
    """The query rows measured, with what is known of their tokens.

    first: the key that is the first real token. separators [key]: special tokens other than that one.
    previous, own [query]: the key before the query and the query's own; -1 where there is none.
    distance [query, key]: |query - key|. followers [query, key]: 1 where the key follows an earlier occurrence of
        the query's token.
    The last four are None in cross-attention, where queries and keys are different texts.
    """

    first: int
    separators: Bool
    previous: Int | None
    own: Int | None
    distance: Single | None
    followers: Single | None

    @classmethod
    def of_one_text(cls, query: Int, ids: Int, special: Bool, padding: Bool) -> "Rows":
        """Rows `query` of self-attention over tokens `ids` [key]; no query is padding."""
        first = int(np.argmin(padding))
        place = np.arange(len(ids))
        before = query - 1
        before = np.where((before < 0) | padding[before], -1, before)
        same = (ids[None, :] == ids[query][:, None]) & ~padding & (place < query[:, None])
        followers = np.zeros(same.shape, np.float32)
        followers[:, 1:] = same[:, :-1] & ~padding[1:]
        return cls(
            first=first,
            separators=special & ~padding & (place != first),
            previous=before,
            own=query,
            distance=np.abs(query[:, None] - place).astype(np.float32),
            followers=followers,
        )

    @classmethod
    def across(cls, special: Bool, padding: Bool) -> "Rows":
        """Rows of cross-attention to tokens that are `special` or `padding` [key]."""
        first = int(np.argmin(padding))
        return cls(first, special & ~padding & (np.arange(len(special)) != first), None, None, None, None)


# weights [head, query, key], 0 where nothing is seen -> [head, query], NaN where not defined.
Function = Callable[[Single, Rows], Single]


@dataclass(frozen=True)
class Measure(Row):
    unit: str
    function: Function


measures: Registry[Measure] = Registry(Measure)

CLARK = Source("Clark et al. 2019, What Does BERT Look At?, section 3", "arXiv:1906.04341")
OLSSON = Source(
    "Olsson et al. 2022, In-context Learning and Induction Heads, definition of the heads", "arXiv:2209.11895"
)
VIG = Source("Vig and Belinkov 2019, Analyzing the Structure of Attention, section 4", "arXiv:1906.04284")
XIAO = Source(
    "Xiao et al. 2023, Efficient Streaming Language Models with Attention Sinks, section 3.1", "arXiv:2309.17453"
)


@measures.register(title="Entropy", unit="nats", formula=r"-\sum_j w_{ij} \ln w_{ij}", source=VIG)
def entropy(weights: Single, rows: Rows) -> Single:
    """How evenly a row is spread over keys: 0 for one key, ln n for n keys alike. A sink logit's share is no key.

    Of the tokens a b a:

        1.0   ·    ·   →  0
        0.5  0.5   ·   →  0.693
        0.2  0.3  0.5  →  1.030
    """
    logs = np.log(np.maximum(weights, np.finfo(np.float32).tiny))
    values: Single = -np.einsum("hqk,hqk->hq", weights, logs)
    return values


@measures.register(
    title="Mean distance", unit="tokens", formula=r"\sum_j w_{ij} |i - j| \,/\, \sum_j w_{ij}", source=VIG
)
def distance(weights: Single, rows: Rows) -> Single:
    """How far away the tokens are that a row looks at, whether before or after the query.

    Of the tokens a b a:

        1.0   ·    ·   →  0
        0.5  0.5   ·   →  0.5
        0.2  0.3  0.5  →  0.7
    """
    if rows.distance is None:
        return undefined(weights)
    total = np.maximum(weights.sum(2), np.finfo(np.float32).tiny)
    mean: Single = np.einsum("hqk,qk->hq", weights, rows.distance) / total
    return mean


@measures.register(title="First token", unit="share of the row", formula=r"w_{i, first}", source=XIAO)
def first_token(weights: Single, rows: Rows) -> Single:
    """Share on the first token that is not padding, where many heads put what they have no use for.

    Of the tokens a b a:

        1.0   ·    ·   →  1.0
        0.5  0.5   ·   →  0.5
        0.2  0.3  0.5  →  0.2
    """
    share: Single = weights[:, :, rows.first]
    return share


@measures.register(title="Previous token", unit="share of the row", formula=r"w_{i, i-1}", source=OLSSON)
def previous_token(weights: Single, rows: Rows) -> Single:
    """Share on the token before the query. The first token has none and is left out.

    Of the tokens a b a:

        1.0   ·    ·   →  –
        0.5  0.5   ·   →  0.5
        0.2  0.3  0.5  →  0.3
    """
    return undefined(weights) if rows.previous is None else picked(weights, rows.previous)


@measures.register(title="Own token", unit="share of the row", formula=r"w_{i, i}", source=CLARK)
def self_token(weights: Single, rows: Rows) -> Single:
    """Share on the query's own token.

    Of the tokens a b a:

        1.0   ·    ·   →  1.0
        0.5  0.5   ·   →  0.5
        0.2  0.3  0.5  →  0.5
    """
    return undefined(weights) if rows.own is None else picked(weights, rows.own)


@measures.register(
    title="Separators", unit="share of the row", formula=r"\sum_{j \in special,\, j \neq first} w_{ij}", source=CLARK
)
def separator(weights: Single, rows: Rows) -> Single:
    """Share on special tokens such as [SEP], the first token left out. Not defined where there are none.

    Of the tokens [CLS] b [SEP]:

        1.0   ·    ·   →  0
        0.5  0.5   ·   →  0
        0.2  0.3  0.5  →  0.5
    """
    if not rows.separators.any():
        return undefined(weights)
    share: Single = weights[:, :, rows.separators].sum(2)
    return share


@measures.register(
    title="Induction",
    unit="share of the row",
    formula=r"\sum_{j:\, t_{j-1} = t_i,\, j-1 < i} w_{ij}",
    source=OLSSON,
)
def induction(weights: Single, rows: Rows) -> Single:
    """Share on the tokens that followed earlier occurrences of the query's token.

    A query whose token did not occur before is left out.

    Of the tokens a b a:

        1.0   ·    ·   →  –
        0.5  0.5   ·   →  –
        0.2  0.3  0.5  →  0.3
    """
    if rows.followers is None:
        return undefined(weights)
    share: Single = np.einsum("hqk,qk->hq", weights, rows.followers)
    share[:, ~rows.followers.any(1)] = np.nan
    return share


@measures.register(title="Largest weight", unit="share of the row", formula=r"\max_j w_{ij}", source=CLARK)
def largest(weights: Single, rows: Rows) -> Single:
    """The largest weight of a row: near 1, the row looks at one token.

    Of the tokens a b a:

        1.0   ·    ·   →  1.0
        0.5  0.5   ·   →  0.5
        0.2  0.3  0.5  →  0.5
    """
    values: Single = weights.max(2)
    return values


def undefined(weights: Single) -> Single:
    return np.full(weights.shape[:2], np.nan, np.float32)


def picked(weights: Single, keys: Int) -> Single:
    """The weight of each row on its key of `keys` [query]; NaN where that is -1."""
    share: Single = weights[:, np.arange(len(keys)), keys]
    share[:, keys < 0] = np.nan
    return share


def measure(weights: Single, rows: Rows) -> HeadMeasures:
    """Every measure of every head, averaged over the rows for which it is defined; None if there are none.

    weights [head, query, key]: 0 where nothing is seen. A row that sees nothing counts for no measure.
    """
    blind = weights.max(2, initial=0) == 0
    averages: dict[str, tuple[float | None, ...]] = {}
    for row in measures:
        values = row.function(weights, rows).astype(np.float64)
        values[blind] = np.nan
        averages[row.name] = tuple(average(head) for head in values)
    return HeadMeasures.model_validate(averages)


def average(values: npt.NDArray[np.float64]) -> float | None:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None
