"""The table of permissions, walked completely: every role at every address, every stream, every export, the admin."""

import re
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.http import HttpResponse

from webapp.endpoints import ENDPOINTS, RUN
from webapp.studies.endpoints import STUDIES, STUDY
from webapp.studies.permissions import TABLE, Action, Role

from .cast import SPEC, Person
from .listening import hears, until_closed
from .player import Player
from .studying import opens, shares, studies_a_run

Place = tuple[str, str, object]  # method, address, body

PARAMETER = re.compile(r"<\w+:(\w+)>")
NAMES = {f"{name}_id": f"{{{name}}}" for name in ("study", "run", "comment", "link")} | {
    "base_id": "{run}",
    "kind": "decoder",
}

OFFLINE = {"title": "T", "at": {"kind": "decoder", "layer": 0, "head": 0}}

PLACES: dict[Action, tuple[Place, ...]] = {
    Action.READ: (("get", "/api/studies/{study}", None), ("post", "/api/studies/{study}/open", None)),
    # Whatever is read of a run, also what is added later.
    Action.RUNS: tuple(
        ("get", "/api/" + PARAMETER.sub(lambda part: NAMES.get(part[1], "0"), endpoint.route), None)
        for endpoint in ENDPOINTS
        for operation in endpoint.operations
        if endpoint.route.startswith(RUN) and operation.method == "get"
    ),
    Action.EXPORT: (
        ("get", "/api/studies/{study}/file", None),
        ("get", "/api/studies/{study}/notebook", None),
        ("post", "/api/runs/{run}/offline", OFFLINE),
        ("post", "/api/runs/{run}/offline/plan", OFFLINE),
    ),
    Action.COPY: (("post", "/api/studies/{study}/copy", None),),
    Action.COMMENTS: (
        ("get", "/api/studies/{study}/comments", None),
        ("post", "/api/studies/{study}/comments", {"text": "Why?"}),
        ("patch", "/api/studies/{study}/comments/{comment}/text", {"text": "Look here."}),
        ("delete", "/api/studies/{study}/comments/{comment}", None),
    ),
    Action.MODERATE: (("patch", "/api/studies/{study}/comments/{comment}", {"hidden": True}),),
    Action.EDIT: (("patch", "/api/studies/{study}", {"revision": 1, "title": "Mine now"}),),
    Action.HISTORY: (
        ("get", "/api/studies/{study}/revisions", None),
        ("get", "/api/studies/{study}/revisions/1", None),
        ("post", "/api/studies/{study}/revisions/1/restore", {"revision": 1}),
    ),
    Action.DELETE: (("delete", "/api/studies/{study}", None),),
    Action.UNDELETE: (("post", "/api/studies/{study}/undelete", None),),
    Action.SHARE: (
        ("get", "/api/studies/{study}/links", None),
        ("post", "/api/studies/{study}/links", {}),
        ("patch", "/api/studies/{study}/links/{link}", {}),
        ("delete", "/api/studies/{study}/links/{link}", None),
    ),
    Action.PUBLISH: (("post", "/api/studies/{study}/gallery", {"in_gallery": True}),),
    Action.CANCEL: (("post", "/api/runs/{run}/cancel", None),),
}
REFUSED = ("not_found", "not_allowed")


class World:
    """An owner's shared study of one finished run, with a comment; and somebody in each role."""

    def __init__(self, owner: Person, player: Player) -> None:
        self.owner = owner
        self.study, self.run = studies_a_run(owner, player)
        comment = owner.post(f"/api/studies/{self.study}/comments", {"text": "Look."})
        self.comment = comment.json()["id"]
        copying, reading = (shares(owner, self.study, may_copy=may, comments=True) for may in (True, False))
        self.link = shares(owner, self.study)[0]
        self.people = {
            Role.OWNER: owner,
            Role.COPIER: opens(copying[1]),
            Role.READER: opens(reading[1]),
            Role.STRANGER: Person.arrives(),
        }

    def asks(self, role: Role, place: Place, study: object = None, run: object = None) -> HttpResponse:
        method, address, body = place
        names = {"study": study or self.study, "run": run or self.run, "comment": self.comment, "link": self.link}
        person, path = self.people[role], address.format(**names)
        return person.get(path) if method == "get" else getattr(person, method)(path, body)


@pytest.fixture
def world(owner: Person, player: Player) -> World:
    return World(owner, player)


@pytest.mark.parametrize("role", Role, ids=lambda role: role.value)
@pytest.mark.parametrize("action", Action, ids=lambda action: action.value)
def test_each_role_may_do_what_the_table_says_and_nothing_else(action: Action, role: Role, world: World) -> None:
    """C140: to a stranger it does not exist: the same answer, byte for byte, as for an unknown id."""
    if action is Action.UNDELETE:
        world.owner.delete(f"/api/studies/{world.study}")
    for place in PLACES[action]:
        answer = world.asks(role, place)
        unknown = world.asks(role, place, study=uuid4(), run=uuid4())
        code = answer.json()["code"] if answer.status_code >= 400 else ""
        if role in (Role.COPIER, Role.READER) and place[0] in ("patch", "delete") and action is Action.COMMENTS:
            assert (answer.status_code, code) == (404, "not_found")  # it is the owner's comment
        elif role in TABLE[action]:
            assert code not in REFUSED, (place, answer.content)
        elif role is Role.STRANGER or action in (Action.CANCEL, Action.UNDELETE):
            assert (answer.status_code, answer.content, answer.headers) == (404, unknown.content, unknown.headers)
        else:
            assert (answer.status_code, code) == (403, "not_allowed"), place


