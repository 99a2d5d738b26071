"""What is written down of the interface is what the program does: generated files, documents, addresses."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from compute.errors import AtlasError
from compute.events import EVENT, RunEvent
from webapp.endpoint import Endpoint
from webapp.endpoints import ENDPOINTS
from webapp.openapi import address, document
from webapp.runs import consumers
from webapp.runs.management.commands.protocol import generated

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("file", generated(), ids=lambda file: file.name)
def test_a_generated_file_is_what_the_models_say_today(file: Path) -> None:
    assert file.read_text("utf-8") == generated()[file], "run “make protocol” and commit what it writes"


def test_every_address_below_api_stands_in_the_table_and_the_other_way_round() -> None:
    served = {
        str(pattern.pattern): pattern.callback.view_class
        for pattern in get_resolver().url_patterns
        if isinstance(pattern, URLPattern)
        and hasattr(pattern.callback, "view_class")
        and str(pattern.pattern).startswith("api/")
    }
    assert served == {f"api/{endpoint.route}": endpoint.view for endpoint in ENDPOINTS}


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.route)
def test_an_address_answers_the_methods_that_are_described_and_no_other(endpoint: Endpoint) -> None:
    answered = {method for method in ("get", "post", "put", "patch", "delete") if hasattr(endpoint.view, method)}
    assert answered == {operation.method for operation in endpoint.operations}


def test_every_reference_of_the_document_leads_somewhere() -> None:
    text = json.dumps(document(ENDPOINTS))
    wanted = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert wanted <= document(ENDPOINTS)["components"]["schemas"].keys()


def test_bytes_are_described_as_binary_strings() -> None:
    data = document(ENDPOINTS)["components"]["schemas"]["PackedArray"]["properties"]["data"]
    assert (data["type"], data["format"]) == ("string", "binary")


@pytest.mark.django_db
def test_the_document_and_its_page_are_served(client: Client) -> None:
    served = client.get("/api/openapi.json").json()
    assert served == document(ENDPOINTS)
    page = client.get("/api/docs").content.decode()
    for endpoint in ENDPOINTS:
        assert address(endpoint) in page
    for name in served["components"]["schemas"]:
        assert f'id="{name}"' in page


def codes() -> dict[str, int]:
    """Every code of the program with its status."""

    def below(kind: type[AtlasError]) -> dict[str, int]:
        found = {kind.code: kind.status} if kind is not AtlasError else {}
        for child in kind.__subclasses__():
            found |= below(child)
        return found

    return below(AtlasError)


def test_the_errors_document_has_one_heading_for_each_code() -> None:
    headings = re.findall(r"^### `(\w+)`$", (ROOT / "docs" / "errors.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(headings) == sorted(codes())


def test_the_errors_document_gives_the_status_of_each_code() -> None:
    text = (ROOT / "docs" / "errors.md").read_text("utf-8")
    said = re.findall(r"^### `(\w+)`\n(\d{3})", text, re.MULTILINE)
    assert said
    assert {code: int(status) for code, status in said}.items() <= codes().items()


def test_the_stream_document_names_every_event_and_every_closing_code() -> None:
    text = (ROOT / "docs" / "stream.md").read_text("utf-8")
    events = set(re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE))
    assert events == {kind.model_fields["type"].default for kind in get_args(get_args(RunEvent)[0])}
    assert events == set(EVENT.json_schema()["discriminator"]["mapping"])
    closing = {int(code) for code in re.findall(r"^\| (\d{4}) \|", text, re.MULTILINE)}
    names = ("NORMAL", "TOO_BIG", "BROKEN", "TRY_AGAIN", "SIGNED_OUT", "NOT_THERE")
    assert closing == {getattr(consumers, name) for name in names}


def test_the_settings_document_names_every_variable_and_no_other() -> None:
    web = (ROOT / "webapp" / "settings.py").read_text("utf-8")
    compute = (ROOT / "compute" / "settings.py").read_text("utf-8")
    read = {"SECRET_KEY", *re.findall(r'environment\.\w+\("([A-Z_]+)"', web)}
    read |= set(re.findall(r'environment(?:\.get\(|, )"([A-Z_]+)"', compute))
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE)) == read
