"""What is seen to before a run into a folder, without torch."""

from pathlib import Path

from compute.capture.store import Capture
from compute.catalog.models import model_card, model_folder
from compute.spec import RunSpec
from compute.text import tokens_of


def begin(spec: RunSpec, folder: Path) -> Capture:
    """An empty capture in the folder, for a spec that can be run.

    Raises:
        AtlasError: the spec cannot be run; the folder, and a capture that is in it, stay as they are.
        OSError: the folder cannot be written.
    """
    tokens_of(spec, model_card(spec.model), model_folder(spec.model))
    capture = Capture.at(folder)
    capture.clear()
    return capture
