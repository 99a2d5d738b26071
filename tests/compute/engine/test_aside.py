"""Work aside is done in order, stays near, and brings its errors back."""

import threading
import time

import pytest

from compute.engine.aside import Aside


def test_work_is_done_in_order_and_all_of_it() -> None:
    done: list[int] = []
    with Aside(ahead=2) as aside:
        for number in range(20):
            aside.submit(lambda number=number: done.append(number))
    assert done == list(range(20))


def test_no_more_than_the_given_number_waits() -> None:
    gate, begun = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        gate.wait(5)

    with Aside(ahead=2) as aside:
        aside.submit(wait)
        aside.submit(wait)
        begun.wait(5)
        third = threading.Thread(target=aside.submit, args=(lambda: None,))
        third.start()
        third.join(0.1)
        assert third.is_alive()
        gate.set()
        third.join(5)
        assert not third.is_alive()


def test_an_error_comes_back_and_what_follows_is_not_done() -> None:
    done: list[int] = []

    def fail() -> None:
        raise OSError("disk full")

    def work() -> None:
        with Aside(ahead=4) as aside:
            aside.submit(fail)
            aside.submit(lambda: done.append(1))

    with pytest.raises(OSError, match="disk full"):
        work()
    assert done == []


def test_leaving_with_an_error_drops_what_has_not_begun() -> None:
    done: list[int] = []

    def work() -> None:
        with Aside(ahead=4) as aside:
            aside.submit(lambda: time.sleep(0.1))
            aside.submit(lambda: done.append(1))
            raise KeyError

    with pytest.raises(KeyError):
        work()
    assert done == []
