"""`python -m compute mask NAME`: who sees whom, drawn and counted, and what generation has to keep."""

import argparse
import json

from compute.cli.flags import add_rows, given
from compute.errors import InvalidRequest

# A drawing of more columns than this is no longer read.
DRAWN_TOKENS = 64


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from compute.catalog.masks import masks

    parser = commands.add_parser("mask", help="draw and count a mask", description=__doc__)
    parser.set_defaults(command=show_mask)
    add_rows(parser, masks, lambda row: row.params, _add_lengths)


def _add_lengths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tokens", type=int, default=12, help="keys, padding included (default: 12)")
    parser.add_argument("--queries", type=int, help="the last so many tokens ask (default: all)")
    parser.add_argument("--pad-left", type=int, default=0, help="how many of the tokens, at the start, are padding")
    parser.add_argument("--pad-right", type=int, default=0, help="how many of the tokens, at the end, are padding")
    parser.add_argument(
        "--documents", type=_numbers, default=(), help="the document of each real token, such as 0,0,1,1,1"
    )
    parser.add_argument("--json", action="store_true", help="row sums, pairs, cache and every cell, as JSON")


def show_mask(arguments: argparse.Namespace) -> None:
    """Prints the mask. Raises: InvalidRequest for lengths that don't fit each other."""
    from compute.catalog.masks import Padding, allowed, blind_queries, draw, in_words, masks, max_cached_keys
    from compute.catalog.params import fill

    _check_lengths(arguments)
    row = masks.rows[arguments.row]
    rule = row.rule(fill(row.params, given(arguments)))
    cells = allowed(
        rule,
        arguments.tokens,
        queries=arguments.queries,
        padding=Padding(arguments.pad_left, arguments.pad_right),
        documents=arguments.documents,
    )
    row_sums = cells.sum(axis=1).tolist()
    facts = {
        "mask": rule.name,
        "row_sums": row_sums,
        "pairs": sum(row_sums),
        "max_cached_keys": max_cached_keys(cells),
        "blind_queries": blind_queries(cells),
    }
    if arguments.json:
        print(json.dumps({**facts, "allowed": cells.astype(int).tolist()}))
        return
    print(f"{row.title}: {rule.name}")
    if cells.shape[1] <= DRAWN_TOKENS:
        print(draw(cells))
    print(in_words(cells, len(cells) - 1))
    print(f"row sums          {' '.join(map(str, row_sums))}")
    print(f"pairs             {facts['pairs']:,} of {cells.size:,}")
    print(f"keys kept at most {facts['max_cached_keys']:,} while generating, the new token's own included")
    if facts["blind_queries"]:
        print(f"see nothing       {' '.join(map(str, blind_queries(cells)))}")


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
