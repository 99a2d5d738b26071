from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "webapp.studies"
    label = "studies"

    def ready(self) -> None:
        from webapp.runs.access import RULES
        from webapp.studies.access import runs_of_shared_studies

        RULES.append(runs_of_shared_studies)
