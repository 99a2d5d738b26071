"""Refuses a body over the limit before it is read, and stops reading one that does not say its size."""

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)

from webapp.errors import BodyTooLarge


class _Overflow(Exception):
    pass


class BodyLimit:
    def __init__(self, application: ASGI3Application, limit: int) -> None:
        self.application = application
        self.limit = limit

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif _announced(scope) > self.limit:
            await self._refuse(send)
        else:
            try:
                await self.application(scope, self._counted(receive), send)
            except _Overflow:
                await self._refuse(send)

    def _counted(self, receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
        read = 0

        async def counted() -> ASGIReceiveEvent:
            nonlocal read
            event = await receive()
            if event["type"] == "http.request":
                read += len(event["body"])
                if read > self.limit:
                    raise _Overflow
            return event

        return counted

    async def _refuse(self, send: ASGISendCallable) -> None:
        refusal = BodyTooLarge(self.limit)
        # The rest of the body is not read, so the connection cannot serve another request.
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        start: ASGISendEvent = {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": headers,
            "trailers": False,
        }
        await send(start)
        body = refusal.body().model_dump_json().encode()
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _announced(scope: HTTPScope) -> int:
    """The size that the request says its body has; 0 if it says none."""
    given = dict(scope["headers"]).get(b"content-length", b"0")
    return int(given) if given.isdigit() else 0
