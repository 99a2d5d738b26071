"""The HTTP interface of studies: reads the request, asks services.py, answers with a wire model."""

from typing import ClassVar
from uuid import UUID

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from webapp.body import read_body, read_json, read_query
from webapp.browser import ensure_owner, owner_of, visitor_of
from webapp.runs.api import as_json
from webapp.studies import drafts, files, listing, refs, services, wire
from webapp.studies.access import Found, find
from webapp.studies.errors import GalleryOff
from webapp.studies.models import Draft, Study
from webapp.studies.permissions import Action
from webapp.studies.view import Limited, OfStudy


def seen(request: Request, study: Study) -> wire.Study:
    """A study that the asker may read, as they may see it."""
    return listing.as_seen(find(visitor_of(request), study.id, Action.READ))


class Studies(Limited):
    query = wire.StudyQuery

    def get(self, request: Request) -> Response:
        return as_json(listing.own(owner_of(request), read_query(request, wire.StudyQuery)))

    def post(self, request: Request) -> Response:
        new = read_json(request, wire.NewStudy)
        study = services.save(ensure_owner(request), new)
        return as_json(seen(request, study), status=201)


class OneStudy(OfStudy):
    actions: ClassVar = {"GET": Action.READ, "PATCH": Action.EDIT, "DELETE": Action.DELETE}

    def get(self, request: Request, study_id: UUID) -> Response:
        return as_json(listing.as_seen(self.found(request, study_id)))

    def patch(self, request: Request, study_id: UUID) -> Response:
        found = self.found(request, study_id)
        return as_json(seen(request, services.change(found.study, read_json(request, wire.StudyChange))))

    def delete(self, request: Request, study_id: UUID) -> Response:
        services.delete(self.found(request, study_id).study)
        return as_json(wire.Done())


class Undelete(OfStudy):
    actions: ClassVar = {"POST": Action.UNDELETE}

    def post(self, request: Request, study_id: UUID) -> Response:
        return as_json(seen(request, services.undelete(self.found(request, study_id).study)))


class Open(OfStudy):
    actions: ClassVar = {"POST": Action.READ}

    def post(self, request: Request, study_id: UUID) -> Response:
        return as_json(opened(self.found(request, study_id)))


class Copy(OfStudy):
    actions: ClassVar = {"POST": Action.COPY}

    def post(self, request: Request, study_id: UUID) -> Response:
        found = self.found(request, study_id)
        return as_json(seen(request, services.copy(found.study, ensure_owner(request))), status=201)


class Revisions(OfStudy):
    actions: ClassVar = {"GET": Action.HISTORY}

    def get(self, request: Request, study_id: UUID) -> Response:
        study = self.found(request, study_id).study
        rows = study.revisions.values("number", "title", "is_autosave", "created_at")
        return as_json(wire.RevisionList.model_validate({"revisions": list(rows)}))


class OneRevision(OfStudy):
    actions: ClassVar = {"GET": Action.HISTORY}

    def get(self, request: Request, study_id: UUID, number: int) -> Response:
        row = services.find_revision(self.found(request, study_id).study, number)
        fields = ("number", "title", "is_autosave", "created_at", "notes", "tags")
        said = {name: getattr(row, name) for name in fields} | {"state": services.state_of(row)}
        return as_json(wire.Revision.model_validate(said))


class Restore(OfStudy):
    actions: ClassVar = {"POST": Action.HISTORY}

    def post(self, request: Request, study_id: UUID, number: int) -> Response:
        study = self.found(request, study_id).study
        revision = read_json(request, wire.AtRevision).revision
        return as_json(seen(request, services.restore(study, number, revision)))


class Publish(OfStudy):
    actions: ClassVar = {"POST": Action.PUBLISH}

    def post(self, request: Request, study_id: UUID) -> Response:
        study = self.found(request, study_id).study
        wanted = read_json(request, wire.Gallery).in_gallery
        if wanted and not settings.GALLERY:
            raise GalleryOff
        return as_json(seen(request, services.publish(study, wanted)))


class Import(Limited):
    def post(self, request: Request) -> Response:
        file = files.read(read_body(request))
        new = wire.NewStudy(title=file.title, notes=file.notes, tags=file.tags, state=file.state)
        return as_json(seen(request, services.save(ensure_owner(request), new, file.runs)), status=201)


class Drafts(Limited):
    def post(self, request: Request) -> Response:
        text = read_json(request, wire.NewDraft).text
        return as_json(_draft(drafts.keep(ensure_owner(request), text)), status=201)


class OneDraft(Limited):
    def get(self, request: Request, draft_id: UUID) -> Response:
        return as_json(_draft(drafts.find(draft_id)))


def opened(found: Found) -> wire.Study:
    """The study, its runs there or on their way."""
    problems = refs.reopen(found.study, services.state_of(found.study))
    return listing.as_seen(found, problems)


def _draft(row: Draft) -> wire.Draft:
    return wire.Draft(id=row.id, text=row.text, created_at=row.created_at)
