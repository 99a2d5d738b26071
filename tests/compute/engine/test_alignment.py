"""Cross-attention of the best translator against alignments made by hand, through the run that a user makes."""

import json
from pathlib import Path

import pytest

from compute.capture.store import Capture
from compute.capture.weights import weights
from compute.engine.loaded import LoadedModels
from compute.engine.run import execute
from compute.events import RunEvent, Token
from compute.fold import fold
from compute.spec import RunSpec

SENTENCES = json.loads((Path(__file__).parents[2] / "fixtures" / "alignments.json").read_text("utf-8"))
BEST = "encoder-decoder-rope"
Head = tuple[int, int]  # layer, head


def spans(word: str, text: str, tokens: tuple[Token, ...]) -> list[int]:
    """The tokens of the word where it first occurs; an English one's first token takes in the blank before it."""
    start = text.index(word)
    return [place for place, token in enumerate(tokens) if token.start < start + len(word) and token.end > start]


def aligned(out: Path, english: str, chinese: str, words: dict[str, str], models: LoadedModels) -> dict[Head, bool]:
    """For each head of cross-attention whether, for every word, the row that writes its first character has its
    largest weight on the English word. That row is the one of the token before, which the decoder has just read.
    """
    said: list[RunEvent] = []
    execute(
        RunSpec(model=BEST, text=english, second=chinese),
        emit=said.append, writer=Capture.at(out), should_stop=lambda: False, deadline_s=60, models=models,
    )  # fmt: skip
    state = fold(said)
    assert state.tokens is not None
    source, target = state.tokens.rows[0].tokens, state.tokens.target[0].tokens
    assert [step.label for step in state.written[0].steps][:-1] == [token.label for token in target[1:]]
    found: dict[Head, bool] = {}
    for layer in range(state.tokens.model.layers):
        record = Capture.at(out).record("cross", layer)
        for head in range(state.tokens.model.query_heads):
            map_ = weights(record, 0, head, slice(0, len(target)), slice(0, len(source)))
            found[layer, head] = all(
                int(map_[spans(word, chinese, target)[0] - 1].argmax()) in spans(meaning, english, source)
                for word, meaning in words.items()
            )
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[dict[Head, bool]]:
    models = LoadedModels(2**30)
    return [
        aligned(tmp_path_factory.mktemp("out"), each["english"], each["chinese"], each["words"], models)
        for each in SENTENCES
    ]


def test_some_head_aligns_all_content_words_of_at_least_15_of_20_sentences(found: list[dict[Head, bool]]) -> None:
    assert len(found) == 20
    assert sum(any(heads.values()) for heads in found) >= 15


def test_one_head_alone_aligns_half_of_them(found: list[dict[Head, bool]]) -> None:
    """The same head for every sentence: no choice among twelve is left to chance."""
    alone = {head: sum(heads[head] for heads in found) for head in found[0]}
    assert max(alone.values()) >= 10
