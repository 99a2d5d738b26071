"""Study files: one study as JSON, which any installation reads, and the notebook that reproduces its runs."""

from typing import Literal

from pydantic import Field, ValidationError

from compute import strict
from compute.wire import Wire
from webapp.errors import from_validation
from webapp.studies.errors import StudyFileBroken
from webapp.studies.models import Study
from webapp.studies.services import state_of
from webapp.studies.state import Letter, Notes, StudyState, Tags, Title
from webapp.studies.versions import brought_up

FORMAT = "attention-atlas/study"


class StudyFile(Wire):
    """A study outside its database. Its numbers are not in it: they follow from the specs."""

    format: Literal["attention-atlas/study"] = "attention-atlas/study"
    version: Literal[1] = Field(1, description="of the whole file; older ones are brought up when read")
    title: Title
    notes: Notes = ""
    tags: Tags = ()
    state: StudyState
    runs: dict[Letter, str] = Field(
        default_factory=dict, description="letter to digest, of the variants that had been run"
    )


def written(study: Study) -> StudyFile:
    """The study as a file."""
    return StudyFile(
        title=study.title,
        notes=study.notes,
        tags=tuple(study.tags),
        state=state_of(study),
        runs={row.letter: row.saved_digest for row in study.runs.all()},
    )


def read(content: bytes) -> StudyFile:
    """A file of any version that there was.

    Raises:
        StudyFileBroken, StudyFileNewer: with what is wrong; nothing is half read.
    """
    try:
        document = strict.read_json(content)
    except ValueError as error:
        raise StudyFileBroken(f"it is not JSON: {error}.") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StudyFileBroken(f"it does not say “format”: “{FORMAT}”.")
    try:
        return strict.as_form(StudyFile, brought_up(document))
    except ValidationError as error:
        raise StudyFileBroken(from_validation(error).message) from None
