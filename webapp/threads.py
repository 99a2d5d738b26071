"""HTTP by Django in a few threads that stay, each with its own connection to the database.

Django's handler for ASGI makes a thread and a connection for each request, and goes back and forth between that thread
and the event loop at every middleware. Here a request is answered from its first middleware to its last in one thread;
while all of them are busy, requests wait, and one whose browser has gone meanwhile is not begun.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpResponse
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class InThreads(ASGIHandler):
    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        answering = asyncio.get_running_loop().run_in_executor(self.threads, self._answer, scope, body)
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            await self.send_response(answering.result(), send)
        elif answering.cancel():
            body.close()
        leaving.cancel()
        with suppress(asyncio.CancelledError, RequestAborted):
            await leaving

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """The whole answer; files of the page are read here too."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        answer = refusal if request is None else self.get_response(request)
        assert answer is not None
        whole = _whole(answer) if isinstance(answer, StreamingHttpResponse) else answer
        answer.close()
        return whole


def _whole(answer: StreamingHttpResponse) -> HttpResponse:
    whole = HttpResponse(b"".join(answer), status=answer.status_code, headers=answer.headers)
    whole.cookies = answer.cookies
    return whole
