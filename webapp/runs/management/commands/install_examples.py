from django.core.management.base import BaseCommand

from webapp.runs.stored import stored_examples


class Command(BaseCommand):
    help = "Makes the stored examples readable by everybody. Doing it again changes nothing."

    def handle(self, *args: object, **options: object) -> None:
        for example in stored_examples():
            example.install()
