"""Generation under masks: with just the keys that later tokens see, it gives what one pass gives."""

import numpy as np
import pytest
import torch

from compute.catalog.masks import Text, allowed, masks, max_cached_keys
from compute.catalog.masks.choice import ForcedMask
from compute.catalog.masks.expression import parse
from compute.catalog.masks.generation import cache_steps
from compute.catalog.masks.rule import seen
from compute.engine.forced import Forcing
from compute.engine.probe import Probe
from compute.engine.stepwise import stepwise
from tests.compute.engine.labs import lab, tokens
from tests.compute.forced import named, row
from tests.compute.forced import tokens as given

N = 14
CAUSAL = np.tri(N, dtype=np.bool_)


@pytest.mark.parametrize("position", ["rope", "alibi", "learned"])
@pytest.mark.parametrize("name", list(masks.rows))
@torch.no_grad()
def test_the_evicted_cache_gives_what_one_pass_gives_under_every_mask(name: str, position: str) -> None:
    model, text = lab(position=position), tokens(length=N, batch=1)
    choice = named(name, **masks.rows[name].example.model_dump())
    forced = ForcedMask.model_validate({"mask": choice})
    with Probe(before=Forcing(forced, given("decoder", row(*"abcdefghijklmn")))):
        whole = model(text)
    cells = np.array(seen(masks.rows[name].rule(masks.rows[name].example), Text(N), range(N)))
    most = 0
    for step in stepwise(model, text, cells):
        assert (step.logits - whole[:, step.cache.query]).abs().max() < 1e-4
        most = max(most, len(step.cache.keys))
    # A padding token's own key is made, though nobody sees it.
    assert most == max_cached_keys(cells & CAUSAL) + (name == "padding")


@torch.no_grad()
def test_a_model_s_own_mask_and_a_forced_one_are_kept_for_together() -> None:
    model = lab(mask={"name": "sink_window", "params": {"sinks": 2, "window": 6}})
    cells = np.array(seen(parse("sliding_window(window=3)"), Text(N), range(N)))
    assert [len(step.cache.keys) for step in stepwise(model, tokens(length=N), cells)] == [1, 2, *[3] * 12]


@torch.no_grad()
def test_the_bytes_that_are_held_are_those_of_the_kept_keys() -> None:
    """2 layers x (key + value) x 4 heads x 8 numbers x 4 bytes for each kept key."""
    cells = allowed(parse("sink_window(sinks=2, window=4)"), N)
    for step in stepwise(lab(), tokens(length=N, batch=1), cells):
        assert step.held_bytes == 2 * 2 * 4 * 8 * 4 * len(step.cache.keys)


def test_original_positions_and_places_in_the_cache_are_named() -> None:
    """C036: while token 9 is decoded, 0-3 and 6-8 are kept beside it; their places are 0 to 6 and the query's is 7."""
    steps = list(cache_steps(allowed(parse("sink_window(sinks=4, window=4)"), 12)))
    assert steps[9].keys == (0, 1, 2, 3, 6, 7, 8, 9)
    assert steps[9].places == {0: 0, 1: 1, 2: 2, 3: 3, 6: 4, 7: 5, 8: 6, 9: 7}
    assert steps[9].dropped == (6,)
    assert steps[8].dropped == (5,)


@pytest.mark.parametrize("name", list(masks.rows))
def test_a_key_is_held_from_its_own_row_to_the_last_one_that_sees_it(name: str) -> None:
    cells = allowed(masks.rows[name].rule(masks.rows[name].example), N) & CAUSAL
    for step in cache_steps(cells):
        by_hand = [key for key in range(step.query + 1) if key == step.query or cells[step.query :, key].any()]
        assert list(step.keys) == by_hand
        assert list(step.dropped) == [key for key in by_hand if not cells[step.query + 1 :, key].any()]
    assert max(len(step.keys) for step in cache_steps(cells)) in (max_cached_keys(cells), max_cached_keys(cells) + 1)


def test_queries_of_another_text_have_no_cache_of_their_own() -> None:
    with pytest.raises(ValueError, match="2 queries and 3 keys"):
        list(cache_steps(np.ones((2, 3), np.bool_)))
