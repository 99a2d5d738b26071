import json
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from webapp.endpoints import ENDPOINTS
from webapp.openapi import Json, document, event_schema, training_event_schema


def generated() -> dict[Path, str]:
    """Every generated file of protocol/ with its contents."""
    folder: Path = settings.ROOT / "protocol"
    return {
        folder / "openapi.json": _text(document(ENDPOINTS)),
        folder / "wire.json": _text(event_schema()),
        folder / "trainings.json": _text(training_event_schema()),
    }


def _text(value: Json) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


class Command(BaseCommand):
    help = "Writes protocol/: the HTTP interface as OpenAPI, the streams' events as JSON schema."

    def handle(self, *args: object, **options: object) -> None:
        for file, text in generated().items():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
            self.stdout.write(f"wrote {file.relative_to(settings.ROOT)}")
