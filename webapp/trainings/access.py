"""Who may see which training: its owner, and nobody else."""

from uuid import UUID

from django.db.models import QuerySet

from compute.errors import NotFound
from webapp.trainings.models import Training


def visible_to(owner: str) -> QuerySet[Training]:
    return Training.objects.filter(owner=owner) if owner else Training.objects.none()


def find(owner: str, training_id: UUID) -> Training:
    """Raises: NotFound, for one that is not there and for somebody else's alike."""
    training = visible_to(owner).filter(id=training_id).first()
    if training is None:
        raise NotFound
    return training
