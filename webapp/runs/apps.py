from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "webapp.runs"
    label = "runs"

    def ready(self) -> None:
        from webapp import belongings
        from webapp.runs.belongings import Runs

        belongings.KINDS.append(Runs())
