"""What a stand-alone file holds, asked of this server for the one who wants it."""

import json
from collections.abc import Iterator
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from compute.events import RunTokens
from compute.fold import RunState, fold
from webapp.browser import visitor_of
from webapp.offline.ask import answer
from webapp.offline.errors import RunUnfinished
from webapp.offline.heads import heads_told
from webapp.offline.plan import Planned, planned
from webapp.offline.wire import Held, OfflineRequest
from webapp.runs import frames, services
from webapp.runs.models import Run
from webapp.runs.parts import captures
from webapp.runs.wire import Example, ExampleList, ModelList
from webapp.runs.wire import Run as RunBody
from webapp.studies.access import check_export

# Asked whatever the run is.
EVERYWHERE = ("/api/masks", "/api/positions", "/api/published-models")


def plan(request: Request, run_id: UUID, asked: OfflineRequest) -> Planned:
    """run_id: A's. Raises: NotFound, NotAllowed, RunUnfinished."""
    return planned(list(_states(request, run_id, asked)), asked.at)


def gathered(request: Request, run_id: UUID, asked: OfflineRequest) -> Held:
    """run_id: A's. Raises: NotFound, NotAllowed, RunUnfinished."""
    states = list(_states(request, run_id, asked))
    what = planned(states, asked.at)
    addresses = (*EVERYWHERE, *(part.address for part in what.of_runs))
    answers = {address: answer(request, address) for address in addresses}
    answers |= heads_told(visitor_of(request), what.of_heads)
    answers |= {f"/api/costs {body}": answer(request, "/api/costs", body) for body in asked.costs}
    models = {said.model.name: said.model for _, said in states}
    answers["/api/models"] = ModelList(models=tuple(models.values())).model_dump_json().encode()
    answers["/api/examples"] = _examples({state.run_id for state, _ in states}).model_dump_json().encode()
    return Held(
        title=asked.title,
        address=asked.address,
        run=run_id,
        made_at=timezone.now().isoformat(timespec="seconds"),
        heads=what.heads,
        heads_in_all=what.heads_in_all,
        answers={address: said for address, said in answers.items() if said is not None and not _is_waiting(said)},
    )


def _states(request: Request, run_id: UUID, asked: OfflineRequest) -> Iterator[tuple[RunState, RunTokens]]:
    visitor = visitor_of(request)
    for letter, one in (("A", run_id), *((beside.letter, beside.run) for beside in asked.beside)):
        run = services.read_run(visitor, one)
        check_export(visitor, run)
        if run.status != Run.Status.FINISHED or not captures().is_complete(run.digest):
            raise RunUnfinished(letter)
        state = fold(frames.all_events(run))
        if state.tokens is None:
            raise RunUnfinished(letter)
        yield state, state.tokens


def _examples(held: set[str]) -> ExampleList:
    """Those that are in the file: their times are another machine's, which the page has to know."""
    rows = [row for row in services.list_examples() if str(row.id) in held]
    return ExampleList(examples=tuple(Example(lang=row.lang, run=RunBody.of(row)) for row in rows))


def _is_waiting(said: bytes) -> bool:
    """A comparison that a worker has not made yet is no answer to keep."""
    if len(said) > 1000 or not said.startswith(b"{"):
        return False
    return bool(json.loads(said).get("status") == "waiting")
