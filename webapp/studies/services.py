"""Everything that may happen to a study's row and its history, and the only place that writes them.

Who may ask for it is decided before, in access.py.
"""

from collections.abc import Mapping

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pydantic import BaseModel

from compute.errors import NotFound
from webapp.studies import refs
from webapp.studies.errors import Conflict, TooManyStudies
from webapp.studies.models import Revision, Study
from webapp.studies.state import StudyState, check_words
from webapp.studies.versions import brought_up
from webapp.studies.wire import NewStudy, StudyChange

FIELDS = ("title", "notes", "tags", "state")
Content = dict[str, object]


def state_of(row: Study | Revision) -> StudyState:
    """The stored state, of whatever version it was written in."""
    document = brought_up({"version": row.state["version"], "state": row.state})
    return StudyState.model_validate(document["state"])


def save(owner: str, new: NewStudy, ran: Mapping[str, str] | None = None) -> Study:
    """Keeps a new study; `ran` as in `refs.renew`. Raises: TooManyStudies, QuotaExceeded, StudyTextRefused."""
    content = _content(new)
    with transaction.atomic():
        limit: int = settings.STUDIES_PER_OWNER
        if Study.objects.filter(owner=owner, deleted_at=None).count() >= limit:
            raise TooManyStudies(limit)
        study = Study.objects.create(owner=owner, updated_at=timezone.now(), **content, **_searched(content))
        refs.renew(study, new.state, ran)
        _remember(study, is_autosave=False)
    return study


def change(study: Study, change: StudyChange, ran: Mapping[str, str] | None = None) -> Study:
    """Keeps a change as a new revision; nothing happens if nothing differs.

    Raises:
        Conflict: another revision than the one changed is stored, and stays.
        QuotaExceeded, StudyTextRefused.
    """
    content = {name: getattr(study, name) for name in FIELDS} | _content(change)
    with transaction.atomic():
        fields = {**content, **_searched(content), "updated_at": timezone.now()}
        mine = Study.objects.filter(id=study.id, revision=change.revision, deleted_at=None)
        if all(getattr(study, name) == content[name] for name in FIELDS) and mine.exists():
            return study
        if not mine.update(**fields, revision=change.revision + 1):
            raise _conflict(study, change.revision)
        study.refresh_from_db()
        if change.state is not None:
            refs.renew(study, change.state, ran)
        _remember(study, change.autosave)
    return study


def restore(study: Study, number: int, revision: int) -> Study:
    """An earlier state becomes the newest one; nothing of the history is lost. Raises: NotFound, and as `change`."""
    old = find_revision(study, number)
    back = StudyChange(revision=revision, title=old.title, notes=old.notes, tags=tuple(old.tags), state=state_of(old))
    return change(study, back, ran=old.runs)


def find_revision(study: Study, number: int) -> Revision:
    """Raises: NotFound."""
    found = study.revisions.filter(number=number).first()
    if found is None:
        raise NotFound
    return found


def copy(study: Study, owner: str) -> Study:
    """A study of one's own with the same content; the original, its history and its comments stay where they are."""
    state = state_of(study)
    new = NewStudy(title=study.title, notes=study.notes, tags=tuple(study.tags), state=state)
    ran = {row.letter: row.saved_digest for row in study.runs.all()}
    with transaction.atomic():
        made = save(owner, new, ran)
        refs.lend(study, made)
    return made


def delete(study: Study) -> None:
    """Puts it aside; links and gallery show it no more. `undelete` brings it back until it is purged."""
    Study.objects.filter(id=study.id, deleted_at=None).update(deleted_at=timezone.now())


def undelete(study: Study) -> Study:
    """Brings it back as it was; links that were not revoked open it again."""
    Study.objects.filter(id=study.id).update(deleted_at=None)
    study.refresh_from_db()
    return study


def publish(study: Study, in_gallery: bool) -> Study:
    Study.objects.filter(id=study.id).update(in_gallery=in_gallery)
    study.in_gallery = in_gallery
    return study


def _content(given: BaseModel) -> Content:
    """The fields of the content that are given, as the row keeps them."""
    said = given.model_dump(mode="json", include=set(FIELDS), exclude_none=False)
    content = {name: value for name, value in said.items() if value is not None}
    check_words("", content)
    return content


def _searched(content: Content) -> dict[str, str]:
    """What a study is found by."""
    state, tags = content["state"], content["tags"]
    assert isinstance(state, dict)
    assert isinstance(tags, list | tuple)
    texts = [str(variant["spec"]["text"]) for variant in state["variants"]]
    names = [str(variant["name"]) for variant in state["variants"]]
    words = "\n".join([str(content["title"]), str(content["notes"]), *tags, *names, *dict.fromkeys(texts)])
    return {"words": words.casefold(), "tag_lines": "".join(f"\n{tag.casefold()}\n" for tag in tags)}


def _remember(study: Study, is_autosave: bool) -> None:
    """Adds the study as it is now to its history; of a long one the oldest autosaves leave first."""
    Revision.objects.create(
        study=study,
        number=study.revision,
        **{name: getattr(study, name) for name in FIELDS},
        runs={row.letter: row.saved_digest for row in study.runs.all()},
        is_autosave=is_autosave,
    )
    limit: int = settings.REVISIONS_PER_STUDY
    over = study.revisions.count() - limit
    if over > 0:
        leaving = study.revisions.exclude(number=study.revision).order_by("-is_autosave", "number")[:over]
        study.revisions.filter(id__in=[row.pk for row in leaving]).delete()


def _conflict(study: Study, expected: int) -> Exception:
    now = Study.objects.filter(id=study.id, deleted_at=None).first()
    return Conflict(expected, now.revision, now.updated_at.isoformat()) if now else NotFound()
