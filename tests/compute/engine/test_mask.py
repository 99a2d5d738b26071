"""A mask says the same in every form: a cell by cell loop is the oracle."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from compute.engine.mask import Mask


@st.composite
def cases(draw: st.DrawFn) -> tuple[Mask, int, int]:
    n_query, n_key, batch = draw(st.integers(1, 7)), draw(st.integers(1, 7)), draw(st.integers(1, 2))
    bits = st.booleans()
    padding = torch.tensor(draw(st.lists(bits, min_size=batch * n_key, max_size=batch * n_key))).view(batch, n_key)
    cells = 2 * n_query * n_key
    dense = torch.tensor(draw(st.lists(bits, min_size=cells, max_size=cells))).view(1, 2, n_query, n_key)
    mask = Mask(
        causal=draw(bits),
        window=draw(st.none() | st.integers(1, 9)),
        key_valid=draw(st.sampled_from([None, padding])),
        dense=draw(st.sampled_from([None, dense])),
    )
    return mask, n_query, n_key


def cell_by_cell(mask: Mask, n_query: int, n_key: int) -> torch.Tensor:
    batch = 1 if mask.key_valid is None else mask.key_valid.shape[0]
    head = 1 if mask.dense is None else mask.dense.shape[1]
    allowed = torch.zeros(batch, head, n_query, n_key, dtype=torch.bool)
    for b, h, i, j in torch.cartesian_prod(*(torch.arange(size) for size in allowed.shape)).view(-1, 4).tolist():
        distance = i + n_key - n_query - j
        allowed[b, h, i, j] = (
            (not mask.causal or distance >= 0)
            and (mask.window is None or abs(distance) < mask.window)
            and (mask.key_valid is None or bool(mask.key_valid[b, j]))
            and (mask.dense is None or bool(mask.dense[0, h, i, j]))
        )
    return allowed


@given(cases())
def test_the_dense_form_is_what_the_parts_say_cell_by_cell(case: tuple[Mask, int, int]) -> None:
    assert torch.equal(case[0].to_dense(*case[1:]), cell_by_cell(*case))


@given(cases())
def test_leaving_out_what_hides_nothing_changes_nothing(case: tuple[Mask, int, int]) -> None:
    mask, n_query, n_key = case
    assert torch.equal(mask.simplified(n_query, n_key).to_dense(n_query, n_key), cell_by_cell(*case))


@given(cases())
def test_the_visible_keys_are_counted_without_the_dense_form(case: tuple[Mask, int, int]) -> None:
    mask, n_query, n_key = case
    expected = cell_by_cell(*case).sum(-1)
    assert torch.equal(mask.visible_count(n_query, n_key).expand_as(expected), expected)
    assert mask.may_be_blind(n_query, n_key) or expected.min() > 0


@given(cases(), st.data())
def test_a_block_is_cut_out_of_the_mask_and_nothing_is_seen_outside_its_reach(
    case: tuple[Mask, int, int], data: st.DataObject
) -> None:
    mask, n_query, n_key = case
    start = data.draw(st.integers(0, n_query - 1))
    queries = range(start, data.draw(st.integers(start + 1, n_query)))
    keys = mask.reach(n_query, n_key, queries)
    rows = cell_by_cell(*case)[:, :, queries.start : queries.stop]
    assert torch.equal(mask.block(n_query, n_key, queries, keys, "cpu"), rows[..., keys.start : keys.stop])
    outside = [key for key in range(n_key) if key not in keys]
    assert not rows[..., outside].any()


def test_new_queries_see_every_cached_key() -> None:
    """C029: the mask is anchored at the bottom right when there are more keys than queries."""
    assert Mask(causal=True).to_dense(1, 8).int().tolist() == [[[[1, 1, 1, 1, 1, 1, 1, 1]]]]
    assert Mask(causal=True).to_dense(2, 5).int().tolist() == [[[[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]]]


def test_a_causal_window_counts_the_querys_own_key() -> None:
    expected = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 1, 1]]
    assert Mask(causal=True, window=3).to_dense(5, 5).int().tolist() == [[expected]]


def test_a_window_without_causality_reaches_as_far_to_both_sides() -> None:
    expected = [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]]
    assert Mask(window=2).to_dense(4, 4).int().tolist() == [[expected]]


def test_the_pad_queries_of_self_attention_are_named() -> None:
    """C033: pad rows are known as such, with as many queries as keys and with cached keys."""
    padding = torch.tensor([[False, False, True, True], [True, True, True, True]])
    assert torch.equal(Mask(key_valid=padding).query_valid(4), padding)
    assert torch.equal(Mask(key_valid=padding).query_valid(3), padding[:, 1:])
    assert Mask(causal=True).query_valid(4) is None
