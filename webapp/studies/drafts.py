"""Words of an address that are too long to stand in it. The only writer of their rows.

As a short text stands in the address itself, whoever is given the address of a long one may read it: the id has 128
random bits, and nothing else leads to it.
"""

import secrets
from uuid import UUID

from compute.errors import NotFound
from compute.text import check_text
from webapp.studies.models import Draft

MOST_DRAFTS = 100  # of one browser; the oldest leave


def keep(owner: str, text: str) -> Draft:
    """The owner's draft of this text; the one that is there already, if it is. Raises: as `check_text` does."""
    check_text(text, "text")
    known = Draft.objects.filter(owner=owner, text=text).first()
    if known is not None:
        return known
    draft = Draft.objects.create(id=UUID(bytes=secrets.token_bytes(16)), owner=owner, text=text)
    old = Draft.objects.filter(owner=owner).values_list("id", flat=True)[MOST_DRAFTS:]
    Draft.objects.filter(id__in=list(old)).delete()
    return draft


def find(draft_id: UUID) -> Draft:
    """Whoever's it is. Raises: NotFound."""
    draft = Draft.objects.filter(id=draft_id).first()
    if draft is None:
        raise NotFound
    return draft
