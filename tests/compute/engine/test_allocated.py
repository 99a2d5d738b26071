"""Memory by adding up tensors: sizes worked out by hand."""

import torch

from compute.engine.allocated import Tensors, peak_bytes, storage_bytes

CPU = torch.device("cpu")
KIB = 1024


def of(kib: int) -> torch.Tensor:
    return torch.ones(kib * KIB, dtype=torch.uint8)


def test_the_most_is_what_was_alive_at_once_and_not_all_that_was_made() -> None:
    def action() -> None:
        first = of(4)
        second = of(2)
        del first
        third = of(1)
        assert second.numel() + third.numel() == 3 * KIB

    assert peak_bytes(CPU, action) == 6 * KIB


def test_a_result_counts_and_a_view_does_not() -> None:
    given = of(8)
    assert peak_bytes(CPU, lambda: given.view(2, -1)[0]) == 0
    assert peak_bytes(CPU, lambda: given + 1) == 8 * KIB
    assert peak_bytes(CPU, lambda: given.add_(1)) == 0
    assert peak_bytes(CPU, lambda: (given + 1).view(2, -1)[0]) == 8 * KIB


def test_it_counts_in_inference_too_and_what_is_gone_leaves_nothing() -> None:
    given = of(8)
    with torch.inference_mode(), Tensors() as counted:
        one = given + 1
        assert counted.now() == 8 * KIB
        del one
        assert (counted.now(), counted.most()) == (0, 8 * KIB)
        counted.restart()
        other = of(1)
        assert (counted.now(), counted.most(), other.numel()) == (KIB, KIB, KIB)


def test_memory_is_that_of_whole_storages_each_once() -> None:
    whole = of(4)
    assert storage_bytes([whole[:10], whole[10:20]]) == 4 * KIB
    assert storage_bytes([whole[:10], of(1)]) == 5 * KIB
