"""What the addresses of one study have in common: each method names what it does to the study, in permissions.py."""

from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from compute.wire import Wire
from webapp.body import read_query
from webapp.browser import visitor_of
from webapp.runs.wire import NoQuery
from webapp.studies.access import Found, find
from webapp.studies.permissions import Action
from webapp.throttles import OpenThrottle, WriteThrottle

READS = ("GET", "HEAD")


class Limited(APIView):
    """So many requests that change something, for each browser, and for each address one that has no name yet.

    query: what GET reads behind the question mark; the other methods read nothing there.
    """

    query: ClassVar[type[Wire]] = NoQuery

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        read_query(request, self.query if request.method in READS else NoQuery)

    def get_throttles(self) -> list[BaseThrottle]:
        return [] if self.request.method in READS else [WriteThrottle(), OpenThrottle()]


class OfStudy(Limited):
    actions: ClassVar[Mapping[str, Action]]

    def found(self, request: Request, study_id: UUID) -> Found:
        """The study, if the asker may do to it what this method does. Raises: NotFound, NotAllowed."""
        method = "GET" if request.method == "HEAD" else request.method or ""
        return find(visitor_of(request), study_id, self.actions[method])
