"""The OpenAPI 3.1 document, built from the table of endpoints and the Pydantic models behind it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import JsonValue, TypeAdapter

import compute
from compute.errors import AtlasError, ErrorBody
from compute.events import EVENT, RunEvent
from compute.lab.told import TOLD, ToldEvent
from compute.wire import Wire
from webapp.endpoint import Answer, Endpoint, File, Operation
from webapp.errors import Internal, MethodNotAllowed, TooManyRequests

Json = dict[str, JsonValue]

REF = "#/components/schemas/{model}"
PARAMETER = re.compile(r"<(\w+):(\w+)>")
PARAMETER_SCHEMAS: Mapping[str, Json] = {
    "uuid": {"type": "string", "format": "uuid"},
    "int": {"type": "integer", "minimum": 0},
    "kind": {"type": "string", "enum": ["encoder", "decoder", "cross"]},
}
EVERYWHERE: tuple[type[AtlasError], ...] = (MethodNotAllowed, TooManyRequests, Internal)


def document(endpoints: Sequence[Endpoint]) -> Json:
    """The whole description; its component names are the class names."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Attention Atlas",
            "version": compute.__version__,
            "description": "Commands go by HTTP; what a run says comes by WebSocket at /ws/runs/{run_id}?after=SEQ, "
            "one MessagePack RunEvent a message, and what a training says at /ws/trainings/{training_id}?after=SEQ. "
            "Every refusal has the body ErrorBody. A request that changes something carries the csrftoken cookie's "
            "value as X-CSRFToken; GET /api/models brings the cookie.",
        },
        "paths": {address(endpoint): _path(endpoint) for endpoint in endpoints},
        "components": {"schemas": _schemas(endpoints)},
    }


def address(endpoint: Endpoint) -> str:
    return "/api/" + PARAMETER.sub(r"{\2}", endpoint.route)


def name_of(answer: Answer) -> str:
    """The component's name, or the media type of a file."""
    if isinstance(answer, File):
        return answer.media
    if isinstance(answer, type):
        return answer.__name__
    return "RunEvent" if answer is EVENT else "TrainingEvent"


def event_schema() -> Json:
    """JSON schema of one message of a run's stream."""
    return EVENT.json_schema()


def training_event_schema() -> Json:
    """JSON schema of one message of a training's stream."""
    return TOLD.json_schema()


def _path(endpoint: Endpoint) -> JsonValue:
    return {operation.method: _operation(endpoint, operation) for operation in endpoint.operations}


def _operation(endpoint: Endpoint, operation: Operation) -> JsonValue:
    refusals = sorted({*operation.refuses, *EVERYWHERE}, key=lambda refusal: (refusal.status, refusal.code))
    media = media_of(operation)
    responses: Json = {
        str(operation.status): {
            "description": operation.summary,
            "content": {media: {"schema": _reference(operation.answer)}},
        }
    }
    for status in sorted({refusal.status for refusal in refusals}):
        codes = [refusal.code for refusal in refusals if refusal.status == status]
        responses[str(status)] = {
            "description": ", ".join(codes),
            "content": {"application/json": {"schema": _reference(ErrorBody)}},
        }
    said: Json = {
        "summary": operation.summary,
        "parameters": [*_path_parameters(endpoint.route), *_query_parameters(operation.query)],
        "responses": responses,
    }
    if operation.body is not None:
        content: JsonValue = {"application/json": {"schema": _reference(operation.body)}}
        said["requestBody"] = {"required": True, "content": content}
    return said


def _path_parameters(route: str) -> Iterable[JsonValue]:
    for kind, name in PARAMETER.findall(route):
        yield {"name": name, "in": "path", "required": True, "schema": PARAMETER_SCHEMAS[kind]}


def _query_parameters(query: type[Wire] | None) -> Iterable[JsonValue]:
    if query is None:
        return
    for name, schema in query.model_json_schema()["properties"].items():
        # Lists are one value with commas between: hide=special,first.
        yield {"name": name, "in": "query", "schema": schema, "style": "form", "explode": False}


def media_of(operation: Operation) -> str:
    """The content type of the answer."""
    if isinstance(operation.answer, File):
        return operation.answer.media
    return "application/msgpack" if operation.packed else "application/json"


def _reference(answer: Answer) -> JsonValue:
    if isinstance(answer, File):
        return {"type": "string", "format": "binary"}
    return {"$ref": REF.format(model=name_of(answer))}


def _schemas(endpoints: Sequence[Endpoint]) -> Json:
    bodies: set[type[Wire]] = {ErrorBody}
    for endpoint in endpoints:
        for operation in endpoint.operations:
            bodies |= {one for one in (operation.answer, operation.body) if isinstance(one, type)}
    inputs: list[tuple[str, Literal["validation"], TypeAdapter[Wire] | TypeAdapter[RunEvent] | TypeAdapter[ToldEvent]]]
    inputs = [(body.__name__, "validation", TypeAdapter(body)) for body in bodies]
    inputs += [("RunEvent", "validation", EVENT), ("TrainingEvent", "validation", TOLD)]
    roots, shared = TypeAdapter.json_schemas(inputs, ref_template=REF)
    found = dict(shared["$defs"])
    found |= {name: roots[name, "validation"] for name in ("RunEvent", "TrainingEvent")}
    return dict(sorted(found.items()))
