"""Which pages may open a socket: this site's own. Cookies prove nothing: any page can make a browser send them."""

from collections.abc import Mapping
from typing import cast
from urllib.parse import urlsplit

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope, WebSocketScope
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """Lets a socket through whose Origin is the Host that it asked for, or one of CSRF_TRUSTED_ORIGINS.

    No Origin at all is let through: a browser always sends one, and a script has no cookies but its own.
    """

    def __init__(self, application: ASGI3Application) -> None:
        self.application = application
        self.refusal = cast(ASGI3Application, WebsocketDenier.as_asgi())

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "websocket" or _may_open(scope):
            await self.application(scope, receive, send)
        else:
            await self.refusal(scope, receive, send)


def _may_open(scope: WebSocketScope) -> bool:
    headers: Mapping[bytes, bytes] = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1")
    domain, _ = split_domain_port(host)
    if not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    if b"origin" not in headers:
        return True
    origin = headers[b"origin"].decode("latin-1")
    return origin in settings.CSRF_TRUSTED_ORIGINS or urlsplit(origin).netloc == host
