"""Masks that a model or a user made are read as what they hide and what they add."""

import pytest
import torch

from compute.engine.bridge import read_mask


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_a_float_mask_is_read_as_what_it_hides_and_what_it_adds(dtype: torch.dtype) -> None:
    """C044, C045: neither the lowest number of the dtype, nor -inf, is ever kept."""
    added = torch.tensor([[0.0, 1.5, torch.finfo(dtype).min, -torch.inf]], dtype=dtype)[None, None]
    mask, bias = read_mask(added, causal=True, n_query=1)
    assert mask.to_dense(1, 4).tolist() == [[[[True, True, False, False]]]]
    assert bias is not None
    assert bias.tolist() == [[[[0.0, 1.5, 0.0, 0.0]]]]
    assert read_mask(added.masked_fill(added == 1.5, 0.0), causal=True, n_query=1)[1] is None


def test_a_fill_that_is_not_the_lowest_number_hides_too_and_one_row_stands_for_all() -> None:
    """C045: a hard-coded -1e8 or -1e9 is a mask, not a bias."""
    mask, bias = read_mask(torch.tensor([0.0, -1e8, -1e9])[None, None, None], causal=False, n_query=2)
    assert mask.to_dense(2, 3).tolist() == [[[[True, False, False]] * 2]]
    assert bias is None
