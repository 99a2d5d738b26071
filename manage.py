"""Django's command line: migrate, steward, install_examples, protocol."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        why = " ".join(str(error).split()).rstrip(".")
        print(f"The database cannot be used: {why}. DATABASE_URL says which it is.", file=sys.stderr)
        sys.exit(2)
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)
        sys.exit(2)
