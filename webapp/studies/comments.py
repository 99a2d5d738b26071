"""Comments: written, hidden, deleted. The only writer of their rows."""

from django.db import transaction

from compute.errors import InvalidRequest, NotFound
from webapp.studies import models
from webapp.studies.access import Found
from webapp.studies.errors import AccountNeeded, CommentsOff, TooMany
from webapp.studies.permissions import Role
from webapp.studies.state import check_words
from webapp.studies.wire import Comment, NewComment

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
    check_words("text", new.text)
    with transaction.atomic():
        if found.study.comments.count() >= MOST_COMMENTS:
            raise TooMany("comments", MOST_COMMENTS)
        return models.Comment.objects.create(
            study=found.study,
            parent=_parent(found, new.reply_to),
            owner=found.visitor.owner,
            author=author,
            text=new.text,
            anchor=new.anchor.model_dump(mode="json"),
        )


def hide(found: Found, comment_id: int, hidden: bool) -> models.Comment:
    """Takes a comment out of everybody else's sight, or back into it. Raises: NotFound."""
    row = _find(found, comment_id)
    row.hidden = hidden
    row.save(update_fields=("hidden",))
    return row


def delete(found: Found, comment_id: int) -> None:
    """Removes a comment: its author may, and the study's owner. One with replies stays, empty.

    Raises:
        CommentsOff, NotFound: not there, or somebody else's.
    """
    _check_on(found)
    row = _find(found, comment_id)
    if found.role is not Role.OWNER and (not found.visitor.owner or row.owner != found.visitor.owner):
        raise NotFound
    remove(row)


def remove(row: models.Comment) -> None:
    if row.replies.exists():
        row.text, row.author, row.owner, row.deleted = "", "", "", True
        row.save(update_fields=("text", "author", "owner", "deleted"))
    else:
        row.delete()


def as_seen(found: Found, row: models.Comment) -> Comment:
    is_own = bool(found.visitor.owner) and row.owner == found.visitor.owner
    is_shown = not row.hidden or found.role is Role.OWNER or is_own
    return Comment.model_validate(
        {
            "id": row.pk,
            "text": row.text if is_shown else "",
            "author": row.author if is_shown else "",
            "by_owner": bool(row.owner) and row.owner == found.study.owner,
            "is_own": is_own,
            "anchor": row.anchor or {"type": "none"},
            "reply_to": row.parent_id,
            "hidden": row.hidden,
            "deleted": row.deleted,
            "created_at": row.created_at,
        }
    )


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
