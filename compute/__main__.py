"""Attention without a web server: `python -m compute COMMAND`. Each file of compute/cli is one command."""

import argparse
import sys

from compute.cli import example, list_, mask, position, prepare, run, train, weights, zoo
from compute.errors import AtlasError


def main() -> int:
    """The exit code: 0 = done, 2 = refused with one sentence, 130 = interrupted."""
    parser = argparse.ArgumentParser(prog="python -m compute", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (run, weights, mask, position, train, zoo, list_, prepare, example):
        command.add_to(commands)
    arguments = parser.parse_args()
    try:
        arguments.command(arguments)
    except (AtlasError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or 'This'}: {error.strerror}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
