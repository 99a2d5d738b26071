"""Settings have defaults that need no set-up, and name what is wrong."""

from pathlib import Path

import pytest

from compute.settings import read


def test_nothing_has_to_be_set() -> None:
    given = read({})
    assert given.redis_url == "redis://127.0.0.1:6399/0"
    assert given.models_dir == Path("var/models")
    assert given.torch_threads >= 1
    assert given.run_limit_s == 600
    assert given.task_time_limit_s is None


def test_what_is_set_is_taken() -> None:
    given = read({"TORCH_THREADS": "3", "CAPTURE_URL": "s3://bucket/captures", "RUN_LIMIT_S": "1.5"})
    assert (given.torch_threads, given.capture_url, given.run_limit_s) == (3, "s3://bucket/captures", 1.5)


@pytest.mark.parametrize("value", ["many", "0", "-1", "inf", "nan", ""])
def test_a_wrong_number_is_named(value: str) -> None:
    with pytest.raises(ValueError, match="TORCH_THREADS is"):
        read({"TORCH_THREADS": value})
