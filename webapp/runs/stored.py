"""The stored examples: runs that come with the program, so that something real is on screen before any model is loaded.

A folder of examples/ is one: spec.json, and the capture as `python -m compute run` writes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from compute.capture.store import Capture
from compute.events import RunLayer
from compute.spec import RunSpec
from webapp.runs import services
from webapp.runs.parts import captures

FOLDER = Path(__file__).parent / "examples"


@dataclass(frozen=True)
class StoredExample:
    """`name` is the language of its text, or minilm for the encoder's."""

    name: str
    folder: Path

    @property
    def run_id(self) -> UUID:
        """The same on every machine, so that an address with it works everywhere."""
        return uuid5(NAMESPACE_URL, f"attention-atlas:example:{self.name}")

    def install(self) -> None:
        """Copies the capture to the store unless it is there, and makes or renews the row. Doing it again is free."""
        spec = RunSpec.model_validate_json((self.folder / "spec.json").read_bytes())
        if not captures().is_complete(spec.digest()):
            self._copy(spec.digest())
        services.install_example(self.run_id, self.name, spec)

    def _copy(self, digest: str) -> None:
        source, target = Capture.at(self.folder), captures().writer(digest)
        events = source.events()
        for event in events:
            if isinstance(event, RunLayer):
                target.put(source.record(event.kind, event.layer))
        target.finish(events)


def stored_examples(folder: Path = FOLDER) -> Iterator[StoredExample]:
    for spec in sorted(folder.glob("*/spec.json")):
        yield StoredExample(spec.parent.name, spec.parent)
