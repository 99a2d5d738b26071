from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "webapp.studies"
    label = "studies"

    def ready(self) -> None:
        from webapp import belongings, browser
        from webapp.runs.access import RULES
        from webapp.studies.access import run_of_shared_study
        from webapp.studies.belongings import Studies
        from webapp.studies.links import lent_by

        RULES.append(run_of_shared_study)
        browser.LENDERS.append(lent_by)
        belongings.KINDS.append(Studies())
