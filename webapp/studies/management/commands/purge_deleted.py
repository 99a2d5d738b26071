from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from webapp.studies.retention import deleted_long_ago


class Command(BaseCommand):
    help = "Deletes studies for good that were deleted more than DELETED_DAYS ago. Their runs are pruned after that."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would go, and delete nothing")

    def handle(self, *args: object, **options: object) -> None:
        studies = deleted_long_ago(timezone.now())
        count = studies.count()
        if not options["dry_run"]:
            studies.delete()
        self.stdout.write(f"{'would delete' if options['dry_run'] else 'deleted'} {count} studies")
