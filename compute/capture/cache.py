"""What was read lately, kept in memory up to a number of bytes."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from compute.capture.record import AttentionRecord

CACHE_BYTES = 2**28
Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """Least recently used values go first; `size` gives the bytes of one.

    Safe for threads; two that miss together both read.
    """

    def __init__(self, limit_bytes: int, size: Callable[[Value], int]) -> None:
        self._limit = limit_bytes
        self._size = size
        self._held: OrderedDict[str, Value] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, path: str, load: Callable[[], Value]) -> Value:
        with self._lock:
            if path in self._held:
                self._held.move_to_end(path)
                return self._held[path]
        value = load()
        with self._lock:
            self._drop(path)
            self._held[path] = value
            self._bytes += self._size(value)
            while self._bytes > self._limit and self._held:
                self._drop(next(iter(self._held)))
        return value

    def forget(self, prefix: str) -> None:
        """Drops what was read from this path, or from the folder of that name."""
        with self._lock:
            for path in [path for path in self._held if path == prefix or path.startswith(f"{prefix}/")]:
                self._drop(path)

    def _drop(self, path: str) -> None:
        value = self._held.pop(path, None)
        if value is not None:
            self._bytes -= self._size(value)


def size(record: AttentionRecord) -> int:
    """Bytes of the record's larger arrays."""
    dense = [record.mask.dense, record.mask.top, record.bias.dense if record.bias else None]
    arrays = [record.query.code, record.key.code, record.lse, *dense]
    return sum(array.nbytes for array in arrays if array is not None)


CACHE = ByteCache(CACHE_BYTES, size)
