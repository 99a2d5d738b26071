"""What the tests of studies have in common: bodies to send, and a guest who has opened a link."""

from uuid import UUID

from .cast import SPEC, Person
from .player import Player

SECOND_SPEC = {**SPEC, "text": "d c b a"}


def state(*specs: object, address: str = "head&layer=1") -> dict[str, object]:
    """A state with a variant for each spec, A first."""
    variants = [{"letter": letter, "name": f"Variant {letter}", "spec": spec} for letter, spec in zip("ABCD", specs)]  # noqa: B905
    return {"version": 1, "address": address, "variants": variants, "base": "A"}


def body(title: str = "Does “it” read the trophy?", *specs: object, **more: object) -> dict[str, object]:
    return {"title": title, "notes": "A *note*.", "tags": ["sink"], "state": state(*(specs or (SPEC,))), **more}


def saves(person: Person, *specs: object, **more: object) -> str:
    """A new study's id."""
    answer = person.post("/api/studies", body("Does “it” read the trophy?", *specs, **more))
    assert answer.status_code == 201, answer.content
    return str(answer.json()["id"])


def studies_a_run(person: Person, player: Player, spec: object = SPEC) -> tuple[str, UUID]:
    """A study of one finished run: both ids."""
    run_id = person.starts(spec)
    player.plays(run_id)
    person.get(f"/api/runs/{run_id}")
    return saves(person, spec), run_id


def shares(person: Person, study: str, **conditions: object) -> tuple[int, str]:
    """A new link's id and its token."""
    answer = person.post(f"/api/studies/{study}/links", conditions)
    assert answer.status_code == 201, answer.content
    link = answer.json()
    return int(link["id"]), str(link["token"])


def opens(token: str) -> Person:
    """Somebody without an account who opens a link."""
    person = Person.arrives()
    answer = person.post("/api/links/open", {"token": token})
    assert answer.status_code == 200, answer.content
    return person
