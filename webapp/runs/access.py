"""Which runs a visitor may read: each rule is a condition on the row, and any of them is enough.

An app above this one adds its rule when Django starts; it need not be known here.
"""

from collections.abc import Callable

from django.db.models import Q, QuerySet

from webapp.browser import Visitor
from webapp.runs.models import Run

Rule = Callable[[Visitor], Q]


def _examples(visitor: Visitor) -> Q:
    return Q(is_example=True)


def _own(visitor: Visitor) -> Q:
    return Q(owner=visitor.owner) if visitor.owner else Q(pk__in=())


RULES: list[Rule] = [_examples, _own]


def readable_by(visitor: Visitor) -> QuerySet[Run]:
    """Every run that the visitor may read; one query decides."""
    allowed = Q(pk__in=())
    for rule in RULES:
        allowed |= rule(visitor)
    return Run.objects.filter(allowed)
