"""Which places of two runs may be compared. Different tokens are never compared silently."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compute.errors import IncomparableRuns
from compute.events import Kind, RunTokens, Token

How = Literal["same", "characters", "places", "prefix"]


@dataclass(frozen=True)
class Alignment:
    """Place i of the base stands for place i of the variant, for the first `places` places.

    same: the tokens are equal. characters: the same text in the same pieces, some of them other tokens (masked ones,
    or another vocabulary's). places: as many tokens of the same vocabulary, some of them others. prefix: the sides
    have different lengths and are equal up to where they part.
    different: those of the places whose tokens differ.
    """

    how: How
    places: int
    different: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """Every place of either side has its other one, so that maps can be laid over each other."""
        return self.how != "prefix"


def align(base: Sequence[Token], variant: Sequence[Token], same_vocabulary: bool) -> Alignment:
    """How two sides of tokens stand for each other.

    Raises:
        IncomparableRuns: their places do not stand for each other one to one.
    """
    pairs = list(zip(base, variant, strict=False))
    equal = [same_vocabulary and one.id == other.id for one, other in pairs]
    if len(base) == len(variant):
        if all(equal):
            return Alignment("same", len(base))
        different = tuple(place for place, same in enumerate(equal) if not same)
        if all(_stand_for_the_same(one, other) for one, other in pairs):
            return Alignment("characters", len(base), different)
        if same_vocabulary:
            return Alignment("places", len(base), different)
    elif same_vocabulary and equal[0]:
        return Alignment("prefix", equal.index(False) if False in equal else len(equal))
    raise IncomparableRuns(len(base), len(variant), same_vocabulary)


def align_map(base: RunTokens, variant: RunTokens, kind: Kind, row: int, same_vocabulary: bool) -> Alignment:
    """The same for both sides of a kind of map, which have to pair up whole; the differing places of its keys.

    Raises:
        IncomparableRuns: also where only the beginnings pair up.
    """
    found = []
    for sides in (RunTokens.queries, RunTokens.keys):
        one, other = sides(base, kind)[row].tokens, sides(variant, kind)[row].tokens
        found.append(align(one, other, same_vocabulary))
        if not found[-1].whole:
            raise IncomparableRuns(len(one), len(other), same_vocabulary)
    queries, keys = found
    return queries if keys.how == "same" else keys


def _stand_for_the_same(one: Token, other: Token) -> bool:
    """The same characters of the same text. Special tokens stand for none, so that their label has to be the same."""
    spans = [(token.text, token.start, token.end, token.part) for token in (one, other)]
    if spans[0][:3] != spans[1][:3]:
        return False
    if one.text < 0:
        return one.label == other.label
    masked = "special" in (one.role, other.role)
    return masked or (spans[0] == spans[1] and one.label.casefold() == other.label.casefold())
