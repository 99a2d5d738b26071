"""`python -m compute mask NAME`: who sees whom, drawn and counted, and what generation has to keep.

NAME is a mask of the list, `expression` for one in words, or `cells` for a file of zeros and ones:

    python -m compute mask sink_window --sinks 2 --window 4 --and document --documents 0,0,0,0,0,0,0,1,1,1,1,1
    python -m compute mask expression 'causal and not key % 2 == 1'
    python -m compute mask cells mask.csv
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from compute.cli.flags import add_rows, given
from compute.errors import InvalidRequest, WrongMaskSize

if TYPE_CHECKING:
    from compute.catalog.masks import Rule

# A drawing of more columns than this is no longer read.
DRAWN_TOKENS = 64


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from compute.catalog.masks import masks

    parser = commands.add_parser(
        "mask",
        help="draw and count a mask",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=show_mask)
    names = add_rows(parser, masks, lambda row: row.params, _add_lengths)
    expression = names.add_parser("expression", help="a mask in words, such as: 0 <= distance < 4 or first")
    expression.add_argument("text", help="the expression; list masks tells its words")
    cells = names.add_parser("cells", help="a file of zeros and ones: CSV, NPY or JSON")
    cells.add_argument("file", type=Path, help="rows are queries; 1 = may attend")
    for custom in (expression, cells):
        _add_lengths(custom)


def _add_lengths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tokens", type=int, help="keys, padding included (default: 12, or as many as a file has and the padding)"
    )
    parser.add_argument("--queries", type=int, help="the last so many tokens ask (default: all)")
    parser.add_argument("--pad-left", type=int, default=0, help="how many of the tokens, at the start, are padding")
    parser.add_argument("--pad-right", type=int, default=0, help="how many of the tokens, at the end, are padding")
    parser.add_argument(
        "--documents", type=_numbers, default=(), help="the document of each real token, such as 0,0,1,1,1"
    )
    parser.add_argument("--special", type=_numbers, default=(), help="the places of special tokens, such as 0,7")
    parser.add_argument("--not", dest="negated", action="store_true", help="the other cells of the mask that is named")
    for word, does in (("and", "only what this mask allows too"), ("or", "also what this mask allows")):
        parser.add_argument(
            f"--{word}",
            dest="joined",
            metavar="EXPRESSION",
            action="append",
            default=[],
            type=(lambda text: ("and", text)) if word == "and" else (lambda text: ("or", text)),
            help=f"{does}; may be given several times, and the first is joined first",
        )
    parser.add_argument(
        "--steps",
        action="store_true",
        help="for each step of generation the keys at hand, and what can go after it",
    )
    parser.add_argument("--json", action="store_true", help="row sums, pairs, cache and every cell, as JSON")


def show_mask(arguments: argparse.Namespace) -> None:
    """Prints the mask. Raises: InvalidRequest for lengths that don't fit each other."""
    from compute.catalog.masks import Padding, allowed, blind_queries, draw, in_words, max_cached_keys
    from compute.catalog.masks.generation import cache_steps

    title, rule, size = _asked(arguments)
    if arguments.steps and arguments.queries is not None:
        raise InvalidRequest("Steps are those of a whole text. Leave --queries or --steps out.", field="steps")
    padding = arguments.pad_left + arguments.pad_right
    if arguments.tokens is None:
        arguments.tokens = 12 if size is None else size + padding
    _check_lengths(arguments)
    if size not in (None, arguments.tokens - padding):
        raise WrongMaskSize(size, arguments.tokens - padding)
    cells = allowed(
        rule,
        arguments.tokens,
        queries=arguments.queries,
        padding=Padding(arguments.pad_left, arguments.pad_right),
        documents=arguments.documents,
        special=frozenset(arguments.special),
    )
    row_sums = cells.sum(axis=1).tolist()
    facts = {
        "mask": rule.name,
        "row_sums": row_sums,
        "pairs": sum(row_sums),
        "max_cached_keys": max_cached_keys(cells),
        "blind_queries": blind_queries(cells),
    }
    steps = list(cache_steps(cells)) if arguments.steps else []
    if arguments.json:
        told = {"steps": [{"query": step.query, "keys": step.keys, "dropped": step.dropped} for step in steps]}
        print(json.dumps({**facts, **(told if steps else {}), "allowed": cells.astype(int).tolist()}))
        return
    print(f"{title}: {rule.name}")
    if cells.shape[1] <= DRAWN_TOKENS:
        print(draw(cells))
    print(in_words(cells, len(cells) - 1))
    print(f"row sums          {' '.join(map(str, row_sums))}")
    print(f"pairs             {facts['pairs']:,} of {cells.size:,}")
    print(f"keys kept at most {facts['max_cached_keys']:,} while generating, the new token's own included")
    if facts["blind_queries"]:
        print(f"see nothing       {' '.join(map(str, blind_queries(cells)))}")
    for step in steps:
        places = ", ".join(f"{position} at {place}" for position, place in step.places.items())
        dropped = f"; then {', '.join(map(str, step.dropped))} can go" if step.dropped else ""
        print(f"step {step.query}: position at place in the cache: {places}{dropped}")


def _asked(arguments: argparse.Namespace) -> "tuple[str, Rule, int | None]":
    """Title, mask, and for a file the tokens that it is for."""
    from compute.catalog.masks import masks, of_cells
    from compute.catalog.masks.expression import parse
    from compute.catalog.masks.file import read_cells
    from compute.catalog.params import fill

    size = None
    if arguments.row == "expression":
        title, rule = "Expression", parse(arguments.text)
    elif arguments.row == "cells":
        cells = read_cells(arguments.file.read_bytes(), "sees")
        title, rule, size = "Cells", of_cells(cells), len(cells)
    else:
        row = masks.rows[arguments.row]
        title, rule = row.title, row.rule(fill(row.params, given(arguments)))
    rule = ~rule if arguments.negated else rule
    for word, text in arguments.joined:
        rule = rule & parse(text) if word == "and" else rule | parse(text)
    return title, rule, size


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def _check_lengths(given: argparse.Namespace) -> None:
    if not 1 <= given.tokens <= 16_384:
        raise InvalidRequest(
            f"tokens = {given.tokens} can't be drawn. It is at least 1 and at most 16,384.", field="tokens"
        )
    if given.queries is not None and not 1 <= given.queries <= given.tokens:
        raise InvalidRequest(
            f"{given.queries} queries were asked for; the text has {given.tokens} tokens. Ask for 1 to {given.tokens}.",
            field="queries",
        )
    padding = given.pad_left + given.pad_right
    if min(given.pad_left, given.pad_right) < 0 or padding > given.tokens:
        raise InvalidRequest(
            f"{given.pad_left} + {given.pad_right} of {given.tokens} tokens can't be padding. "
            f"Padding is counted among the tokens: at most {given.tokens} in all.",
            field="pad_left",
        )
    real = given.tokens - padding
    if given.documents and len(given.documents) != real:
        raise InvalidRequest(
            f"documents names {len(given.documents)} tokens; the text has {real} real ones. Name each once.",
            field="documents",
        )
    if given.special and not 0 <= min(given.special) <= max(given.special) < real:
        raise InvalidRequest(
            f"special names tokens {min(given.special)} to {max(given.special)}; the text has 0 to {real - 1}.",
            field="special",
        )
