"""Work that is done beside the model's own computing, in order, and never far behind it."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore, Event
from types import TracebackType


class Aside:
    """One thread. At most `ahead` pieces of work wait or run, so that what they hold on to stays bounded.

    An error in the thread comes back from the next `submit`, or from leaving the block. Leaving it with an error
    drops what has not begun.
    """

    def __init__(self, ahead: int) -> None:
        self._room = BoundedSemaphore(ahead)
        self._thread = ThreadPoolExecutor(1, "aside")
        self._dropped = Event()
        self._last: Future[None] | None = None

    def submit(self, work: Callable[[], None]) -> None:
        """Waits for room, then hands the work over."""
        self._room.acquire()
        if self._last is not None and self._last.done():
            self._last.result()
        self._last = self._thread.submit(self._do, work, self._last)

    def finish(self) -> None:
        """Waits until all is done."""
        if self._last is not None:
            self._last.result()

    def __enter__(self) -> "Aside":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._dropped.set()
        self._thread.shutdown(wait=True)
        if error is None:
            self.finish()

    def _do(self, work: Callable[[], None], before: "Future[None] | None") -> None:
        try:
            if before is not None:
                before.result()  # what follows an error is not done, and fails with it
            if not self._dropped.is_set():
                work()
        finally:
            self._room.release()
