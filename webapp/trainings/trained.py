"""Trained models among those that a run may ask for: for their owner, and for nobody else."""

from compute.catalog.models import model_card
from compute.errors import TrainedModelMissing
from compute.events import ModelCard
from compute.lab.order import is_trained
from webapp.trainings import services


class TrainedModels:
    """The trained models of each owner, for the list of models and for the check of a run."""

    def cards(self, owner: str) -> list[ModelCard]:
        """By the owner's names. Of the same model asked for twice, the newer name; one without its files is none."""
        found: dict[str, ModelCard] = {}
        for training in services.list_trainings(owner):
            if not training.model:
                continue
            try:
                card = model_card(training.model)
            except TrainedModelMissing:
                continue
            found.setdefault(training.model, card.model_copy(update={"title": training.name}))
        return list(found.values())

    def check(self, owner: str, model: str) -> None:
        """Raises: TrainedModelMissing."""
        if is_trained(model) and model not in {training.model for training in services.list_trainings(owner)}:
            raise TrainedModelMissing
