"""Share links: made, changed, revoked, opened. The only writer of their rows."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from compute.errors import InvalidRequest, NotFound
from webapp.studies.access import live_links
from webapp.studies.errors import TooMany
from webapp.studies.models import ShareLink, Study
from webapp.studies.tokens import hashed, new_token
from webapp.studies.wire import LinkChange

MOST_LINKS = 100


def make(study: Study, asked: LinkChange) -> tuple[ShareLink, str]:
    """A new link and its token, which is not kept and cannot be told again. Raises: InvalidRequest, TooMany."""
    _check_expiry(asked.expires_at)
    token = new_token()
    with transaction.atomic():
        if study.links.count() >= MOST_LINKS:
            raise TooMany("links", MOST_LINKS)
        return ShareLink.objects.create(study=study, token_hash=hashed(token), **asked.model_dump()), token


def change(study: Study, link_id: int, asked: LinkChange) -> ShareLink:
    """Other conditions for the same link; holds for everybody at once. Raises: NotFound, InvalidRequest."""
    _check_expiry(asked.expires_at)
    link = _find(study, link_id)
    for name, value in asked.model_dump().items():
        setattr(link, name, value)
    link.save(update_fields=tuple(asked.model_dump()))
    return link


def revoke(study: Study, link_id: int) -> ShareLink:
    """Shuts the link for good. Raises: NotFound."""
    link = _find(study, link_id)
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=("revoked_at",))
    return link


def open_link(token: str) -> ShareLink:
    """The link of this token. Raises: NotFound, for an unknown, a revoked and an expired one alike."""
    link = live_links().select_related("study").filter(token_hash=hashed(token)).first()
    if link is None:
        raise NotFound
    return link


def lent_by(token: str) -> tuple[int, ...]:
    """The id of the link of this token; none where it opens nothing."""
    return tuple(live_links().filter(token_hash=hashed(token)).values_list("id", flat=True))


def _find(study: Study, link_id: int) -> ShareLink:
    link = study.links.filter(id=link_id).first()
    if link is None:
        raise NotFound
    return link


def _check_expiry(expires_at: datetime | None) -> None:
    if expires_at is None:
        return
    if expires_at.tzinfo is None:
        raise InvalidRequest("“expires_at” has no time zone. Write it as 2030-01-31T12:00:00Z.", field="expires_at")
    if expires_at <= timezone.now():
        raise InvalidRequest("“expires_at” is in the past. Give a later time, or none.", field="expires_at")
