from contextlib import suppress

from django.core.management.base import BaseCommand

from webapp.runs.steward import Steward


class Command(BaseCommand):
    help = "Watches over runs until it is stopped: records how they end, and takes up those of lost workers."

    def handle(self, *args: object, **options: object) -> None:
        with suppress(KeyboardInterrupt):
            Steward().watch()
