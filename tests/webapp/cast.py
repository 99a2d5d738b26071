"""The cast of the tests: people behind browsers."""

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse
from django.test import Client

SPEC = {"model": "tiny", "text": "a b c d"}


@dataclass(frozen=True)
class Person:
    """A browser with its cookies; `client` sends the CSRF token that it was given."""

    client: Client

    @classmethod
    def arrives(cls) -> "Person":
        client = Client(enforce_csrf_checks=True)
        client.get("/api/models")
        return cls(client)

    @property
    def token(self) -> str:
        return self.client.cookies["csrftoken"].value

    @property
    def cookie(self) -> str:
        """The Cookie header of this browser."""
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())

    def get(self, path: str) -> HttpResponse:
        return self.client.get(path)

    def post(self, path: str, body: object = None) -> HttpResponse:
        return self.client.post(path, body, content_type="application/json", headers={"X-CSRFToken": self.token})

    def patch(self, path: str, body: object) -> HttpResponse:
        return self.client.patch(path, body, content_type="application/json", headers={"X-CSRFToken": self.token})

    def delete(self, path: str, body: object = None) -> HttpResponse:
        return self.client.delete(path, body, content_type="application/json", headers={"X-CSRFToken": self.token})

    def starts(self, spec: object = SPEC) -> UUID:
        """A new run's id."""
        answer = self.post("/api/runs", spec)
        assert answer.status_code == 201, answer.content
        return UUID(answer.json()["id"])
