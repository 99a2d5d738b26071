from django.apps import AppConfig


class TrainingsConfig(AppConfig):
    name = "webapp.trainings"
    label = "trainings"

    def ready(self) -> None:
        """Trained models are among those that a run may ask for, for their owner; their jobs are watched over."""
        from webapp import belongings
        from webapp.runs import owned, steward
        from webapp.trainings.belongings import Trainings
        from webapp.trainings.steward import TrainingSteward
        from webapp.trainings.trained import TrainedModels

        belongings.KINDS.append(Trainings())
        owned.SOURCES.append(TrainedModels())
        steward.OTHERS.append(TrainingSteward())
