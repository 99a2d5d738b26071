"""What a visitor is to a study, asked anew at each request, so that a revoked link is shut at once."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from compute.errors import NotFound
from webapp.browser import Visitor
from webapp.runs.models import Run
from webapp.studies.errors import NotAllowed
from webapp.studies.models import ShareLink, Study, StudyRun
from webapp.studies.permissions import TABLE, Action, Role


@dataclass(frozen=True)
class Found:
    """A study, and what the visitor is to it. comments: whether they may read and write comments."""

    study: Study
    visitor: Visitor
    role: Role
    comments: bool


def find(visitor: Visitor, study_id: UUID, action: Action) -> Found:
    """The study, for whoever may do this to it.

    Raises:
        NotFound: not there, deleted, or nothing to this visitor: one answer for all.
        NotAllowed: the visitor may read it, but not do this.
    """
    study = Study.objects.filter(id=study_id, deleted_at__isnull=action is not Action.UNDELETE).first()
    if study is None:
        raise NotFound
    found = meet(visitor, study)
    if found.role is Role.STRANGER:
        raise NotFound
    if found.role not in TABLE[action]:
        raise NotAllowed(action.value)
    return found


def check_export(visitor: Visitor, run: Run) -> None:
    """Of a run that the visitor may read: a file of it is as good as a copy.

    Raises: NotAllowed, where it is lent by links that only let read.
    """
    if run.is_example or (visitor.owner and run.owner == visitor.owner):
        return
    lending = Study.objects.filter(runs__run=run, deleted_at=None).distinct()
    if not any(meet(visitor, study).role in TABLE[Action.EXPORT] for study in lending):
        raise NotAllowed(Action.EXPORT.value)


def live_links() -> QuerySet[ShareLink]:
    """The links that open something now."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ShareLink.objects.filter(unexpired, revoked_at=None, study__deleted_at=None)


def run_of_shared_study(visitor: Visitor, run_id: UUID) -> Run | None:
    """A run is lent by a link that was opened, and by the gallery, while the study refers to it."""
    shared = Q(study__in_gallery=True) if settings.GALLERY else Q(pk__in=())
    if visitor.links:
        shared |= Q(study__in=live_links().filter(id__in=visitor.links).values("study"))
    lent = StudyRun.objects.filter(shared, study__deleted_at=None, run=run_id).select_related("run")
    row = lent.first()
    return row.run if row else None


def is_public(study: Study) -> bool:
    """Whether everybody may read it: it is in the gallery, and there is one."""
    return bool(settings.GALLERY) and study.in_gallery


def meet(visitor: Visitor, study: Study) -> Found:
    """What the visitor is to a study that is not deleted."""
    if visitor.owner and visitor.owner == study.owner:
        return Found(study, visitor, Role.OWNER, comments=True)
    links = list(live_links().filter(study=study, id__in=visitor.links)) if visitor.links else []
    comments = any(link.comments for link in links)
    if is_public(study) or any(link.may_copy for link in links):
        return Found(study, visitor, Role.COPIER, comments)
    return Found(study, visitor, Role.READER if links else Role.STRANGER, comments)
