"""Texts that were typed and neither run nor saved, too long for an address. The only writer of their rows."""

from uuid import UUID

from compute.errors import NotFound
from compute.text import check_text
from webapp.studies.models import Draft

MOST_DRAFTS = 50  # of one browser; the oldest leave


def keep(owner: str, text: str) -> Draft:
    """Raises: as `check_text` does."""
    check_text(text, "text")
    draft = Draft.objects.create(owner=owner, text=text)
    old = Draft.objects.filter(owner=owner).values_list("id", flat=True)[MOST_DRAFTS:]
    Draft.objects.filter(id__in=list(old)).delete()
    return draft


def find(owner: str, draft_id: UUID) -> Draft:
    """Raises: NotFound, for somebody else's too."""
    draft = Draft.objects.filter(owner=owner, id=draft_id).first() if owner else None
    if draft is None:
        raise NotFound
    return draft
