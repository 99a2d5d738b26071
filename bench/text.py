"""The text of the benchmarks: six plain sentences of our own, repeated and cut to exactly n tokens."""

from typing import Any

SENTENCES = (
    "The ferry to the island leaves at noon and comes back before dark. ",
    "My neighbour keeps bees, and in June she gives each of us a jar of honey. ",
    "Nobody had told the driver that the bridge was closed, so he turned around. ",
    "When the lamp went out, they found their way by the light of the snow. ",
    "The old clock in the station is four minutes slow, as it has been for years. ",
    "She read the letter twice, folded it, and put it back where it had been. ",
)


def long_text(characters: int) -> str:
    whole = "".join(SENTENCES)
    return (whole * (characters // len(whole) + 1))[:characters]


def exact_ids(tokenizer: Any, tokens: int) -> Any:
    """Ids [1, tokens] of exactly that many tokens."""
    return tokenizer(long_text(tokens * 8), truncation=True, max_length=tokens, return_tensors="pt")["input_ids"]


def exact_text(tokenizer: Any, tokens: int) -> str:
    """A text that this tokenizer reads as exactly that many tokens."""
    return str(tokenizer.decode(exact_ids(tokenizer, tokens)[0], skip_special_tokens=True))
