"""The HTTP interface of sharing: links, what opens by them, the gallery, comments."""

from typing import ClassVar
from uuid import UUID

from django.conf import settings
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response

from webapp.body import read_json, read_query
from webapp.browser import SHARE_HEADER, ensure_owner, remember_link, visitor_of
from webapp.runs.api import NoQuery, as_json
from webapp.studies import comments, links, listing, wire
from webapp.studies.access import meet
from webapp.studies.api import opened
from webapp.studies.permissions import Action
from webapp.studies.view import Limited, OfStudy


class Links(OfStudy):
    actions: ClassVar = {"GET": Action.SHARE, "POST": Action.SHARE}

    def get(self, request: Request, study_id: UUID) -> Response:
        rows = self.found(request, study_id).study.links.all()
        return as_json(wire.LinkList(links=tuple(wire.Link.of(row) for row in rows)))

    def post(self, request: Request, study_id: UUID) -> Response:
        study = self.found(request, study_id).study
        row, token = links.make(study, read_json(request, wire.LinkChange))
        return as_json(wire.Link.of(row, token), status=201)


class OneLink(OfStudy):
    actions: ClassVar = {"PATCH": Action.SHARE, "DELETE": Action.SHARE}

    def patch(self, request: Request, study_id: UUID, link_id: int) -> Response:
        study = self.found(request, study_id).study
        return as_json(wire.Link.of(links.change(study, link_id, read_json(request, wire.LinkChange))))

    def delete(self, request: Request, study_id: UUID, link_id: int) -> Response:
        return as_json(wire.Link.of(links.revoke(self.found(request, study_id).study, link_id)))


@method_decorator(ensure_csrf_cookie, name="dispatch")
class OpenByLink(Limited):
    """The token is sent once, in a body; the session then holds what it opens, and no address carries it."""

    def post(self, request: Request) -> Response:
        link = links.open_link(read_json(request, wire.OpenLink).token)
        visitor = remember_link(request, link.pk)
        return as_json(opened(meet(visitor, link.study)))


class Embedded(NoQuery):
    """The study of the link whose token stands in the request's header; what is gone is not run again for a frame."""

    def get(self, request: Request) -> Response:
        link = links.open_link(request.headers.get(SHARE_HEADER, ""))
        return as_json(listing.as_seen(meet(visitor_of(request), link.study)))


class GalleryList(Limited):
    query = wire.StudyQuery

    def get(self, request: Request) -> Response:
        asked = read_query(request, wire.StudyQuery)
        return as_json(listing.gallery(asked) if settings.GALLERY else wire.StudyList(studies=(), total=0))


@method_decorator(conditional_page, name="dispatch")
class Comments(OfStudy):
    """A page that has them open asks again every few seconds; while nothing is new, the answer is empty (304)."""

    actions: ClassVar = {"GET": Action.COMMENTS, "POST": Action.COMMENTS}

    def get(self, request: Request, study_id: UUID) -> Response:
        return as_json(wire.CommentList(comments=tuple(comments.listed(self.found(request, study_id)))))

    def post(self, request: Request, study_id: UUID) -> Response:
        found = self.found(request, study_id)
        new = read_json(request, wire.NewComment)
        ensure_owner(request)
        row = comments.add(found, visitor_of(request).name, new)
        return as_json(comments.as_seen(found, row), status=201)


class OneComment(OfStudy):
    actions: ClassVar = {"PATCH": Action.MODERATE, "DELETE": Action.COMMENTS}

    def patch(self, request: Request, study_id: UUID, comment_id: int) -> Response:
        found = self.found(request, study_id)
        row = comments.moderate(found, comment_id, read_json(request, wire.Moderation))
        return as_json(comments.as_seen(found, row))

    def delete(self, request: Request, study_id: UUID, comment_id: int) -> Response:
        comments.delete(self.found(request, study_id), comment_id)
        return as_json(wire.Done())


class CommentText(OfStudy):
    actions: ClassVar = {"PATCH": Action.COMMENTS}

    def patch(self, request: Request, study_id: UUID, comment_id: int) -> Response:
        found = self.found(request, study_id)
        row = comments.change(found, comment_id, read_json(request, wire.CommentChange).text)
        return as_json(comments.as_seen(found, row))
