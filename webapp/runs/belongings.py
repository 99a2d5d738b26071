"""All runs of one owner at once; see webapp/belongings.py."""

from webapp.runs.models import Run
from webapp.runs.services import cancel_run, delete_runs


class Runs:
    def move(self, before: str, after: str) -> None:
        Run.objects.filter(owner=before).update(owner=after)

    def delete(self, owner: str) -> None:
        """What still computes is stopped. No study may refer to the runs any more."""
        rows = list(Run.objects.filter(owner=owner, is_example=False))
        for run in rows:
            cancel_run(run)
        delete_runs(rows)

    def files(self, owner: str) -> dict[str, object]:
        fields = ("id", "status", "spec", "digest", "error", "created_at", "finished_at")
        return {"runs": list(Run.objects.filter(owner=owner, is_example=False).values(*fields))}
