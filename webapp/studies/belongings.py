"""All studies of one owner at once; see webapp/belongings.py."""

from django.db import transaction

from webapp.studies import comments, files
from webapp.studies.models import Comment, Draft, Study
from webapp.studies.services import state_of


class Studies:
    def move(self, before: str, after: str) -> None:
        for model in (Study, Draft, Comment):
            model.objects.filter(owner=before).update(owner=after)

    def delete(self, owner: str) -> None:
        """The deleted ones too; comments on others' studies leave no text behind."""
        with transaction.atomic():
            Study.objects.filter(owner=owner).delete()
            Draft.objects.filter(owner=owner).delete()
            for comment in Comment.objects.filter(owner=owner):
                comments.remove(comment)

    def files(self, owner: str) -> dict[str, object]:
        mine: dict[str, object] = {
            "comments": list(Comment.objects.filter(owner=owner).values("study_id", "text", "anchor", "created_at")),
            "drafts": list(Draft.objects.filter(owner=owner).values("id", "text", "created_at")),
        }
        for study in Study.objects.filter(owner=owner):
            mine |= {f"studies/{study.id}/{name}": value for name, value in _parts(study).items()}
        return mine


def _parts(study: Study) -> dict[str, object]:
    return {
        "study": files.written(study).model_dump(mode="json"),
        "history": [
            {
                "number": row.number,
                "title": row.title,
                "notes": row.notes,
                "tags": row.tags,
                "state": state_of(row).model_dump(mode="json"),
                "created_at": row.created_at,
            }
            for row in study.revisions.all()
        ],
        "comments": list(study.comments.values("id", "parent_id", "author", "text", "anchor", "created_at")),
        "links": list(study.links.values("may_copy", "comments", "created_at", "expires_at", "revoked_at")),
    }
