"""How studies are shown: one as a whole, or many as a list."""

from collections.abc import Mapping

from django.db.models import Exists, OuterRef, QuerySet

from compute.errors import ErrorBody
from webapp.studies import refs, wire
from webapp.studies.access import Found, live_links
from webapp.studies.models import Study
from webapp.studies.services import state_of
from webapp.studies.state import StudyState

AT_ONCE = 50


def as_seen(found: Found, problems: Mapping[str, ErrorBody] | None = None) -> wire.Study:
    """The study as the visitor may see it; `problems` stand in the way of runs, by letter."""
    study = found.study
    return wire.Study.model_validate(
        {
            "id": study.id,
            "title": study.title,
            "notes": study.notes,
            "tags": study.tags,
            "state": state_of(study),
            "revision": study.revision,
            "runs": _runs(study, problems or {}),
            "role": found.role.value,
            "comments": found.comments,
            "in_gallery": study.in_gallery,
            "created_at": study.created_at,
            "updated_at": study.updated_at,
        }
    )


def own(owner: str, asked: wire.StudyQuery) -> wire.StudyList:
    """The owner's studies, last changed first."""
    mine = Study.objects.filter(owner=owner) if owner else Study.objects.none()
    tags = sorted({tag for row in mine.filter(deleted_at=None).values_list("tags", flat=True) for tag in row})
    return _page(mine.filter(deleted_at__isnull=not asked.deleted), asked, tuple(tags))


def gallery(asked: wire.StudyQuery) -> wire.StudyList:
    """Everybody's studies that their owners put into the gallery."""
    return _page(Study.objects.filter(in_gallery=True, deleted_at=None), asked, ())


def _page(studies: QuerySet[Study], asked: wire.StudyQuery, tags: tuple[str, ...]) -> wire.StudyList:
    for word in asked.search.casefold().split():
        studies = studies.filter(words__contains=word)
    if asked.tag:
        studies = studies.filter(tag_lines__contains=f"\n{asked.tag.casefold()}\n")
    total = studies.count()
    shared = studies.annotate(is_shared=Exists(live_links().filter(study=OuterRef("pk"))))
    rows = shared.prefetch_related("runs").order_by("-updated_at", "id")[asked.skip : asked.skip + AT_ONCE]
    return wire.StudyList(studies=tuple(_listed(row, row.is_shared) for row in rows), total=total, tags=tags)


def _listed(study: Study, is_shared: bool) -> wire.ListedStudy:
    state = state_of(study)
    return wire.ListedStudy.model_validate(
        {
            "id": study.id,
            "title": study.title,
            "notes": study.notes[:200],
            "tags": study.tags,
            "address": state.address,
            "variants": _variants(study, state),
            "revision": study.revision,
            "is_shared": is_shared,
            "in_gallery": study.in_gallery,
            "updated_at": study.updated_at,
            "deleted_at": study.deleted_at,
        }
    )


def _variants(study: Study, state: StudyState) -> list[dict[str, object]]:
    known = refs.run_ids(study)
    return [
        {
            "letter": variant.letter,
            "name": variant.name,
            "model": variant.spec.model,
            "text": variant.spec.text[:120],
            "run": known.get(variant.letter),
        }
        for variant in state.variants
    ]


def _runs(study: Study, problems: Mapping[str, ErrorBody]) -> list[dict[str, object]]:
    return [
        {
            "letter": row.letter,
            "digest": row.digest,
            "run": row.run_id,
            "state": refs.state_of(row),
            "recomputed_at": row.recomputed_at,
            "renumbered": row.digest != row.saved_digest,
            "problem": problems.get(row.letter),
        }
        for row in study.runs.select_related("run")
    ]
