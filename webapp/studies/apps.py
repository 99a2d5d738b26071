from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "webapp.studies"
    label = "studies"

    def ready(self) -> None:
        from webapp import belongings
        from webapp.runs.access import RULES
        from webapp.studies.access import run_of_shared_study
        from webapp.studies.belongings import Studies

        RULES.append(run_of_shared_study)
        belongings.KINDS.append(Studies())
