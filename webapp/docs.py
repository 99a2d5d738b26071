"""The description of the HTTP interface, for programs and for people."""

from collections.abc import Iterator
from functools import cache

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from webapp.endpoint import File, Operation
from webapp.endpoints import ENDPOINTS
from webapp.openapi import Json, address, document, media_of, name_of
from webapp.read_only import read_only

FORMS = {"application/json": "JSON", "application/msgpack": "MessagePack"}


@cache
def _document() -> Json:
    return document(ENDPOINTS)


@read_only
def openapi_json(request: HttpRequest) -> HttpResponse:
    return JsonResponse(_document())


@read_only
def docs(request: HttpRequest) -> HttpResponse:
    """A plain page, drawn here: it needs no script and no foreign host."""
    operations = [
        {"address": address(endpoint), "id": _anchor(operation.method, address(endpoint)), **_said(operation)}
        for endpoint in ENDPOINTS
        for operation in endpoint.operations
    ]
    return render(request, "docs.html", {"operations": operations, "document": _document()})


def _anchor(method: str, where: str) -> str:
    return f"{method}-{where}".replace("/", "-").replace("{", "").replace("}", "").lower()


def _said(operation: Operation) -> dict[str, object]:
    """An operation in plain values: a template would call the classes."""
    return {
        "method": operation.method.upper(),
        "summary": operation.summary,
        "body": name_of(operation.body) if operation.body else None,
        "parameters": list(_parameters(operation)),
        "status": operation.status,
        "form": FORMS.get(media_of(operation), "a file"),
        "answer": name_of(operation.answer),
        "is_file": isinstance(operation.answer, File),
        "refuses": [{"status": refusal.status, "code": refusal.code} for refusal in operation.refuses],
    }


def _parameters(operation: Operation) -> Iterator[dict[str, str]]:
    for name, field in operation.query.model_fields.items() if operation.query else ():
        yield {"name": name, "description": field.description or ""}
