"""What an operator's commands delete, and what they never touch."""

import io
from datetime import timedelta
from uuid import UUID

from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from webapp.runs.models import Run
from webapp.studies.models import Draft, Study

from .cast import SPEC, Person
from .player import Player
from .studying import saves, studies_a_run


def said(command: str, *options: str) -> str:
    out = io.StringIO()
    call_command(command, *options, stdout=out)
    return out.getvalue()


def plays(person: Person, player: Player, text: str, days_ago: int = 0) -> UUID:
    """A finished run that was asked for and ended so many days ago."""
    run_id = person.starts({**SPEC, "text": text})
    player.plays(run_id)
    person.get(f"/api/runs/{run_id}")
    ages(run_id, days_ago)
    return run_id


def ages(run_id: UUID, days: int) -> None:
    then = timezone.now() - timedelta(days=days)
    Run.objects.filter(id=run_id).update(created_at=then, finished_at=then)


def is_kept(player: Player, run_id: UUID, digest: str) -> bool:
    """Whether both the row and the capture are there; they never part."""
    row, capture = Run.objects.filter(id=run_id).exists(), player.store.is_complete(digest)
    assert row == capture
    return row


def test_old_runs_that_no_study_refers_to_are_pruned_and_no_other(
    owner: Person, player: Player, settings: Settings
) -> None:
    settings.UNSAVED_DAYS = 30
    old, new = plays(owner, player, "old", 31), plays(owner, player, "new", 29)
    _, saved = studies_a_run(owner, player)
    ages(saved, 1000)
    waiting = owner.starts({**SPEC, "text": "waits"})
    Run.objects.filter(id=waiting).update(created_at=timezone.now() - timedelta(days=1000))
    digests = dict(Run.objects.values_list("id", "digest"))
    assert said("prune", "--dry-run").startswith("would delete 1 runs, 0 captures without a run, 0 drafts: ")
    assert is_kept(player, old, digests[old])
    assert said("prune").startswith("deleted 1 runs")
    assert [is_kept(player, run, digests[run]) for run in (old, new, saved)] == [False, True, True]
    assert Run.objects.filter(id=waiting).exists()
    assert owner.get(f"/api/runs/{old}").status_code == 404
    assert said("prune").startswith("deleted 0 runs, 0 captures without a run, 0 drafts: 0 bytes")


def test_a_pruned_run_is_computed_again_when_it_is_asked_for(owner: Person, player: Player) -> None:
    old = plays(owner, player, "old", 31)
    said("prune")
    again = owner.post("/api/runs", {**SPEC, "text": "old"}).json()
    assert (again["status"], again["id"] != str(old)) == ("queued", True)


def test_the_oldest_captures_go_while_all_take_too_much_disk(owner: Person, player: Player, settings: Settings) -> None:
    """A study's captures do not count: the limit is on what is not saved."""
    studies_a_run(owner, player)
    runs = [plays(owner, player, text, days) for text, days in (("x a", 3), ("x b", 2), ("x c", 1))]
    digests = dict(Run.objects.values_list("id", "digest"))
    size = player.store.size(digests[runs[0]])
    settings.UNSAVED_BYTES = 2 * size + size // 2
    said("prune")
    assert [is_kept(player, run, digests[run]) for run in runs] == [False, True, True]
    settings.UNSAVED_BYTES = 0
    said("prune")
    assert Run.objects.count() == 1


def test_a_capture_that_somebody_used_again_is_as_new_as_its_newest_run(
    owner: Person, stranger: Person, player: Player, settings: Settings
) -> None:
    old = plays(owner, player, "shared", 9)
    middle = plays(owner, player, "y a", 5)
    stranger.starts({**SPEC, "text": "shared"})
    digests = dict(Run.objects.values_list("id", "digest"))
    settings.UNSAVED_BYTES = player.store.size(digests[middle])
    said("prune")
    assert player.store.is_complete(digests[old])
    assert not is_kept(player, middle, digests[middle])


def test_a_capture_counts_although_an_old_run_over_it_goes_at_the_same_time(
    owner: Person, player: Player, settings: Settings
) -> None:
    plays(owner, player, "shared", 31)
    ages(owner.starts({**SPEC, "text": "shared"}), 1)
    settings.UNSAVED_BYTES = 0
    said("prune")
    assert (Run.objects.count(), player.store.digests()) == (0, [])


def test_more_runs_than_one_question_holds_are_pruned_too(owner: Person, player: Player) -> None:
    """SQLite takes 32,766 values in one; a night's pruning may find more."""
    run = Run.objects.get(id=plays(owner, player, "old"))
    then = timezone.now() - timedelta(days=31)
    copies = [Run(owner="x", status=run.status, spec={}, digest=run.digest, finished_at=then) for _ in range(33_000)]
    Run.objects.bulk_create(copies, batch_size=1000)
    assert said("prune").startswith("deleted 33000 runs")
    assert is_kept(player, run.id, run.digest)


def test_what_another_browsers_study_refers_to_keeps_its_capture_when_my_run_is_pruned(
    owner: Person, stranger: Person, player: Player
) -> None:
    _, run_id = studies_a_run(stranger, player)
    mine = owner.starts(SPEC)
    ages(mine, 100)
    said("prune")
    assert not Run.objects.filter(id=mine).exists()
    assert stranger.get(f"/api/runs/{run_id}/tiles/decoder/0/0").status_code == 200


def test_a_deleted_study_protects_its_runs_until_it_is_purged(
    owner: Person, player: Player, settings: Settings
) -> None:
    settings.DELETED_DAYS = 30
    study, run_id = studies_a_run(owner, player)
    ages(run_id, 100)
    owner.delete(f"/api/studies/{study}")
    assert said("purge_deleted") == "deleted 0 studies\n"
    said("prune")
    assert Run.objects.filter(id=run_id).exists()
    Study.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert said("purge_deleted", "--dry-run") == "would delete 1 studies\n"
    assert said("purge_deleted") == "deleted 1 studies\n"
    assert not Study.objects.exists()
    said("prune")
    assert not Run.objects.exists()


def test_captures_without_a_run_go_only_when_it_is_asked_for(owner: Person, player: Player) -> None:
    """Another installation may have them."""
    run_id = plays(owner, player, "lost")
    digest = Run.objects.get(id=run_id).digest
    Run.objects.all().delete()
    said("prune")
    assert player.store.is_complete(digest)
    assert "1 captures without a run" in said("prune", "--orphans", "--dry-run")
    said("prune", "--orphans")
    assert player.store.digests() == []


def test_old_drafts_go_too(owner: Person) -> None:
    owner.post("/api/drafts", {"text": "x"})
    saves(owner)
    assert "0 drafts" in said("prune", "--dry-run")
    Draft.objects.update(created_at=timezone.now() - timedelta(days=31))
    assert "1 drafts" in said("prune")
    assert not Draft.objects.exists()
