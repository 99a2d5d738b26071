"""Attention without a web server: `python -m compute COMMAND`. Each file of compute/cli is one command."""

import argparse
import io
import os
import sys


def main() -> int:
    """The exit code: 0 = done, 2 = refused with one sentence, 130 = interrupted, 141 = nobody reads the output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # whatever the terminal speaks: labels are in every script
    try:
        return answered()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be flushed
        return 141
    except OSError as error:
        print(f"{error.filename or 'The output'}: {error.strerror or error}.", file=sys.stderr)
        return 2


def answered() -> int:
    # Here, so that an interrupt while these are loaded is one like any other.
    from compute.cli import (
        compare,
        config,
        cost,
        example,
        extrapolate,
        figure,
        formula,
        leak,
        list_,
        mask,
        measure,
        measured,
        position,
        prepare,
        run,
        train,
        weights,
        zoo,
    )
    from compute.errors import AtlasError

    parser = argparse.ArgumentParser(prog="python -m compute", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    costs = (cost, figure, formula, config, measure, measured)
    views = (run, weights, compare, mask, leak, position, extrapolate)
    for command in (*views, train, zoo, *costs, list_, prepare, example):
        command.add_to(commands)
    arguments = parser.parse_args()
    try:
        arguments.command(arguments)
        sys.stdout.flush()
    except (AtlasError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
