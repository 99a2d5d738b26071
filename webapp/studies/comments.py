"""Comments: written, changed, hidden, resolved, deleted. The only writer of their rows."""

from django.db import transaction
from django.utils import timezone

from compute.errors import InvalidRequest, NotFound
from webapp.studies import models
from webapp.studies.access import Found
from webapp.studies.errors import AccountNeeded, CommentsOff, TooMany
from webapp.studies.permissions import Role
from webapp.studies.state import check_words
from webapp.studies.wire import Comment, Moderation, NewComment

MOST_COMMENTS = 1000


def listed(found: Found) -> list[Comment]:
    """Every comment as the visitor may see it, oldest first. Raises: CommentsOff."""
    _check_on(found)
    return [as_seen(found, row) for row in found.study.comments.all()]


def add(found: Found, author: str, new: NewComment) -> models.Comment:
    """Keeps a comment of the visitor's, who has a name already.

    Raises:
        CommentsOff; AccountNeeded: a guest without `author`; InvalidRequest: a reply to nothing or to a reply; TooMany.
    """
    _check_on(found)
    if found.role is not Role.OWNER and not author:
        raise AccountNeeded
    anchor = new.anchor.model_dump(mode="json")
    check_words("text", new.text)
    check_words("anchor", anchor)
    with transaction.atomic():
        if found.study.comments.count() >= MOST_COMMENTS:
            raise TooMany("comments", MOST_COMMENTS)
        return models.Comment.objects.create(
            study=found.study,
            parent=_parent(found, new.reply_to),
            owner=found.visitor.owner,
            author=author,
            text=new.text,
            anchor=anchor,
        )


def change(found: Found, comment_id: int, text: str) -> models.Comment:
    """Other words for a comment, which only its author puts. Raises: CommentsOff, NotFound: not there, or another's."""
    _check_on(found)
    row = _find(found, comment_id)
    if not _is_own(found, row):
        raise NotFound
    check_words("text", text)
    if text != row.text:
        row.text, row.edited_at = text, timezone.now()
        row.save(update_fields=("text", "edited_at"))
    return row


def moderate(found: Found, comment_id: int, asked: Moderation) -> models.Comment:
    """Hides a comment from everybody else or shows it again, resolves its thread or opens it again.

    Raises:
        NotFound; InvalidRequest: a reply cannot be resolved.
    """
    row = _find(found, comment_id)
    if asked.resolved is not None and row.parent_id is not None:
        raise InvalidRequest(
            f"Comment {comment_id} is a reply. Resolve comment {row.parent_id}, which it stands under.",
            field="resolved",
        )
    said = asked.model_dump(exclude_none=True)
    for name, value in said.items():
        setattr(row, name, value)
    row.save(update_fields=tuple(said))
    return row


def delete(found: Found, comment_id: int) -> None:
    """Removes a comment: its author may, and the study's owner. One with replies stays, empty.

    Raises:
        CommentsOff, NotFound: not there, or somebody else's.
    """
    _check_on(found)
    row = _find(found, comment_id)
    if found.role is not Role.OWNER and not _is_own(found, row):
        raise NotFound
    remove(row)


def remove(row: models.Comment) -> None:
    """An emptied one leaves with its last reply."""
    if row.replies.exists():
        row.text, row.author, row.owner, row.deleted = "", "", "", True
        row.save(update_fields=("text", "author", "owner", "deleted"))
        return
    parent = row.parent
    row.delete()
    if parent is not None and parent.deleted and not parent.replies.exists():
        parent.delete()


def as_seen(found: Found, row: models.Comment) -> Comment:
    is_own = _is_own(found, row)
    is_shown = not row.hidden or found.role is Role.OWNER or is_own
    return Comment.model_validate(
        {
            "id": row.pk,
            "text": row.text if is_shown else "",
            "author": row.author if is_shown else "",
            "by_owner": bool(row.owner) and row.owner == found.study.owner,
            "is_own": is_own,
            "anchor": _place(row, is_shown),
            "reply_to": row.parent_id,
            "hidden": row.hidden,
            "resolved": row.resolved,
            "deleted": row.deleted,
            "created_at": row.created_at,
            "edited_at": row.edited_at,
        }
    )


def _place(row: models.Comment, is_shown: bool) -> dict[str, object]:
    """Where it is pinned; the words that its author put there go with the text."""
    anchor: dict[str, object] = row.anchor or {"type": "none"}
    shown = is_shown and not row.deleted
    return {name: value for name, value in anchor.items() if shown or not name.endswith("label")}


def _is_own(found: Found, row: models.Comment) -> bool:
    return bool(found.visitor.owner) and row.owner == found.visitor.owner


def _check_on(found: Found) -> None:
    if not found.comments:
        raise CommentsOff


def _find(found: Found, comment_id: int) -> models.Comment:
    row = found.study.comments.filter(id=comment_id, deleted=False).first()
    if row is None:
        raise NotFound
    return row


def _parent(found: Found, comment_id: int | None) -> models.Comment | None:
    if comment_id is None:
        return None
    parent = found.study.comments.filter(id=comment_id, parent=None, deleted=False).first()
    if parent is None:
        raise InvalidRequest(
            f"There is no comment {comment_id} to reply to. Name one that is not a reply itself.", field="reply_to"
        )
    return parent
