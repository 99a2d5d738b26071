"""Which runs a visitor may read: each rule finds a run of this id for some visitors, and any of them is enough.

An app above this one adds its rule when Django starts; it need not be known here.
"""

from collections.abc import Callable
from uuid import UUID

from django.db.models import Q

from webapp.browser import Visitor
from webapp.runs.models import Run

Rule = Callable[[Visitor, UUID], Run | None]


def own_or_example(visitor: Visitor, run_id: UUID) -> Run | None:
    mine = Q(owner=visitor.owner) if visitor.owner else Q(pk__in=())
    return Run.objects.filter(Q(is_example=True) | mine, id=run_id).first()


RULES: list[Rule] = [own_or_example]


def readable(visitor: Visitor, run_id: UUID) -> Run | None:
    """The run, if the visitor may read it.

    One that is not there takes as long to look for as one that is not theirs.
    """
    for rule in RULES:
        run = rule(visitor, run_id)
        if run is not None:
            return run
    return None
