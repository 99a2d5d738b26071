"""Trainings over HTTP: refusals before the queue, one training for equal orders, and access for the owner alone."""

import threading
import time
from pathlib import Path
from uuid import UUID, uuid4

import msgpack
import pytest
import redis
from django.conf import settings as django_settings

from compute import lease
from compute.engine.train import Scored, Trainer
from compute.lab.told import FINAL
from compute.publish import LEASE_TTL_S, Leases, attempt_key
from compute.settings import Settings
from compute.trainings import TRAINER_ALIVE, TrainingLog, key_of, known_speeds
from webapp import belongings
from webapp.trainings import services
from webapp.trainings.models import Training
from webapp.trainings.steward import TrainingSteward

from .cast import Person
from .trainer import MODEL, asked, job_of, orders, training, trains


@pytest.fixture(autouse=True)
def _worker_of_these_tests(client: "redis.Redis", parts: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    lease.connection.cache_clear()
    monkeypatch.setitem(django_settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "owner_trainings", "1000/hour")
    for row in Path(parts.trained_dir).glob("trained-*"):
        for file in row.iterdir():
            file.unlink()
        row.rmdir()


def one(person: Person, training_id: UUID) -> dict[str, object]:
    answer = person.get(f"/api/trainings/{training_id}")
    assert answer.status_code == 200, answer.content
    found: dict[str, object] = answer.json()
    return found


def events(person: Person, training_id: UUID, after: int = 0) -> list[dict[str, object]]:
    answer = person.get(f"/api/trainings/{training_id}/events?after={after}")
    assert answer.status_code == 200
    unpacker = msgpack.Unpacker()
    unpacker.feed(answer.content)
    return list(unpacker)


def models_of(person: Person) -> dict[str, str]:
    """The trained models on this browser's list, by name."""
    listed = person.get("/api/models").json()["models"]
    return {model["name"]: model["title"] for model in listed if model["name"].startswith("trained-")}


def test_a_training_runs_from_order_to_model_and_its_model_can_be_run(owner: Person, client: "redis.Redis") -> None:
    asked_for = orders(owner, asked("My first"))
    assert one(owner, asked_for)["status"] == "queued"
    trains(asked_for)
    done = one(owner, asked_for)
    assert (done["status"], done["name"]) == ("finished", "My first")
    assert done["result"]["step"] == 12
    assert models_of(owner) == {done["model"]: "My first"}
    types = [event["type"] for event in events(owner, asked_for)]
    assert types[:3] == ["training.queued", "training.started", "training.sentence"]
    assert types.count("training.progress") == 3
    assert types[-2:] == ["training.stored", "training.ended"]
    run = owner.post("/api/runs", {"model": done["model"], "text": "a b c ⇒"})
    assert run.status_code == 201


def test_events_are_numbered_without_a_gap_and_can_be_heard_again_from_any_point(
    owner: Person, client: "redis.Redis"
) -> None:
    asked_for = orders(owner)
    trains(asked_for)
    live = events(owner, asked_for)
    assert [event["seq"] for event in live] == list(range(1, len(live) + 1))
    assert events(owner, asked_for, after=4) == live[4:]
    client.flushdb()
    kept = events(owner, asked_for)
    assert kept[:-1] == live[:-1]
    assert (kept[-1]["type"], kept[-1]["model"]) == ("training.ended", live[-1]["model"])


def test_somebody_elses_training_and_model_are_not_there(owner: Person, stranger: Person) -> None:
    """One answer for “not yours” and “not there”, at every address, in the list of models, and for a run."""
    asked_for = orders(owner)
    trains(asked_for)
    model = one(owner, asked_for)["model"]
    stranger.post("/api/trainings/price", {"spec": asked()["spec"]})
    for path in (f"/api/trainings/{asked_for}", f"/api/trainings/{asked_for}/events"):
        assert stranger.get(path).json() == stranger.get(path.replace(str(asked_for), str(uuid4()))).json()
        assert stranger.get(path).status_code == 404
    assert stranger.post(f"/api/trainings/{asked_for}/cancel").status_code == 404
    assert stranger.patch(f"/api/trainings/{asked_for}", {"name": "Ours"}).status_code == 404
    assert stranger.delete(f"/api/trainings/{asked_for}").status_code == 404
    assert stranger.get("/api/trainings").json() == {"trainings": []}
    assert models_of(stranger) == {}
    theirs = stranger.post("/api/runs", {"model": model, "text": "a b"})
    missing = stranger.post("/api/runs", {"model": "trained-00000000000000000000-7", "text": "a b"})
    assert theirs.json() == missing.json()
    assert (theirs.status_code, theirs.json()["code"]) == (400, "trained_model_missing")
    preview = {"spec": {"model": model, "text": "a b"}}
    assert stranger.post("/api/masks/preview", preview).json() == theirs.json()
    assert one(owner, asked_for)["name"] == "Mine"


def test_an_equal_order_is_trained_once_and_belongs_to_each_who_asked(
    owner: Person, stranger: Person, client: "redis.Redis"
) -> None:
    first, second = orders(owner, asked("Mine")), orders(stranger, asked("Ours"))
    assert job_of(first) == job_of(second)
    trains(first)
    third = orders(stranger, asked("Again"))
    assert [one(*who)["status"] for who in ((owner, first), (stranger, second), (stranger, third))] == ["finished"] * 3
    assert client.get(attempt_key(key_of(job_of(first)))) == b"1"
    assert set(models_of(owner).values()) == {"Mine"}
    assert set(models_of(stranger).values()) == {"Again"}
    assert one(owner, first)["digest"] == one(stranger, third)["digest"]
    assert one(owner, orders(owner, asked("Other seed", seed=1)))["digest"] != one(owner, first)["digest"]


def test_a_cancelled_training_keeps_its_model(owner: Person) -> None:
    asked_for = orders(owner, asked(steps=5_000, evaluate_every=5_000))
    with training(asked_for):
        assert owner.post(f"/api/trainings/{asked_for}/cancel").status_code == 200
    done = one(owner, asked_for)
    assert (done["status"], done["result"]["why"]) == ("cancelled", "cancelled")
    assert done["model"] == f"trained-{done['digest'][:20]}-{done['result']['step']}"
    assert models_of(owner) == {done["model"]: "Mine"}


def test_one_that_nobody_has_begun_is_cancelled_at_once_and_leaves_no_model(owner: Person) -> None:
    asked_for = orders(owner)
    owner.post(f"/api/trainings/{asked_for}/cancel")
    assert (one(owner, asked_for)["status"], one(owner, asked_for)["model"]) == ("cancelled", None)
    trains(asked_for)
    assert models_of(owner) == {}


def test_one_of_two_leaves_with_the_model_as_it_is_and_the_other_goes_on(owner: Person, stranger: Person) -> None:
    spec = asked(steps=3_000, evaluate_every=3_000)
    first, second = orders(owner, spec), orders(stranger, spec)
    with training(first):
        owner.post(f"/api/trainings/{first}/cancel")
    left, stayed = one(owner, first), one(stranger, second)
    assert (left["status"], stayed["status"]) == ("cancelled", "finished")
    assert left["result"]["step"] < stayed["result"]["step"] == 3_000
    assert models_of(owner).keys() == {left["model"]}
    assert models_of(stranger).keys() == {stayed["model"]}
    last = events(owner, first)[-1]
    assert (last["type"], last["why"], last["model"]) == ("training.ended", "cancelled", left["model"])
    assert not [event for event in events(owner, first)[:-1] if event["type"] in FINAL]


def test_a_training_ends_when_its_time_is_over(owner: Person) -> None:
    asked_for = orders(owner, asked(steps=20_000, evaluate_every=20_000, minutes=0.01))
    trains(asked_for)
    done = one(owner, asked_for)
    assert (done["status"], done["result"]["why"]) == ("finished", "out_of_time")
    assert 0 < done["result"]["step"] < 20_000
    assert done["model"] in models_of(owner)


def test_a_model_is_renamed_and_deleted_with_its_files_when_nobody_else_has_it(
    owner: Person, stranger: Person, parts: Settings
) -> None:
    mine, theirs = orders(owner), orders(stranger)
    trains(mine)
    model = one(owner, mine)["model"]
    assert owner.patch(f"/api/trainings/{mine}", {"name": "New name"}).json()["name"] == "New name"
    assert owner.patch(f"/api/trainings/{mine}", {"name": " \t "}).json()["field"] == "name"
    assert owner.patch(f"/api/trainings/{mine}", {"name": "a\0"}).json()["code"] == "bad_character"
    assert models_of(owner) == {model: "New name"}
    assert set(models_of(stranger).values()) == {"Mine"}
    assert owner.delete(f"/api/trainings/{mine}").status_code == 200
    assert (parts.trained_dir / model).exists()
    gone = owner.post("/api/runs", {"model": model, "text": "a b"}).json()
    assert (gone["code"], gone["message"][:32]) == ("trained_model_missing", "This trained model is not here: ")
    assert stranger.delete(f"/api/trainings/{theirs}").status_code == 200
    assert not (parts.trained_dir / model).exists()


def test_one_that_goes_on_is_not_deleted(owner: Person) -> None:
    asked_for = orders(owner)
    assert owner.delete(f"/api/trainings/{asked_for}").json()["code"] == "still_training"


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        (asked(task={"name": "own_text", "params": {"text": "Hi."}}), "text_too_short", "text"),
        (asked(task={"name": "own_text", "params": {"text": "a" * 1_000_001}}), "text_too_large", "text"),
        (asked(task={"name": "pairs"}), "invalid_request", "task"),
        (asked(task={"name": "copy", "params": {"longest": 40}}), "example_too_long", "max_tokens"),
        (asked(steps=10**6), "training_too_large", "steps"),
        (asked(model={**MODEL, "heads": 3}), "invalid_request", "spec.model"),
        (asked(name=""), "invalid_request", "name"),
        (asked(name="   "), "invalid_request", "name"),
        (asked(name="a\0b"), "bad_character", "name"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_anything_is_queued(
    body: dict[str, object], code: str, field: str, owner: Person, client: "redis.Redis"
) -> None:
    answer = owner.post("/api/trainings", body)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)
    assert "Given: {" not in answer.json()["message"]
    assert not Training.objects.exists()
    assert client.llen("training") == 0


def test_a_whole_megabyte_of_text_is_taken_and_lists_show_its_beginning(owner: Person) -> None:
    text = 'He said: "\n' * 90_909
    body = asked(task={"name": "own_text", "params": {"text": text, "length": 16}})
    asked_for = orders(owner, body)
    (listed,) = owner.get("/api/trainings").json()["trainings"]
    assert listed["order"]["spec"]["task"]["params"]["text"] == text[:200]
    assert one(owner, asked_for)["order"]["spec"]["task"]["params"]["text"] == text


def test_the_same_text_is_trained_to_the_same_weights(owner: Person, parts: Settings) -> None:
    """Tokenizer and all: the files of two trainings in two folders are equal."""
    text = "The tokenizer is made from the text, and from nothing else. " * 20
    files = []
    for _ in range(2):
        asked_for = orders(owner, asked(task={"name": "own_text", "params": {"text": text, "length": 16}}))
        trains(asked_for)
        folder = parts.trained_dir / str(one(owner, asked_for)["model"])
        files.append([(folder / name).read_bytes() for name in ("tokenizer.json", "model.safetensors")])
        owner.delete(f"/api/trainings/{asked_for}")
    assert files[0] == files[1]


def test_only_so_many_wait_at_once_and_only_so_many_are_kept(owner: Person, settings: "object") -> None:
    orders(owner, asked(seed=1))
    orders(owner, asked(seed=2))
    assert owner.post("/api/trainings", asked(seed=3)).json()["code"] == "too_many_trainings"
    settings.TRAININGS_KEPT_PER_OWNER = 2
    assert owner.post("/api/trainings", asked(seed=3)).json()["code"] == "too_many_trained"


def test_the_price_is_told_before_the_start(owner: Person) -> None:
    body = {"spec": asked()["spec"]}
    assert owner.post("/api/trainings/price", body).json()["expected_s"] is None
    asked_for = orders(owner)
    trains(asked_for)
    told = owner.post("/api/trainings/price", body).json()
    assert told["expected_s"] > 0
    assert told["parameters"] == one(owner, asked_for)["result"]["parameters"]


def test_waiting_for_a_core_is_no_part_of_the_speed_that_is_told(
    owner: Person, client: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Trainer.step

    def held_up(self: Trainer, number: int) -> Scored:
        time.sleep(0.25)
        return step(self, number)

    monkeypatch.setattr(Trainer, "step", held_up)
    asked_for = orders(owner, asked(seed=21))
    trains(asked_for)
    (speed,) = known_speeds(client)
    assert 0 < speed.step_s < 0.25
    assert owner.post("/api/trainings/price", {"spec": asked()["spec"]}).json()["expected_s"] < 12 * 0.25


def test_the_form_is_made_of_what_the_server_offers(owner: Person, client: "redis.Redis") -> None:
    offered = owner.get("/api/trainings/choices").json()
    assert [row["name"] for row in offered["tasks"]][-1] == "own_text"
    assert offered["positions"][0]["params"]["type"] == "object"
    assert {lesson["name"] for lesson in offered["lessons"]} >= {"copy", "induction"}
    assert offered["worker_alive"] is False
    client.set(TRAINER_ALIVE, 1)
    assert owner.get("/api/trainings/choices").json()["worker_alive"] is True


def test_the_form_has_the_servers_own_bound_of_steps(owner: Person) -> None:
    offered = owner.get("/api/trainings/choices").json()
    most = offered["training"]["properties"]["steps"]["maximum"]
    assert most == offered["most_steps"]
    spec = asked()["spec"]
    assert owner.post("/api/trainings/price", {"spec": {**spec, "steps": most}}).status_code == 200
    refused = owner.post("/api/trainings/price", {"spec": {**spec, "steps": most + 1}})
    assert refused.json()["code"] == "training_too_large"


def test_a_job_whose_worker_died_is_taken_up_again_from_its_checkpoint(
    owner: Person, client: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first worker dies after a checkpoint: nothing is renewed any more, and it says nothing more."""
    from compute.engine import on_demand

    monkeypatch.setattr(on_demand, "SAVED_EVERY_S", 0.0)
    asked_for = orders(owner, asked(steps=40, report_every=1))
    job, died = job_of(asked_for), threading.Event()
    append = TrainingLog.append

    def append_until_death(self: TrainingLog, job: str, event: object) -> int:
        if event.type == "training.progress" and event.step == 20 and not died.is_set():
            died.set()
            raise lease.LeaseLost
        return append(self, job, event)

    monkeypatch.setattr(TrainingLog, "append", append_until_death)
    trains(asked_for)
    assert one(owner, asked_for)["status"] == "running"
    assert not Leases(client).is_held(key_of(job))
    steward = TrainingSteward()
    steward.look()
    steward.unleased_since[job] -= LEASE_TTL_S
    client.set(TRAINER_ALIVE, 1)
    before = client.llen("training")
    steward.look()
    assert client.llen("training") == before + 1
    trains(asked_for)
    starts = [event for event in events(owner, asked_for) if event["type"] == "training.started"]
    assert [event["attempt"] for event in starts] == [1, 2]
    assert starts[1]["from_step"] == 19
    assert one(owner, asked_for)["status"] == "finished"


def test_a_job_that_lost_its_workers_twice_fails_with_a_reason(owner: Person, client: "redis.Redis") -> None:
    asked_for = orders(owner)
    client.set(attempt_key(key_of(job_of(asked_for))), 2)
    steward = TrainingSteward()
    steward.look()
    steward.unleased_since[job_of(asked_for)] -= LEASE_TTL_S
    steward.look()
    failed = one(owner, asked_for)
    assert (failed["status"], failed["error"]["code"]) == ("failed", "worker_lost")


def test_a_training_that_breaks_says_so_without_its_details(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    import compute.training

    def broken(*given: object, **more: object) -> None:
        raise RuntimeError("a secret that belongs in the log")

    monkeypatch.setattr(compute.training, "train_order", broken)
    asked_for = orders(owner)
    trains(asked_for)
    crashed = one(owner, asked_for)
    assert (crashed["status"], crashed["error"]["code"]) == ("crashed", "internal")
    assert "secret" not in str(crashed)
    assert services.list_trainings("") == []


def test_trainings_move_into_an_account_and_go_with_it(owner: Person, parts: Settings) -> None:
    asked_for = orders(owner)
    trains(asked_for)
    model = str(one(owner, asked_for)["model"])
    (before,) = Training.objects.values_list("owner", flat=True)
    belongings.move(before, "account")
    assert owner.get(f"/api/trainings/{asked_for}").status_code == 404
    (kept,) = belongings.files("account")["trainings"]
    assert kept["model"] == model
    belongings.delete("account")
    assert not Training.objects.exists()
    assert not (parts.trained_dir / model).exists()
