"""How many new runs and how many previews may come in a while; the rates stand in settings.py."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from webapp.browser import owner_of


class OwnerThrottle(SimpleRateThrottle):
    """So many new runs for each browser."""

    scope = "owner"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        owner = owner_of(request)
        return self.cache_format % {"scope": self.scope, "ident": owner} if owner else None


class AddressThrottle(SimpleRateThrottle):
    """So many new runs for each address: a browser that drops its cookies is still counted."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class OwnerPreviews(OwnerThrottle):
    """So many previews of masks for each browser: a slider asks for many, and each takes milliseconds."""

    scope = "owner_previews"


class AddressPreviews(AddressThrottle):
    """So many previews of masks for each address."""

    scope = "address_previews"


class OwnerTrainings(OwnerThrottle):
    """So many new trainings for each browser."""

    scope = "owner_trainings"


class AddressTrainings(AddressThrottle):
    """So many new trainings for each address."""

    scope = "address_trainings"


class WriteThrottle(OwnerThrottle):
    """So many changes to studies, links, comments and drafts for each browser."""

    scope = "writes"


class OpenThrottle(AddressThrottle):
    """So many openings of links and studies for each address."""

    scope = "opens"
