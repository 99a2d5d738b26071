"""Files of a run's numbers over HTTP."""

from typing import Literal
from uuid import UUID

from django.http import HttpResponse
from django.utils.text import slugify
from pydantic import Field
from rest_framework.request import Request
from rest_framework.views import APIView

from compute.errors import InvalidRequest
from compute.events import Kind
from compute.fold import fold
from webapp.body import read_query
from webapp.browser import visitor_of
from webapp.runs import frames, numbers, output, services
from webapp.runs.heads import open_head, within
from webapp.runs.wire import RowQuery, ViewQuery


class NumbersQuery(ViewQuery):
    head: int | None = Field(None, ge=0, description="one query head; without it, every head of the layer")
    format: Literal["csv", "npz"] = "npz"


class Numbers(APIView):
    def get(self, request: Request, run_id: UUID, kind: Kind, layer: int) -> HttpResponse:
        asked = read_query(request, NumbersQuery)
        visitor = visitor_of(request)
        first = open_head(visitor, run_id, kind, layer, asked.head or 0, asked.row)
        others = range(1, first.record.heads) if asked.head is None else ()
        heads = [first, *(first.sibling(head) for head in others)]
        about = {"run": str(run_id), "digest": first.digest, "kind": kind, "layer": layer, **asked.model_dump()}
        sheet = numbers.Sheet(heads, about, asked.hide, asked.renormalise)
        content = numbers.write(sheet, asked.format)
        part = "all" if asked.head is None else f"head-{asked.head}"
        return as_file(content, numbers.FORMS[asked.format].media, f"{kind}-layer-{layer}-{part}", asked.format)


class OutputQuery(RowQuery):
    format: Literal["csv", "npz", "json"] = "json"


class Output(APIView):
    def get(self, request: Request, run_id: UUID) -> HttpResponse:
        asked = read_query(request, OutputQuery)
        run = services.read_run(visitor_of(request), run_id)
        state = fold(frames.all_events(run))
        within("row", asked.row, max(1, len(state.tokens.rows) if state.tokens else 0))
        found = output.figures(state, asked.row)
        if not found:
            raise InvalidRequest("This run has told nothing of its output. Ask again when it has finished.")
        about: dict[str, object] = {"run": str(run_id), "digest": run.digest, "row": asked.row, "spec": run.spec}
        form = output.FORMS[asked.format]
        return as_file(form.write(found, about), form.media, f"output-row-{asked.row}", asked.format)


def as_file(content: bytes, media: str, name: str, ending: str) -> HttpResponse:
    """An answer that the browser saves under a plain name."""
    answer = HttpResponse(content, content_type=media)
    answer["Content-Disposition"] = f'attachment; filename="{slugify(name) or "study"}.{ending}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
