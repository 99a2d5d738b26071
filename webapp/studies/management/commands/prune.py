from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from webapp.studies.retention import plan


class Command(BaseCommand):
    help = (
        "Deletes runs that no study refers to, with their captures: those older than UNSAVED_DAYS, and the oldest "
        "while all of them take more than UNSAVED_BYTES. Drafts go by the same age."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would go, and delete nothing")
        parser.add_argument(
            "--orphans",
            action="store_true",
            help="also captures that no run of this database has; not where several installations share CAPTURE_URL",
        )

    def handle(self, *args: object, **options: object) -> None:
        now = timezone.now()
        found = plan(now, orphans=bool(options["orphans"]))
        dry = bool(options["dry_run"])
        if not dry:
            found.carry_out(now)
        self.stdout.write(
            f"{'would delete' if dry else 'deleted'} {len(found.runs)} runs, "
            f"{len(found.captures)} captures without a run, {found.drafts} drafts: {found.size:,} bytes"
        )
