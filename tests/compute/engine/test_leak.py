"""The leak detector: it finds what hears of the future, names the cells, and says nothing where nothing leaks."""

from pathlib import Path

import numpy as np
import pytest

from compute.catalog.masks import masks
from compute.catalog.masks.expression import parse
from compute.catalog.masks.reach import influence
from compute.engine.leak import leaks
from compute.engine.loaded import LoadedModels
from compute.errors import InvalidRequest
from compute.events import RunLeaks
from compute.spec import RunSpec
from tests.compute.forced import named
from tests.compute.lab_models import random_model

TEXT = "The cat sat on the mat. The cat saw the dog."


def found(zoo: Path, architecture: str, promise: str | None = None, **spec: object) -> RunLeaks:
    random_model(zoo / "one", architecture)
    given = RunSpec.model_validate({"model": "one", "text": TEXT, **spec})
    return leaks(given, LoadedModels(2**30), None if promise is None else parse(promise))


def test_a_causal_decoder_leaks_nothing_and_what_follows_a_change_moves(zoo: Path) -> None:
    told = found(zoo, "decoder")
    moved = told.moved.numpy()
    assert (told.promise, told.pairs, told.cells, told.pairs_in_all) == ("causal()", (), (), 0)
    for column, place in enumerate(told.changed):
        assert (moved[:place, column] < told.tolerance).all()
        assert moved[place, column] > told.tolerance


def test_without_its_causal_mask_a_decoder_hears_of_the_future_through_every_cell_above_the_diagonal(zoo: Path) -> None:
    told = found(zoo, "decoder", mask={"mask": named("full"), "how": "replace"})
    n = told.moved.shape[0]
    later = sum(place for place in told.changed)  # outputs before each changed token
    assert told.pairs_in_all == later
    assert all(pair.token > pair.output for pair in told.pairs)
    assert told.cells_in_all == n * (n - 1) // 2
    assert all(cell.key > cell.query and cell.layers == (0, 1) for cell in told.cells)
    assert [cell.weight for cell in told.cells] == sorted((cell.weight for cell in told.cells), reverse=True)
    assert 0 < told.cells[0].weight <= 1


def test_a_mask_that_is_written_wrong_by_one_cell_is_found_by_that_cell(zoo: Path) -> None:
    """One cell above the diagonal in one layer and one head: query 3 sees key 5."""
    wrong = {"type": "expression", "text": "causal or query == 3 and key == 5"}
    told = found(zoo, "decoder", mask={"mask": wrong, "how": "replace", "layers": [1], "heads": [2]})
    assert [(cell.query, cell.key, cell.layers) for cell in told.cells] == [(3, 5, (1,))]
    assert {(pair.output, pair.token) for pair in told.pairs} >= {(3, 5)}
    assert all(pair.output == 3 and pair.token in (4, 5) for pair in told.pairs)


def test_a_leak_in_the_first_layer_reaches_all_that_hear_of_its_query_later(zoo: Path) -> None:
    """Output 4 sees query 3 in the second layer, which saw key 5 in the first."""
    wrong = {"type": "expression", "text": "causal or query == 3 and key == 5"}
    told = found(zoo, "decoder", mask={"mask": wrong, "how": "replace", "layers": [0]})
    assert {(pair.output, pair.token) for pair in told.pairs} == {(3, 5), (4, 5)}


def test_a_window_is_held_against_its_reach_through_all_layers(zoo: Path) -> None:
    """Two layers of a window of 3 hear 4 tokens back; held against a window of 2 that is too far."""
    window = {"mask": named("sliding_window", window=3)}
    assert found(zoo, "decoder", "sliding_window(window=3)", mask=window).pairs == ()
    told = found(zoo, "decoder", "sliding_window(window=2)", mask=window)
    assert {pair.output - pair.token for pair in told.pairs} == {3, 4}
    assert {cell.query - cell.key for cell in told.cells} == {2}


def test_an_encoder_promises_what_its_forced_mask_says(zoo: Path) -> None:
    near = {"mask": named("local", radius=1)}
    told = found(zoo, "encoder", mask=near)
    assert (told.promise, told.pairs, told.cells) == ("local(radius=1)", (), ())
    assert found(zoo, "encoder", "causal", mask=near).cells_in_all == told.moved.shape[0] - 1


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_rounding_is_no_leak(zoo: Path, dtype: str) -> None:
    assert found(zoo, "decoder", dtype=dtype).pairs == ()


def test_a_translation_s_target_is_looked_at(zoo: Path) -> None:
    told = found(zoo, "encoder-decoder", second="狗看见猫。")
    assert (told.kind, told.pairs) == ("decoder", ())
    full = {"mask": named("full"), "how": "replace", "kind": "decoder"}
    assert found(zoo, "encoder-decoder", second="狗看见猫。", mask=full).pairs_in_all > 0


def test_a_text_in_which_too_many_pairs_would_be_looked_at_is_refused(zoo: Path) -> None:
    random_model(zoo / "one", "decoder", max_tokens=1024)
    spec = RunSpec(model="one", text="The cat sat on the mat. " * 80)
    with pytest.raises(InvalidRequest, match=r"leaks are looked for in 512 at most"):
        leaks(spec, LoadedModels(2**30))


@pytest.mark.parametrize("name", list(masks.rows))
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_influence_is_every_path_of_so_many_steps(name: str, layers: int) -> None:
    from compute.catalog.masks import Text
    from compute.catalog.masks.rule import seen

    n = 9
    mask = seen(masks.rows[name].rule(masks.rows[name].example), Text(n), range(n))
    heard = [{place} for place in range(n)]
    for _ in range(layers):
        heard = [set().union(heard[q], *(heard[k] for k in range(n) if mask[q, k])) for q in range(n)]
    expected = np.array([[k in heard[q] for k in range(n)] for q in range(n)])
    assert np.array_equal(influence(mask, layers), expected)
