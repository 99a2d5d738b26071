"""What the server runs: HTTP by Django, two kinds of WebSocket by Channels."""

import os
from collections.abc import Callable
from typing import cast

import django
from asgiref.typing import ASGI3Application
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import SessionMiddlewareStack
from django.conf import settings
from django.http import HttpResponse
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
# Read when numpy is loaded: on a busy machine two threads wait ten times longer for each other than a tile takes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
django.setup(set_prefix=False)

from webapp.limits import BodyLimit  # noqa: E402  (models exist only after set-up)
from webapp.origin import SameOrigin  # noqa: E402
from webapp.runs.consumers import RunStream  # noqa: E402
from webapp.threads import InThreads  # noqa: E402
from webapp.trainings.consumers import TrainingStream  # noqa: E402

# Channels routes consumers by Django's own patterns, whose type speaks of views.
View = Callable[..., HttpResponse]
patterns = [
    re_path(r"^ws/runs/(?P<run_id>[^/]+)$", cast(View, RunStream.as_asgi())),
    re_path(r"^ws/trainings/(?P<training_id>[^/]+)$", cast(View, TrainingStream.as_asgi())),
    re_path(r"", cast(View, WebsocketDenier.as_asgi())),
]
sockets = URLRouter(list(cast(list[URLRouter], patterns)))

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(cast(ASGI3Application, InThreads(settings.WEB_THREADS)), settings.BODY_LIMIT_BYTES),
        "websocket": SameOrigin(cast(ASGI3Application, SessionMiddlewareStack(sockets))),
    }
)