def test_every_address_of_a_study_and_of_a_run_is_walked() -> None:
    walked = {(method, re.sub(r"\d+", "0", address)) for places in PLACES.values() for method, address, _ in places}
    of_one = [endpoint for endpoint in ENDPOINTS if endpoint.route.startswith((STUDY, RUN))]
    served = {
        (operation.method, "/api/" + PARAMETER.sub(lambda part: NAMES.get(part[1], "0"), endpoint.route))
        for endpoint in of_one
        for operation in endpoint.operations
    }
    assert served == walked
    assert set(PLACES) == set(Action) == set(TABLE)


def test_every_method_names_the_action_under_which_it_is_walked() -> None:
    by_place = {(method, address): action for action, places in PLACES.items() for method, address, _ in places}
    for endpoint in STUDIES:
        for method, action in getattr(endpoint.view, "actions", {}).items():
            alike = [
                by_place[place] for place in by_place if place[0] == method.lower() and _fits(endpoint.route, place[1])
            ]
            assert alike == [action], (endpoint.route, method)


def _fits(route: str, address: str) -> bool:
    return re.fullmatch("/api/" + re.sub(r"<\w+:\w+>", r"[^/]+", route), address) is not None


@pytest.mark.parametrize("role", Role, ids=lambda role: role.value)
def test_each_role_hears_the_stream_or_not_as_the_table_says(role: Role, world: World, address: str) -> None:
    with hears(address, world.people[role], world.run) as socket:
        events, code = until_closed(socket)
    if role in TABLE[Action.RUNS]:
        assert (code, events[-1].type) == (1000, "run.finished")
    else:
        assert (code, events) == (4404, [])


@pytest.mark.parametrize("role", Role, ids=lambda role: role.value)
def test_nobody_but_staff_looks_into_the_admin(role: Role, world: World) -> None:
    for path in ("studies/study/", f"studies/study/{world.study}/change/", "studies/sharelink/", "runs/run/"):
        answer = world.people[role].get(f"/admin/{path}")
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/admin/login/")


def test_the_operator_looks_at_studies_and_changes_none(world: World) -> None:
    """No hash of a token and no comment is shown, and titles are escaped (C157)."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    title = '"><img src=x onerror=alert(1)>'
    world.owner.patch(f"/api/studies/{world.study}", {"revision": 1, "title": title})
    operator = Client()
    operator.force_login(get_user_model().objects.create_superuser("operator"))
    for path in (f"studies/study/{world.study}/change/", f"studies/sharelink/{world.link}/change/"):
        page = operator.get(f"/admin/{path}").content.decode()
        assert "token" not in page.replace("csrfmiddlewaretoken", "")
        assert "<img src=x" not in page
        assert "Look." not in page
        assert operator.post(f"/admin/{path}", {"title": "x"}).status_code == 403


@pytest.mark.parametrize("role", [Role.COPIER, Role.READER], ids=lambda role: role.value)
def test_a_guest_reads_exactly_the_runs_that_the_study_refers_to(role: Role, world: World, player: Player) -> None:
    """The owner's other runs stay theirs, and so does one that the study no longer refers to."""
    other = world.owner.starts({**SPEC, "text": "secret"})
    player.plays(other)
    places = list(PLACES[Action.RUNS])
    assert all(world.asks(role, place).status_code != 404 for place in places)
    assert all(world.asks(role, place, run=other).status_code == 404 for place in places)
    assert world.people[role].get("/api/runs").json()["runs"] == []
    state = {"variants": [{"letter": "A", "spec": {**SPEC, "text": "secret"}}]}
    world.owner.patch(f"/api/studies/{world.study}", {"revision": 1, "state": state})
    assert all(world.asks(role, place).status_code == 404 for place in places)
    assert all(world.asks(role, place, run=other).status_code != 404 for place in places)


def test_the_documented_table_is_the_table() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "studies.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\| (yes|no) \| (yes|no) \| (yes|no) \| (yes|no) \|$", text, re.MULTILINE)
    said = {Action(name): [word == "yes" for word in words] for name, *words in rows}
    assert said == {action: [role in roles for role in Role] for action, roles in TABLE.items()}


def test_an_id_of_another_form_is_nowhere(owner: Person) -> None:
    for path in ("/api/studies/not-an-id", f"/api/studies/{UUID(int=0)}/links/x", "/api/studies/1/comments"):
        assert (owner.get(path).status_code, owner.get(path).json()["code"]) == (404, "not_found")
