"""Events as they travel: one MessagePack map each, the same bytes over HTTP and on the socket."""

from collections.abc import Iterator

from compute.events import RunEvent
from compute.publish import log_key, pack
from webapp.runs import parts, services
from webapp.runs.models import Run


def live_events(run: Run, after: int = 0) -> Iterator[RunEvent]:
    """The events with seq > after in the run's log, if it has not expired."""
    yield from parts.run_log().read(str(run.id), after)


def all_frames(run: Run, after: int) -> Iterator[bytes]:
    """The events with seq > after that are there now: from the log or, where that has expired, from what is kept."""
    if parts.client().exists(log_key(str(run.id))):
        yield from (pack(event) for event in live_events(run, after))
    else:
        yield from stored_frames(run, after)


def stored_frames(run: Run, after: int) -> Iterator[bytes]:
    yield from (pack(event) for event in services.stored_events(run) if event.seq > after)
