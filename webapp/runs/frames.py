"""Events as they travel: one MessagePack map each, the same bytes over HTTP and on the socket."""

from collections.abc import Iterable, Iterator, Sequence

from compute.capture.cache import ByteCache
from compute.events import RunEvent
from compute.publish import log_key, pack
from webapp.runs import parts, services
from webapp.runs.models import Run

# What ended runs said, by id: many guests of one study hear the same run. Nothing follows an end.
_ENDED: ByteCache[Sequence[bytes]] = ByteCache(2**26, lambda frames: sum(map(len, frames)))


def live_events(run: Run, after: int = 0) -> Iterator[RunEvent]:
    """The events with seq > after in the run's log, if it has not expired."""
    yield from parts.run_log().read(str(run.id), after)


def all_frames(run: Run, after: int) -> Sequence[bytes]:
    """The events with seq > after that are there now."""
    if run.is_live:
        return [pack(event) for event in live_events(run, after)]
    # Frame i has seq i + 1: the events of a run are numbered without a gap.
    return _ENDED.get(str(run.id), lambda: _read_ended(run))[after:]


def _read_ended(run: Run) -> Sequence[bytes]:
    return [pack(event) for event in all_events(run)]


def all_events(run: Run) -> Iterable[RunEvent]:
    """The events that there are now: from the log or, where that has expired, from what is kept."""
    return live_events(run) if parts.client().exists(log_key(str(run.id))) else services.stored_events(run)
