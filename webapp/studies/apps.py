from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "webapp.studies"
    label = "studies"

    def ready(self) -> None:
        from webapp import belongings
        from webapp.runs.access import RULES
        from webapp.studies.access import runs_of_shared_studies
        from webapp.studies.belongings import Studies

        RULES.append(runs_of_shared_studies)
        belongings.KINDS.append(Studies())
