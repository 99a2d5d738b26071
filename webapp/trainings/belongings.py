"""All trainings of one owner at once; see webapp/belongings.py."""

from webapp.trainings import access, services
from webapp.trainings.models import Training


class Trainings:
    def move(self, before: str, after: str) -> None:
        Training.objects.filter(owner=before).update(owner=after)

    def delete(self, owner: str) -> None:
        """What still trains is stopped, and loses its row at once."""
        for training in access.visible_to(owner):
            services.cancel_training(training)
            services.remove(training)

    def files(self, owner: str) -> dict[str, object]:
        fields = ("id", "name", "status", "order", "digest", "model", "result", "error", "created_at", "finished_at")
        return {"trainings": list(access.visible_to(owner).values(*fields))}
