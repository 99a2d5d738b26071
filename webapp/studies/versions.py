"""A study's content in any version that there was, brought up to today's, one version at a time.

A step takes the whole document and gives the next version's: `STEPS[1]` makes version 2 of version 1. The same
steps read study files and stored rows. There was no version before 1.
"""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from webapp.studies.errors import StudyFileBroken, StudyFileNewer
from webapp.studies.state import VERSION

Document = dict[str, JsonValue]
Step = Callable[[Document], Document]

STEPS: Mapping[int, Step] = {}


def brought_up(document: Document, steps: Mapping[int, Step] = STEPS, newest: int = VERSION) -> Document:
    """The document in version `newest`; the one given stays as it is.

    Raises:
        StudyFileNewer, StudyFileBroken: its version is above `newest`, or was never there.
    """
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise StudyFileBroken("it says no version.")
    if version > newest:
        raise StudyFileNewer(version, newest)
    while version < newest:
        step = steps.get(version)
        if step is None:
            raise StudyFileBroken(f"there is no version {version}.")
        version += 1
        document = {**step(document), "version": version}
    if version not in range(1, newest + 1):
        raise StudyFileBroken(f"there is no version {version}.")
    return document
