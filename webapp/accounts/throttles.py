"""How often passwords may be tried; the rates stand in settings.py."""

import hashlib
import json

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from webapp.throttles import AddressThrottle


class SignInThrottle(AddressThrottle):
    """So many tries from each address."""

    scope = "sign_in_address"


class NameThrottle(SimpleRateThrottle):
    """So many tries of each user name, from wherever they come."""

    scope = "sign_in_name"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        try:
            name = str(json.loads(request._request.body)["username"]).casefold()
        except (ValueError, TypeError, KeyError, RecursionError):
            return None  # refused for its form, before any password is looked at
        ident = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}
