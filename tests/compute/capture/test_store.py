"""The store gives back what was put, whole or not at all, and nothing outside its folders."""

import threading
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from compute.capture.cache import ByteCache, size
from compute.capture.record import AttentionRecord, Coded
from compute.capture.store import Capture, CaptureStore
from compute.errors import NotCapturedYet, NotFound
from compute.events import RunEvent, RunFinished, RunStage
from tests.compute.capture.cases import every_kind_of_case, random_case

DIGEST = "0123456789abcdef" * 4
CASES = every_kind_of_case()


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CaptureStore]:
    """On the disk, and on a file system that is not one."""
    found = CaptureStore(str(tmp_path / "captures") if request.param == "folder" else f"memory://{tmp_path}")
    yield found
    found.delete(DIGEST)


def parts(value: object) -> list[object]:
    """All leaves of nested dataclasses."""
    if is_dataclass(value):
        return [leaf for field in fields(value) for leaf in parts(getattr(value, field.name))]
    return [value]


@pytest.mark.parametrize("name", CASES)
def test_a_record_comes_back_as_it_was(name: str, store: CaptureStore) -> None:
    record = CASES[name].record
    written = store.writer(DIGEST).put(record)
    assert written == store.size(DIGEST)
    for got, put in zip(parts(store.record(DIGEST, "decoder", 0)), parts(record), strict=True):
        np.testing.assert_array_equal(got, put)


def test_a_layer_is_read_as_soon_as_it_is_put_and_the_run_is_complete_only_when_finished(store: CaptureStore) -> None:
    writer = store.writer(DIGEST)
    with pytest.raises(NotCapturedYet):
        store.record(DIGEST, "decoder", 0)
    writer.put(CASES["plain"].record)
    assert store.record(DIGEST, "decoder", 0).queries == 7
    assert not store.is_complete(DIGEST)
    with pytest.raises(NotFound):
        store.events(DIGEST)
    said: list[RunEvent] = [
        RunStage(seq=0, stage="computing"),
        RunFinished(seq=0, elapsed_ms=1.5, captured_bytes=10),
    ]
    writer.finish(said)
    assert store.is_complete(DIGEST)
    assert store.events(DIGEST) == said


def test_a_deleted_capture_is_gone(store: CaptureStore) -> None:
    store.writer(DIGEST).put(CASES["plain"].record)
    store.writer(DIGEST).finish([])
    store.record(DIGEST, "decoder", 0)
    store.delete(DIGEST)
    assert (store.is_complete(DIGEST), store.size(DIGEST)) == (False, 0)
    with pytest.raises(NotCapturedYet):
        store.record(DIGEST, "decoder", 0)
    store.delete(DIGEST)


@pytest.mark.parametrize("digest", ["", "..", "../" + "a" * 61, "A" * 64, "a" * 63, "a" * 64 + "\n", "a" * 65])
def test_only_a_digest_names_a_folder(digest: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        CaptureStore(str(tmp_path)).writer(digest)


def test_only_a_kind_and_a_layer_name_a_file(tmp_path: Path) -> None:
    capture = Capture.at(tmp_path)
    for kind, layer in [("../decoder", 0), ("decoder", -1), ("decoder", 1000)]:
        with pytest.raises(NotFound):
            capture.record(kind, layer)


def test_a_folder_of_any_name_can_be_opened_itself(tmp_path: Path) -> None:
    Capture.at(tmp_path / "trophy").put(CASES["plain"].record)
    assert Capture.at(str(tmp_path / "trophy")).record("decoder", 0).heads == 2


def test_a_reader_beside_a_writer_never_meets_half_a_file(tmp_path: Path) -> None:
    """Both versions of the layer are self-consistent; a mixture would show in the codes or fail to parse."""
    case = random_case(1, queries=200, keys=200)
    one = AttentionRecord(
        "decoder", 0, Coded.of(case.q), Coded.of(case.k), np.zeros((1, 2, 200), np.float32), 1.0, None,
        CASES["plain"].record.mask, None, None,
    )  # fmt: skip
    two = replace(one, query=Coded(-one.query.code, one.query.middle, one.query.step), lse=one.lse + 1)
    writer = Capture.at(tmp_path)
    writer.put(one)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            writer.put(two)
            writer.put(one)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(200):
            read = Capture.at(tmp_path).record("decoder", 0)
            sign = 1 if read.lse[0, 0, 0] == 0 else -1
            np.testing.assert_array_equal(read.query.code, sign * one.query.code)
    finally:
        stop.set()
        thread.join()
    assert [path.name for path in tmp_path.iterdir()] == ["decoder-000.safetensors"]


def test_the_cache_keeps_what_was_used_last_within_its_bytes() -> None:
    record = CASES["plain"].record
    cache, loads = ByteCache(2 * size(record), size), []

    def load(path: str) -> AttentionRecord:
        loads.append(path)
        return record

    for path in ["a", "b", "a", "c", "a", "b"]:
        cache.get(path, lambda path=path: load(path))
    assert loads == ["a", "b", "c", "b"]
    cache.forget("b")
    cache.get("b", lambda: load("b"))
    assert loads[-2:] == ["b", "b"]


def test_codes_are_within_half_a_step_of_the_values() -> None:
    values = np.random.default_rng(0).standard_normal((2, 3, 50, 8)).astype(np.float32)
    values[..., 0] *= 1000
    values[..., 1] += 1e4
    values[..., 2] = 7
    coded = Coded.of(values)
    low, high = values.min(2, keepdims=True), values.max(2, keepdims=True)
    half_step = (high - low) / 65534 / 2
    # The middle of the range is itself rounded to a float.
    assert (np.abs(coded.values() - values) <= half_step * 1.01 + np.abs(values) * 2.0**-22).all()
    np.testing.assert_array_equal(coded.at(1, 2, slice(3, 9)), coded.values()[1, 2, 3:9])
